/* The table mode: who takes part, whose turn it is, what lasts how long, and points. It applies no
   effects and takes nothing away: what has run out is marked, and people tap it away. */

const MOST_UNDONE = 20;
const MOST_JOINING = 20;
const AT_A_TAP = [1, 2, 3, 4, 5]; /* How many of a kind join. */

const groupOf = ({ group, key }) => group ?? key;

const seatOf = ({ key }) => `seat ${key}`;

/* What changes of a character at the table; all else is the sheet's. */
const CHANGING = ["conditions", "notes", "points", "under-way", "passed"];

/* Of the same records anew, what changed at the table. */
const changedOf = (record) =>
  Object.fromEntries(CHANGING.filter((key) => key in record).map((key) => [key, record[key]]));

class TableMode {
  constructor(play, shared) {
    Object.assign(this, { play, ...shared, rollText: (text) => globalThis.freed6cRoller.rollText(text) });
    this.time = new Time(play);
    this.values = new Values(this.people, this.rollText);
    this.still = new Values(this.people); /* Nobody rolls. */
    this.conditions = new Map(play.tracks.flatMap((track) => track.conditions.map((one) => [one.id, { track, ...one }])));
    this.key = `${this.people.prefix} table`;
    this.open = new Set();
    const { element } = this;
    this.when = element("p", { className: "when", attributes: { "aria-live": "polite" } });
    this.acts = element("div", { className: "acts" });
    this.said = element("p", { className: "said", attributes: { role: "status" } });
    this.shown = element("div", { className: "shown" });
    this.told = element("div", { className: "told" }, this.said);
    const bar = element("div", { className: "now" }, this.when, this.told, this.acts);
    this.root = element("div", { className: "at-table" }, this.shown, bar);
    this.state = this.kept();
    this.load();
    this.show();
    this.people.table = this;
    addEventListener("storage", ({ key }) => {
      if (key === this.key) this.state = this.kept();
      this.load();
      this.show();
    });
  }

  /* Whoever has a seat, as the roller calls it. */
  seated(seat) {
    return this.state.present.find((one) => seatOf(one) === seat);
  }

  /* The seat of the one whose turn it is, and who can act. */
  get acting() {
    const one = this.state.present.find((one) => groupOf(one) === this.state.turn && !this.isOut(one.record));
    return one && seatOf(one);
  }

  /* With all that somebody counts as, when nobody rolls. */
  seen(one) {
    const { values } = this.people.rules;
    const ids = [...this.rated(one.record), ...Object.keys(values).filter((id) => values[id].formula)];
    return { seat: seatOf(one), name: this.nameOf(one), record: one.record, ids };
  }

  /* All but one: first those who can act, on the other side. */
  others(seatOrId) {
    const who = this.seated(seatOrId) ?? this.state.present.find(({ id }) => id && id === Number(seatOrId));
    const far = ({ record }) => 2 * this.isOut(record) + (record.player === who?.record.player);
    const others = this.state.present.filter((one) => one !== who);
    return others.sort((one, other) => far(one) - far(other)).map((one) => this.seen(one));
  }

  isOut({ conditions }) {
    return conditions.some(({ condition, over }) => !over && this.conditions.get(condition)?.out);
  }

  /* The conditions that a success leads to, each to be taken with a tap. */
  offers(seat, ids) {
    const one = this.seated(seat);
    return ids.filter((id) => one && this.conditions.has(id)).map((id) => ({
      words: this.say("table.apply", { name: this.onTop(one.record, id).name, who: this.nameOf(one) }),
      take: () => this.change(() => this.inflict(this.seated(seat), this.onTop(this.seated(seat).record, id))),
    }));
  }

  /* A condition on top of what somebody has, and what ends it, as the package adds them up. */
  onTop({ conditions }, id) {
    const { track, rank } = this.conditions.get(id);
    const held = conditions.flatMap(({ condition, over }) => (over ? [] : (this.conditions.get(condition) ?? [])));
    const ranks = held.filter((one) => one.track === track).map((one) => one.rank);
    const worst = Math.max(0, ...ranks);
    const sum = ranks.reduce((all, one) => all + one, 0);
    const last = track.conditions.at(-1).rank;
    const added = { "with-worst": worst + rank, "with-all": rank + sum >= last ? last : rank, next: rank <= worst ? worst + 1 : rank };
    const top = Math.min(added[track.combine] ?? rank, last);
    const apart = { "with-worst": top - worst, "with-all": top === last ? top - sum : top, next: ranks.length && top <= worst + 1 ? 1 : top };
    const cost = Math.max(1, track.stacking === "progressive" ? top : (apart[track.combine] ?? top));
    return { track, ...track.conditions.find((one) => one.rank === top), cost };
  }

