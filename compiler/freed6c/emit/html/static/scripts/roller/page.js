/* Dice on a page are rolled in a corner of the window, or on the page for rolling. */

const { people, blankRecord, session, element, option, labeled, saying, readCode, Refused, SOURCES } = globalThis.freed6cPeople;
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
    if (button?.dataset.roll) corner(button, asked(button.dataset, say));
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
  const id = Number(who ?? people.chosen);
  const { code, procedure: named, resisted = [], gives = [], then = null } = JSON.parse(follows);
  let record = people.read(id);
  if (code) record = { ...(record ?? blankRecord(people.rules)), values: { ...record?.values, [what]: { "die-code": code } } };
  const found = record && people.pool(record, what, named);
  const name = said ?? people.nameOf(what);
  const next = { resisted, gives, then, who: id, others: resisting(resisted, id, say) };
  if (found && found.lacking !== null) {
    const least = `${found.lacking}D`;
    return { pool: "", against, about: [say("roller.too-few", { name, least })], ...next };
  }
  if (!found) return { pool: "", against, about: [say("roller.unrated", { name })], ...next };
  const of = record.name ? say("roller.of", { name, who: record.name }) : name;
  const pool = [found.pool, more].filter(Boolean).join(" ");
  return { pool, against, procedure: found.procedure, about: [of, ...found.more.map((one) => say("roller.because", one))], ...next };
}

const known = (what) => what in people.rules.ratings || what in people.rules.values;

/* What the others of this browser resist with, the best first. */
function resisting(resisted, but, say) {
  const still = new Values(people);
  return people.ids
    .filter((id) => id !== but)
    .map((id) => {
      const record = people.read(id);
      const values = resisted
        .filter(known)
        .map((one) => ({ name: people.nameOf(one), number: still.fixed(record, one) }))
        .filter(({ number }) => typeof number === "number")
        .map(({ name, number }) => ({ name: record.name ? say("roller.of", { name, who: record.name }) : name, number }));
      return { name: record.name, values: values.sort((a, b) => b.number - a.number) };
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

/* Rolls the dice of a button in a corner of the window, which is made when it is first wanted. What
   is asked for with a target is not rolled before one has looked at it. */
function cornered(data, say) {
  let panel, corner, opener;
  const close = () => {
    corner.close();
    opener.focus();
  };
  const make = () => {
    panel = new Panel(data);
    const button = element("button", { type: "button", className: "close", textContent: say("roller.close") });
    corner = element("dialog", { className: "roller", ariaLabel: say("roller.panel") }, panel.root, button);
    button.addEventListener("click", close);
    corner.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    document.body.append(corner);
  };
  return (dice, asked_) => {
    if (!corner) make();
    if (!corner.contains(dice)) opener = dice;
    /* What was rolled against counts on in a panel that is open, and is forgotten with it. */
    const against = corner.open ? panel.asked.against : "";
    if (!corner.open) corner.show();
    panel.others = asked_?.others?.length ? asked_.others : (globalThis.freed6cPeople.others?.(dice) ?? []);
    if (asked_) {
      panel.set(asked_);
      return (asked_.pool ? panel.button : panel.pool).focus();
    }
    panel.set({ pool: dice.dataset.dice, procedure: dice.dataset.procedure, against });
    panel.button.focus();
    // Readers of screens speak what changes in what they already know.
    requestAnimationFrame(() => panel.roll());
  };
}
