/* The character sheet: several characters in this browser, in and out as the package's JSON. What is
   written is read as the rules have it, sums and fixed values stand beside, and are rolled. */

const LINE = 30; /* Letters that surely fit into a line of a narrow column. */

/* A text has as many lines as it needs, so that all of it is printed. */
const grow = (field) => {
  if (field.tagName !== "TEXTAREA") return;
  const lines = field.value.split("\n").map((line) => Math.ceil((line.length || 1) / LINE));
  field.rows = Math.max(field.dataset.rows ??= field.rows, lines.reduce((sum, one) => sum + one));
};

/* Fields by what they are about; others by their panel and label, so that each is found again when
   packs add more of them. */
const fieldsOf = (sheets) => {
  const found = new Map();
  for (const field of sheets.flatMap((one) => [...one.querySelectorAll(":is(input, textarea):not(.boxes input), .boxes")])) {
    const panel = field.closest(".panel").querySelector(".head > :first-child").textContent;
    const label = field.getAttribute("aria-label") ?? field.closest("label").textContent;
    let name = field.dataset.about ?? [panel, label.trim()].join("/");
    while (found.has(name)) name += "+";
    found.set(name, field);
  }
  return found;
};

class Sheet {
  constructor(sheets, play, shared) {
    Object.assign(this, { sheets, play, ...shared });
    const { people } = this;
    this.values = new Values(people);
    this.time = new Time(play);
    this.conditions = new Map(play.tracks.flatMap((track) => track.conditions.map((one) => [one.id, { track, ...one }])));
    this.fields = fieldsOf(sheets);
    this.sums = new Map();
    for (const [name, field] of this.fields) this.listen(name, field);
    this.resisting = this.tiles("sheet.resisting", play.resisting, "resisting");
    this.read(people.chosen);
    sheets[0].before(this.bar());
    this.next = this.buttonFor(this.say("sheet.step"), () => this.goOn());
    this.all = this.element("p", { className: "sheet-all" }, this.next, this.buttonFor(this.say("sheet.all"), () => this.fold("")));
    const told = ["sheet.kept", ...(people.rules.fixed.length ? ["sheet.kept.fixed"] : [])].map((key) => this.say(key));
    sheets.at(-1).after(this.all, this.element("p", { className: "fine", textContent: told.join(" ") }));
    this.take(globalThis.freed6cWritten ?? []);
    this.show();
    this.playing(this.rated);
    this.follow();
    addEventListener("beforeprint", () => this.arrange(false));
    addEventListener("afterprint", () => this.arrange(this.isPlaying));
    addEventListener("hashchange", () => this.follow());
    addEventListener("storage", ({ key }) => this.reread(key));
  }

  read(id) {
    const found = this.people.read(id);
    this.record = found ?? this.blankRecord(this.people.rules);
    this.id = found ? id : 0;
    return this.id;
  }

  /* Another window wrote, or deleted somebody. Where it took away all that there was, what stands
     here is kept with the next change. */
  reread(key) {
    if (!this.id || key === null) return;
    if (!this.read(this.id)) this.read(this.people.chosen);
    this.show();
  }

  /* Take over what was written before this script was there. */
  take(written) {
    const found = [...written].flatMap((target) =>
      [...this.fields].filter(([, field]) => field.contains(target)).map((one) => [...one, target]),
    );
    for (const one of found) this.put(...one);
    if (found.length) this.write();
  }

  /* A sheet is blank until something is written; then there is somebody new, who has the points that
     everyone begins with. */
  write() {
    if (this.id) this.people.write(this.id, this.record);
    else this.begin();
    this.tell(this.unkept);
    this.tellKept();
  }

  tellKept() {
    this.state.textContent = this.id && !this.unkept ? this.say("sheet.saved") : "";
  }

  /* What is to be said where the browser takes nothing more. */
  get unkept() {
    return this.id && !this.people.isKept(this.id) ? this.say("sheet.not-kept") : "";
  }

  begin() {
    for (const { id, start } of this.play.points) {
      if (typeof start === "number") this.record.points[id] ??= start;
    }
    this.id = this.people.add(this.record);
    this.show();
  }

