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
    return inOrder.get(name);
  }, Promise.resolve());

const ROLLED = ".dice[data-dice], [data-roll]";

const startDice = () => {
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
    fetchAll(rolling).then(() => dice.click());
  };
  document.addEventListener("click", wanted);
  const has = (selector) => document.querySelector(selector);
  const table = has("[data-table]") ? [tabling] : [];
  const wantedNow = has(".panels.character, [data-table]") ? [rolling, ...table, playing] : [rolling];
  if (wantedNow.length < 2 && !has("[data-roller]")) return;
  document.removeEventListener("click", wanted);
  fetchAll(wantedNow.join(" "));
};
