// What those write who make types with quicktype, which puts all kinds of entries in one interface.
import type { Entry, FormulaTree, Ruleset } from "./quicktype";

export function names(rules: Ruleset): string[] {
  return Object.values(rules.entries).flatMap((entry) => (entry.entry === "skill" ? (entry.name ?? []) : []));
}

export function inside(rules: Ruleset, id: string): Entry[] {
  const { skills = [] } = rules.entries[id] ?? {};
  return skills.flatMap((skill) => rules.entries[skill] ?? []);
}

export function calls(tree: FormulaTree): string[] {
  return tree.function ? [tree.function, ...(tree.arguments ?? []).flatMap(calls)] : [];
}

// @ts-expect-error: a name is text
export const wrong = (entry: Entry): number | undefined => entry.name;
// @ts-expect-error: there is no such kind
export const cat = (entry: Entry) => entry.entry === "cat";