  /* The line above: which character, and what can be done with it. */
  bar() {
    const { element, say } = this;
    this.mode = this.buttonFor(this.say("sheet.edit"), () => this.playing(!this.isPlaying));
    this.heading = document.querySelector("#page-sheet > .here") ?? element("span");
    this.title = this.heading.textContent;
    const way = (words, ...buttons) => element("p", {}, element("strong", { textContent: words }), ...buttons);
    const openFile = () => this.buttonFor(say("sheet.open"), () => this.file.click());
    const ready = Object.entries(this.play.pregens).map(([key, { saved }]) => this.buttonFor(saved.name, () => this.copy(key)));
    const ways = [way(say("sheet.start"), ...ready), way(say("sheet.back"), openFile()), way(say("sheet.make"), this.buttonFor(say("sheet.begin"), () => this.make()))];
    this.ways = element("div", { className: "ways" }, ...ways.slice(ready.length ? 0 : 1));
    this.state = element("p", { className: "fine" });
    this.choice = element("select");
    this.choice.addEventListener("change", () => this.open(Number(this.choice.value)));
    this.file = element("input", { type: "file", accept: ".json,application/json", hidden: true, ariaLabel: say("sheet.open") });
    this.file.addEventListener("change", () => this.load());
    this.said = element("p", { className: "said", attributes: { role: "status" } });
    this.lacks = element("p", { className: "said" });
    this.counts = element("p", { className: "counts" });
    this.uncounted = element("p", { className: "fine" });
    this.acts = element(
      "div",
      { className: "bar" },
      this.labeled(say("sheet.characters"), this.choice),
      this.mode,
      this.buttonFor(this.say("sheet.new"), () => this.open(0)),
      element(
        "details",
        {},
        element("summary", { textContent: say("sheet.more") }),
        element("div", { className: "menu" }, this.buttonFor(say("sheet.save"), () => this.save()), openFile(), ...(navigator.clipboard ? [this.buttonFor(say("sheet.link"), () => this.share())] : []), this.buttonFor(say("sheet.delete"), () => this.delete(), { className: "delete" })),
      ),
    );
    return element(
      "div",
      { className: "kept" },
      this.acts,
      this.file,
      this.state,
      this.ways,
      this.said,
      this.lacks,
      this.counts,
      this.uncounted,
    );
  }

  /* `#pregen=key`, `#character=JSON`: a copy of a pregenerated or a sent character, once. */
  follow() {
    const [, kind, what] = /^#(pregen|character)=(.+)$/.exec(location.hash) ?? [];
    if (!kind || (kind === "pregen" && !Object.hasOwn(this.play.pregens, what))) return;
    history.replaceState(null, "", location.pathname + location.search);
    if (kind === "pregen") this.copy(what);
    else this.receive(() => JSON.parse(decodeURIComponent(what)));
    this.heading.scrollIntoView();
  }

  async share() {
    const [address] = location.href.split("#");
    await navigator.clipboard.writeText(`${address}#character=${encodeURIComponent(JSON.stringify(exported(this.record)))}`);
    this.tell(document.querySelector("main").dataset.copied);
  }

  copy(key) {
    const { saved, notes, sheet } = this.play.pregens[key];
    const record = structuredClone({ ...saved, sheet });
    for (const [name, field] of this.fields) if (field.tagName === "TEXTAREA") record.sheet[name] = notes;
    this.open(this.people.add(record));
    this.tell(this.say("sheet.copied", { name: this.nameOf(record) }));
  }

  open(id) {
    this.read(id);
    if (this.id) this.people.choose(this.id);
    this.tell(this.unkept);
    this.show();
    this.playing(this.rated);
  }

  get rated() {
    return Object.keys(this.record.ratings).length > 0;
  }

  /* What somebody has, to play; or all that there is, to fill in. */
  playing(now) {
    this.isPlaying = now;
    this.fold(this.id ? "" : "start");
    for (const button of this.rolls?.querySelectorAll("button") ?? []) this.sums.delete(button);
    this.rolls?.remove();
    this.rolls = this.tiles("sheet.rolls", this.rolled);
    for (const button of this.sums.keys()) button.toggleAttribute("data-now", now);
    this.mode.textContent = this.say(now ? "sheet.edit" : "sheet.play");
    for (const sheet of this.sheets) sheet.classList.toggle("play", now);
    this.arrange(now);
    for (const part of this.sheets.flatMap((one) => [...one.querySelectorAll(".panel:not(.tiles), .panel:not(.tiles) li")])) part.dataset.blank = "";
    for (const [name, field] of this.fields) {
      if (!this.isPlayed(name, field)) continue;
      for (let part = field; !this.sheets.includes(part); part = part.parentElement) delete part.dataset.blank;
    }
    this.work();
  }

