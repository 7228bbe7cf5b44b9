/* The rules of the game by name, as the compiler knows them. A tap on a value of one writes a change. */

const MOST_RULES = 60; /* in the list at once */
const plainly = (text) => text.replace(/\[\[|\]\]|`/g, "");
const small = (textContent) => element("small", { textContent });
const action = (onclick, ...parts) => element("button", { type: "button", onclick }, ...parts);

class Rules {
  /* `act`: what to do with the `id` of a rule (`open`, `read`), or with a setting of one (`change`). */
  constructor(panel, say, act) {
    Object.assign(this, { panel, say, act, entries: null });
    this.field = element("input", { type: "search", oninput: () => this.list() });
    this.found = element("ol", { className: "rules" });
    this.all = element("div", {}, labeled(say("try.rules.find"), this.field), this.found);
    panel.replaceChildren(this.all);
    this.list();
  }

  /* Rules whose ids a text has, such as those that a pack changes, come first. */
  fill(entries, text) {
    const known = entries.map(([id, name, kind]) => ({
      id, kind, name: plainly(name), words: plainly(name).toLowerCase(), named: text.includes(`${id}:`),
    }));
    this.entries = known.sort((one, other) => other.named - one.named);
    this.list();
  }

  /* Names that begin with what was typed come first. */
  list() {
    const { say, entries } = this;
    const typed = this.field.value.trim().toLowerCase();
    const fitting = (entries ?? []).filter(({ words, id }) => words.includes(typed) || id === typed);
    const first = fitting.filter(({ words }) => words.startsWith(typed));
    const others = fitting.filter(({ words }) => !words.startsWith(typed));
    const shown = [...first, ...others].slice(0, MOST_RULES);
    const items = shown.map(({ id, name, kind }) => element("li", {}, action(() => this.act.open(id), name, " ", small(kind))));
    const count = fitting.length - shown.length;
    const told = entries ? (count ? say("try.rules.more", { count }) : shown.length ? "" : say("try.rules.none")) : say("try.loading");
    this.found.replaceChildren(...items, ...(told ? [element("li", { textContent: told })] : []));
  }

  /* One rule, with what can be changed of it. */
  open([id, name, kind, settings]) {
    const set = settings.map(([address, value, says]) => [["set", address], value, says]);
    const values = [[["why"], this.say("try.rules.why"), ""], ...set].map(([keys, value, says]) =>
      element("li", {}, action(
        () => this.act.change(id, keys, value),
        element("b", { textContent: keys.at(-1) }), " ", element("span", { textContent: value }), ...(says ? [small(plainly(says))] : []),
      )));
    this.panel.replaceChildren(
      element("p", { className: "tools" },
        action(() => this.back(), this.say("try.rules.all")), action(() => this.act.read(id), this.say("try.rules.read"))),
      element("h2", {}, plainly(name), " ", small(kind)),
      element("p", { textContent: this.say("try.rules.change") }),
      element("ol", { className: "rules" }, ...values),
    );
    this.panel.scrollTop = 0;
  }

  back() {
    this.panel.replaceChildren(this.all);
    this.field.focus();
  }
}
