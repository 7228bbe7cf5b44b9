// What those write who make types with json-schema-to-typescript.
import type { Effect, FormulaTree, Ruleset } from "./json2ts";

export function names(rules: Ruleset): string[] {
  return Object.values(rules.entries).flatMap((entry) => (entry.entry === "skill" ? [entry.name, entry.parent] : []));
}

export function faces(rules: Ruleset): string[] {
  return Object.values(rules.entries).flatMap((entry) =>
    entry.entry === "step" && entry.do === "drop-dice" ? (entry["equal-dice"] ?? []) : [],
  );
}

export function inflicted(effects: Effect[]): string[] {
  return effects.flatMap((effect) => ("inflict" in effect ? [effect.inflict] : []));
}

export function depth(tree: FormulaTree): number {
  switch (tree.node) {
    case "binary": return 1 + Math.max(depth(tree.left), depth(tree.right));
    case "unary": return 1 + depth(tree.operand);
    default: return 1;
  }
}

// @ts-expect-error: a name is text
export const wrong = (rules: Ruleset): number[] => Object.values(rules.entries).map((entry) => entry.name);
// @ts-expect-error: only some entries have one
export const parents = (rules: Ruleset) => Object.values(rules.entries).map((entry) => entry.parent);
