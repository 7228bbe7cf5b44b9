/* Dice on a page become buttons. What rolls them, and what plays with a sheet, is fetched when it is
   first wanted; in a single file it is there. */

const { rolling = "", playing = "", tabling = "" } = document.currentScript?.dataset ?? {};

const fetched = (name) => {
  const script = made("script", { src: name });
  return new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", failed);
    document.head.append(script);
  });
};

/* Once each, in their order. */
const inOrder = new Map();
const fetchAll = (names) =>
  names.split(" ").reduce((before, name) => {
    if (!inOrder.has(name)) inOrder.set(name, before.then(() => fetched(name)));
    return Promise.all([before, inOrder.get(name)]);
  }, Promise.resolve());

const ROLLED = ".dice[data-dice], [data-roll]";

const startDice = () => {
  /* The script of the sheet reads who is wanted. */
  for (const link of document.querySelectorAll("a[data-pregen]")) link.hash = `pregen=${link.dataset.pregen}`;
  if (!rolling) return;
  for (const dice of document.querySelectorAll(ROLLED)) {
    if (dice.closest("a, button, summary")) continue;
    const button = made("button", { type: "button" }, ...dice.childNodes);
    for (const { name, value } of dice.attributes) button.setAttribute(name, value);
    dice.replaceWith(button);
  }
  /* Until the roller is there; then it hears of it itself. */
  const wanted = ({ target }) => {
    const dice = target.closest?.("button:is(.dice, [data-roll])");
    if (!dice) return;
    document.removeEventListener("click", wanted);
    if (!globalThis.freed6cRoller) fetchAll(rolling).then(() => dice.click());
  };
  document.addEventListener("click", wanted);
  const has = (selector) => document.querySelector(selector);
  globalThis.freed6cFetch = () => fetchAll(rolling);
  /* What is written before the script of the sheet is there is not lost. */
  const written = (globalThis.freed6cWritten = new Set());
  for (const sheet of document.querySelectorAll(".panels.character")) {
    sheet.addEventListener("input", ({ target }) => written.add(target));
  }
  if (has(".panels.character")) fetchAll(playing);
  if (!has("[data-roller], [data-table]")) return;
  document.removeEventListener("click", wanted);
  fetchAll(has("[data-table]") ? `${rolling} ${tabling} ${playing}` : rolling);
};
