/* A text to write in, with the numbers of its lines. */

const STEP = "  ";

/* Where a character stands, counted as the compiler counts: one that takes two places is one. */
const placeOf = (text, characters) => {
  let place = 0;
  for (let left = characters; left > 0; left -= 1) place += text.codePointAt(place) > 0xffff ? 2 : 1;
  return place;
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
    const line = this.area.value.slice(0, start).split("\n").length;
    const height = this.area.scrollHeight / Math.max(1, this.area.value.split("\n").length);
    const top = (line - 4) * height;
    const seen = top >= this.area.scrollTop && top < this.area.scrollTop + this.area.clientHeight - 6 * height;
    if (!seen) this.area.scrollTop = top;
    this.area.scrollLeft = 0;
  }

  mark(marks) {
    this.marks = marks;
    this.number();
  }

  number() {
    const count = this.area.value.split("\n").length;
    this.lines.replaceChildren(
      ...Array.from({ length: count }, (_, at) =>
        element("div", { textContent: at + 1, className: this.marks.get(at + 1) ?? "" })),
    );
    this.follow();
  }

  follow() {
    this.lines.scrollTop = this.area.scrollTop;
  }
}
