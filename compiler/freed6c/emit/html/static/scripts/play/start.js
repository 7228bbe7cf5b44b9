/* The sheet, and the table mode, where a page has one. */

function begin() {
  const roller = globalThis.freed6cRoller;
  const play = globalThis.freed6cPlay;
  const say = roller.saying({ ...roller.data.words, ...play.words });
  const sheets = [...document.querySelectorAll(".panels.character")];
  if (sheets.length) new Sheet(sheets, play, { ...roller, say });
  const place = document.querySelector("[data-table]");
  if (place) globalThis.freed6cTableMode(place, { Time, Values }, play, roller);
}
if (globalThis.freed6cRoller) queueMicrotask(begin);
else document.addEventListener("freed6c-roller", begin, { once: true });
