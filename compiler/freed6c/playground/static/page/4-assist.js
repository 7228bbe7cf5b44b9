/* What can stand where the cursor is, and what the word there means, as editors tell it. */

const MOST_CHIPS = 24;

class Assist {
  constructor(place, editor) {
    this.chips = place.querySelector(".chips");
    this.says = place.querySelector(".says");
    this.editor = editor;
    /* The text keeps the focus, and a phone its keyboard. */
    place.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /* The word before the cursor chooses: first what begins with it. */
  show(found) {
    const word = [...this.editor.cursor.before].slice(found?.start).join("").toLowerCase();
    const all = (found?.proposals ?? []).filter(([text, detail]) => `${text} ${detail}`.toLowerCase().includes(word));
    const begun = ([text]) => text.toLowerCase().startsWith(word);
    const ordered = [...all.filter(begun), ...all.filter((one) => !begun(one))].slice(0, MOST_CHIPS);
    this.chips.replaceChildren(...ordered.map(([text, detail, says]) => {
      const chip = action(() => this.take(text, word.length), text.trim(), ...(detail ? [" ", small(detail)] : []));
      chip.title = says;
      return chip;
    }));
    this.says.textContent = (found?.says || ordered[0]?.[2] || "").replace(/[*`]/g, "");
  }

  take(text, typed) {
    const { value, selectionStart, selectionEnd } = this.editor.area;
    const known = value[selectionEnd] === ":"; /* a key that has its colon */
    this.editor.replace(selectionStart - typed, selectionEnd, known ? text.replace(/: $/, "") : text);
  }
}
