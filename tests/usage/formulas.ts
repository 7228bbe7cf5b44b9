// Works out the formulas of a ruleset from their trees, exactly. It stands beside `ruleset.d.ts`:
//
//   const rules = JSON.parse(await readFile("ruleset.json", "utf8")) as Ruleset;
//   const formulas = new Formulas(rules);
//   formulas.named("formula.fixed-value", { code: formulas.dieCode("3D+1") });
//
// Left out are the exact odds of dice: `chance`, `mean`, `lowest` and `highest`.

import type { BinaryNode, BuiltinFunction, Entry, Formula, FormulaTree, Ruleset } from "./ruleset";

/** An exact number, of a unit: none, `ft` or another of the ruleset, or `D`, pips of a die code. */
export type Amount = { type: "amount"; over: bigint; under: bigint; unit: string };
/** A pool, or a modifier of one. Its tokens are counted. */
export type Dice = {
  type: "pool" | "modifier";
  dice: number;
  pips: number;
  adds: number;
  tokens: Record<string, number>;
  eitherWay: boolean;
};
export type Range = { type: "range"; low: Value; high: Value };
/** A text, and an entry by its id, is a string; a blank is null. */
export type Value = null | boolean | string | Amount | Dice | Range;
export type Names = Record<string, Value>;

/** What formulas ask somebody; entries go by their ids. */
export interface Character {
  rating(id: string): Value;
  withoutAbility(id: string): Value;
  fixed(id: string): number;
  /** With a rating by its id, or with a pool; the id of the procedure, if the formula names one. */
  roll(of: Value, procedure?: Value): number;
  has(id: string): boolean;
  value(id: string): Value;
  /** How many points, or how often an action was taken in its period. */
  count(id: string): number;
}

/** Why a formula has no value here. */
export class FormulaError extends Error {}

function refuse(why: string): never {
  throw new FormulaError(why);
}

export function amount(over: bigint | number, under: bigint | number = 1, unit = ""): Amount {
  const [numerator, denominator] = [BigInt(over), BigInt(under)];
  if (denominator === 0n) refuse("nothing can be divided by zero");
  if (unit === "D" && numerator < 0n) refuse("this would be less than no dice at all");
  let [divisor, rest] = [numerator, denominator];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  if (divisor < 0n !== denominator < 0n) divisor = -divisor; // what is under the line is positive
  return { type: "amount", over: numerator / divisor, under: denominator / divisor, unit };
}

/** Reads `7/2`. */
export function fraction(text: string, unit = ""): Amount {
  const [over = "", under = "1"] = text.split("/");
  return amount(BigInt(over), BigInt(under), unit);
}

function dice(type: Dice["type"], parts: Partial<Dice>): Dice {
  const tokens = Object.entries(parts.tokens ?? {}).filter(([, count]) => count !== 0);
  const value = { dice: 0, pips: 0, adds: 0, eitherWay: false, ...parts };
  if (type === "pool" && value.dice < 0) refuse("this would be less than no dice at all");
  return { ...value, type, tokens: Object.fromEntries(tokens) };
}

function isAmount(value: Value): value is Amount {
  return typeof value === "object" && value?.type === "amount";
}

function anAmount(value: Value): Amount {
  return isAmount(value) ? value : refuse("an amount is wanted");
}

function aDice(value: Value): Dice {
  const fits = typeof value === "object" && (value?.type === "pool" || value?.type === "modifier");
  return fits ? value : refuse("dice are wanted");
}

function whole(value: Value): number {
  const { over, under } = anAmount(value);
  return under === 1n ? Number(over) : refuse("a whole number is wanted");
}

function anId(value: Value): string {
  return typeof value === "string" ? value : refuse("an entry is wanted");
}

// Operators.

function floor({ over, under }: Amount): bigint {
  return over / under - (over < 0n && over % under !== 0n ? 1n : 0n);
}

function plus(left: Value, right: Value): Value {
  if (isAmount(left) && isAmount(right)) {
    if (left.unit !== right.unit) refuse(`${left.unit} and ${right.unit} do not go together`);
    const over = left.over * right.under + right.over * left.under;
    return amount(over, left.under * right.under, left.unit);
  }
  const [a, b] = [aDice(left), aDice(right)];
  if (a.eitherWay || b.eitherWay) refuse("plus or minus must be chosen first");
  const tokens = { ...a.tokens };
  for (const [token, count] of Object.entries(b.tokens)) tokens[token] = (tokens[token] ?? 0) + count;
  return dice("pool", { dice: a.dice + b.dice, adds: a.adds + a.pips + b.adds + b.pips, tokens });
}

