/* Characters in this browser, a record each in the form in which the package of the rules saves
   them. What that has no place for stands in `sheet`, by what it is called there. */

/* Some browsers keep nothing, for files or at all: then it stays as long as the page. */
function keeper(kept) {
  const here = new Map();
  const tried = (work, otherwise) => {
    try {
      return work() ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => tried(() => JSON.parse(here.get(key) ?? kept().getItem(key)), null),
    write(key, value) {
      const text = JSON.stringify(value);
      here.delete(key);
      tried(() => kept().setItem(key, text));
      if (tried(() => kept().getItem(key), null) !== text) here.set(key, text);
    },
    remove(key) {
      here.delete(key);
      tried(() => kept().removeItem(key));
    },
    isKept: (key) => !here.has(key),
    keys: () => [...new Set([...here.keys(), ...tried(() => Object.keys(kept()), [])])],
  };
}

const browser = keeper(() => localStorage);
const session = keeper(() => sessionStorage);

/* A character as the package would write one of whom nothing is known. */
const blankRecord = (people) => ({
  version: people.format,
  ruleset: people.ruleset,
  "ruleset-version": people.version,
  packs: people.packs,
  name: "",
  player: true,
  ratings: {},
  abilities: people.ofPlayers,
  hooks: [],
  values: {},
  points: {},
  used: {},
  kept: {},
  gains: [],
  "under-way": [],
  passed: [],
  clock: {},
  conditions: [],
  effects: [],
});

const sortOf = (value) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/* A text, a number and the like: whatever is shown or looked up. */
const isPlain = (value) => !["list", "object"].includes(sortOf(value));

const arePlain = (values = {}) => Object.values(values).every(isPlain);

/* As the package saves values: plain, or a map that says what it is; of a modifier, nothing is shown. */
const isValue = (value) => isPlain(value) || (sortOf(value) === "object" && arePlain({ ...value, modifier: null }));

/* How long something lasts: nothing, or a duration and what is left of it. */
const isLasting = (value) =>
  ["null", "undefined"].includes(sortOf(value)) ||
  (sortOf(value) === "object" && sortOf(value.duration) === "object" && arePlain(value.duration) && arePlain({ ...value, duration: null }));

/* What somebody has and what was noted: a condition, or a text. */
const areHeld = (value) =>
  sortOf(value) === "list" &&
  value.every((one) => sortOf(one) === "object" && [one.condition, one.text].every(isPlain) && isLasting(one.lasting));

/* Whether something from a file, or from a browser in which others write, may be a character: every
   part is of the sort that it should be. */
function isRecord(data, people) {
  const blank = blankRecord(people);
  return (
    sortOf(data) === "object" &&
    Object.keys(blank).every((key) => !(key in data) || sortOf(data[key]) === sortOf(blank[key])) &&
    data.version === people.format &&
    Object.values(data.ratings ?? {}).every((code) => typeof code === "string") &&
    Object.values(data.points ?? {}).every(Number.isInteger) &&
    [data.abilities, data.hooks, data["under-way"], data.passed].every(arePlain) &&
    Object.values(data.values ?? {}).every(isValue) &&
    [data.conditions ?? [], data.notes ?? []].every(areHeld) &&
    ["object", "undefined"].includes(sortOf(data.sheet)) &&
    arePlain(data.sheet)
  );
}

/* The id of the track that a condition stands on. */
const trackOf = (condition) => `track.${String(condition).split(".")[1]}`;

const LAST = 10 ** 15 - 1;

const NOTHING_MORE = { dice: 0, pips: 0, adds: 0 };

class People {
  constructor(people, perDie) {
    /* Ids from files and pages are looked up in these: they have no properties but their own. */
    for (const known of [people.ratings, people.modifiers, people.values, people.procedures.of]) Object.setPrototypeOf(known, null);
    this.rules = people;
    this.always = Object.keys(people.modifiers).filter((id) => id.startsWith("rule."));
    this.perDie = perDie;
    this.prefix = `freed6c ${people.ruleset}`;
  }

  /* Numbers that are never used again as long as there are others. */
  get taken() {
    const begin = `${this.prefix} character `;
    const ends = browser.keys().filter((key) => key.startsWith(begin)).map((key) => key.slice(begin.length));
    return ends.filter((end) => /^[1-9][0-9]{0,14}$/.test(end)).map(Number).sort((a, b) => a - b);
  }

  /* Where others took the last one, the first that is free. */
  get next() {
    const { taken } = this;
    const next = Math.max(0, ...taken) + 1;
    return next > LAST ? 1 + taken.findIndex((id, place) => id > place + 1) : next;
  }

  /* Those of characters that can be read. */
  get ids() {
    return this.taken.filter((id) => this.read(id));
  }

  key(id) {
    return `${this.prefix} character ${id}`;
  }

  read(id) {
    const record = browser.read(this.key(id));
    return isRecord(record, this.rules) ? { ...blankRecord(this.rules), ...record } : null;
  }

  write(id, record) {
    browser.write(this.key(id), record);
  }

  /* Whether it outlasts the page. */
  isKept(id) {
    return browser.isKept(this.key(id));
  }

  add(record) {
    const id = this.next;
    this.write(id, record);
    this.choose(id);
    return id;
  }

  remove(id) {
    browser.remove(this.key(id));
  }

  choose(id) {
    browser.write(`${this.prefix} chosen`, id);
  }

  /* The one that was looked at last; 0 for nobody. */
  get chosen() {
    const { ids } = this;
    const chosen = browser.read(`${this.prefix} chosen`);
    return ids.includes(chosen) ? chosen : (ids.at(-1) ?? 0);
  }

  /* Who rolls with a button, and all others; at the table, those who are there. */
  rolling(who) {
    const seated = this.table?.seated(who);
    if (seated) return this.table.seen(seated);
    const record = this.read(Number(who));
    return { name: record?.name, record };
  }

  others(who) {
    if (this.table?.state.present.length) return this.table.others(who);
    return this.ids.filter((id) => id !== Number(who)).map((id) => this.rolling(id));
  }

  nameOf(id) {
    return this.rules.ratings[id]?.[0] ?? this.rules.values[id]?.name ?? "";
  }

  /* A rating and those that it adds to, the widest first. */
  chain(id) {
    const [, above] = this.rules.ratings[id];
    return above ? [...this.chain(above), id] : [id];
  }

  worth(text) {
    const code = readCode(text ?? "", this.perDie);
    return code ? code.dice * this.perDie + code.pips : 0;
  }

  code(worth) {
    const pips = worth % this.perDie;
    return `${Math.floor(worth / this.perDie)}D${pips ? `+${pips}` : ""}`;
  }

  /* What does something to somebody now: rules, hooks and conditions that nothing suspends. */
  inForce(record) {
    const held = record.conditions
      .filter(({ lasting, over }) => !over && !lasting?.waits)
      .map(({ condition }) => condition);
    const known = [...this.always, ...record.hooks, ...held].filter((id) => id in this.rules.modifiers);
    const ignored = new Set(known.flatMap((id) => this.rules.modifiers[id].ignore ?? []));
    const counts = (id) => !held.includes(id) || !(ignored.has(id) || ignored.has(trackOf(id)));
    return known.filter(counts).map((id) => this.rules.modifiers[id]);
  }

  /* Whether a verb is in force on an ability, a skill or a specialization. */
  isNow(record, verb, id) {
    return this.inForce(record).some((one) => one[verb]?.includes(id));
  }

  isAllowed(record, id) {
    return this.rules.allowed.includes(id) || this.isNow(record, "allow", id);
  }

  /* The worth of a code of one's own, and of what is given to it. */
  own(record, id) {
    return Math.max(0, this.worth(record.ratings[id]) + this.given(this.modifiers(record, id)));
  }

  given(more) {
    return more.reduce((found, { dice, pips, adds }) => found + dice * this.perDie + pips + adds, 0);
  }

  has(record, id) {
    if (this.isNow(record, "forbid", id)) return false;
    if (id in record.ratings || record.abilities.includes(id) || this.isAllowed(record, id)) return true;
    const plain = this.inForce(record).flatMap(({ modify }) => modify).filter(({ on, has }) => on === id && !has);
    return this.given(plain.map((one) => ({ ...NOTHING_MORE, ...one }))) > 0;
  }

  /* The narrowest skill with a code, where codes are whole: nothing wider is added to it. */
  whole(record, chain) {
    return this.rules.whole ? chain.slice(1).findLast((one) => this.worth(record.ratings[one])) : undefined;
  }

  /* The worth of what is added up for a rating; null where one lacks the ability or the training,
     or something forbids it. */
  rating(record, id) {
    const chain = this.chain(id);
    const whole = this.whole(record, chain);
    const trained = (one) =>
      this.own(record, one) > 0 ||
      Object.entries(this.rules.ratings).some(([part, [, above]]) => above === one && trained(part));
    if (chain.some((one) => this.isNow(record, "forbid", one)) || !(whole || this.has(record, chain[0]))) return null;
    if (chain.some((one) => this.rules.ratings[one][2] && !this.isAllowed(record, one) && !trained(one))) return null;
    if (whole) {
      const more = chain.flatMap((one) => this.modifiers(record, one));
      return Math.max(0, this.worth(record.ratings[whole]) + this.given(more));
    }
    return chain.some((one) => one in record.ratings || this.own(record, one))
      ? chain.reduce((found, one) => found + this.own(record, one), 0)
      : null;
  }

  /* What the rules, and the conditions and hooks of a character, add to checks or fixed values of
     something, or to a rating or a value. */
  modifiers(record, on, ids = []) {
    const covers = ({ of = [], except = [], has }) =>
      (!of.length || of.some((one) => ids.includes(one))) &&
      !except.some((one) => ids.includes(one)) &&
      (!has || this.has(record, has));
    return this.inForce(record).flatMap(({ name, modify }) =>
      modify.filter((one) => one.on === on && covers(one)).map((one) => ({ ...NOTHING_MORE, name, ...one })),
    );
  }

  /* What does more to somebody than is counted here, in words. */
  uncounted(record, say) {
    const names = new Set(this.inForce(record).filter(({ more }) => more).map(({ name }) => name));
    const told = [names.size && say("sheet.uncounted", { names: [...names].join(", ") })];
    return [...told, record.effects?.length && say("sheet.under-way")].filter(Boolean).join(" ");
  }

  /* What is used in the place of something. */
  used(record, id) {
    const ways = this.inForce(record).flatMap(({ use = [] }) => use);
    return ways.find(([instead]) => instead === id)?.[1] ?? id;
  }

  /* The code of a rating, or of a value that is one; null where somebody has none. */
  codeOf(record, id) {
    if (id in this.rules.values) return new Values(this).code(record, id);
    const worth = this.rating(record, id);
    return worth === null ? null : this.code(worth);
  }

  /* The pool of a rating or a value as conditions leave it, what they added, and how it is rolled:
     what that has no step for does nothing. `lacking` is how many dice it takes, where fewer are left.
     A check may have `named` the procedure. */
  pool(record, id, named) {
    const value = id in this.rules.values;
    const used = value ? id : this.used(record, id);
    const { usual, of, carry, least, tokens } = this.rules.procedures;
    const procedure = named ?? of[used] ?? usual;
    const whole = this.codeOf(record, used);
    if (whole === null) return null;
    const code = !value && carry[procedure] === "never" ? this.apart(record, used) : whole;
    const all = value ? this.modifiers(record, "effect-rolls", [id]) : this.modifiers(record, "checks", this.chain(used));
    const more = all.filter(({ token }) => !token || tokens[procedure].includes(token));
    const [dice, pips = 0] = code.match(/[0-9]+/g).map(Number);
    const bonus = more.reduce((sum, one) => ({ dice: sum.dice + one.dice, pips: sum.pips + one.pips }), { dice: 0, pips: 0 });
    const left = laidOut({ dice, pips }, bonus, [], { "pips-carry": carry[procedure] }, this.perDie);
    const lacking = !value && total(left.shares, "dice") < least ? least : null;
    return { pool: [code, ...more.map(({ by }) => by)].join(" "), more, procedure, lacking };
  }

  /* The dice and pips of all that is added up, where these pips make no dice. */
  apart(record, id) {
    const chain = this.chain(id);
    const parts = this.whole(record, chain) ? [this.rating(record, id)] : chain.map((one) => this.own(record, one));
    const add = (found, one) => found + one;
    const pips = parts.map((worth) => worth % this.perDie).reduce(add);
    const dice = parts.map((worth) => Math.floor(worth / this.perDie)).reduce(add);
    return `${dice}D${pips ? `+${pips}` : ""}`;
  }

  /* What a rating counts as when nobody rolls; null where the rules do not say. */
  fixed(record, id) {
    const worth = this.rating(record, id);
    if (worth === null) return null;
    const ids = this.chain(id);
    const more = this.modifiers(record, "fixed-values", ids);
    if (this.rules["fixed-like-checks"]) {
      more.push(...this.modifiers(record, "checks", [...ids, "resistance"]));
    }
    const now = more.reduce((found, { dice, pips }) => found + dice * this.perDie + pips, worth);
    const number = this.rules.fixed[Math.max(0, now)];
    return number === undefined ? null : more.reduce((found, { adds }) => found + adds, number);
  }
}
