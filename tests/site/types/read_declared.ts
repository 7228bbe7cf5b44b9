// What those write who use `ruleset.d.ts` of core.
import type { Ability, AbilityId, Effect, Entry, EntryId, Formula, Ruleset, Skill, SkillId } from "./ruleset";

export function names(rules: Ruleset): string[] {
  return Object.values(rules.entries).flatMap((entry) => (entry.entry === "skill" ? [entry.name] : []));
}

export function abilityOf(rules: Ruleset, id: SkillId): Ability {
  return rules.entries[rules.entries[id].parent];
}

export function asked(rules: Ruleset, typed: string): Entry | undefined {
  const id: EntryId | undefined = rules.renamed[typed];
  return rules.entries[id ?? typed];
}

export function formulas(effects: readonly Effect[]): Formula[] {
  return effects.flatMap((effect) => {
    if ("recover" in effect && typeof effect["of-rank"] === "object") return [effect["of-rank"]];
    if ("modify" in effect && typeof effect.by === "object" && "tree" in effect.by) return [effect.by];
    return effect.if ? [effect.if] : [];
  });
}

export const brawling = (rules: Ruleset): Skill => rules.entries["skill.brawling"];
export const strength: AbilityId = "ability.strength";
// @ts-expect-error: there is no such skill
export const brawlin: SkillId = "skill.brawlin";
// @ts-expect-error: a skill is no ability
export const ability = (rules: Ruleset): Ability => rules.entries["skill.brawling"];
// @ts-expect-error: only some entries have one
export const anyParent = (rules: Ruleset, id: string) => rules.entries[id]?.parent;