  /* A new sheet begins with somebody ready to play, or in steps: a name and abilities, then skills, then
     all. */
  fold(step) {
    for (const sheet of this.sheets) for (const one of ["start", "skills"]) sheet.classList.toggle(one, one === step);
    this.all.hidden = !step;
    this.ways.hidden = step !== "start";
  }

  make() {
    this.ways.hidden = true;
    this.fields.get("name").focus();
  }

  goOn() {
    const isFirst = this.sheets[0].matches(".start");
    this.fold(isFirst ? "skills" : "");
    (isFirst ? this.heading : this.sheets.at(-1)).scrollIntoView();
  }

  isPlayed(name, field) {
    if (name === "name") return false;
    if (this.conditions.get(name)?.track.fight) return true;
    const pool = this.play.points.find(({ id }) => id === name);
    if (pool && !Array.isArray(pool.start) && (this.record.player || !pool.players)) return true;
    if (name in this.people.rules.ratings && field.type !== "checkbox") return this.record.sheet?.[name] !== undefined;
    if (field.type === "checkbox" ? field.checked : field.value) return true;
    const value = !this.play.resisting.includes(name) && this.people.rules.values[name];
    return Boolean(value && ((value.formula && field.placeholder) || field.closest("li").querySelector(".sum:not([hidden])")));
  }

  /* A panel to roll from: what others roll against, or what somebody has. */
  tiles(title, ids, className = "") {
    const { element, people } = this;
    const isCode = (id) => (people.rules.values[id]?.type ?? "die-code") === "die-code";
    const shown = (id) => (isCode(id) ? this.sum(id) : element("strong", { attributes: { "data-value": id } }));
    const tag = (id) => (people.rules.ratings[id]?.[1] === "" ? "b" : "span");
    const rows = ids.map((id) => element("li", {}, element(tag(id), { textContent: people.nameOf(id) }), shown(id)));
    const head = element("div", { className: "head" }, element("h2", { textContent: this.say(title) }));
    return element("section", { className: `panel tiles ${className}` }, head, element("ul", { className: "fields" }, ...rows));
  }

  /* Ratings, and values that are die codes, such as damage. */
  get rolled() {
    const { record, people } = this;
    const { ratings, values } = people.rules;
    const coded = Object.keys(values).filter((id) => values[id].type === "die-code" && people.codeOf(record, id));
    return [...Object.keys(ratings).filter((id) => people.worth(record.ratings[id])), ...coded];
  }

  /* In play, defenses come first, and all that is rolled or spent before the rest of the back. */
  arrange(playing) {
    const [front, back] = this.sheets;
    this.panels ??= [...back.children];
    back.append(...this.panels);
    if (!playing) return [this.resisting, this.rolls].forEach((panel) => panel.remove());
    front.prepend(this.resisting, this.rolls);
    back.prepend(...this.panels.filter((panel) => panel.querySelector(".sum, .step")));
  }

  tell(words) {
    if (this.said.textContent !== words) this.said.textContent = words;
  }

  nameOf(record) {
    return record.name || this.say("sheet.unnamed");
  }

  delete() {
    if (!confirm(this.say("sheet.sure", { name: this.nameOf(this.record) }))) return;
    if (this.id) this.people.remove(this.id);
    this.open(this.people.chosen);
  }

