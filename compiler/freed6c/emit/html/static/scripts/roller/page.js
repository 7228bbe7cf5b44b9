/* Dice on a page are rolled in a corner of the window, or on the page for rolling. */

const { people, blankRecord, session, element, option, labeled, buttonFor, saying, readCode, Refused, SOURCES } = globalThis.freed6cPeople;
const { MOST_SIDES, Values, total, called, lettersOf, tokensOf, parse, typed, signed, written } = globalThis.freed6cPeople;

function begin() {
  const data = globalThis.freed6cDice;
  const say = saying(data.words);
  for (const dice of document.querySelectorAll(".dice[data-dice], [data-roll]")) {
    if (!dice.closest("a, button, summary")) dice.replaceWith(rollable(dice, say));
    else if (dice.dataset.dice && dice.matches("button")) dice.title = say("roller.die", { pool: dice.dataset.dice });
  }
  const place = document.querySelector("main [data-roller]");
  if (place) {
    const panel = new Panel(data);
    panel.folded.open = panel.rolls.open = true;
    const follow = () => {
      const asked = readLink(location.hash);
      /* The link to what is there already loses no result. */
      if (asked && location.hash !== panel.link.hash) panel.set(asked);
    };
    place.replaceChildren(panel.root);
    addEventListener("hashchange", follow);
    follow();
  }
  const corner = cornered(data, say);
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button:is(.dice, [data-roll])");
    /* In a site of one file, rules are rolled by whose turn it is at the table. */
    const who = (!button?.closest(".character") && people.table?.acting) || people.chosen;
    if (button?.dataset.roll) corner(button, asked({ who, ...button.dataset }, say));
    else if (button) corner(button, null);
  });
  /* For who wants a total, or a chance, without looking. */
  globalThis.freed6cRoller = { rollText: rollText(data), chance: chanceIn(data) };
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else queueMicrotask(begin); /* What stands below has to be there. */

/* What `data-roll` says: a pool, or the id of a rating, of the character that was looked at last or
   of the one in `data-who`, with what conditions do to it; `code` is the one of a row that was chosen.
   A pool may say in `data-said` what it is. */
function asked({ roll: what, against = "", who, said, more = "", procedure, follows = "{}" }, say) {
  if (!known(what)) return { pool: what, against, procedure, about: said ? [said] : [] };
  const { code, procedure: named, resisted = [], ...leads } = JSON.parse(follows);
  let { name: whose, record } = people.rolling(who);
  if (code) record = { ...(record ?? blankRecord(people.rules)), values: { ...record?.values, [what]: { "die-code": code } } };
  const found = record && people.pool(record, what, named);
  const name = said ?? people.nameOf(what);
  const next = { ...leads, resisted, who, others: resisting(resisted, who, say) };
  if (found && found.lacking !== null) {
    const least = `${found.lacking}D`;
    return { pool: "", against, about: [say("roller.too-few", { name, least })], ...next };
  }
  if (!found) return { pool: "", against, about: [say("roller.unrated", { name })], ...next };
  const of = whose ? say("roller.of", { name, who: whose }) : name;
  const pool = [found.pool, more].filter(Boolean).join(" ");
  return { pool, against, procedure: found.procedure, about: [of, ...found.more.map((one) => say("roller.because", one))], ...next };
}

const known = (what) => what in people.rules.ratings || what in people.rules.values;

/* What the others resist with, the best first. */
function resisting(resisted, but, say) {
  const still = new Values(people);
  return people
    .others(but)
    .map(({ seat, name: whose, record, ids = [] }) => {
      const values = (resisted.length ? resisted : ids)
        .filter(known)
        .map((one) => ({ name: people.nameOf(one), number: still.fixed(record, one) }))
        .filter(({ number }) => typeof number === "number")
        .map(({ name, number }) => ({ name: whose ? say("roller.of", { name, who: whose }) : name, number }));
      return { seat, name: whose, values: values.sort((a, b) => b.number - a.number) };
    })
    .filter(({ values }) => values.length);
}

/* The exact chance of a pool as people type it, to reach a number; null where there is none. */
const chanceIn = ({ procedures: [procedure], perDie }) => (text, target) => {
  if (procedure.outcomes.length) return null;
  try {
    return chanceOf(planned(procedure, parse(typed(text, procedure), procedure, perDie)), target);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

/* The total of a pool, for what is rolled without looking. */
const rollText = ({ procedures: [procedure], perDie }) => (text) =>
  roll(procedure, parse(typed(text, procedure), procedure, perDie), draw).total;

function rollable(dice, say) {
  const button = element("button", { type: "button" }, ...dice.childNodes);
  for (const { name, value } of dice.attributes) button.setAttribute(name, value);
  if (dice.dataset.dice) button.title = say("roller.die", { pool: dice.dataset.dice });
  return button;
}

/* Rolls the dice of a button in a corner of the window, which is made when it is first wanted: at once,
   but for a check that is not on a sheet in play and does not follow another at the same target. */
function cornered(data, say) {
  let panel, corner, opener;
  const close = () => {
    corner.close();
    opener.focus();
  };
  const make = () => {
    panel = new Panel(data);
    const button = buttonFor(say("roller.close"), close, { className: "close" });
    corner = element("dialog", { className: "roller", ariaLabel: say("roller.panel") }, panel.root, button);
    corner.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    document.body.append(corner);
  };
  return (dice, asked_) => {
    if (!corner) make();
    const isNext = corner.contains(dice);
    if (!isNext) opener = dice;
    /* What was rolled against counts on in a panel that is open, and is forgotten with it. */
    const against = corner.open ? panel.asked.against : "";
    if (!corner.open) corner.show();
    const { dice: pool, procedure, now } = dice.dataset;
    panel.set(asked_ ?? { pool, procedure, against });
    (panel.asked.pool ? panel.button : panel.pool).focus();
    const isClear = !asked_ || now !== undefined || (isNext && panel.aimedAt);
    // Readers of screens speak what changes in what they already know.
    if (isClear && panel.asked.pool) requestAnimationFrame(() => panel.roll());
  };
}