function minus(left: Value, right: Value): Value {
  if (!isAmount(right)) return plus(left, times(amount(-1), right));
  return plus({ ...anAmount(left) }, { ...right, over: -right.over });
}

function times(left: Value, right: Value): Value {
  if (!isAmount(left)) return times(right, left);
  if (isAmount(right)) {
    return amount(left.over * right.over, left.under * right.under, left.unit || right.unit);
  }
  const of = aDice(right);
  const scaled = (count: number) => count * whole(left) || 0; // no -0
  const tokens = Object.fromEntries(Object.entries(of.tokens).map(([token, count]) => [token, scaled(count)]));
  return dice(of.type, { ...of, dice: scaled(of.dice), pips: scaled(of.pips), adds: scaled(of.adds), tokens });
}

function divide(left: Amount, right: Amount): Amount {
  if (right.unit && left.unit !== right.unit) refuse(`${left.unit} are no ${right.unit}`);
  return amount(left.over * right.under, left.under * right.over, right.unit ? "" : left.unit);
}

function compare(left: Value, right: Value): number {
  const [a, b] = [anAmount(left), anAmount(right)];
  if (a.unit !== b.unit) refuse(`${a.unit} and ${b.unit} cannot be compared`);
  const [x, y] = [a.over * b.under, b.over * a.under];
  return x < y ? -1 : x > y ? 1 : 0;
}

function equal(left: Value, right: Value): boolean {
  return isAmount(left) && isAmount(right) ? compare(left, right) === 0 : left === right;
}

/** What rows may be called: `12`, `light`, the id of an entry. */
function text(value: Value): string {
  if (isAmount(value)) return `${value.over}${value.under === 1n ? "" : `/${value.under}`}`;
  return String(value);
}

function within(value: Value, range: Value): boolean {
  if (typeof range !== "object" || range?.type !== "range") return refuse("a range is wanted");
  const { low, high } = range;
  return (low === null || compare(low, value) <= 0) && (high === null || compare(value, high) <= 0);
}

/** Whether a cell is a value, or a range that holds it. */
function isFoundBy(cell: Value, value: Value): boolean {
  if (typeof cell !== "object" || cell?.type !== "range" || !isAmount(value)) return equal(cell, value);
  return anAmount(cell.low ?? cell.high).unit === value.unit && within(value, cell);
}

function binary(operator: Exclude<BinaryNode["operator"], "and" | "or">, left: Value, right: Value): Value {
  switch (operator) {
    case "+": return plus(left, right);
    case "-": return minus(left, right);
    case "*": return times(left, right);
    case "/": return divide(anAmount(left), anAmount(right));
    case "mod": return minus(left, times(amount(floor(divide(anAmount(left), anAmount(right)))), right));
    case "=": return equal(left, right);
    case "!=": return !equal(left, right);
    case "<": return compare(left, right) < 0;
    case "<=": return compare(left, right) <= 0;
    case ">": return compare(left, right) > 0;
    case ">=": return compare(left, right) >= 0;
    case "to": return { type: "range", low: left, high: right };
    case "within": return within(left, right);
  }
}

/** The formulas of a ruleset, of somebody in it, and of the target of what they do. */
export class Formulas {
  private readonly pipsPerDie: number;

  constructor(
    private readonly rules: Ruleset,
    private readonly character?: Character,
    private readonly target?: Character,
  ) {
    this.pipsPerDie = rules.entries["die-codes"]["pips-per-die"];
  }

  /** The value of a formula where names stand for these values. */
  value(formula: Formula | number, names: Names = {}): Value {
    return typeof formula === "number" ? amount(formula) : this.evaluate(formula.tree, names);
  }

  /** The value of a formula with a name, which knows its constants. */
  named(id: string, given: Names): Value {
    const formula = this.entry(id, "formula");
    const known = { ...given };
    for (const [name, constant] of Object.entries(formula.constants ?? {})) known[name] = this.value(constant);
    return this.value(formula.formula, known);
  }

  /** Reads `3D+2`. */
  dieCode(text: string): Amount {
    const [, count = "", pips = "0"] = /^(-?\d+)D([+-]\d+)?$/.exec(text) ?? refuse(`no die code: ${text}`);
    return amount(Number(count) * this.pipsPerDie + Number(pips), 1, "D");
  }

