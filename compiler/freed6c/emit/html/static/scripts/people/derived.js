/* Values of a character: what was written, and what simple formulas make of ratings. What takes
   more than that stays to be written by hand: such a value is null. */

class Values {
  constructor(people, rolled) {
    const { values, units } = people.rules;
    Object.assign(this, { values, units, people, rolled });
  }

  /* As conditions and the like leave it: set to the lowest, then times all factors, then with what is added. */
  now(record, id) {
    const plain_ = this.plain(record, id);
    if (typeof plain_ !== "number") return plain_;
    const changes = this.people.modifiers(record, id);
    const sets = changes.flatMap(({ set }) => set ?? []);
    const now = this.times(sets.length ? Math.min(...sets) : plain_, changes);
    return changes.reduce((sum, { adds }) => sum + adds, now);
  }

  times(number, changes) {
    const product = (place) => changes.reduce((found, { factor }) => found * (factor?.[place] ?? 1), 1);
    return Math.floor((number * product(0)) / product(1));
  }

  plain(record, id) {
    const written = record.values[id];
    if (written !== undefined) return written;
    const { formula, default: otherwise } = this.values[id] ?? {};
    return this.worked(record, formula ?? otherwise ?? null, id);
  }

  /* The formula of a value as `ruleset.json` has it, or a number. */
  worked(record, formula, id) {
    if (formula === null || typeof formula === "number") return formula;
    const found = this.of(record, formula.tree, id);
    return Number.isInteger(found) ? found : null;
  }

  of(record, tree, id) {
    const number = (node) => this.of(record, node, id);
    const given = (one, work) => (typeof one === "number" ? work(one) : null);
    switch (tree?.node) {
      case "integer":
        return tree.value;
      case "value":
        return this.now(record, tree.id);
      case "unary":
        return tree.operator === "-" ? given(number(tree.operand), (one) => -one) : null;
      case "binary": {
        const work = ARITHMETIC[tree.operator];
        const [left, right] = [number(tree.left), number(tree.right)];
        return work ? given(left, (one) => given(right, (other) => work(one, other))) : null;
      }
      case "call": {
        const [first] = tree.arguments;
        if (tree.function === "fixed" && first.node === "entry") return this.fixed(record, first.id);
        if (tree.function === "roll" && first.node === "entry" && tree.arguments.length === 1) return this.roll(record, first.id, id);
        const found = tree.arguments.map(number);
        const work = CALLS[tree.function];
        return work && found.every((one) => typeof one === "number") ? work(...found) : null;
      }
      default:
        return null;
    }
  }

  /* A die code as conditions and the like leave it; null where it is not known. */
  code(record, id) {
    const { people } = this;
    const plain_ = this.plainCode(record, id);
    const changes = people.modifiers(record, id);
    if (plain_ === null || !changes.length) return plain_;
    return people.code(Math.max(0, this.times(people.worth(plain_), changes) + people.given(changes)));
  }

  /* As it was written, or as the rating that it is otherwise; null where it is neither. */
  plainCode(record, id) {
    const written = record.values[id]?.["die-code"];
    const { formula, default: otherwise } = this.values[id];
    const { function: name, arguments: [first] = [] } = (formula ?? otherwise)?.tree ?? {};
    if (written || name !== "rating" || first.node !== "entry") return written ?? null;
    const worth = this.people.rating(record, first.id);
    return worth === null ? null : this.people.code(worth);
  }

  fixed(record, id) {
    return id in this.values ? this.now(record, id) : this.people.fixed(record, id);
  }

  /* With the dice that are added to the value it is rolled for. */
  roll(record, id, value) {
    const found = id in this.people.rules.ratings && this.people.pool(record, id);
    const dice = this.people.modifiers(record, value).filter(({ adds }) => !adds);
    const pool = () => [found.pool, ...dice.map(({ by }) => by)].join(" ");
    return found && found.lacking === null && this.rolled ? this.rolled(pool()) : null;
  }

  /* What was typed as the package writes it; undefined where it cannot be read. */
  read(id, text) {
    const { type } = this.values[id];
    const { perDie } = this.people;
    const plain_ = text.trim();
    if (type === "text") return plain_;
    if (type === "integer") return /^[+-]?[0-9]{1,9}$/.test(plain_) ? Number(plain_) : undefined;
    if (type === "die-code") {
      const code = readCode(plain_, perDie);
      return code ? { "die-code": this.people.code(code.dice * perDie + code.pips) } : undefined;
    }
    if (type === "pool") return /^[0-9]{1,6}(D|d[0-9]{1,4})([+-][0-9]{1,6})?$/.test(plain_) ? { pool: plain_ } : undefined;
    return this.quantity(type, plain_);
  }

  /* `30 ft`, or `30` where there is one unit of that sort alone. */
  quantity(type, text) {
    const fitting = Object.keys(this.units).filter((unit) => this.units[unit].measures === type);
    const [, amount, named = fitting[0]] = /^([0-9]{1,9})\s*(\S+)?$/.exec(text) ?? [];
    const known = fitting.includes(named) && amount !== undefined;
    return known ? { quantity: String(Number(amount)), unit: named } : undefined;
  }
}

const ARITHMETIC = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
};
const CALLS = { max: Math.max, min: Math.min, floor: (one) => one };

/* A saved value as people write it. */
const valueText = (value) => {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if ("quantity" in value) return `${value.quantity} ${value.unit}`;
  return String(value["die-code"] ?? value.pool ?? value.fraction ?? value.ref ?? "");
};
