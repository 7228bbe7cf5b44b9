/* What is wrong with a pack, in the words of the compiler: each with its place, and ways out. */

/* The edits of a way out, if all of them are in files that are there. */
const editsOf = (problem, title, pack) => {
  const fix = problem.fixes.find((one) => one.title === title);
  return fix && fix.edits.every((edit) => edit.file in pack && (edit.range || edit.name)) ? fix.edits : null;
};

const problemItem = (problem, pack, say, act) => {
  const severity = say(`try.${problem.severity}`);
  const what = element(
    "p", {},
    element("strong", { textContent: severity }), ` ${problem.message}`,
  );
  const places = problem.labels.map((label) => placeItem(label, pack, say, act));
  const ways = problem.help.map((title) => {
    const edits = editsOf(problem, title, pack);
    const button = edits && element("button", { type: "button", textContent: say("try.apply"), onclick: () => act.edit(edits) });
    const words = element("span", { textContent: title });
    if (button) button.setAttribute("aria-label", `${say("try.apply")}: ${title}`);
    return element("li", {}, words, ...(button ? [" ", button] : []));
  });
  const notes = problem.notes.map((text) => element("p", { className: "fine", textContent: text }));
  return element(
    "li", { className: problem.severity },
    what,
    element("ul", { className: "places" }, ...places),
    ...(ways.length ? [element("ul", { className: "ways-out" }, ...ways)] : []),
    ...notes,
    explanation(problem.code, say, act),
  );
};

/* What a code means is asked when someone wants to know. */
const explanation = (code, say, act) => {
  const summary = element("summary", { textContent: say("try.explain", { code }) });
  const made = element("details", { attributes: { "data-code": code } }, summary, element("div"));
  made.addEventListener("toggle", () => made.open && !made.lastChild.hasChildNodes() && act.explain(code));
  return made;
};

const explained = ({ why, wrong, right }, say) => [
  element("p", { textContent: why.replaceAll("`", "") }),
  ...[["try.wrong", wrong], ["try.right", right]].flatMap(([key, text]) =>
    text ? [element("p", { textContent: say(key) }), element("pre", { textContent: text })] : []),
];

const placeItem = (label, pack, say, act) => {
  const { file, range, message } = label;
  const where = say("try.place", { file, line: range.start.line });
  const words = message ? ` ${message}` : "";
  if (!(file in pack)) return element("li", {}, `${where}${words && ":"}${words}`);
  const button = element("button", { type: "button", className: "place", textContent: where, onclick: () => act.go(file, range) });
  return element("li", {}, button, words);
};
