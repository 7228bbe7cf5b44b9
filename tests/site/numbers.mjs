/* What the scripts of a site make of the cases of tests/numbers: node numbers.mjs SITE CASES. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [site, cases] = process.argv.slice(2);
const read = (...path) => readFileSync(join(...path), "utf8");
const data = JSON.parse(read(cases));

/* No page and no browser: nothing begins by itself. */
const kept = new Map();
globalThis.document = { readyState: "loading", addEventListener() {} };
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
};
const load = (name, shown) => {
  const end = `globalThis.shown = { ${shown} };\n})();\n`;
  vm.runInThisContext(read(site, name).replace(/\}\)\(\);\n$/, () => (shown ? end : "})();\n")));
};
for (const name of ["people-data.js", "people.js", "dice-data.js"]) load(name, "");
load("roller.js", "asked, chanceIn");

const { people, parse, written, saying, Values } = globalThis.freed6cPeople;
const dice = globalThis.freed6cDice;
const { asked, chanceIn } = globalThis.shown;
const say = saying(dice.words);
const values = new Values(people);

const procedureOf = (id) => dice.procedures.find((one) => one.id === id) ?? dice.procedures[0];
const normal = (pool, procedure) => pool && written(parse(pool, procedureOf(procedure), people.perDie));

const recordOf = (key, conditions = []) => ({ ...data.people[key], conditions });
const mapped = (ids, work) => Object.fromEntries(Object.keys(ids).map((id) => [id, work(id)]));

function code({ who, conditions, pools, fixed, values: known }) {
  const record = recordOf(who, conditions);
  const value = (id) => {
    const { type } = people.rules.values[id] ?? {};
    return type ? (type === "die-code" ? values.code(record, id) : values.now(record, id)) : undefined;
  };
  const pool = (id) => {
    const found = people.pool(record, id);
    return found && found.lacking === null ? normal(found.pool, found.procedure) : null;
  };
  return { pools: mapped(pools, pool), fixed: mapped(fixed, (id) => people.fixed(record, id)), values: mapped(known, value) };
}

/* The buttons of an action's page that roll something, in their order. */
const unescaped = (text) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
function buttons(action, rolls) {
  const html = read(site, `${action.replace(".", "-")}.html`);
  const found = [...html.matchAll(/<span class="roll"([^>]*)>/g)].map(([, attributes]) =>
    Object.fromEntries([...attributes.matchAll(/data-([a-z]+)="([^"]*)"/g)].map(([, key, text]) => [key, unescaped(text)])),
  );
  return found.filter(({ roll }) => roll === rolls);
}

const best = (others) => others.flatMap(({ values: each }) => each.map(({ number }) => number)).sort((a, b) => b - a)[0];
const reached = ({ against, others }) => (against === "" ? best(others ?? []) : Number(against));

function rolled({ who, at, action, conditions, with: what, place, then }) {
  kept.clear();
  people.write(1, recordOf(who, conditions));
  if (at) people.write(2, recordOf(at, conditions));
  const button = buttons(action, what).at(place);
  if (!button) return null;
  const first = asked({ ...button, who: 1 }, say);
  const found = { pool: normal(first.pool, first.procedure), number: reached(first) };
  if (!then) return found;
  const { name, roll, by = [], ...follows } = first.then ?? {};
  const following = (rank) => asked({ roll, more: by[rank], said: name, follows: JSON.stringify(follows), who: 1 }, say);
  const pools = mapped(then.pools, (rank) => {
    const next = roll && by[rank] !== null ? following(rank) : {};
    return normal(next.pool, next.procedure);
  });
  return { ...found, then: { name, pools, number: roll && reached(following(Object.keys(then.pools)[0])) } };
}

const chance = chanceIn(dice);
const found = {
  codes: data.codes.map(code),
  rolls: data.rolls.map(rolled),
  odds: data.odds.map(({ pool, number }) => ({ success: chance(pool, number) })),
};
process.stdout.write(JSON.stringify(found));
