/* What makes the table mode; the script of the sheet calls it with what it has itself. */

let Time, Values;

globalThis.freed6cTableMode = (place, tools, play, roller) => {
  ({ Time, Values } = tools);
  const data = globalThis.freed6cTable;
  const words = { ...roller.data.words, ...play.words, ...data.words };
  const mode = new TableMode({ ...play, ...data }, { ...roller, say: roller.saying(words) });
  place.replaceChildren(mode.root);
};