  /* The ratings that somebody has; what other rules know is none here. */
  rated({ ratings }) {
    const { people } = this;
    return Object.keys(ratings).filter((id) => id in people.rules.ratings && people.worth(ratings[id]));
  }

  /* The values on a sheet that are die codes, such as the damage of a weapon. */
  coded({ values }) {
    return Object.keys(values).filter((id) => this.people.rules.values[id]?.type === "die-code");
  }

  /* What was kept; nobody, where others wrote there what no table keeps. */
  kept() {
    const nobody = { present: [], turn: 0, rounds: 0, order: 0, undo: [] };
    const found = { ...nobody, ...this.browser.read(this.key) };
    try {
      return [found, ...found.undo.map((text) => JSON.parse(text))].every((state) => this.isState(state)) ? found : nobody;
    } catch {
      return nobody;
    }
  }

  isState({ present, turn, rounds, order }) {
    const fits = ({ key, id, group, record, order: place, ties = [] }) =>
      [key, id ?? 0, group ?? 0].every(Number.isInteger) &&
      (Number.isInteger(place) || ["", undefined].includes(place)) &&
      Array.isArray(ties) &&
      ties.every(Number.isFinite) &&
      this.isRecord(record, this.people.rules);
    return [turn, rounds, order].every(Number.isInteger) && present.every(fits);
  }

  /* Characters may have changed on their sheets; those that were deleted have left. */
  load() {
    const { people } = this;
    for (const one of this.state.present) if (one.id) one.record = people.read(one.id);
    this.state.present = this.state.present.filter(({ record }) => record);
  }

  /* Everything that is done goes through here, and can be taken back. */
  change(work) {
    const { undo, ...before } = this.state;
    this.state.undo = [...undo, JSON.stringify(before)].slice(-MOST_UNDONE);
    this.tell("");
    work(this.state);
    this.keep();
    this.show();
  }

  undo() {
    const { undo } = this.state;
    if (!undo.length) return;
    const before = JSON.parse(undo.at(-1));
    for (const one of before.present) {
      const now = one.id ? this.people.read(one.id) : null;
      if (now) one.record = { ...now, ...changedOf({ notes: [], ...one.record }) };
    }
    this.state = { ...before, undo: undo.slice(0, -1) };
    /* Who has left since keeps what they had. */
    this.state.present = before.present.filter(({ id }) => !id || this.people.read(id));
    this.tell("");
    this.keep();
    this.show();
  }

  keep() {
    for (const { id, record } of this.state.present) {
      if (id) this.people.write(id, { ...this.people.read(id), ...changedOf(record) });
    }
    this.browser.write(this.key, this.state);
    const kept = this.state.present.every(({ id }) => !id || this.people.isKept(id));
    if (!kept || !this.browser.isKept(this.key)) this.tell(this.say("table.not-kept"));
  }

  tell(words) {
    this.said.textContent = words;
  }

  get records() {
    return this.state.present.map(({ record }) => record);
  }

  /* Those of one name are numbered as they came. */
  nameOf({ key, record }) {
    const before = this.state.present.filter((one) => one.key < key && one.record.name === record.name);
    const name = record.name || this.say("sheet.unnamed");
    return before.length ? `${name} ${before.length + 1}` : name;
  }

  /* Those who act together, in the order of play; each of a group is a neighbor of the others. */
  get groups() {
    const groups = new Map(this.state.present.map((one) => [groupOf(one), []]));
    for (const one of this.state.present) groups.get(groupOf(one)).push(one);
    return [...groups.values()];
  }

  nameOfGroup([one, ...others]) {
    return others.length ? `${1 + others.length} \u00d7 ${one.record.name}` : this.nameOf(one);
  }

