// Works out formulas of a ruleset and holds them to what Python says: evaluate.mjs FOLDER.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const folder = process.argv[2];
const { Formulas, FormulaError } = await import(`${folder}/formulas.js`);
const rules = JSON.parse(readFileSync(`${folder}/ruleset.json`, "utf8"));
const { table, cases } = JSON.parse(readFileSync(`${folder}/cases.json`, "utf8"), (key, value) =>
  key === "over" || key === "under" ? BigInt(value) : value,
);
const ask = (question) => (id) => {
  if (!(id in table[question])) throw new FormulaError(`${question} of ${id}`);
  return table[question][id];
};
const number = (question) => (id) => Number(ask(question)(id).over);
const character = {
  ...Object.fromEntries(["rating", "withoutAbility", "has", "value"].map((name) => [name, ask(name)])),
  ...Object.fromEntries(["fixed", "roll", "count"].map((name) => [name, number(name)])),
};

const formulas = new Formulas(rules, character);

/** Every formula in the order of the file, and how it is worked out. */
function* found(value, evaluate) {
  if (value === null || typeof value !== "object") return;
  if ("tree" in value && "text" in value) yield { text: value.text, evaluate: (names) => evaluate(value, names) };
  else for (const [key, part] of Object.entries(value)) yield* found(part, key === "formula" && value.entry === "formula"
    ? (_, names) => formulas.named(value.id, names)
    : (formula, names) => formulas.value(formula, names));
}

const all = [...found(rules.entries)];
const wrong = [];
for (const { at, text, names, gives } of cases) {
  const formula = all[at];
  let got;
  try {
    got = formula.evaluate(names);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    got = { refused: true };
  }
  if (formula.text !== text || !isDeepStrictEqual(got, gives)) wrong.push({ text, found: formula.text, names, gives, got });
}
const shown = (_, value) => (typeof value === "bigint" ? String(value) : value);
console.log(JSON.stringify({ formulas: all.length, wrong }, shown));
