/* The panel: a pool to write, what it is rolled against, the chance, what came of it, and of the
   rolls before. */

/* A number from 0 to below `stop`, each as likely: draws that would favor some are thrown away. */
function draw(stop) {
  const fair = 2 ** 32 - (2 ** 32 % stop);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % stop;
}

class Panel {
  constructor({ procedures, perDie, words, page }) {
    this.say = saying(words);
    this.procedures = procedures;
    this.perDie = perDie;
    this.page = page;
    this.session = new Session(people.prefix);
    this.pool = element("input", { type: "text", value: "3D", required: true, attributes: PLAIN_TEXT });
    this.other = element("input", { type: "text", attributes: PLAIN_TEXT });
    this.otherPool = labeled(this.say("roller.other"), this.other);
    this.procedure = element("select", {}, ...procedures.map((one, place) => option(one.name, place)));
    this.against = element("select");
    this.number = labeled(this.say("roller.number"), element("input", { type: "number", step: 1 }));
    this.choices = element("span", { className: "choices" });
    this.targets = element("p", { className: "targets", attributes: { role: "group", "aria-label": this.say("roller.at") } });
    this.tokens = element("p", { className: "tokens" });
    this.folded = element("details", {}, element("summary", { textContent: this.say("roller.tokens") }), this.tokens);
    this.button = element("button", { className: "roll", textContent: this.say("roller.roll") });
    this.chance = element("p", { className: "chance" });
    this.about = element("p", { className: "about", hidden: true });
    this.link = element("a", { textContent: this.say("roller.link"), hidden: true });
    this.before = element("ol");
    this.status = element("div", { className: "result", attributes: { role: "status" } });
    this.faces = element("p", { className: "faces", attributes: { "aria-hidden": "true" } });
    this.steps = element("dl", { className: "steps" });
    this.following = { gives: [], inflicts: [], then: null };
    this.form = this.asking();
    const shown = [this.about, this.form, this.status, this.how()];
    this.root = element("div", { className: "thrower" }, ...shown, this.link, this.history());
    this.chooseProcedure();
    if (this.session.last) this.set(this.session.last);
  }

  /* What others count as when nobody rolls, their names with names and numbers: before all else what
     resists this roll. */
  place(others, resists) {
    for (const group of this.against.querySelectorAll("[data-other]")) group.remove();
    const next = this.against.querySelector(resists ? "optgroup, [value=other]" : "[value=other]");
    for (const { seat = "", name, values } of others) {
      const options = values.map((one) => option(this.say("roller.band", one), one.number));
      const group = element("optgroup", { label: name }, ...options);
      group.dataset.other = seat;
      next.before(group);
    }
  }

  /* The others whose number is chosen. */
  get aimedAt() {
    return this.against.selectedOptions[0]?.closest("[data-other]");
  }

  /* Puts a pool in, and what it is rolled against: a number, a pool, or nothing that is known. Where
     no procedure is named, it is the one that counts then: the first. */
  set({ pool, against = "", procedure, about = [], resisted = [], others = [], gives = [], inflicts = [], byMargin = false, then = null, who }) {
    this.following = { gives, inflicts, byMargin, then, who };
    const place = Math.max(0, this.procedures.findIndex(({ id }) => id === procedure));
    if (this.chosen !== this.procedures[place]) {
      this.procedure.value = place;
      this.chooseProcedure();
    }
    this.place(others, resisted.length);
    this.pool.value = pool;
    const text = String(against).trim();
    const known = [...this.against.options].some(({ value }) => value === text);
    const otherwise = /^-?[0-9]+$/.test(text) ? "other" : "pool";
    this.against.value = known ? text : otherwise;
    if (!known && otherwise === "other") this.number.querySelector("input").value = text;
    if (!known && otherwise === "pool") this.other.value = text;
    this.targets.replaceChildren();
    if (!text) this.aim(resisted);
    this.about.replaceChildren(...about.map((words) => element("span", { textContent: words })));
    this.about.hidden = !about.length;
    this.clear();
    this.chooseTarget();
    this.tellHistory();
  }

  /* At whom one aimed last, or at the only one; where nobody is known, at a number to be asked for. */
  aim(resisted) {
    if (!resisted.length) return;
    const groups = [...this.against.querySelectorAll("[data-other]")];
    const at = groups.find(({ label }) => label === this.aimed) ?? (groups.length === 1 && groups[0]);
    this.targets.append(...groups.flatMap(({ children }) => [...children].map((each) => this.aiming(each))));
    if (at) at.firstChild.selected = true;
    else if (!groups.length) this.against.value = "other";
    const names = resisted.map((id) => people.nameOf(id)).filter(Boolean);
    this.number.firstChild.textContent = names.join(", ") || this.say("roller.number");
    this.number.querySelector("input").value = "";
  }