  private evaluate(tree: FormulaTree, names: Names): Value {
    const of = (node: FormulaTree): Value => this.evaluate(node, names);
    switch (tree.node) {
      case "integer": return amount(tree.value);
      case "fraction": return fraction(tree.value);
      case "boolean": return tree.value;
      case "die-code": return this.dieCode(tree.value);
      case "quantity": return this.read(tree.value, "");
      case "pool": return dice("pool", { ...tree.value, tokens: Object.fromEntries(tree.value.tokens ?? []) });
      case "modifier": {
        const { token = "", count = 0, "either-way": eitherWay = false, ...parts } = tree.value;
        return dice("modifier", { ...parts, tokens: { [token]: count }, eitherWay });
      }
      case "name": return this.name(tree.name, names);
      case "entry": return tree.id;
      case "value": return this.about(tree.of).somebody().value(tree.id) ?? refuse(`there is no ${tree.id}`);
      case "convert": {
        const { value, to } = tree;
        if (to === "modifier" && value.node === "binary" && value.operator === "-") {
          const [left, right] = [of(value.left), of(value.right)];
          if (compare(left, right) >= 0) return this.convert(minus(left, right), to);
          return times(amount(-1), this.convert(minus(right, left), to)); // may be less than no dice
        }
        return this.convert(of(value), to);
      }
      case "unary": {
        const value = of(tree.operand);
        if (tree.operator === "not") return value !== true;
        if (tree.operator === "±") return { ...aDice(value), eitherWay: true };
        return tree.operator === "-" ? times(amount(-1), value) : value;
      }
      case "binary": {
        const { operator, left, right } = tree;
        if (operator === "and") return of(left) === true && of(right) === true;
        if (operator === "or") return of(left) === true || of(right) === true;
        if (operator === "within" && right.node === "binary" && right.operator === "to") {
          const [low, value] = [of(right.left), of(left)];
          return compare(low, value) <= 0 && compare(value, of(right.right)) <= 0;
        }
        return binary(operator, of(left), of(right));
      }
      case "call": {
        const [first, second, third] = tree.arguments;
        if (tree.function === "if" && first && second && third) return of(of(first) === true ? second : third);
        if (tree.function === "if-blank" && first && second) return of(first) ?? of(second);
        return this.about(tree.of).call(tree.function, tree.arguments.map(of));
      }
      case "lookup": return this.lookup(of(tree.table), of(tree.by), tree.column);
      case "formula": {
        const given = Object.entries(tree.given ?? {}).map(([name, node]) => [name, of(node)] as const);
        return this.about(tree.of).named(tree.id, Object.fromEntries(given));
      }
    }
  }

  private convert(value: Value, to: Dice["type"]): Value {
    if (!isAmount(value)) return value;
    if (value.unit !== "D") return dice(to, { adds: whole(value) });
    const [count, pips] = this.split(value);
    return dice(to, to === "pool" ? { dice: count, adds: pips } : { dice: count, pips });
  }

  private split(code: Value): [dice: number, pips: number] {
    const { over, unit } = anAmount(code);
    if (unit !== "D") refuse("a die code is wanted");
    const pips = Number(over);
    return [Math.floor(pips / this.pipsPerDie), pips % this.pipsPerDie];
  }

  // What the ruleset knows.

  private entry<K extends Entry["entry"]>(value: Value, ...kinds: K[]): Extract<Entry, { entry: K }> {
    const entry: Entry | undefined = this.rules.entries[anId(value)];
    const fits = entry !== undefined && (kinds as string[]).includes(entry.entry);
    return fits ? (entry as Extract<Entry, { entry: K }>) : refuse(`${String(value)} is no ${kinds.join(" or ")}`);
  }

