/* The sheet, and the table mode, where a page has one. */

const { Values, valueText } = globalThis.freed6cPeople;

function begin() {
  const shared = globalThis.freed6cPeople;
  const play = globalThis.freed6cPlay;
  const sheets = [...document.querySelectorAll(".panels.character")];
  if (sheets.length) new Sheet(sheets, play, { ...shared, say: shared.saying(play.words) });
  const place = document.querySelector("[data-table]");
  if (place) globalThis.freed6cTableMode(place, { Time }, play, shared);
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else queueMicrotask(begin);