  /* Turns and periods. */

  /* The period that belongs to each one, as a turn; and the one in which everybody has one. */
  get own() {
    return this.play.periods.find(({ own }) => own);
  }

  get cycle() {
    const each = this.play.orders[this.state.order]?.each;
    const shared = this.play.periods.filter(({ own }) => !own);
    return shared.find(({ key }) => key === each) ?? shared[0];
  }

  /* Who has no place in the order yet gets one, unless somebody was moved by hand. */
  next() {
    this.change((state) => {
      const before = new Set(this.over.map(([each]) => each));
      const order = state.rounds || state.turn || state.moved ? null : this.orders[this.chosenOrder ?? 0];
      if (order && state.present.some((one) => one.order === "")) this.arrange(state, order, state.order === order.place);
      this.pass(this.groups.findIndex(([one]) => groupOf(one) === state.turn));
      const gone = this.over.filter(([each]) => !before.has(each)).map(([each, one]) => this.say("table.gone", { name: this.nameOfHeld(each), who: this.nameOf(one) }));
      if (gone.length) this.tell(gone.join(" \u00b7 "));
    });
  }

  /* What is over, and whose it was. */
  get over() {
    const held = ({ record }) => [...record.conditions, ...(record.notes ?? [])];
    return this.state.present.flatMap((one) => held(one).filter(({ over }) => over).map((each) => [each, one]));
  }

  nameOfHeld({ text, condition }) {
    return text ?? this.conditions.get(condition)?.name ?? condition;
  }

  /* The turn goes on to those who follow this place, or to the first in the next round. */
  pass(place, others = true) {
    const { groups } = this;
    if (place >= 0 && this.own) {
      const records = groups[place].map(({ record }) => record);
      this.time.end(this.own.key, records, this.records.filter((other) => !records.includes(other)));
    }
    const following = groups[place + 1];
    if (place < 0 || !following) this.nextCycle(this.state, place >= 0);
    this.give(others ? (following ?? groups[0]) : null);
  }

  nextCycle(state, ends) {
    if (ends) this.time.end(this.cycle.key, this.records);
    this.time.start(this.cycle.key, this.records);
    state.rounds += 1;
  }

  /* With a new turn, all that was unfolded is folded again. */
  give(those) {
    this.state.turn = those ? groupOf(those[0]) : 0;
    this.open.clear();
    queueMicrotask(() => this.root.querySelector(".current > .head")?.scrollIntoView({ block: "nearest" }));
    if (those && this.own) this.time.start(this.own.key, those.map(({ record }) => record));
  }

  /* With a longer period, the fight ends, and the places in it that were worked out. */
  end(period) {
    this.change((state) => {
      this.time.end(period.key, this.records);
      const within = this.play.periods.indexOf(period) <= this.play.periods.indexOf(this.cycle);
      if (!within) {
        for (const one of state.present) one.order = one.typed?.[state.order] ?? "";
        return Object.assign(state, { turn: 0, rounds: 0, moved: false });
      }
      this.nextCycle(state, false);
      this.give(this.groups[0]);
    });
  }

  /* The order of play: by what the rules say, or by numbers that people write. */

  get orders() {
    return this.play.orders.flatMap(({ scene, by, "or-by": or }, place) =>
      [by, or].filter((id) => id in this.people.rules.values).map((id) => ({ scene, id, place })),
    );
  }

  /* Puts all in order; a group has one number. A number typed for this order stays until it is erased;
     if asked, so do those that were worked out. */
  arrange(state, { id, place }, keeps = false) {
    const { ties, lowest } = this.play.orders[place];
    Object.assign(state, { order: place, lowest, moved: false });
    for (const [first, ...others] of this.groups) {
      const kept = first.typed?.[place] ?? (keeps && first.order !== "" ? first.order : null);
      const found = kept ?? this.values.now(first.record, id);
      const heights = ties.map((tie) => this.height(first, tie));
      for (const one of [first, ...others]) Object.assign(one, { order: typeof found === "number" ? found : "", ties: heights });
    }
    this.sort(state);
    const lacking = this.groups.filter(([{ order }]) => order === "").map((those) => this.nameOfGroup(those));
    if (lacking.length) this.tell(this.say("table.order.none", { names: lacking.join(", ") }));
  }

