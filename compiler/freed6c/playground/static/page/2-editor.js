/* A text to write in, with the numbers of its lines. Below it, each line is written once more, unseen and
   as wide, so that its number is beside it however often it wraps. */

const STEP = "  ";

/* Where a character stands, counted as the compiler counts: one that takes two places is one. */
const placeOf = (text, characters) => {
  let place = 0;
  for (let left = characters; left > 0; left -= 1) place += text.codePointAt(place) > 0xffff ? 2 : 1;
  return place;
};

/* Where a line and a column are. */
const placeAt = (text, [line, column]) => {
  const before = text.split("\n").slice(0, line).join("\n").length + (line > 0);
  return before + placeOf(text.slice(before), column);
};

class Editor {
  constructor(place, changed) {
    this.area = place.querySelector("textarea");
    this.lines = place.querySelector(".lines");
    this.marks = new Map();
    this.area.addEventListener("input", () => {
      this.number();
      changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.indent(event));
  }

  get text() {
    return this.area.value;
  }

  /* The line of the cursor, from 0, and the text on it before the cursor, or before what is selected. */
  get cursor() {
    const lines = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return { line: lines.length - 1, before: lines.at(-1) };
  }

  show(text, label) {
    if (text !== this.area.value) this.area.value = text;
    this.area.setAttribute("aria-label", label);
    this.number();
  }

  /* A new line begins where the last one did, a step further in behind a colon. */
  indent(event) {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
    const { value, selectionStart } = this.area;
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const [margin] = /^[ ]*/.exec(line);
    const deeper = /:\s*$/.test(line) ? STEP : "";
    if (!margin && !deeper) return;
    event.preventDefault();
    this.insert(`\n${margin}${deeper}`);
  }

  /* The browser can take back what it inserted itself. */
  insert(text) {
    if (document.execCommand("insertText", false, text)) return;
    const { selectionStart, selectionEnd } = this.area;
    this.area.setRangeText(text, selectionStart, selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }

  replace(start, end, text) {
    this.select(start, end);
    this.insert(text);
  }

  select(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const { offsetTop, offsetHeight } = this.lines.children[this.area.value.slice(0, start).split("\n").length - 1];
    const { scrollTop, clientHeight } = this.area;
    const seen = offsetTop >= scrollTop && offsetTop + offsetHeight < scrollTop + clientHeight;
    if (!seen) this.area.scrollTop = offsetTop - clientHeight / 4;
  }

  mark(marks) {
    this.marks = marks;
    this.number();
  }

  number() {
    this.lines.replaceChildren(
      ...this.area.value.split("\n").map((text, at) =>
        element("div", { className: this.marks.get(at + 1) ?? "" },
          element("b", { textContent: at + 1 }), element("span", { textContent: text || " " }))),
    );
    this.follow();
  }

  follow() {
    this.lines.scrollTop = this.area.scrollTop;
  }
}
