/* What makes the table mode; the script of the sheet calls it with what it has itself. */

let Time, Values;

globalThis.freed6cTableMode = (place, tools, play, shared) => {
  ({ Time, Values } = tools);
  const data = globalThis.freed6cTable;
  const say = shared.saying({ ...play.words, ...data.words });
  place.replaceChildren(new TableMode({ ...play, ...data }, { ...shared, say }).root);
};
