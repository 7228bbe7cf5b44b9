/* The sheet, and the table mode, where a page has one. */

function begin() {
  const { data, ...roller } = globalThis.freed6cRoller;
  const play = globalThis.freed6cPlay;
  const say = roller.saying({ ...data.words, ...play.words });
  const sheets = [...document.querySelectorAll(".panels.character")];
  if (sheets.length) new Sheet(sheets, play, { ...roller, say });
  const place = document.querySelector("[data-table]");
  if (place) place.replaceChildren(new TableMode(play, { ...roller, say }).root);
}
if (globalThis.freed6cRoller) queueMicrotask(begin);
else document.addEventListener("freed6c-roller", begin, { once: true });