  height({ record }, tie) {
    if (tie === "players-first") return Number(record.player);
    if (tie === "roll-again") return Math.random();
    if (tie in this.people.rules.ratings) return this.people.rating(record, tie) ?? -1;
    return tie in this.people.rules.values ? Number(this.values.now(record, tie)) || 0 : 0;
  }

  sort(state) {
    const height = (one) => [one.order === "" ? -Infinity : Number(one.order), ...(one.ties ?? [])];
    const groups = this.groups.sort(([one], [other]) => {
      const [first, second] = [height(one), height(other)];
      const place = first.findIndex((number, at) => number !== second[at]);
      if (place < 0) return 0;
      return (first[place] > second[place] ? -1 : 1) * (state.lowest ? -1 : 1);
    });
    state.present = groups.flat();
  }

  /* Who comes and goes. */

  /* Several of a kind are a group. */
  join(...kinds) {
    this.change((state) => {
      for (const { id = 0, record, count = 1 } of kinds) {
        const first = Math.max(0, ...state.present.map((one) => one.key)) + 1;
        for (let key = first; key < first + count; key += 1) state.present.push({ key, id, group: first, record: structuredClone(record), order: "" });
      }
    });
  }

  /* No turn of theirs is under way any more. */
  leave(those) {
    for (const { id, record } of those) {
      Object.assign(record, { "under-way": [], passed: [] });
      if (id) this.people.write(id, { ...this.people.read(id), ...changedOf(record) });
    }
  }

  /* Somebody with a few ratings: with a plus what is added, else all that is rolled, of which what it
     adds to is taken off unless codes are whole. What cannot be so is told, and nobody joins. */
  quick(name, text, count) {
    const { people } = this;
    const record = { ...this.blankRecord(people.rules), name, player: false, abilities: [] };
    const given = new Map();
    const [unread, below] = [[], []];
    for (const part of text.split(/[,;\n]/).map((one) => one.trim()).filter(Boolean)) {
      const [, called, code] = /^(.*?)\s*(\+?\s*[0-9].*)$/.exec(part) ?? [];
      const id = called && this.ratingCalled(called);
      const read = id && this.readCode(code, people.perDie);
      if (read) given.set(id, { worth: read.dice * people.perDie + read.pips, adds: code.startsWith("+") });
      else unread.push(part);
    }
    const narrowest = [...given].sort(([one], [other]) => people.chain(one).length - people.chain(other).length);
    for (const [id, { worth, adds }] of narrowest) {
      const above = people.chain(id).slice(0, -1);
      const { whole } = people.rules;
      if (above.length && !whole) record.ratings[above[0]] ??= people.code(0);
      const worths = above.map((one) => people.worth(record.ratings[one]));
      const rest = whole ? worths.findLast(Boolean) ?? 0 : worths.reduce((sum, one) => sum + one, 0);
      const own = worth + (whole ? adds * rest : (adds - 1) * rest);
      record.ratings[id] = people.code(Math.max(0, own));
      const other = () => `${people.nameOf(above.at(-1))} ${people.code(rest)}`;
      if (own < 0) below.push(this.say("table.below", { name: people.nameOf(id), code: people.code(worth), other: other() }));
    }
    const odd = unread.length ? [this.say("sheet.not-value", { text: unread.join(", ") }), ...below] : below;
    if (odd.length) return this.tell(odd.join("; "));
    for (const { id, start, players } of this.play.points) {
      if (typeof start === "number" && !players) record.points[id] = start;
    }
    this.join({ record, count });
  }

  ratingCalled(text) {
    const called = text.toLowerCase();
    const named = Object.entries(this.people.rules.ratings).map(([id, [name]]) => [id, name.toLowerCase()]);
    const found = named.find(([, name]) => name === called) ?? named.find(([, name]) => name.startsWith(called));
    return found?.[0];
  }

  /* Conditions, notes and points of somebody. */