  /* A button that rolls against somebody's number, with its name where there are several: which of
     them counts, as with what is in their hands, is for people to say. */
  aiming(each) {
    const { label, children } = each.parentElement;
    const words = children.length > 1 ? each.textContent : this.say("roller.band", { name: label, number: each.value });
    return buttonFor(words, () => {
      each.selected = true;
      this.chooseTarget();
      this.roll();
    });
  }

  history() {
    const summary = element("summary", { textContent: this.say("roller.history") });
    this.rolls = element("details", { className: "history", hidden: true }, summary, this.before);
    this.tellHistory();
    return this.rolls;
  }

  tellHistory() {
    const { rolls } = this.session;
    this.rolls.hidden = !rolls.length;
    this.before.replaceChildren(
      ...rolls.map(({ pool, about, total, outcome }) => {
        const said = [about, pool].filter(Boolean).join(" \u00b7 ");
        return element("li", {}, element("strong", { textContent: total }), element("span", { textContent: said }), element("small", { textContent: outcome }));
      }),
    );
  }

  asking() {
    const { say } = this;
    const several = this.procedures.length > 1;
    const form = element(
      "form",
      {},
      labeled(say("roller.pool"), this.pool),
      element(
        "span",
        { className: "stepping" },
        this.stepping("-1D", "\u2212", say("roller.fewer")),
        this.stepping("+1D", "+", say("roller.more")),
      ),
      ...(several ? [labeled(say("roller.procedure"), this.procedure)] : []),
      this.targets,
      labeled(say("roller.against"), this.against),
      this.number,
      this.otherPool,
      this.choices,
      this.button,
      this.chance,
      this.folded,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.procedure.addEventListener("change", () => this.chooseProcedure());
    this.against.addEventListener("change", () => this.chooseTarget());
    form.addEventListener("input", () => {
      this.status.querySelector(".refused")?.remove();
      this.tellChance();
    });
    return form;
  }

  /* A button for a die more or fewer: of one's own as long as the pool is nothing but a code. */
  stepping(by, sign, title) {
    const work = () => {
      const { pool } = this;
      const code = readCode(pool.value, this.perDie);
      const dice = code && code.dice + Number(by.slice(0, 2));
      if (code && dice >= 0) pool.value = `${dice}D${code.pips ? `+${code.pips}` : ""}`;
      else pool.value = this.stepped(pool.value, by);
      this.tellChance();
    };
    return buttonFor(`${sign}1D`, work, { className: "step", title, ariaLabel: `${sign}1D: ${title}` });
  }

  read(text) {
    return parse(typed(text, this.chosen), this.chosen, this.perDie);
  }

  /* The pool with a bonus more; as it is where it cannot be read. */
  stepped(text, by) {
    try {
      return written(this.read(`${text} ${by}`));
    } catch {
      return text;
    }
  }

  how() {
    const summary = element("summary", { textContent: this.say("roller.steps") });
    this.details = element("details", { open: true, hidden: true }, summary, this.steps);
    return this.details;
  }

  get chosen() {
    return this.procedures[Number(this.procedure.value)];
  }

  /* What can be asked of a procedure: its difficulties, its choices, its tokens. */
  chooseProcedure() {
    const { say, chosen } = this;
    const bands = chosen.difficulties.map(({ name, bands: each }) =>
      element("optgroup", { label: name }, ...each.map((band) => option(say("roller.band", band), band.number))),
    );
    const other = option(say("roller.against.other"), "other");
    const pool = option(say("roller.against.pool"), "pool");
    this.against.replaceChildren(option(say("roller.against.none"), ""), ...bands, other, pool);
    this.chooseTarget();
    const steps = chosen.steps.filter((step) => step.do === "choose-one" && !step.toss);
    this.choices.replaceChildren(...steps.map(choosing));
    const tokens = [...tokensOf(chosen).values()];
    this.tokens.replaceChildren(...tokens.map((token) => this.adding(token)));
    this.folded.hidden = !tokens.length;
  }

  chooseTarget() {
    this.number.hidden = this.against.value !== "other";
    this.otherPool.hidden = this.against.value !== "pool";
    this.tellChance();
  }

  /* What stands in the fields, in words that fill them again. */
  get asked() {
    const chosen = this.against.value;
    const number = this.number.querySelector("input").value;
    const against = { other: number, pool: this.other.value.trim() }[chosen] ?? chosen;
    return { pool: this.pool.value.trim(), against, procedure: this.chosen.id };
  }

  /* The chance, and the link, where both can be told from what stands there now. */
  tellChance() {
    const { pool, against, procedure } = this.asked;
    this.link.hidden = !this.page || !pool;
    if (pool) this.link.href = linkTo(this.page, { pool, against, procedure: this.chosen === this.procedures[0] ? "" : procedure });
    let chances = [];
    this.count(null);
    try {
      this.count(this.read(pool));
      chances = this.chancesNow();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    const known = chances.every(([, chance]) => chance !== null) ? chances : [];
    const words = ([name, chance]) =>
      this.say(name ? "roller.outcome" : "roller.chance", { name, percent: globalThis.freed6cPercent(chance, 0) });
    this.chance.textContent = known.map(words).join(" \u00b7 ");
  }

  /* The chance of each outcome with its name, or of success; none where there is no number to reach. */
  chancesNow() {
    const { outcomes } = this.chosen;
    const plan = (text) => planned(this.chosen, this.read(text));
    const opposed = this.against.value === "pool";
    if (opposed && !this.other.value.trim()) return [];
    const target = opposed ? distributionOf(plan(this.other.value)) : this.target;
    if (target === null && needsTarget(this.chosen)) return [];
    const now = plan(this.pool.value);
    if (!outcomes.length) return [["", chanceOf(now, target)]];
    return outcomes.map((one) => [one.name, chanceOf(now, target, ({ outcome }) => outcome === one)]);
  }

  /* A button that writes a token at the end of the pool, and shows how often it is there. */
  adding({ letters, behind }) {
    const step = this.chosen.steps.find((one) => lettersOf(one).includes(letters));
    const text = behind === "count" || behind === "face" ? `${letters}1` : letters;
    const title = step["token-names"][letters] ?? step.name;
    const label = this.say("roller.add", { token: text, title });
    const words = element("small", { textContent: title });
    const work = () => {
      this.pool.value = `${this.pool.value.trim()} ${text}`;
      this.tellChance();
    };
    const button = buttonFor(`${text} `, work, { title: label, ariaLabel: label });
    button.append(words);
    button.dataset.letters = letters;
    return button;
  }

  /* Tokens in the pool look pressed. */
  count(pool) {
    for (const button of this.tokens.children) {
      const count = pool ? called(pool, button.dataset.letters) : 0;
      button.setAttribute("aria-pressed", count > 0);
      button.lastChild.dataset.count = count > 1 ? `\u00d7${count}` : "";
    }
  }

  get target() {
    const chosen = this.against.value;
    const number = chosen === "other" ? this.number.querySelector("input").value : chosen;
    return number === "" || chosen === "pool" ? null : Math.trunc(Number(number));
  }

  get picked() {
    const selects = [...this.choices.querySelectorAll("select")];
    return Object.fromEntries(selects.map((select) => [select.name, select.value]));
  }

  roll() {
    const { say, chosen } = this;
    try {
      const pool = this.read(this.pool.value);
      const other = this.against.value === "pool" ? this.rollOther() : null;
      const target = other ? other.total : this.target;
      this.show(roll(chosen, pool, draw, target, this.picked), other);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.clear();
      const words = MISWRITTEN.includes(error.key) ? "roller.write" : "roller.refused";
      const example = this.perDie > 1 ? "3D+1" : "3D";
      this.status.append(element("p", { className: "refused", textContent: say(words, { example, reason: reason(error, say) }) }));
    }
  }

  /* What the others roll is the number to reach; whether a tie does is for the procedure to say. */
  rollOther() {
    const { chosen } = this;
    return roll(chosen, this.read(this.other.value), draw, null, this.picked);
  }

  /* What a success gives at its rank or margin, and a button for the roll that it leads to. Where nobody knows
     what had to be reached, it is as if it were just enough. */
  followed({ success, rank, margin }) {
    const { gives, inflicts, byMargin, then, who } = this.following;
    const at = (list) => list[byMargin ? Math.min(margin, list.length - 1) : rank];
    if (success === false) return [];
    if (success && rank === null) return [];
    const offers = (success && people.table?.offers(this.aimedAt?.dataset.other, at(inflicts) ?? [])?.map((one) => this.offering(one))) || [];
    if (success && at(gives) && !offers.length) offers.push(this.say("roller.gives", { name: at(gives) }));
    const told = offers.map((one) => element("p", {}, one));
    const by = success ? then?.by[rank] : then?.by.find((more) => more !== null);
    if (by === null || by === undefined) return told;
    const { name, roll: what, by: _, ...follows } = then;
    const button = element("button", { type: "button", textContent: this.say("roller.then", { name, by }).trim() });
    Object.assign(button.dataset, { roll: what, more: by, said: name, follows: JSON.stringify(follows), ...(who && { who }) });
    return [...told, element("p", {}, button)];
  }

  /* A button for what a success does; then the table is to be seen again, or, where it is out of sight,
     what it says. */
  offering({ words, take }) {
    const button = buttonFor(words, () => {
      const { root, said } = people.table;
      const { top, bottom } = root.getBoundingClientRect();
      const isSeen = top < innerHeight && bottom > 0;
      if (isSeen) this.root.nextElementSibling?.click();
      take();
      if (!isSeen) button.replaceWith(said.textContent);
    }, { className: "main" });
    return button;
  }

  clear() {
    for (const part of [this.status, this.faces, this.steps]) part.replaceChildren();
    this.details.hidden = true;
  }

  show(found, other) {
    const { say } = this;
    const words = told(found, this.chosen, say);
    const parts = found.pips ? say(Math.abs(found.pips) === 1 ? "roller.part" : "roller.parts", { dice: found.total - found.pips, pips: signed(found.pips).replace(/^./, "$& ") }) : "";
    const theirs = other && say("roller.opposed", { pool: written(other.pool), total: other.total });
    this.clear();
    this.status.append(
      element("p", { className: "total" }, String(found.total), element("small", { textContent: parts })),
      ...(words.outcome ? [element("p", { className: { true: "good", false: "bad" }[found.success] ?? "", textContent: words.outcome })] : []),
      this.faces,
      ...[words.pool, theirs].filter(Boolean).map((textContent) => element("p", { className: "pool", textContent })),
      ...words.events.map((text) => element("p", { textContent: text })),
    );
    this.folded.open = false;
    this.faces.append(...found.dice.slice(0, MOST_SHOWN).sort((a, b) => Boolean(a.kind.special) - Boolean(b.kind.special)).map(faceOf));
    this.steps.append(...words.steps.map(stepOf));
    this.details.hidden = !words.steps.length;
    this.status.append(...this.followed(found));
    this.aimed = this.aimedAt?.label ?? this.aimed;
    const about = this.about.firstChild?.textContent ?? "";
    const faces = found.dice.map(({ value, kept }) => (kept ? value : `(${value})`)).join(" ");
    const text = [about, words.pool, faces, theirs, words.total, words.outcome, ...words.events];
    if (navigator.clipboard) this.status.append(copying(text.filter(Boolean).join("\n"), say));
    this.session.note({ pool: words.pool, about, total: found.total, outcome: words.outcome }, this.asked);
    this.tellHistory();
    this.status.scrollIntoView({ block: "nearest" });
  }
}

const MOST_SHOWN = 60;
const MISWRITTEN = ["digits", "unknown"]; /* Other reasons say what to write. */

/* Nobody corrects, completes or capitalizes what is no word. */
const PLAIN_TEXT = { autocomplete: "off", autocapitalize: "characters", spellcheck: "false" };

function choosing(step) {
  const options = Object.entries(step.choices).map(([key, choice]) => option(choice.name, key));
  const select = element("select", { name: step.id }, ...options);
  select.value = step.assume;
  return labeled(step.name, select);
}

/* Special dice come last, apart from the others; six-sided ones show spots. */
function faceOf({ kind, value, kept }) {
  const marks = [kept ? "" : "dropped", kind.special ? "special" : "", kind.sides === 6 && value > 0 && value <= 6 ? "spots" : ""];
  return element("span", { className: ["face", ...marks].filter(Boolean).join(" "), textContent: value, attributes: { "data-face": value } });
}

/* A roll for a chat: name, pool, dice with those that were dropped in brackets, result. */
function copying(text, say) {
  const button = buttonFor(say("roller.copy"), async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = say("roller.copied");
  });
  return element("p", {}, button);
}

const stepOf = ([name, work]) =>
  element("div", {}, element("dt", { textContent: name }), element("dd", { textContent: work }));
