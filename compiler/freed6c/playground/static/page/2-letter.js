/* What a pack changes, short enough for a link. A letter is a list: the name of an element, then texts
   and further lists. A link can come from anybody, so elements have to be of these names, and get no
   attributes; whatever else it holds is shown as text, or not at all. */

const LETTERS = new Set([
  ..."h2 h3 h4 p ul ol li dl dt dd div table caption thead tbody tr th td del ins strong em details summary".split(" "),
]);
const MOST_LETTERS = 8000; /* of the texts of a letter that is written; the rest is left out */
const MOST_READ = 3 * MOST_LETTERS; /* of one that is read, each element counted as some */
const OF_ELEMENT = 4;
const DEEPEST = 12;

/* The content of an element. Elements without a name of their own here are as their content. */
const lettersOf = (from, left = { count: MOST_LETTERS }) =>
  [...from.childNodes].flatMap((node) => {
    if (left.count <= 0) return [];
    if (node.nodeType === Node.TEXT_NODE) {
      const text = /^\s*\n\s*$/.test(node.data) ? "" : node.data.replace(/\s+/g, " ");
      left.count -= text.length;
      return text ? [text] : [];
    }
    if (node.nodeType !== Node.ELEMENT_NODE || /^(svg|button|script|style|form)$/i.test(node.tagName)) return [];
    const name = node.localName;
    const inside = lettersOf(node, left);
    if (node.matches(".spoken")) return [["s", ...inside]];
    return LETTERS.has(name) && inside.length ? [[name, ...inside]] : inside;
  });

const letterOf = (from) => {
  const left = { count: MOST_LETTERS };
  const letter = lettersOf(from, left);
  return left.count > 0 ? letter : [...letter, ["p", "\u2026"]];
};

/* The nodes of a letter; an error if it is larger than one that is written. */
const written = (letter, left = { count: MOST_READ }, depth = 0) =>
  letter.map((part) => {
    left.count -= typeof part === "string" ? part.length : OF_ELEMENT;
    if (left.count < 0 || depth > DEEPEST) throw new RangeError("letter");
    if (!Array.isArray(part)) return document.createTextNode(String(part));
    const [name, ...inside] = part;
    const made = element(LETTERS.has(name) ? name : "span");
    if (name === "s") made.className = "spoken";
    made.append(...written(inside, left, depth + 1));
    return made;
  });

/* The element of a letter, or nothing if it isn't one. */
const readable = (letter) => {
  try {
    return letter?.length ? element("div", { className: "letter" }, ...written(letter)) : null;
  } catch {
    return null;
  }
};