  inflict(one, { id, name, track, duration, rank, cost = Math.abs(rank) }) {
    const { record } = one;
    const alike = track.conditions.map((one) => one.id);
    const held = (one) => record.conditions.some(({ condition, over }) => condition === one && !over);
    if (track.stacking === "discrete" && held(id)) return;
    if (track.stacking === "progressive") {
      record.conditions = record.conditions.filter(({ condition }) => !alike.includes(condition));
    }
    const lasting = this.time.begin(record, duration, this.rollText);
    record.conditions = [...record.conditions, { condition: id, lasting, cost }];
    this.tell(this.say("table.done", { name, who: this.nameOf(one) }));
  }

  note({ record }, text, place) {
    const duration = this.play.durations[place]?.duration;
    record.notes = [...(record.notes ?? []), { text, lasting: this.time.begin(record, duration, this.rollText) }];
  }

  /* What is shown. */

  show() {
    const { element, say, state } = this;
    const at = document.activeElement?.dataset?.at;
    const people = element("ol", { className: "present" }, ...this.groups.map((those, place) => this.card(those, place)));
    const nobody = element("p", { className: "fine", textContent: say("table.nobody") });
    const found = state.present.length ? [this.order(), people] : [nobody];
    if (state.rounds || state.turn) found.reverse();
    this.shown.replaceChildren(...found, this.joining());
    this.now();
    if (at) this.root.querySelector(`[data-at="${CSS.escape(at)}"]`)?.focus();
  }

  /* A button that is found again when all is shown anew. */
  button(at, words, work, properties = {}) {
    const made = this.buttonFor(words, work, properties);
    made.dataset.at = at;
    return made;
  }

  folded(at, words, ...children) {
    const { element } = this;
    const summary = element("summary", { textContent: words });
    summary.dataset.at = at;
    const made = element("details", { open: this.open.has(at) }, summary, ...children);
    made.addEventListener("toggle", () => (made.open ? this.open.add(at) : this.open.delete(at)));
    return made;
  }

  /* The bar that stays in sight: whose turn it is, and what goes on. */
  now() {
    const { element, say, state, own, cycle } = this;
    const current = this.groups.find(([one]) => groupOf(one) === state.turn);
    const name = current && this.nameOfGroup(current);
    const turn = own ? say("table.turn", { name, period: own.name }) : name;
    const when = state.rounds && cycle ? [capital(say("table.now", { period: cycle.name, count: state.rounds }))] : [];
    const begin = current ? say("table.next", { period: (own ?? cycle).name }) : say("table.begin");
    const shared = this.play.periods.filter((period) => !period.own);
    const lists = this.records.flatMap((record) => ["conditions", "notes"].map((key) => ({ record, key, list: record[key] ?? [] })));
    const clear = this.button("clear over", say("table.clear-over"), () =>
      this.change(() => lists.forEach(({ record, key, list }) => (record[key] = list.filter(({ over }) => !over)))),
    );
    const ends = shared.map((period) =>
      this.button(`end ${period.key}`, say("table.end", { period: period.name }), () => this.end(period)),
    );
    const undo = this.button("undo", say("table.undo"), () => this.undo(), { disabled: !state.undo.length });
    this.said.nextSibling?.remove();
    if (this.said.textContent) this.said.after(undo);
    this.when.replaceChildren(...when, ...(current ? [element("strong", { textContent: turn })] : []));
    this.acts.replaceChildren(
      this.button("next", begin, () => this.next(), { className: "main", disabled: !state.present.length }),
      ...(this.said.textContent ? [] : [undo]),
      ...(lists.some(({ list }) => list.some(({ over }) => over)) ? [clear] : []),
      ...(state.rounds || state.turn ? [this.folded("ends", say("table.ends"), ...ends)] : []),
    );
  }

  order() {
    const { element, say } = this;
    const { orders } = this;
    if (!orders.length) return "";
    const choice = element(
      "select",
      {},
      ...orders.map(({ scene, id }, place) =>
        this.option(say("table.order.choice", { scene, value: this.people.rules.values[id].name }), place),
      ),
    );
    choice.dataset.at = "order";
    choice.value = this.chosenOrder ?? 0;
    choice.addEventListener("change", () => (this.chosenOrder = choice.value));
    const find = this.button("find", say("table.order.find"), () => this.change((state) => this.arrange(state, orders[Number(choice.value)])));
    return element("div", { className: "row" }, this.labeled(say("table.order.by"), choice), find);
  }

