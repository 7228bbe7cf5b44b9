/* What makes the table mode; the script of the sheet calls it with what it has itself. */

const { Values } = globalThis.freed6cPeople;
let Time;

globalThis.freed6cTableMode = (place, tools, play, shared) => {
  ({ Time } = tools);
  const data = globalThis.freed6cTable;
  const say = shared.saying({ ...play.words, ...data.words });
  place.replaceChildren(new TableMode({ ...play, ...data }, { ...shared, say }).root);
};