  /** A value of the file; of a text only the type tells what it means. */
  private read(value: unknown, type: string): Value {
    if (typeof value === "number") return amount(value);
    if (typeof value === "string" && type === "die-code") return this.dieCode(value);
    if (typeof value === "string" && type === "fraction") return fraction(value);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value !== "object" || Array.isArray(value)) return refuse("a formula cannot work with this");
    if ("unit" in value && "amount" in value) return fraction(String(value.amount), String(value.unit));
    const { low = null, high = null } = value as { low?: unknown; high?: unknown };
    return { type: "range", low: this.read(low, type), high: this.read(high, type) };
  }

  private name(name: string, names: Names): Value {
    const given = names[name];
    if (given !== undefined) return given;
    const [owner, part] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];
    const entry = this.entry(names[owner] ?? refuse(`nothing says what ${name} is here`), "row", "condition");
    if (entry.entry === "condition" && part === "rank") return amount(entry.rank);
    const columns = this.entry(entry.parent, "table", "track").columns;
    return this.read(entry.cells?.[part], columns?.[part]?.type ?? "");
  }

  private lookup(of: Value, by: Value, column: string): Value {
    const table = this.entry(of, "table");
    const searched = Object.keys(table.columns).filter((key) => table.columns[key]?.lookup);
    for (const id of table.rows ?? []) {
      const { cells = {}, name, represents: meant } = this.entry(id, "row");
      const cell = (key: string): Value => this.read(cells[key] ?? null, table.columns[key]?.type ?? "");
      const called = [id, meant, ...(searched.length ? [] : [name, id.slice(id.lastIndexOf(".") + 1)])];
      if (searched.some((key) => isFoundBy(cell(key), by)) || called.includes(text(by))) return cell(column);
    }
    return refuse(`${table.name} has no such row`);
  }

  /** The ids of what stands in an entry. */
  private inside(value: Value): string[] {
    const whole = this.entry(
      value, "ability", "skill", "benchmark", "scale", "scope", "dice", "track", "menu", "table", "option",
    );
    switch (whole.entry) {
      case "ability": return whole.skills ?? [];
      case "skill": return whole.specializations ?? [];
      case "benchmark": return whole.bands;
      case "scale": return whole.levels;
      case "scope": return whole.members;
      case "dice": return whole.steps;
      case "track": return whole.conditions;
      case "menu": return whole.picks;
      case "table": return whole.rows ?? [];
      case "option": return whole.choices;
    }
  }

  private place(id: string): number {
    const part = this.rules.entries[id];
    if (part?.entry === "condition") return part.rank;
    if (part?.entry === "band" || part?.entry === "level") return part.place;
    return part && "parent" in part ? 1 + this.inside(part.parent).indexOf(id) : refuse(`${id} has no place`);
  }

  private abilityOf(id: string): string {
    const rating = this.entry(id, "ability", "skill", "specialization");
    return rating.entry === "ability" ? id : this.abilityOf(rating.parent);
  }

  private about(of?: "target"): Formulas {
    return of ? new Formulas(this.rules, this.target ?? refuse("this needs a target")) : this;
  }

  private somebody(): Character {
    return this.character ?? refuse("this needs a character, and there is none here");
  }

  private call(name: BuiltinFunction, [first = null, second = null, ...more]: Value[]): Value {
    switch (name) {
      case "abs": return compare(first, times(amount(-1), first)) < 0 ? times(amount(-1), first) : first;
      case "ceil": return amount(-floor(anAmount(times(amount(-1), first))));
      case "floor": return amount(floor(anAmount(first)));
      case "max": return [second, ...more].reduce((a, b) => (b !== null && compare(a, b) < 0 ? b : a), first);
      case "min": return [second, ...more].reduce((a, b) => (b !== null && compare(a, b) > 0 ? b : a), first);
      case "dice": return amount(this.split(first)[0]);
      case "pips": return amount(this.split(first)[1]);
      case "ability-of": return this.abilityOf(anId(first));
      case "band": {
        const ids = this.entry(first, "benchmark").bands;
        const low = (id: string) => this.entry(id, "band").range.low ?? -Infinity;
        return [...ids].reverse().find((id) => low(id) <= whole(second)) ?? null;
      }
      case "bottom": return amount(this.entry(first, "band").range.low ?? refuse("this band is open"));
      case "top": return amount(this.entry(first, "band").range.high ?? refuse("this band is open"));
      case "count": return amount(this.inside(first).length);
      case "nth": return this.inside(first).find((id) => this.place(id) === whole(second)) ?? null;
      case "place": return amount(first === null ? 0 : this.place(anId(first)));
      case "fixed": return amount(this.somebody().fixed(anId(first)));
      case "has": return this.somebody().has(anId(first));
      case "has-check": return this.entry(anId(first), "action").check !== undefined;
      case "points": return amount(this.somebody().count(anId(first)));
      case "taken": {
        const chosen = second === null ? "" : `/${anId(second)}`;
        return amount(this.somebody().count(`${anId(first)}${chosen}`));
      }
      case "rating": return this.somebody().rating(anId(first));
      case "roll": return amount(this.somebody().roll(first, second));
      case "without-ability": return this.somebody().withoutAbility(anId(first));
      case "chance": case "mean": case "lowest": case "highest": return refuse("exact odds are left out here");
      case "if": case "if-blank": return refuse(`${name} evaluates only what it gives`);
    }
  }
}