  card(those, place) {
    const { element, say, state } = this;
    const [one] = those;
    const name = this.nameOfGroup(those);
    const order = element("input", { inputMode: "numeric", value: one.order, ariaLabel: say("table.order.of", { name }) });
    order.dataset.at = `order ${one.key}`;
    order.addEventListener("change", () =>
      this.change((now) => {
        const number = /^-?[0-9]+$/.test(order.value.trim()) ? Number(order.value) : "";
        const typed = { [now.order]: number === "" ? null : number };
        for (const each of those) Object.assign(each, { order: number, typed: { ...each.typed, ...typed } });
        this.sort(now);
      }),
    );
    const move = (now) => {
      const { groups } = this;
      groups.splice(place - 1, 2, those, groups[place - 1]);
      Object.assign(now, { present: groups.flat(), moved: true });
    };
    const earlier = this.button(`up ${one.key}`, "\u2191", () => this.change(move), {
      className: "up",
      disabled: !place,
      ariaLabel: say("table.up", { name }),
    });
    const current = groupOf(one) === state.turn;
    return element(
      "li",
      { className: current ? "person current" : "person", attributes: current ? { "aria-current": "true" } : {} },
      element("div", { className: "head" }, order, element("h2", { textContent: name }), earlier),
      ...those.map((each, at) => this.person(each, current, those.length > 1, this.resisting(those[at - 1]?.record))),
    );
  }

  /* Whose turn it is sees attacks; all else is folded into a line. Numbers that attacks are against are
     told once, where they are those `before`; the others below. */
  person(one, current, named, before) {
    const { element, say } = this;
    const { key, record } = one;
    const held = [...record.conditions.map((each) => this.held(one, "conditions", each)), ...(record.notes ?? []).map((each) => this.held(one, "notes", each))];
    const { first, rest } = this.rolls(one);
    const acts = current && !this.isOut(record);
    const fine = (textContent) => (textContent ? [element("p", { className: "fine", textContent })] : []);
    const row = (buttons) => (buttons.length ? [element("div", { className: this.isOut(record) ? "track out" : "track" }, ...buttons)] : []);
    const rolls = [...row(first), ...fine(this.people.uncounted(record, say))];
    const more = [...(acts ? [] : rolls), ...this.points(record, key), ...row(rest), ...fine(this.resisting(record, false)), this.rare(one)];
    const tracks = this.play.tracks.filter(({ fight }) => fight);
    const names = new Set(tracks.flatMap(({ conditions }) => conditions.map(({ name }) => name)));
    return element(
      "div",
      { className: "one" },
      ...(named ? [element("h3", { textContent: this.nameOf(one) })] : []),
      ...(held.length ? [element("ul", { className: "held" }, ...held)] : []),
      ...[this.resisting(record)].filter((now) => now !== before).flatMap(fine),
      ...(acts ? rolls : []),
      ...(tracks.length ? [this.folded(`tracks ${key}`, say("table.inflict", { names: [...names].join(", ") }), ...tracks.map((track) => this.track(one, track)))] : []),
      this.folded(`more ${key}`, say(acts ? "sheet.more" : "sheet.rolls"), ...more),
    );
  }

  /* What others roll against: of attacks that lead to a roll, if there are any, or the rest. */
  resisting(record, leads = true) {
    const { people, play } = this;
    if (!record) return "";
    const leading = play.attacks.flatMap(({ resisted = [], then }) => (then ? [...resisted, ...(then.resisted ?? [])] : []));
    const ids = play.resisting.filter((id) => (!leading.length || leading.includes(id)) === leads);
    const numbers = ids.map((id) => [people.nameOf(id), this.still.fixed(record, id)]);
    const known = numbers.filter(([, number]) => typeof number === "number");
    return known.map((each) => each.join("\u00a0")).join("\u00a0\u00b7 ");
  }

