/* The panel: a pool to write, what it is rolled against, and what came of it. */

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  const { attributes = {}, ...others } = properties;
  Object.assign(made, others);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const labeled = (words, field) => element("label", {}, element("span", { textContent: words }), field);

/* A number from 0 to below `stop`, each as likely: draws that would favor some are thrown away. */
function draw(stop) {
  const fair = 2 ** 32 - (2 ** 32 % stop);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % stop;
}

class Panel {
  constructor({ procedures, perDie, words }) {
    this.say = saying(words);
    this.procedures = procedures;
    this.perDie = perDie;
    this.pool = element("input", { type: "text", value: "3D", required: true });
    for (const [name, value] of Object.entries(PLAIN_TEXT)) this.pool.setAttribute(name, value);
    this.procedure = element("select", {}, ...procedures.map((one, place) => option(one.name, place)));
    this.against = element("select");
    this.number = labeled(this.say("roller.number"), element("input", { type: "number", step: 1 }));
    this.choices = element("span", { className: "choices" });
    this.tokens = element("p", { className: "tokens" });
    this.button = element("button", { className: "roll", textContent: this.say("roller.roll") });
    this.status = element("div", { className: "result", attributes: { role: "status" } });
    this.faces = element("p", { className: "faces", attributes: { "aria-hidden": "true" } });
    this.steps = element("dl", { className: "steps" });
    this.form = this.asking();
    this.root = element("div", { className: "thrower" }, this.form, this.status, this.faces, this.how());
    this.chooseProcedure();
  }

  asking() {
    const { say } = this;
    const several = this.procedures.length > 1;
    const form = element(
      "form",
      {},
      labeled(say("roller.pool"), this.pool),
      ...(several ? [labeled(say("roller.procedure"), this.procedure)] : []),
      labeled(say("roller.against"), this.against),
      this.number,
      this.choices,
      this.button,
      this.tokens,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.procedure.addEventListener("change", () => this.chooseProcedure());
    this.against.addEventListener("change", () => this.chooseTarget());
    return form;
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
    this.against.replaceChildren(option(say("roller.against.none"), ""), ...bands, other);
    this.chooseTarget();
    const steps = chosen.steps.filter((step) => step.do === "choose-one");
    this.choices.replaceChildren(...steps.map(choosing));
    const tokens = [...tokensOf(chosen).values()];
    this.tokens.replaceChildren(...tokens.map((token) => this.adding(token)));
    this.tokens.hidden = !tokens.length;
  }

  chooseTarget() {
    this.number.hidden = this.against.value !== "other";
  }

  /* A button that writes a token at the end of the pool. */
  adding({ letters, behind }) {
    const step = this.chosen.steps.find((one) => lettersOf(one).includes(letters));
    const text = behind === "count" || behind === "face" ? `${letters}1` : letters;
    const title = step.says[letters] ?? step.name;
    const label = this.say("roller.add", { token: text, title });
    const button = element("button", { type: "button", textContent: text, title });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      this.pool.value = `${this.pool.value.trim()} ${text}`;
    });
    return button;
  }

  get target() {
    const chosen = this.against.value;
    const number = chosen === "other" ? this.number.querySelector("input").value : chosen;
    return number === "" ? null : Math.trunc(Number(number));
  }

  get picked() {
    const selects = [...this.choices.querySelectorAll("select")];
    return Object.fromEntries(selects.map((select) => [select.name, select.value]));
  }

  roll() {
    const { say, chosen } = this;
    try {
      const pool = parse(typed(this.pool.value, chosen), chosen, this.perDie);
      this.show(roll(chosen, pool, draw, this.target, this.picked));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.clear();
      this.status.append(element("p", { textContent: say("roller.refused", { reason: reason(error, say) }) }));
    }
  }

  clear() {
    for (const part of [this.status, this.faces, this.steps]) part.replaceChildren();
    this.details.hidden = true;
  }

  show(found) {
    const words = told(found, this.chosen, this.say);
    this.clear();
    this.status.append(
      element("p", { className: "pool", textContent: words.pool }),
      element("p", { className: "total", textContent: words.total }),
      ...[words.outcome, ...words.events].filter(Boolean).map((text) => element("p", { textContent: text })),
    );
    this.faces.append(...found.dice.slice(0, MOST_SHOWN).map(faceOf));
    this.steps.append(...words.steps.map(stepOf));
    this.details.hidden = !words.steps.length;
  }
}

const MOST_SHOWN = 60;

/* Nobody corrects, completes or capitalizes what is no word. */
const PLAIN_TEXT = { autocomplete: "off", autocapitalize: "characters", spellcheck: "false" };

const option = (words, value) => element("option", { textContent: words, value });

function choosing(step) {
  const options = Object.entries(step.choices).map(([key, choice]) => option(choice.name, key));
  const select = element("select", { name: step.id }, ...options);
  select.value = step.assume;
  return labeled(step.name, select);
}

function faceOf({ kind, value, kept }) {
  const marks = [kept ? "" : "dropped", kind.special ? "special" : ""];
  return element("span", { className: ["face", ...marks].filter(Boolean).join(" "), textContent: value });
}

const stepOf = ([name, work]) =>
  element("div", {}, element("dt", { textContent: name }), element("dd", { textContent: work }));