  save() {
    const record = exported(this.record);
    const file = new Blob([`${JSON.stringify(record, null, 2)}\n`], { type: "application/json" });
    const link = this.element("a", { href: URL.createObjectURL(file), download: `${this.nameOf(record)}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load() {
    const [file] = this.file.files;
    const text = await file.text();
    this.file.value = "";
    this.receive(() => JSON.parse(text));
  }

  receive(read) {
    let record = null;
    try {
      record = read();
    } catch {
      /* It is no JSON. */
    }
    const { ruleset } = this.people.rules;
    if (!this.isRecord(record, this.people.rules)) return this.tell(this.say("sheet.not-read"));
    this.open(this.people.add(record));
    if (record.ruleset && record.ruleset !== ruleset) {
      this.tell(this.say("sheet.other-rules", { rules: record.ruleset }));
    }
  }

  /* What is written in fields. */

  listen(name, field) {
    field.addEventListener("input", async ({ target }) => {
      /* How long it lasts may have to be rolled. */
      const { count } = this.conditions.get(name)?.duration ?? {};
      if (count && !/^[0-9]+$/.test(count)) await globalThis.freed6cFetch?.();
      this.put(name, field, target);
      this.write();
      grow(field);
      this.work();
    });
    /* Then it is written as it was understood. */
    field.addEventListener("change", () => this.fill(name, field));
    const coded = name in this.people.rules.ratings || this.people.rules.values[name]?.type === "die-code";
    if (coded && field.type !== "checkbox") {
      (field.closest("label") ?? field).after(this.sum(name));
    }
    if (name.startsWith("points.") && !field.matches(".boxes")) {
      const label = field.getAttribute("aria-label") ?? field.closest("label").textContent.trim();
      field.closest("label").after(this.step(field, -1, "table.spend", label), this.step(field, 1, "table.earn", label));
    }
  }

  step(field, by, key, name) {
    const work = () => {
      field.value = Math.max(0, (Number(field.value) || 0) + by);
      field.dispatchEvent(new Event("input"));
    };
    return this.buttonFor(by < 0 ? "\u2212" : "+", work, { className: "step", ariaLabel: this.say(key, { name }) });
  }

  sum(name) {
    const button = this.element("button", { type: "button", className: "sum", hidden: true, attributes: { "data-roll": name } });
    this.sums.set(button, name);
    return button;
  }

  put(name, field, target) {
    const { record } = this;
    const [kind] = name.split(".");
    const text = field.value ?? "";
    const sheet = { ...record.sheet };
    delete sheet[name];
    if (name === "name") record.name = text;
    else if (this.conditions.has(name)) this.putCondition(name, field.checked);
    else if (kind === "points" && field.matches(".boxes")) this.putPoints(name, field, target);
    else if (kind === "points") this.putOrKeep(record.points, name, text, sheet, () => (/^[0-9]{1,6}$/.test(text) ? Number(text) : undefined));
    else if (name in this.people.rules.ratings && field.type === "checkbox") {
      const others = record.abilities.filter((one) => one !== name);
      record.abilities = field.checked ? [...others, name].sort() : others;
    } else if (name in this.people.rules.ratings) {
      this.putOrKeep(record.ratings, name, text, sheet, () => this.code(text));
    } else if (name in this.people.rules.values) {
      this.putOrKeep(record.values, name, text, sheet, () => this.values.read(name, text));
    } else if (field.type === "checkbox" ? field.checked : text) {
      sheet[name] = field.type === "checkbox" || text;
    }
    record.sheet = sheet;
    if (!Object.keys(sheet).length) delete record.sheet;
  }

  code(text) {
    const code = this.readCode(text, this.people.perDie);
    return code ? this.people.code(code.dice * this.people.perDie + code.pips) : undefined;
  }

  /* What cannot be read is kept as it was written, where the package does not look. */
  putOrKeep(into, name, text, sheet, read) {
    delete into[name];
    if (!text.trim()) return;
    const value = read();
    if (value === undefined) sheet[name] = text;
    else into[name] = value;
  }

  putCondition(id, has) {
    const { record } = this;
    const { track, duration, rank } = this.conditions.get(id);
    const alike = track.conditions.map((one) => one.id);
    const gone = track.stacking === "progressive" ? alike : [id];
    record.conditions = record.conditions.filter(({ condition }) => !gone.includes(condition));
    if (!has) return;
    const lasting = this.time.begin(record, duration, (text) => globalThis.freed6cRoller.rollText(text));
    record.conditions.push({ condition: id, lasting, cost: Math.abs(rank) });
    for (const other of gone) this.fill(other, this.fields.get(other));
  }

  /* So many boxes as there are points; the last one that is ticked can be taken away. */
  putPoints(id, field, target) {
    const place = [...field.children].indexOf(target) + 1;
    this.record.points[id] = target.checked ? place : place - 1;
    this.fill(id, field);
  }

  /* What fields show. */

  show() {
    const { ids } = this.people;
    const names = ids.map((id) => this.option(this.nameOf(this.people.read(id)), id));
    if (!this.id) names.push(this.option(this.say("sheet.new"), 0));
    this.choice.replaceChildren(...names);
    this.choice.value = this.id;
    for (const [name, field] of this.fields) this.fill(name, field);
    this.acts.hidden = !ids.length;
    this.tellKept();
    this.work();
  }

  fill(name, field) {
    if (!field) return;
    const { record } = this;
    const kept = record.sheet?.[name];
    if (field.matches(".boxes")) {
      const count = record.points[name] ?? Number(kept ?? 0);
      [...field.children].forEach((box, place) => (box.checked = place < count));
    } else if (field.type === "checkbox") {
      const held = record.conditions.some(({ condition, over }) => condition === name && !over);
      field.checked = held || record.abilities.includes(name) || Boolean(kept);
    } else if (name === "name") field.value = record.name;
    else field.value = kept ?? record.ratings[name] ?? record.points[name] ?? valueText(record.values[name]);
    grow(field);
  }

  /* Sums and fixed values, values that follow from others, and what conditions do. */
  work() {
    const { record, people, say } = this;
    for (const [button, id] of this.sums) {
      const code = people.codeOf(record, id);
      const rated = id in people.rules.ratings;
      const part = rated && people.chain(id).length > 2 && !people.worth(record.ratings[id]);
      button.hidden = code === null || (part && !this.play.resisting.includes(id));
      if (button.hidden) continue;
      const [name, number] = [people.nameOf(id), rated ? people.fixed(record, id) : null];
      const fixed = number === null ? [] : [" ", this.element("small", { textContent: number })];
      button.replaceChildren(code, ...fixed);
      button.setAttribute("aria-label", say("sheet.roll", { name, code: button.textContent }));
      button.title = number === null ? "" : say("sheet.fixed", { name, number });
    }
    for (const number of this.resisting.querySelectorAll("strong")) {
      number.textContent = valueText(this.values.now(record, number.dataset.value));
    }
    this.mode.hidden = !this.rated && !this.isPlaying;
    for (const [name, field] of this.fields) this.check(name, field);
    const has = (id) => id in record.ratings || record.abilities.includes(id);
    const misfits = Object.entries(people.rules.ratings).flatMap(([id, [name, , , needs = [], excludes = []]]) => {
      const told = (key) => (one) => say(key, { name, other: people.nameOf(one) });
      const lacks = needs.filter((one) => !has(one)).map(told("sheet.needs"));
      return has(id) ? [...lacks, ...excludes.filter(has).map(told("sheet.excludes"))] : [];
    });
    this.lacks.textContent = misfits.join(" ");
    const held = record.conditions.filter(({ over }) => !over).map(({ condition }) => this.conditions.get(condition));
    const told = held.filter(Boolean).map(({ name, does, text }) => [name, [does, text].filter(Boolean).join(", ")]);
    this.counts.replaceChildren(
      ...told.flatMap(([name, does]) => [this.element("strong", { textContent: name }), does && `: ${does}. `]),
    );
    this.uncounted.textContent = people.uncounted(record, say);
    this.heading.textContent = this.id ? this.nameOf(record) : this.title;
    const option = [...this.choice.options].find(({ value }) => Number(value) === this.id);
    if (option) option.textContent = this.nameOf(record);
    else if (this.id) this.show();
  }

  check(name, field) {
    if (!("value" in field) || field.type === "checkbox") return;
    const { rules } = this.people;
    const wrong = /^(ability|skill|specialization|value|points)\./.test(name) && this.record.sheet?.[name] !== undefined;
    const id = `why-${name}`;
    document.getElementById(id)?.remove();
    for (const attribute of ["aria-invalid", "aria-describedby"]) field.removeAttribute(attribute);
    if (wrong) {
      const textContent = this.why(name, field.value);
      (field.closest("label") ?? field).after(this.element("small", { id, className: "why", textContent }));
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", id);
    }
    else if (name in rules.ratings) field.placeholder = this.id ? "" : this.people.code(2 * this.people.perDie + 1);
    if (name in rules.values) field.placeholder = this.id ? valueText(this.values.now(this.record, name)) : "";
  }

  why(name, text) {
    const { type } = this.people.rules.values[name] ?? { type: name.startsWith("points.") ? "integer" : "die-code" };
    if (type === "die-code") return this.say("sheet.not-code", { text });
    const unit = Object.entries(this.people.rules.units).find(([, { measures }]) => measures === type)?.[0] ?? "";
    return this.say("sheet.not-such", { text, example: type === "pool" ? "2D+1" : `10 ${unit}`.trim() });
  }
}

/* A record as the package writes it: without what is over, and without marks of our own. */
const exported = ({ notes, ...record }) => ({
  ...record,
  conditions: record.conditions.filter(({ over }) => !over),
});