  /* Something that lasts, and how long; a tap takes it away. */
  held(one, list, each) {
    const { element, say } = this;
    const { key, record } = one;
    const known = this.conditions.get(each.condition);
    const name = this.nameOfHeld(each);
    const left = this.lastingText(each.lasting);
    const button = this.button(
      `away ${key} ${list} ${record[list].indexOf(each)}`,
      each.over ? say("table.over", { name }) : name,
      () =>
        this.change(() => {
          record[list] = record[list].filter((other) => other !== each);
          this.tell(say("table.gone", { name, who: this.nameOf(one) }));
        }),
      { title: say("table.away", { name }) },
    );
    const does = known?.does ? [element("span", { textContent: known.does })] : [];
    const small = left && !each.over ? [element("small", { textContent: left })] : [];
    button.append(...does, ...small);
    return element("li", { className: each.over ? "over" : "" }, button);
  }

  /* How long it still lasts, as the package says it. */
  lastingText(lasting) {
    const { text, form, period } = lasting?.duration ?? {};
    if (form === "count" && lasting.left > 1) {
      const { name } = this.play.periods.find(({ key }) => key === period) ?? { name: period };
      return this.say("duration.more", { period: name, count: lasting.left - 1 });
    }
    const known = this.play.durations.find(({ duration }) => duration.text === text);
    return known?.[lasting.left === 1 && !lasting.waits ? "now" : "text"] ?? text ?? "";
  }

  track(one, track) {
    const { element } = this;
    return element(
      "div",
      { className: "track", attributes: { role: "group", "aria-label": track.name } },
      element("strong", { textContent: track.name }),
      ...track.conditions.map((condition) =>
        this.button(`add ${one.key} ${condition.id}`, condition.name, () => this.change(() => this.inflict(one, { track, ...condition })), {
          title: [condition.does, condition.text].filter(Boolean).join(", "),
        }),
      ),
    );
  }

  /* What seldom happens in a fight. */
  rare(one) {
    const others = this.play.tracks.filter(({ fight }) => !fight).map((track) => this.track(one, track));
    const leave = this.button(`leave ${one.key}`, this.say("table.away", { name: this.nameOf(one) }), () =>
      this.change((state) => {
        const { groups } = this;
        const place = groups.findIndex((those) => those.includes(one));
        if (state.turn === groupOf(one) && groups[place].length === 1) this.pass(place, groups.length > 1);
        state.present = state.present.filter((other) => other !== one);
        this.leave([one]);
      }),
    );
    return this.folded(`rare ${one.key}`, this.say("table.tracks"), ...others, this.noting(one), this.element("p", {}, leave));
  }

  /* A button for a roll of somebody who can try it. */
  rolling(one, at, id, name, { against = "", ...follows } = {}) {
    const found = this.people.pool(one.record, id, follows.procedure);
    if (!found) return [];
    const button = this.button(`${at} ${one.key} ${id}`, `${name} ${found.pool}`, () => {}, { disabled: found.lacking !== null });
    Object.assign(button.dataset, { roll: id, who: seatOf(one), said: name, against, follows: JSON.stringify(follows) });
    return button;
  }

  /* First attacks, of somebody who has learned some those alone, with the weapon and the ratings that
     they have before all; then, if attacks know defenses, all else that is rolled, and beside it what it
     counts as when nobody rolls. */
  rolls(one) {
    const { people, play } = this;
    const { record } = one;
    const rated = this.rated(record);
    const isOnly = (key, value) => play.attacks.filter((other) => other[key] === value).length < 2;
    const has = ({ roll, then }) => (then?.roll in record.values) + (roll in record.ratings);
    const attacks = [...play.attacks].sort((one, other) => has(other) - has(one)).flatMap(({ name, roll, ...leads }) => {
      const rating = isOnly("roll", roll) ? people.nameOf(roll) : `${name}: ${people.nameOf(roll)}`;
      return this.rolling(one, name, roll, isOnly("name", name) ? name : rating, leads);
    });
    const learned = attacks.filter(({ dataset: { roll } }) => roll in people.rules.ratings && people.chain(roll).slice(1).some((id) => rated.includes(id)));
    const first = learned.length ? learned : attacks;
    const rest = [...rated, ...this.coded(record)].flatMap((id) => {
      const button = this.rolling(one, "roll", id, people.nameOf(id));
      const fixed = rated.includes(id) && button.dataset ? people.fixed(record, id) : null;
      if (fixed !== null) button.append(" ", this.element("small", { textContent: fixed }));
      return button;
    });
    const others = attacks.filter((button) => !first.includes(button));
    return play.attacks.some(({ resisted }) => resisted) ? { first, rest: [...others, ...rest] } : { first: [...first, ...rest], rest: others };
  }

  points(record, key) {
    const { element, say } = this;
    return this.play.points.map(({ id, name }) => {
      const count = record.points[id] ?? 0;
      const step = (by, sign, word) =>
        this.button(`points ${key} ${id} ${by}`, sign, () => this.change(() => (record.points = { ...record.points, [id]: count + by })), {
          ariaLabel: say(word, { name }),
          disabled: by < 0 && count < 1,
        });
      const words = element("span", { textContent: say("table.points", { name, count }) });
      return element("p", { className: "points" }, words, step(-1, "\u2212", "table.spend"), step(1, "+", "table.earn"));
    });
  }

  noting(one) {
    const { element, say } = this;
    const text = element("input", { type: "text", required: true });
    text.dataset.at = `note ${one.key}`;
    const durations = this.play.durations.map((each, place) => this.option(each.text, place));
    const duration = element("select", {}, this.option(say("table.open"), ""), ...durations);
    const add = element("button", { textContent: say("table.add") });
    const form = element("form", { className: "row" }, this.labeled(say("table.note"), text), this.labeled(say("table.duration"), duration), add);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.change(() => this.note(one, text.value.trim(), duration.value === "" ? -1 : Number(duration.value)));
    });
    return form;
  }

  /* A tap adds one of the browser, or of the rules one or several; others have a name and ratings. */
  joining() {
    const { element, say, people, play, state } = this;
    const away = people.ids.filter((id) => !state.present.some((one) => one.id === id)).map((id) => ({ id, record: people.read(id) }));
    const own = away.map((one) => this.button(`join ${one.id}`, one.record.name || say("sheet.unnamed"), () => this.join(one)));
    if (own.length > 1) own.unshift(this.button("join all", say("table.all", { count: own.length }), () => this.join(...away)));
    const shipped = Object.entries(play.pregens).map(([key, { saved }]) => ({ key, record: saved }));
    const heroes = shipped.filter(({ record }) => record.player && !this.records.some(({ name }) => name === record.name));
    own.push(...heroes.map(({ key, record }) => this.button(`join ${key}`, record.name, () => this.join({ record }))));
    const several = shipped.filter(({ record }) => !record.player).map(({ key, record }) => {
      const counts = AT_A_TAP.map((count) =>
        this.button(`join ${key} ${count}`, count, () => this.join({ record, count }), { ariaLabel: `${count} \u00d7 ${record.name}` }),
      );
      return element("p", { className: "points" }, element("span", { textContent: record.name }), ...counts);
    });
    const clear = this.button("clear", say("table.clear"), () => {
      if (!confirm(say("table.sure"))) return;
      this.change((now) => {
        this.leave(now.present);
        Object.assign(now, { present: [], turn: 0, rounds: 0 });
      });
    });
    if (several.length) several.unshift(element("p", { className: "fine count", textContent: say("table.count") }));
    const parts = [element("div", { className: "track" }, ...own), ...several, this.folded("other", say("table.other"), this.quickly())];
    if (state.present.length) parts.push(clear);
    if (state.rounds || state.turn) return this.folded("joining", say("table.join"), ...parts);
    return element("section", { className: "joining" }, element("h2", { textContent: say("table.join") }), ...parts);
  }

  quickly() {
    const { element, say } = this;
    const [[, [first]] = ["", [""]]] = Object.entries(this.people.rules.ratings);
    const [name, ratings] = [element("input", { type: "text" }), element("input", { type: "text", autocapitalize: "none" })];
    const count = element("input", { type: "number", min: 1, max: MOST_JOINING, value: 1, required: true });
    const labels = [say("table.name"), say("table.ratings", { example: `${first} 3D` }), say("table.count")];
    const fields = [name, ratings, count].map((field, place) => this.labeled(labels[place], field));
    const add = element("button", { textContent: say("table.add"), attributes: { "data-at": "join" } });
    const form = element("form", { className: "row" }, ...fields, add);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.quick(name.value.trim(), ratings.value, count.valueAsNumber);
    });
    return form;
  }
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
