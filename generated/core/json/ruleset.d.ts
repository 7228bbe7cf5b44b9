/** The types of ruleset.json of FreeD6 Core Rules. */

/**
 * A compiled ruleset: ruleset.json. Entries are by id, in the order of the ruleset. Entries that
 * contain others list their ids. Fields that are not set are omitted.
 */
export interface Ruleset {
  /** The address of the schema. */
  $schema?: string;
  /** The version of this format. */
  format: 2;
  /** The id of the published ruleset: that of a pack, or the name of a combination of packs. */
  ruleset: string;
  title: string;
  version: string;
  /** The packs that make up the ruleset, the base first. */
  packs: Pack[];
  /** The attribution that the content requires: one paragraph for each pack. */
  notice: string[];
  /** The copyright notices of Open Game Content; empty if there is none. */
  section15: string[];
  /** The licenses of the packs, by id. They include the full text if the content requires it. */
  licenses: { [key: string]: Terms };
  /**
   * Former ids, with the present id of each: for renamed entries, and for removed ones that have a
   * replacement.
   */
  renamed: { [key: string]: EntryId };
  /** The differences from the game that the packs are layered on. */
  changes?: Changes;
  entries: Entries;
}

/** The id of an entry of the kind `ability`. */
export type AbilityId =
  | "ability.strength"
  | "ability.dexterity"
  | "ability.intelligence"
  | "ability.perception"
  | "ability.presence"
  | "ability.wits"
  | "ability.luck"
  | "ability.wild-die"
  | "ability.dynamic"
  | "ability.stock"
  | "ability.cybernetics";

/** The id of an entry of the kind `ability-type`. */
export type AbilityTypeId =
  | "ability-type.normal"
  | "ability-type.extranormal";

/** The id of an entry of the kind `action`. */
export type ActionId =
  | "action.attack"
  | "action.defend"
  | "action.move"
  | "action.recover-body"
  | "action.recover-mind"
  | "action.recover-other"
  | "action.force-crowd"
  | "action.force-grapple"
  | "action.distract"
  | "action.analyse"
  | "action.alert"
  | "action.taunt"
  | "action.startle"
  | "action.demoralize"
  | "action.half-move"
  | "action.ready"
  | "action.ready-defence"
  | "action.answer-full"
  | "action.answer-bonus"
  | "action.combine"
  | "action.trash-talk"
  | "action.banter"
  | "action.free-move"
  | "action.ready-equipment"
  | "action.plan"
  | "action.check-thing"
  | "action.check-person"
  | "action.break-thing"
  | "action.repair-thing"
  | "action.topple"
  | "action.undo-effect"
  | "action.cross"
  | "action.keep-pace";

/** The id of an entry of the kind `action-type`. */
export type ActionTypeId =
  | "action-type.full"
  | "action-type.bonus"
  | "action-type.free"
  | "action-type.incidental"
  | "action-type.prompted";

/** The id of an entry of the kind `band`. */
export type BandId =
  | "band.difficulty.very-easy"
  | "band.difficulty.easy"
  | "band.difficulty.moderate"
  | "band.difficulty.difficult"
  | "band.difficulty.very-difficult"
  | "band.difficulty.heroic"
  | "band.rank.minimal"
  | "band.rank.adequate"
  | "band.rank.moderate"
  | "band.rank.complete"
  | "band.rank.excessive"
  | "band.rank.overwhelming";

/** The id of an entry of the kind `benchmark`. */
export type BenchmarkId =
  | "benchmark.difficulty"
  | "benchmark.rank";

/** The id of an entry of the kind `chapter`. */
export type ChapterId =
  | "chapter.what-it-is"
  | "chapter.dice"
  | "chapter.results"
  | "chapter.changing-rolls"
  | "chapter.abilities"
  | "chapter.taking-action"
  | "chapter.conditions"
  | "chapter.melee"
  | "chapter.battlefield"
  | "chapter.points"
  | "chapter.hooks"
  | "chapter.measures"
  | "chapter.world"
  | "chapter.pillars";

/** The id of an entry of the kind `character`. */
export type CharacterId =
  | "character.mara"
  | "character.bram"
  | "character.sefa"
  | "character.guard"
  | "character.thug";

/** The id of an entry of the kind `choice`. */
export type ChoiceId =
  | "choice.piling-up.on-top"
  | "choice.piling-up.one"
  | "choice.piling-up.together"
  | "choice.piling-up.apart"
  | "choice.recovery.ranks"
  | "choice.recovery.difficulty-alone"
  | "choice.fixed-values.like-checks"
  | "choice.fixed-values.untouched"
  | "choice.damage-resistance.fixed"
  | "choice.damage-resistance.rolled";

/** The id of an entry of the kind `condition`. */
export type ConditionId =
  | "condition.damage.normal"
  | "condition.damage.stunned"
  | "condition.damage.hurt"
  | "condition.damage.wounded"
  | "condition.damage.incapacitated"
  | "condition.damage.out"
  | "condition.fatigue.normal"
  | "condition.fatigue.breathless"
  | "condition.fatigue.winded"
  | "condition.fatigue.tired"
  | "condition.fatigue.exhausted"
  | "condition.fatigue.out"
  | "condition.composure.normal"
  | "condition.composure.startled"
  | "condition.composure.disoriented"
  | "condition.composure.discouraged"
  | "condition.composure.demoralized"
  | "condition.composure.out"
  | "condition.body.normal"
  | "condition.body.defaced"
  | "condition.body.disrupted"
  | "condition.body.damaged"
  | "condition.body.broken"
  | "condition.body.out"
  | "condition.attitude.helpful"
  | "condition.attitude.friendly"
  | "condition.attitude.cooperative"
  | "condition.attitude.neutral"
  | "condition.attitude.uncooperative"
  | "condition.attitude.unfriendly"
  | "condition.attitude.hostile"
  | "condition.willpower.broken"
  | "condition.willpower.stressed"
  | "condition.willpower.pressured"
  | "condition.willpower.neutral"
  | "condition.willpower.engaged"
  | "condition.willpower.focused"
  | "condition.willpower.centered"
  | "condition.status.full"
  | "condition.status.heavy"
  | "condition.status.light"
  | "condition.status.depleted"
  | "condition.status.empty";

/** The id of an entry of the kind `dice`. */
export type DiceId = "dice.check";

/** The id of an entry of the kind `die-codes`. */
export type DieCodesId = "die-codes";

/** The id of an entry of the kind `effect-roll`. */
export type EffectRollId =
  | "effect-roll.damage"
  | "effect-roll.object-damage";

/** The id of an entry of the kind `example`. */
export type ExampleId =
  | "example.ex-1-a"
  | "example.ex-1-b"
  | "example.ex-2"
  | "example.ex-3"
  | "example.ex-4"
  | "example.ex-5-a"
  | "example.ex-5-b"
  | "example.ex-5-c"
  | "example.ex-5-d"
  | "example.ex-6"
  | "example.ex-7-a"
  | "example.ex-7-alike"
  | "example.ex-7-b"
  | "example.ex-7-c"
  | "example.ex-8-a"
  | "example.ex-8-b"
  | "example.ex-9-a"
  | "example.ex-9-b"
  | "example.ex-19-a"
  | "example.ex-19-b"
  | "example.ex-19-c"
  | "example.ex-19-d"
  | "example.ex-20"
  | "example.ex-31-a"
  | "example.ex-31-b"
  | "example.ex-11-0"
  | "example.ex-11-1"
  | "example.ex-11-5"
  | "example.ex-11-6"
  | "example.ex-11-10"
  | "example.ex-11-11"
  | "example.ex-11-15"
  | "example.ex-11-16"
  | "example.ex-11-20"
  | "example.ex-11-21"
  | "example.ex-11-25"
  | "example.ex-11-26"
  | "example.off-the-scale"
  | "example.band-as-number"
  | "example.recovery-number"
  | "example.run-far"
  | "example.ex-12"
  | "example.unarmoured"
  | "example.on-top"
  | "example.hurt-and-hit"
  | "example.ex-13"
  | "example.hauled-off"
  | "example.ex-14"
  | "example.ex-15"
  | "example.onto-the-mantelpiece"
  | "example.ex-30-a"
  | "example.ex-30-b"
  | "example.ex-30-c"
  | "example.ex-10-a"
  | "example.ex-10-b"
  | "example.ex-10-c"
  | "example.ex-17-a"
  | "example.ex-17-b"
  | "example.ex-17-c"
  | "example.ex-17-d"
  | "example.ex-17-e"
  | "example.ex-21-a"
  | "example.ex-21-b"
  | "example.ex-21-c"
  | "example.ex-21-d"
  | "example.ex-21-e"
  | "example.ex-22-a"
  | "example.ex-22-b"
  | "example.ex-16-a"
  | "example.ex-16-b"
  | "example.ex-23-brief"
  | "example.ex-23-moderate"
  | "example.ex-23-lengthy"
  | "example.sand-in-their-eyes"
  | "example.all-on-one-throw"
  | "example.a-shot-and-a-step"
  | "example.behind-the-shields"
  | "example.smoke-that-stays"
  | "example.a-hex-for-good"
  | "example.talked-down"
  | "example.the-old-poison"
  | "example.a-song-of-strength"
  | "example.a-favor-owed"
  | "example.wings-for-a-while"
  | "example.a-loose-buckle"
  | "example.two-steps-ahead"
  | "example.how-this-guild-fights"
  | "example.the-gallery-cheers"
  | "example.a-way-nobody-saw"
  | "example.what-the-healer-can-do"
  | "example.two-wounds-at-once"
  | "example.back-on-their-feet"
  | "example.back-from-the-brink"
  | "example.not-gone-but-soon"
  | "example.twice-the-dice"
  | "example.luck-leaves-the-pip"
  | "example.seven-with-one-die"
  | "example.wild-at-heart"
  | "example.a-row-for-each-pip"
  | "example.six-ones-turned"
  | "example.all-pairs"
  | "example.thirty-numbers"
  | "example.five-steps-down"
  | "example.five-of-each"
  | "example.nobody-touched"
  | "example.nothing-but-skin"
  | "example.the-reach-of-a-sword"
  | "example.the-reach-of-a-rapier"
  | "example.the-reach-of-a-pike"
  | "example.room-for-a-sword"
  | "example.room-for-a-pike"
  | "example.five-stretches"
  | "example.up-the-cliff"
  | "example.down-on-the-giant"
  | "example.a-cask-across-the-cellar"
  | "example.a-scratch-or-a-deathbed"
  | "example.at-her-back"
  | "example.enough"
  | "example.will-like-glass"
  | "example.into-a-crate"
  | "example.sit-talk"
  | "example.sit-coerce"
  | "example.sit-oppose"
  | "example.sit-debate"
  | "example.sit-chase"
  | "example.sit-quick-help"
  | "example.sit-door-broken"
  | "example.sit-door-mended"
  | "example.sit-hook-rain-dry"
  | "example.sit-hook-chi-limits"
  | "example.sit-stunned"
  | "example.sit-stunned-own-turn"
  | "example.sit-stunned-defends-worse"
  | "example.sit-hurt"
  | "example.sit-hurt-initiative"
  | "example.sit-hurt-damage-roll"
  | "example.sit-wounded"
  | "example.sit-incapacitated"
  | "example.sit-incapacitated-advantage"
  | "example.sit-advantage-ends"
  | "example.sit-damage-out"
  | "example.sit-breathless"
  | "example.sit-winded"
  | "example.sit-tired"
  | "example.sit-exhausted"
  | "example.sit-fatigue-out"
  | "example.sit-startled"
  | "example.sit-disoriented"
  | "example.sit-discouraged"
  | "example.sit-demoralized"
  | "example.sit-composure-out"
  | "example.sit-stunned-again"
  | "example.sit-wounded-and-hit"
  | "example.sit-beyond-the-end"
  | "example.sit-tracks-apart"
  | "example.sit-pile-ends-apart"
  | "example.sit-two-dice-less"
  | "example.sit-disadvantage-once"
  | "example.sit-attitude"
  | "example.sit-willpower"
  | "example.sit-attitude-and-willpower"
  | "example.sit-attitude-replaced"
  | "example.sit-status"
  | "example.sit-body-pile"
  | "example.sit-normal"
  | "example.sit-damage-ranks"
  | "example.sit-recover-out"
  | "example.sit-recover-nothing"
  | "example.sit-wound-festers"
  | "example.sit-hurt-longer"
  | "example.sit-status-empty"
  | "example.sit-undo"
  | "example.sit-undo-longer"
  | "example.sit-hit-and-damage"
  | "example.sit-attack-misses"
  | "example.sit-attack-exactly"
  | "example.sit-attack-first-rank"
  | "example.sit-damage-exactly"
  | "example.sit-damage-without-skill"
  | "example.sit-damage-armor"
  | "example.sit-attack-martial"
  | "example.sit-reach-martial"
  | "example.sit-reach-long"
  | "example.sit-reach-close"
  | "example.sit-reach-light"
  | "example.sit-reach-unarmed"
  | "example.sit-unarmed-beside-sword"
  | "example.sit-undefended-sword"
  | "example.sit-undefended-dagger"
  | "example.sit-every-weapon-and-defense"
  | "example.sit-readied-parry"
  | "example.sit-one-of-each"
  | "example.sit-defend-beats-attack"
  | "example.sit-defend-beaten"
  | "example.sit-defend-ends"
  | "example.sit-defend-distance"
  | "example.sit-move-no-roll"
  | "example.sit-move-table-limit"
  | "example.sit-move-fails"
  | "example.sit-move-fails-twice"
  | "example.sit-half-move"
  | "example.sit-half-move-tumble"
  | "example.sit-free-move"
  | "example.sit-force-crowd"
  | "example.sit-force-fails"
  | "example.sit-force-grapple-tumble"
  | "example.sit-distract-number"
  | "example.sit-distract-fails"
  | "example.sit-distract-passed"
  | "example.sit-analyse"
  | "example.sit-alert"
  | "example.sit-taunt"
  | "example.sit-startle"
  | "example.sit-demoralize"
  | "example.sit-words-miss"
  | "example.sit-recover-body"
  | "example.sit-recover-too-low"
  | "example.sit-recover-wound"
  | "example.sit-recover-worst"
  | "example.sit-recover-on-top"
  | "example.sit-recover-prepare-other"
  | "example.sit-recover-prolonged"
  | "example.sit-recover-fatigue-counts"
  | "example.sit-recover-prepare"
  | "example.sit-recover-shorten"
  | "example.sit-recover-shorten-before-round"
  | "example.sit-recover-from-scene"
  | "example.sit-recover-not-longer"
  | "example.sit-recover-mind"
  | "example.sit-recover-mind-self"
  | "example.sit-recover-other"
  | "example.sit-recover-the-ally"
  | "example.sit-recover-wrong-kind"
  | "example.sit-recover-other-not-self"
  | "example.sit-combine-ally"
  | "example.sit-combine-blunt"
  | "example.sit-combine-untrained"
  | "example.sit-ready"
  | "example.sit-plan"
  | "example.sit-banter"
  | "example.sit-ready-triggered"
  | "example.sit-answer-bonus"
  | "example.sit-answer-none-left"
  | "example.sit-initiative"
  | "example.sit-initiative-tie-perception"
  | "example.sit-initiative-at-once"
  | "example.sit-defend-sword"
  | "example.sit-defend-costs"
  | "example.sit-combine-same-turn"
  | "example.sit-combine-costs"
  | "example.sit-move-shift"
  | "example.sit-advantage-passes"
  | "example.sit-advantage-better-roll"
  | "example.sit-advantage-full-action"
  | "example.sit-advantage-too-dear"
  | "example.sit-alert-fails"
  | "example.sit-exhausted-fist"
  | "example.sit-furniture"
  | "example.sit-topple-too-heavy"
  | "example.sit-follow-a-tumble"
  | "example.sit-half-move-fails"
  | "example.sit-follow-too-late"
  | "example.sit-driven-to-jump"
  | "example.sit-engaged-half-move"
  | "example.sit-engaged-full-move"
  | "example.sit-defend-no-need"
  | "example.sit-move-climb"
  | "example.sit-combine-self"
  | "example.sit-ready-defence"
  | "example.sit-ready-own-turn"
  | "example.sit-ready-another"
  | "example.sit-ready-over"
  | "example.sit-answer-full"
  | "example.sit-defend-nothing-fits"
  | "example.sit-defend-fist-with-sword"
  | "example.sit-out-next-session"
  | "example.sit-things-next-session"
  | "example.sit-startled-by-two"
  | "example.sit-rain-stops"
  | "example.sit-interface-once"
  | "example.sit-gift-once"
  | "example.sit-ready-defence-one-blow"
  | "example.sit-ready-defence-late"
  | "example.sit-answers-once"
  | "example.sit-answers-late"
  | "example.sit-match-once"
  | "example.sit-flip-once"
  | "example.sit-deflect-room"
  | "example.sit-half-move-five"
  | "example.sit-no-attack-on-self"
  | "example.sit-no-friend-of-oneself"
  | "example.sit-nobody-to-talk-to"
  | "example.sit-cybernetics-untrained"
  | "example.sit-only-for-oneself"
  | "example.sit-answer-not-engaged"
  | "example.sit-ready-a-stance"
  | "example.sit-effects-too-dear"
  | "example.sit-effects-only-added"
  | "example.sit-effects-to-encounter-too-dear"
  | "example.sit-effects-other-duration"
  | "example.sit-effect-roll-once"
  | "example.sit-advantages-too-dear"
  | "example.sit-advantage-for-the-enemy"
  | "example.sit-advantages-sum-too-dear"
  | "example.sit-new-ability-ends"
  | "example.sit-recovery-no-help"
  | "example.sit-recovery-too-dear"
  | "example.sit-recovery-other-duration"
  | "example.sit-points-none-left"
  | "example.sit-points-for-the-session"
  | "example.sit-luck-over-with-the-turn"
  | "example.sit-points-too-late"
  | "example.sit-luck-twice-on-one-roll"
  | "example.sit-luck-without-luck"
  | "example.sit-body-out"
  | "example.sit-hooks-of-others"
  | "example.sit-codes-add-up"
  | "example.sit-fallback"
  | "example.sit-trained"
  | "example.sit-boost"
  | "example.sit-boost-useless"
  | "example.sit-penalty"
  | "example.sit-boost-and-penalty"
  | "example.sit-advantage"
  | "example.sit-disadvantage"
  | "example.sit-advantage-and-disadvantage"
  | "example.sit-wild-die"
  | "example.sit-wild-dice-given"
  | "example.sit-wild-die-dropped"
  | "example.sit-luck"
  | "example.sit-luck-after"
  | "example.sit-luck-and-wild"
  | "example.sit-luck-not-everything"
  | "example.sit-luck-once-a-turn"
  | "example.sit-luck-session"
  | "example.sit-luck-of-players"
  | "example.sit-no-luck"
  | "example.sit-against-number"
  | "example.sit-standing"
  | "example.sit-against-roll"
  | "example.sit-points-start"
  | "example.sit-points-dice-attack"
  | "example.sit-points-reroll"
  | "example.sit-points-dice"
  | "example.sit-points-dice-and-reroll"
  | "example.sit-points-story"
  | "example.sit-points-swap"
  | "example.sit-points-earned"
  | "example.sit-hook-not-mine"
  | "example.sit-hook-cybernetics-free"
  | "example.sit-hook-rain"
  | "example.sit-hook-interface"
  | "example.sit-scale-same"
  | "example.sit-status-test"
  | "example.sit-melee-order"
  | "example.sit-chase-order"
  | "example.sit-debate-order"
  | "example.sit-conceding"
  | "example.sit-conceding-point"
  | "example.sit-conceding-too-late"
  | "example.sit-out-of-turn"
  | "example.sit-out-of-turn-bonus"
  | "example.sit-combine-fight"
  | "example.sit-combine-blunt-later"
  | "example.sit-menu-number"
  | "example.sit-menu-number-minus"
  | "example.sit-menu-budget"
  | "example.sit-menu-effect-roll"
  | "example.sit-menu-effect-roll-dice"
  | "example.sit-menu-round-longer"
  | "example.sit-menu-round-longer-turn"
  | "example.sit-menu-round-shorter"
  | "example.sit-menu-die-one-check"
  | "example.sit-menu-fixed-value"
  | "example.sit-menu-bonus-action"
  | "example.sit-menu-bonus-action-minus"
  | "example.sit-menu-full-action"
  | "example.sit-menu-to-encounter"
  | "example.sit-menu-from-encounter"
  | "example.sit-menu-die-skill"
  | "example.sit-menu-to-scene"
  | "example.sit-menu-from-scene"
  | "example.sit-menu-die-ability"
  | "example.sit-menu-action-point"
  | "example.sit-menu-recovery-needed"
  | "example.sit-menu-ability"
  | "example.sit-menu-ability-taken"
  | "example.sit-menu-wild-die-taken"
  | "example.sit-advantage-number"
  | "example.sit-advantage-number-turn"
  | "example.sit-advantage-die"
  | "example.sit-advantage-actions"
  | "example.sit-advantage-skill"
  | "example.sit-recovery-rank"
  | "example.sit-recovery-out"
  | "example.sit-recovery-prepare"
  | "example.sit-recovery-durations"
  | "example.sit-recovery-from-recovery"
  | "example.sit-recovery-not-so-long"
  | "example.sit-luck-of-a-friend"
  | "example.sit-hook-chi"
  | "example.sit-hook-spider"
  | "example.sit-progressive"
  | "example.sit-resistance"
  | "example.sit-initiative-startled"
  | "example.sit-out-does-nothing"
  | "example.sit-rolled-initiative"
  | "example.sit-wild-die-advantage"
  | "example.sit-luck-and-damage"
  | "example.sit-points-and-damage"
  | "example.sit-wild-damage"
  | "example.sit-no-dice"
  | "example.sit-one-die-and-more"
  | "example.sit-advantage-then-boost"
  | "example.sit-luck-and-advantage"
  | "example.sit-number-after-dice"
  | "example.sit-rank-nothing"
  | "example.sit-menu-its-turn"
  | "example.sit-points-swap-late"
  | "example.sit-points-reroll-wild"
  | "example.sit-points-dice-late-fail"
  | "example.sit-dramatic"
  | "example.sit-conditions-end"
  | "example.sit-concede-npc"
  | "example.sit-answer-after-acting"
  | "example.sit-combine-oneself"
  | "example.sit-points-npc"
  | "example.sit-points-untrained"
  | "example.sit-scale-up"
  | "example.sit-scale-down"
  | "example.sit-conceding-exchange"
  | "example.sit-out-of-turn-rolls"
  | "example.sit-combine-enhance"
  | "example.sit-conceded-answers"
  | "example.sit-out-of-turn-twice"
  | "example.sit-hook-cybernetics-free-roll"
  | "example.sit-hook-cybernetics-paid"
  | "example.sit-hook-responsibility"
  | "example.sit-menu-wild-die-stock"
  | "example.first-roll"
  | "example.exchange-of-blows";

/** The id of an entry of the kind `formula`. */
export type FormulaId =
  | "formula.fixed-value"
  | "formula.full-defence"
  | "formula.readied-defence"
  | "formula.scale-bonus"
  | "formula.hook-cost";

/** The id of an entry of the kind `hook`. */
export type HookId =
  | "hook.cybernetics"
  | "hook.chi-mastery"
  | "hook.spider-totem"
  | "hook.interface"
  | "hook.call-rain"
  | "hook.responsibility";

/** The id of an entry of the kind `level`. */
export type LevelId =
  | "level.size.tiny"
  | "level.size.small"
  | "level.size.medium"
  | "level.size.large"
  | "level.size.huge"
  | "level.damage.mouse"
  | "level.damage.housecat"
  | "level.damage.human"
  | "level.damage.bear"
  | "level.damage.truck"
  | "level.speed.human"
  | "level.speed.horse"
  | "level.speed.car"
  | "level.speed.airplane"
  | "level.speed.jet"
  | "level.social-status.serf"
  | "level.social-status.peasant"
  | "level.social-status.merchant"
  | "level.social-status.knight"
  | "level.social-status.ruler";

/** The id of an entry of the kind `member`. */
export type MemberId =
  | "member.tech-level.stone-age"
  | "member.tech-level.iron-age"
  | "member.tech-level.electronic-age"
  | "member.tech-level.nuclear-age"
  | "member.tech-level.quantum-age"
  | "member.jurisdiction.own-property"
  | "member.jurisdiction.neighborhood"
  | "member.jurisdiction.city"
  | "member.jurisdiction.county"
  | "member.jurisdiction.state"
  | "member.movement.underwater"
  | "member.movement.land"
  | "member.movement.vertical"
  | "member.movement.flight"
  | "member.movement.micro-gravity"
  | "member.telepathy.animals"
  | "member.telepathy.people"
  | "member.telepathy.living-creatures"
  | "member.telepathy.monsters"
  | "member.telepathy.energy-beings";

/** The id of an entry of the kind `menu`. */
export type MenuId =
  | "menu.condition-effects"
  | "menu.advantages"
  | "menu.recovery";

/** The id of an entry of the kind `nature`. */
export type NatureId =
  | "nature.character"
  | "nature.vehicle"
  | "nature.weapon"
  | "nature.equipment"
  | "nature.object";

/** The id of an entry of the kind `note`. */
export type NoteId =
  | "note.gap-1"
  | "note.gap-2"
  | "note.gap-3"
  | "note.gap-4"
  | "note.gap-5"
  | "note.gap-6"
  | "note.gap-7"
  | "note.gap-8"
  | "note.gap-9"
  | "note.gap-10"
  | "note.gap-11"
  | "note.gap-12"
  | "note.gap-13"
  | "note.gap-14"
  | "note.gap-15"
  | "note.gap-17"
  | "note.gap-18"
  | "note.gap-21"
  | "note.gap-22"
  | "note.gap-23"
  | "note.gap-25"
  | "note.gap-26"
  | "note.gap-27"
  | "note.gap-28"
  | "note.gap-29"
  | "note.gap-31"
  | "note.gap-32"
  | "note.gap-33"
  | "note.gap-34"
  | "note.gap-35"
  | "note.gap-36"
  | "note.gap-37"
  | "note.gap-38"
  | "note.gap-39"
  | "note.gap-40"
  | "note.gap-41"
  | "note.gap-42"
  | "note.gap-43"
  | "note.gap-44"
  | "note.gap-45"
  | "note.gap-46"
  | "note.gap-47"
  | "note.gap-49"
  | "note.gap-50"
  | "note.gap-51"
  | "note.gap-52"
  | "note.gap-53"
  | "note.gap-54"
  | "note.gap-55"
  | "note.who-answers"
  | "note.gap-56"
  | "note.gap-57"
  | "note.gap-70"
  | "note.gap-58"
  | "note.gap-59"
  | "note.gap-62"
  | "note.gap-90"
  | "note.gap-91"
  | "note.gap-92"
  | "note.which-defence"
  | "note.endure-fatigue"
  | "note.dice-a2"
  | "note.dice-a3"
  | "note.dice-a4"
  | "note.dice-a5"
  | "note.dice-a6"
  | "note.dice-a7"
  | "note.dice-a9"
  | "note.dice-a10"
  | "note.dice-a11"
  | "note.dice-a11-times"
  | "note.dice-a12"
  | "note.dice-a14"
  | "note.dice-a15"
  | "note.dice-a17"
  | "note.dice-a18"
  | "note.dice-a18-which"
  | "note.milder-condition"
  | "note.status-by-far"
  | "note.gap-80"
  | "note.gap-81";

/** The id of an entry of the kind `option`. */
export type OptionId =
  | "option.piling-up"
  | "option.recovery"
  | "option.fixed-values"
  | "option.damage-resistance";

/** The id of an entry of the kind `outcome`. */
export type OutcomeId = never;

/** The id of an entry of the kind `panel`. */
export type PanelId =
  | "panel.order"
  | "panel.full-actions"
  | "panel.bonus-actions"
  | "panel.free-actions"
  | "panel.attacks"
  | "panel.wounds"
  | "panel.checks"
  | "panel.movement"
  | "panel.recovery"
  | "panel.points"
  | "panel.moods";

/** The id of an entry of the kind `period`. */
export type PeriodId =
  | "period.turn"
  | "period.round"
  | "period.encounter"
  | "period.scene"
  | "period.session";

/** The id of an entry of the kind `pick`. */
export type PickId =
  | "pick.condition-effects.effect-roll"
  | "pick.condition-effects.effect-roll-dice"
  | "pick.condition-effects.number"
  | "pick.condition-effects.boost"
  | "pick.condition-effects.penalty"
  | "pick.condition-effects.wild-die"
  | "pick.condition-effects.advantage"
  | "pick.condition-effects.disadvantage"
  | "pick.condition-effects.round-longer"
  | "pick.condition-effects.die-one-check"
  | "pick.condition-effects.fixed-value"
  | "pick.condition-effects.bonus-action"
  | "pick.condition-effects.to-encounter"
  | "pick.condition-effects.from-encounter"
  | "pick.condition-effects.die-skill"
  | "pick.condition-effects.full-action"
  | "pick.condition-effects.to-scene"
  | "pick.condition-effects.from-scene"
  | "pick.condition-effects.die-ability"
  | "pick.condition-effects.action-point"
  | "pick.condition-effects.to-recovery"
  | "pick.condition-effects.from-recovery"
  | "pick.condition-effects.ability"
  | "pick.advantages.number"
  | "pick.advantages.better-roll"
  | "pick.advantages.die"
  | "pick.advantages.bonus-action"
  | "pick.advantages.die-skill"
  | "pick.advantages.full-action"
  | "pick.advantages.action-point"
  | "pick.advantages.ability"
  | "pick.recovery.rank-1"
  | "pick.recovery.prepare"
  | "pick.recovery.rank-2"
  | "pick.recovery.from-encounter"
  | "pick.recovery.rank-3"
  | "pick.recovery.from-scene"
  | "pick.recovery.rank-4"
  | "pick.recovery.from-recovery"
  | "pick.recovery.rank-5";

/** The id of an entry of the kind `pillar`. */
export type PillarId =
  | "pillar.skirmish"
  | "pillar.social"
  | "pillar.problem-solving";

/** The id of an entry of the kind `points`. */
export type PointsId =
  | "points.action"
  | "points.luck";

/** The id of an entry of the kind `row`. */
export type RowId =
  | "row.fixed-values.1"
  | "row.fixed-values.2"
  | "row.fixed-values.3"
  | "row.fixed-values.4"
  | "row.fixed-values.5"
  | "row.fixed-values.6"
  | "row.fixed-values.7"
  | "row.fixed-values.8"
  | "row.fixed-values.9"
  | "row.fixed-values.10"
  | "row.fixed-values.11"
  | "row.fixed-values.12"
  | "row.fixed-values.13"
  | "row.fixed-values.14"
  | "row.fixed-values.15"
  | "row.fixed-values.16"
  | "row.fixed-values.17"
  | "row.fixed-values.18"
  | "row.flips.1"
  | "row.flips.2"
  | "row.flips.3"
  | "row.flips.4"
  | "row.flips.5"
  | "row.flips.6"
  | "row.flips.7"
  | "row.flips.8"
  | "row.flips.9"
  | "row.flips.10"
  | "row.flips.11"
  | "row.flips.12"
  | "row.flips.13"
  | "row.flips.14"
  | "row.flips.15"
  | "row.flips.16"
  | "row.flips.17"
  | "row.flips.18"
  | "row.flips.19"
  | "row.flips.20"
  | "row.flips.21"
  | "row.flips.22"
  | "row.flips.23"
  | "row.flips.24"
  | "row.flips.25"
  | "row.flips.26"
  | "row.flips.27"
  | "row.flips.28"
  | "row.flips.29"
  | "row.flips.30"
  | "row.skirmish-games.first"
  | "row.skirmish-games.second"
  | "row.social-skills.resistance"
  | "row.social-skills.first"
  | "row.social-skills.second"
  | "row.social-skills.third"
  | "row.social-skills.fourth"
  | "row.problem-skills.first"
  | "row.problem-skills.second"
  | "row.problem-skills.third"
  | "row.problem-skills.fourth"
  | "row.problem-skills.fifth"
  | "row.problem-skills.sixth"
  | "row.scale-examples.1"
  | "row.scale-examples.2"
  | "row.scale-examples.3"
  | "row.scale-examples.4"
  | "row.scale-examples.5"
  | "row.scope-examples.1"
  | "row.scope-examples.2"
  | "row.scope-examples.3"
  | "row.scope-examples.4"
  | "row.scope-examples.5"
  | "row.actions.first"
  | "row.actions.second"
  | "row.actions.third"
  | "row.actions.fourth"
  | "row.actions.fifth"
  | "row.attacks.unarmed"
  | "row.attacks.martial"
  | "row.attacks.long"
  | "row.attacks.close"
  | "row.attacks.light"
  | "row.reach.close"
  | "row.reach.martial"
  | "row.reach.light"
  | "row.reach.long"
  | "row.defences.unarmed"
  | "row.defences.light"
  | "row.defences.parrying"
  | "row.defences.martial"
  | "row.defences.long"
  | "row.movement.very-easy"
  | "row.movement.easy"
  | "row.movement.moderate"
  | "row.movement.difficult"
  | "row.movement.very-difficult"
  | "row.movement-skills.sprint"
  | "row.movement-skills.climbing"
  | "row.movement-skills.jumping"
  | "row.movement-skills.balance"
  | "row.movement-skills.shift"
  | "row.recovery.first"
  | "row.recovery.second"
  | "row.recovery.third"
  | "row.recovery.fourth"
  | "row.recovery.fifth"
  | "row.tracks.1"
  | "row.tracks.2"
  | "row.tracks.3"
  | "row.tracks.4"
  | "row.tracks.5"
  | "row.tracks.6"
  | "row.encounter-length.start"
  | "row.encounter-length.one"
  | "row.encounter-length.two"
  | "row.encounter-length.three"
  | "row.encounter-length.four"
  | "row.social-resistance.bluff"
  | "row.social-resistance.fast-talk"
  | "row.social-resistance.charm"
  | "row.social-resistance.command"
  | "row.social-resistance.rapport"
  | "row.social-resistance.taunt"
  | "row.social-resistance.intimidate"
  | "row.social-resistance.pressure";

/** The id of an entry of the kind `rule`. */
export type RuleId =
  | "rule.core-mechanisms"
  | "rule.decide-or-act"
  | "rule.check-procedure"
  | "rule.fallback"
  | "rule.modifier-timing"
  | "rule.wild-checks"
  | "rule.other-dice"
  | "rule.result-points"
  | "rule.effect-rolls"
  | "rule.spending-ranks"
  | "rule.importance"
  | "rule.backgrounds"
  | "rule.conflict-kinds"
  | "rule.argument"
  | "rule.combined-actions"
  | "rule.conceding"
  | "rule.out-of-turn"
  | "rule.scale"
  | "rule.scope"
  | "rule.ability-hooks"
  | "rule.narrative-hooks"
  | "rule.condition-creation"
  | "rule.stacking"
  | "rule.condition-lifecycle"
  | "rule.recovery-cost"
  | "rule.other-conditions";

/** The id of an entry of the kind `scale`. */
export type ScaleId =
  | "scale.size"
  | "scale.damage"
  | "scale.speed"
  | "scale.social-status";

/** The id of an entry of the kind `scene`. */
export type SceneId =
  | "scene.quick-check"
  | "scene.dramatic"
  | "scene.tactical"
  | "scene.melee"
  | "scene.chase"
  | "scene.debate";

/** The id of an entry of the kind `scope`. */
export type ScopeId =
  | "scope.tech-level"
  | "scope.jurisdiction"
  | "scope.movement"
  | "scope.telepathy";

/** The id of an entry of the kind `skill`. */
export type SkillId =
  | "skill.brawling"
  | "skill.melee"
  | "skill.athletics"
  | "skill.lifting"
  | "skill.stamina"
  | "skill.skirmish"
  | "skill.shooting"
  | "skill.acrobatics"
  | "skill.stealth"
  | "skill.pursuit"
  | "skill.communications"
  | "skill.technical"
  | "skill.research"
  | "skill.repair"
  | "skill.contacts"
  | "skill.tradecraft"
  | "skill.operations"
  | "skill.surveillance"
  | "skill.tactics"
  | "skill.survival"
  | "skill.discipline"
  | "skill.command"
  | "skill.charm"
  | "skill.intimidate"
  | "skill.pressure"
  | "skill.insight"
  | "skill.rapport"
  | "skill.bluff"
  | "skill.fast-talk"
  | "skill.taunt";

/** The id of an entry of the kind `specialization`. */
export type SpecializationId =
  | "specialization.brawling.strike"
  | "specialization.brawling.block"
  | "specialization.brawling.grapple"
  | "specialization.melee.martial-weapons"
  | "specialization.melee.long-weapons"
  | "specialization.melee.deflect"
  | "specialization.athletics.climbing"
  | "specialization.athletics.jumping"
  | "specialization.athletics.sprint"
  | "specialization.lifting.shift"
  | "specialization.lifting.carry"
  | "specialization.lifting.crush"
  | "specialization.stamina.recover"
  | "specialization.stamina.endure"
  | "specialization.stamina.resilience"
  | "specialization.skirmish.light-weapons"
  | "specialization.skirmish.close-weapons"
  | "specialization.skirmish.parry"
  | "specialization.shooting.handguns"
  | "specialization.shooting.rifles"
  | "specialization.shooting.heavy-weapons"
  | "specialization.acrobatics.tumble"
  | "specialization.acrobatics.balance"
  | "specialization.acrobatics.throwing"
  | "specialization.stealth.hide"
  | "specialization.stealth.cover"
  | "specialization.stealth.follow"
  | "specialization.pursuit.positioning"
  | "specialization.pursuit.speed"
  | "specialization.pursuit.timing"
  | "specialization.communications.computer-hacking"
  | "specialization.communications.security-systems"
  | "specialization.communications.sensors"
  | "specialization.technical.medicine"
  | "specialization.technical.forensics"
  | "specialization.technical.construction"
  | "specialization.research.mysteries"
  | "specialization.research.memory"
  | "specialization.research.puzzles"
  | "specialization.repair.traps"
  | "specialization.repair.gear"
  | "specialization.repair.vehicles"
  | "specialization.contacts.streetwise"
  | "specialization.contacts.allies"
  | "specialization.contacts.resources"
  | "specialization.tradecraft.sleight-of-hand"
  | "specialization.tradecraft.disguise"
  | "specialization.tradecraft.forgery"
  | "specialization.operations.gunnery"
  | "specialization.operations.shields"
  | "specialization.operations.systems"
  | "specialization.surveillance.trail"
  | "specialization.surveillance.search"
  | "specialization.surveillance.camouflage"
  | "specialization.tactics.fire-team"
  | "specialization.tactics.cavalry"
  | "specialization.tactics.arena"
  | "specialization.survival.awareness"
  | "specialization.survival.tracking"
  | "specialization.survival.wilderness"
  | "specialization.discipline.callousness"
  | "specialization.discipline.resolve"
  | "specialization.discipline.conviction"
  | "specialization.discipline.focus"
  | "specialization.command.demoralize"
  | "specialization.intimidate.startle"
  | "specialization.insight.cues"
  | "specialization.insight.logic"
  | "specialization.insight.ego"
  | "specialization.bluff.misdirection"
  | "specialization.taunt.insult";

/** The id of an entry of the kind `step`. */
export type StepId =
  | "step.check.luck"
  | "step.check.wild"
  | "step.check.roll"
  | "step.check.advantage"
  | "step.check.boost"
  | "step.check.flip";

/** The id of an entry of the kind `table`. */
export type TableId =
  | "table.fixed-values"
  | "table.flips"
  | "table.skirmish-games"
  | "table.social-skills"
  | "table.problem-skills"
  | "table.scale-examples"
  | "table.scope-examples"
  | "table.actions"
  | "table.attacks"
  | "table.reach"
  | "table.defences"
  | "table.movement"
  | "table.movement-skills"
  | "table.recovery"
  | "table.tracks"
  | "table.encounter-length"
  | "table.social-resistance";

/** The id of an entry of the kind `term`. */
export type TermId =
  | "term.game-master"
  | "term.player-character"
  | "term.non-player-character"
  | "term.element"
  | "term.opposition"
  | "term.concept"
  | "term.agency"
  | "term.background"
  | "term.nature"
  | "term.scale"
  | "term.scope"
  | "term.hook"
  | "term.ability-hook"
  | "term.narrative-hook"
  | "term.narrative-effect"
  | "term.mechanical-effect"
  | "term.ability"
  | "term.skill"
  | "term.specialization"
  | "term.uncommon-abilities"
  | "term.trained"
  | "term.die-code"
  | "term.pip"
  | "term.rank"
  | "term.dice-value"
  | "term.ability-check"
  | "term.skill-check"
  | "term.standing-check"
  | "term.effect-roll"
  | "term.result-points"
  | "term.difficulty-number"
  | "term.resistance"
  | "term.benchmark"
  | "term.condition"
  | "term.normal"
  | "term.out-of-action"
  | "term.discrete"
  | "term.progressive"
  | "term.cumulative"
  | "term.unresisting"
  | "term.engaged"
  | "term.reach"
  | "term.clearance"
  | "term.recovery"
  | "term.prone"
  | "term.ambush"
  | "term.disarm"
  | "term.outnumbered"
  | "term.flanking"
  | "term.advancement"
  | "term.prices"
  | "term.declaring"
  | "term.counting-successes"
  | "term.smashing";

/** The id of an entry of the kind `track`. */
export type TrackId =
  | "track.damage"
  | "track.fatigue"
  | "track.composure"
  | "track.body"
  | "track.attitude"
  | "track.willpower"
  | "track.status";

/** The id of an entry of the kind `unit`. */
export type UnitId =
  | "unit.ft"
  | "unit.in";

/** The id of an entry of the kind `value`. */
export type ValueId =
  | "value.move"
  | "value.initiative"
  | "value.rolled-initiative"
  | "value.armour"
  | "value.damage-resistance"
  | "value.weapon-damage"
  | "value.toughness"
  | "value.position"
  | "value.opening"
  | "value.unarmed-damage";

/** The id of an entry. */
export type EntryId =
  | AbilityId
  | AbilityTypeId
  | ActionId
  | ActionTypeId
  | BandId
  | BenchmarkId
  | ChapterId
  | CharacterId
  | ChoiceId
  | ConditionId
  | DiceId
  | DieCodesId
  | EffectRollId
  | ExampleId
  | FormulaId
  | HookId
  | LevelId
  | MemberId
  | MenuId
  | NatureId
  | NoteId
  | OptionId
  | OutcomeId
  | PanelId
  | PeriodId
  | PickId
  | PillarId
  | PointsId
  | RowId
  | RuleId
  | ScaleId
  | SceneId
  | ScopeId
  | SkillId
  | SpecializationId
  | StepId
  | TableId
  | TermId
  | TrackId
  | UnitId
  | ValueId;

/** The entries by their ids. */
export interface Entries
  extends Record<DieCodesId, DieCodes>,
    Record<PeriodId, Period>,
    Record<UnitId, Unit>,
    Record<TermId, Term>,
    Record<AbilityTypeId, AbilityType>,
    Record<ActionTypeId, ActionType>,
    Record<FormulaId, FormulaEntry>,
    Record<BenchmarkId, Benchmark>,
    Record<BandId, Band>,
    Record<AbilityId, Ability>,
    Record<SkillId, Skill>,
    Record<SpecializationId, Specialization>,
    Record<NatureId, Nature>,
    Record<ValueId, Value>,
    Record<ScaleId, Scale>,
    Record<LevelId, Level>,
    Record<ScopeId, Scope>,
    Record<MemberId, Member>,
    Record<DiceId, Dice>,
    Record<StepId, Step>,
    Record<OutcomeId, RollOutcome>,
    Record<TrackId, Track>,
    Record<ConditionId, Condition>,
    Record<MenuId, Menu>,
    Record<PickId, Pick>,
    Record<TableId, Table>,
    Record<RowId, Row>,
    Record<EffectRollId, EffectRoll>,
    Record<ActionId, Action>,
    Record<SceneId, Scene>,
    Record<RuleId, Rule>,
    Record<PointsId, Points>,
    Record<HookId, Hook>,
    Record<PillarId, Pillar>,
    Record<OptionId, Option>,
    Record<ChoiceId, Choice>,
    Record<NoteId, Note>,
    Record<CharacterId, CharacterEntry>,
    Record<ExampleId, Example>,
    Record<ChapterId, Chapter>,
    Record<PanelId, PanelEntry> {
  [id: string]: Entry;
}

/** An ability of a character or thing. It has a die code only if it is `ranked`. */
export interface Ability {
  entry: "ability";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: AbilityId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  type?: AbilityTypeId;
  ranked?: boolean;
  /** True if it can't be used without ranks. */
  "trained-only"?: boolean;
  /** The abilities that it requires. */
  needs?: AbilityId[];
  /** The abilities that cannot be combined with it. */
  excludes?: AbilityId[];
  /** True if all characters of players have it. */
  "of-players"?: boolean;
  /** The procedure by which it is rolled, by default the first one of the ruleset. */
  procedure?: DiceId;
  skills?: SkillId[];
}

/** A class of abilities. */
export interface AbilityType {
  entry: "ability-type";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: AbilityTypeId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
}

/** The condition to treat with an action: one of the character's conditions on these tracks. */
export interface About {
  condition: TrackId[];
  choose?: "worst" | "chosen";
}

/** An action that a character can take in a scene. */
export interface Action {
  entry: "action";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ActionId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The outcome in a line, for experienced players. */
  summary?: string;
  /** The type of action, which limits how often it can be taken in a period. */
  type: ActionTypeId;
  /** The possible targets. */
  target?: ("self" | "anyone" | "ally" | "opponent" | "opponents")[];
  /** Rows of tables or ratings to choose before the action. */
  choose?: { [key: string]: ChoiceWord };
  /** The condition that the action treats. */
  about?: About;
  /** The facts of the situation that it needs. */
  inputs?: { [key: string]: Input };
  /** The requirements for taking it. */
  needs?: Need[];
  /** The points that it costs, by key. */
  costs?: { [key: string]: number | Formula };
  /** The check to make; its effects follow from the roll. */
  check?: Check;
  /** The effects that happen whenever the action is taken. */
  effects?: Effect[];
}

/** A class of actions. `count` limits their number in each period (`per`). */
export interface ActionType {
  entry: "action-type";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ActionTypeId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  per: PeriodId;
  count?: number;
}

/** Add dice, by token or for each pip: dice `like` those of another step, or plain ones. */
export interface AddDice {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "add-dice";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  token?: string;
  /** `pip` if all pips become dice; negative pips are lost. */
  per?: "pip";
  /**
   * The faces of these dice that count if faces are counted; empty for the usual ones. By number of
   * pips, `{1: 6, 2: 5+}`, all pips are one die, which counts for the highest number that they reach.
   */
  counts?: { [key: string]: string } | string;
  /** The step whose dice are added; without it, plain dice are. */
  like?: StepId;
  /** Whether they count for the events of that step. */
  events?: "same" | "none";
  /** The times at which a roll can call for them. */
  at?: ("before-roll" | "after-roll")[];
}

/**
 * The target of a check. Exactly one of `difficulty`, `number`, `fixed`, `roll` and `resistance` is
 * set. Of several ratings, the opponent's best one counts.
 */
export interface Against {
  /** A band, or `chosen` if the game master decides. */
  difficulty?: "chosen" | Formula;
  /** A number to reach. */
  number?: number | Formula;
  /** Ratings of the opponent, as fixed values. */
  fixed?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  /** Ratings that the opponent rolls. */
  roll?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  /** Ratings that the opponent rolls or uses as fixed values. */
  resistance?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  /** Words to print after the sentence. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Permit an action, rating or reach that is otherwise not available. `costs` are the points, by key,
 * that each roll with a permitted rating costs.
 */
export interface Allow {
  allow: "actions" | "chosen-action" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | PointsId | ScopeId | MemberId;
  costs?: { [key: string]: number | Formula };
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A choice in a step. `do` is a primitive, or `nothing`; `shows` are faces of a tossed die. */
export interface Alternative {
  name: string;
  shows?: string;
  do: "nothing" | "cancel-highest" | "map-faces";
  and?: "nothing" | "the-die-itself" | "the-only-die";
  map?: "opposite" | { [key: string]: string };
  text?: string;
}

/**
 * A named range of numbers. `place` counts from 1 in the order of the pack. `duration` is the duration
 * of conditions of this rank that don't have their own.
 */
export interface Band {
  entry: "band";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: BandId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  range: Range;
  duration?: Duration;
  /** The entry that contains this one. */
  parent: BenchmarkId;
  /** The place of the entry, counted from 1. */
  place: number;
}

/** A ladder of bands. `counts-as` selects the number that represents a band. */
export interface Benchmark {
  entry: "benchmark";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: BenchmarkId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  bands: BandId[];
  "counts-as"?: "top" | "bottom" | "choice";
}

/**
 * Two operands with an operator between them. The right one of `and` and `or` is evaluated only if the
 * left one does not decide. `/` of whole numbers is a fraction. `mod` has the sign of the right
 * operand. `to` makes a range with both ends in it. `within` tests a range: the high end only if the
 * low end is met.
 */
export interface BinaryNode {
  node: "binary";
  operator: "+" | "-" | "*" | "/" | "mod" | "and" | "or" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "to" | "within";
  left: FormulaTree;
  right: FormulaTree;
}

/** True or false. */
export interface BooleanNode {
  node: "boolean";
  value: boolean;
}

/**
 * A pick bought from a menu with the ranks of a check. The other fields are the choices for its
 * effects, as in `Choices`.
 */
export interface Bought {
  pick: PickId;
  to?: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  subtract?: boolean;
  branch?: number;
  condition?: ConditionId | PickId;
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | FormulaPool | Range | RangeOfQuantities | EntryId };
}

/**
 * A built-in function.
 *
 * - `abs(measured) -> T`: A number or quantity without its sign.
 * - `ability-of(rated) -> ability`: The ability that a skill or specialization adds to.
 * - `band(benchmark, integer) -> part?`: The band of a benchmark that contains a number; blank if none
 * does.
 * - `bottom(band?) -> integer`: The lowest number of a band.
 * - `ceil(number) -> integer`: The number, rounded up.
 * - `chance(pool, integer, [dice]) -> fraction`: The exact probability that these dice succeed against
 * a number.
 * - `count(whole) -> integer`: The number of entries in an entry, such as conditions in a track.
 * - `dice(die-code) -> integer`: The dice of a die code, without its pips.
 * - `fixed(rated) -> integer`: The fixed value of a rating of the character, which needs no roll.
 * - `floor(number) -> integer`: The number, rounded down.
 * - `has(owned) -> boolean`: True if the character has this ability, skill, specialization, hook,
 * scope or condition, or if this period is under way.
 * - `has-check(action) -> boolean`: True if the action has a check.
 * - `highest(pool, [dice]) -> integer?`: The highest possible total of these dice; blank if there is
 * none.
 * - `if(boolean, T, T) -> T`: The second argument if the first is true, otherwise the third.
 * - `if-blank(T?, T) -> T`: The first argument, or the second if the first is blank.
 * - `lowest(pool, [dice]) -> integer`: The lowest possible total of these dice.
 * - `max(comparable...) -> T`: The largest of several numbers, die codes or quantities.
 * - `mean(pool, [dice]) -> fraction`: The exact mean total of these dice.
 * - `min(comparable...) -> T`: The smallest of several numbers, die codes or quantities.
 * - `nth(whole, integer) -> part?`: The entry at a place in another entry, such as the condition of a
 * rank.
 * - `pips(die-code) -> integer`: The pips of a die code, without its dice.
 * - `place(part?) -> integer`: The place of an entry in its order, such as the rank of a condition; 0
 * for a blank.
 * - `points(points) -> integer`: The points that the character has in a pool; 0 if they cannot have
 * any.
 * - `rating(rated) -> die-code`: The die code of a rating of the character.
 * - `roll(rolled, [dice]) -> integer`: The total of a roll with a rating of the character, or of dice:
 * `roll(2D+1)`.
 * - `taken(doable, [entry]) -> integer`: How often the character has taken an action in its period, or
 * actions of a type, not counting the one under way. With an entry, only those that chose it
 * (`choose`).
 * - `top(band?) -> integer`: The highest number of a band.
 * - `without-ability(rated) -> die-code`: The die code of a rating of the character, without the part
 * from the ability.
 */
export type BuiltinFunction =
  | "abs"
  | "ability-of"
  | "band"
  | "bottom"
  | "ceil"
  | "chance"
  | "count"
  | "dice"
  | "fixed"
  | "floor"
  | "has"
  | "has-check"
  | "highest"
  | "if"
  | "if-blank"
  | "lowest"
  | "max"
  | "mean"
  | "min"
  | "nth"
  | "pips"
  | "place"
  | "points"
  | "rating"
  | "roll"
  | "taken"
  | "top"
  | "without-ability";

/** Spend the ranks of the check on a menu. */
export interface Buy {
  buy: MenuId;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * A call of a built-in function. `if` and `if-blank` evaluate only the argument that they return. `of`
 * is the character that the function reads, if it isn't the acting one. The arguments always read the
 * acting character.
 */
export interface CallNode {
  node: "call";
  function: BuiltinFunction;
  arguments: FormulaTree[];
  of?: "target";
}

/** Drop the highest die, and with `and` also the die that triggered the step. */
export interface CancelHighest {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "cancel-highest";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  and?: "nothing" | "the-die-itself" | "the-only-die";
}

export interface Cause {
  /** The id of the pack. */
  pack: string;
  /** The operation, as packs write it, such as `set`. */
  operation: string;
  /** The reason that the pack gives. */
  why: string | null;
}

export interface ChanceChange {
  /** The id of the dice procedure. */
  procedure: string;
  /** The pool, in the notation of the procedure. */
  pool: string;
  /** The id of the band of a difficulty. Empty for a total, in a game without difficulties. */
  band: string;
  /** The name of the band, or the total. */
  name: string;
  /** The former number to reach. */
  number_before: number;
  /** The present number to reach. */
  number_after: number;
  /** The former probability of success. */
  before: ExactNumber;
  /** The present probability of success. */
  after: ExactNumber;
  /** The largest possible error of both. It is 0 in nearly all cases. */
  error: ExactNumber;
}

/** One change that a choice makes. */
export interface Change {
  /** The operation, as packs write it. */
  word: "add" | "set" | "unset" | "adjust" | "reword" | "replace" | "take" | "move" | "remove";
  /** The id of the changed entry, which another choice can add. */
  entry: string;
  /** The path to the setting in the entry; empty for the whole entry. */
  setting: string;
  /** The words to change in a text, for `reword`. */
  passage?: string;
  /** The new value as packs write it; for a plain list, its items. */
  value: string | string[];
  /** The reason that the pack states. */
  why: string;
}

/** All differences of the later ruleset. */
export interface Changes {
  /** The earlier ruleset. */
  before: ComparedPack;
  /** The later ruleset. */
  after: ComparedPack;
  /**
   * Entries that were added, removed or changed, by kind in the order of the later ruleset. Nested
   * entries follow those that contain them.
   */
  entries: EntryChange[];
  /** Probabilities of success that changed. Pools without exact odds are omitted. */
  odds: ChanceChange[];
  /** Worked examples with a new result that no pack rewrote. */
  examples: ExampleChange[];
  /** Terms that the documents of the later ruleset replace. */
  wording: WordChange[];
}

/** A chapter of the rules: text, and the entries that belong to it. */
export interface Chapter {
  entry: "chapter";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ChapterId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  contains?: EntryId[];
}

/** A pregenerated character to play or to meet: an example, not a rule. */
export interface CharacterEntry {
  entry: "character";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: CharacterId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /**
   * Values, and codes of abilities, skills and specializations, by id. A skill has only the dice that it
   * adds to its ability, as on a sheet.
   */
  stats: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | FormulaPool | Range | RangeOfQuantities | EntryId };
  /** True for a player's character, false for one of the game master's. */
  player?: boolean;
  /** The abilities without a code. */
  abilities?: AbilityId[];
  /** The character's hooks. */
  hooks?: HookId[];
  /** The equipment, as text. */
  gear?: string[];
  /** The number of points by pool, if different from the start. */
  points?: { [key: string]: number };
}

/** A roll against a target, and its effects. Any one of the ratings in `with` can be used. */
export interface Check {
  with?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  /** The target to roll against. */
  against?: Against;
  /** The procedure by which it is rolled, by default that of its rating. */
  procedure?: DiceId;
  /** A formula; if it is true, the check succeeds without a roll. */
  "skip-if"?: Formula;
  /** The effects of a success. */
  success?: Effect[];
  /** The effects of a failure. */
  failure?: Effect[];
  /** The effects of outcomes of the procedure, by key. */
  outcomes?: { [key: string]: Effect[] };
  /** The effects of every result. */
  always?: Effect[];
}

/** One variant of an option. The `changes` of the variant in use are already applied to the ruleset. */
export interface Choice {
  entry: "choice";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ChoiceId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entry that contains this one. */
  parent: OptionId;
  changes?: Change[];
}

/** A table, to choose one of its rows, or a kind of entry to choose from. */
export type ChoiceWord =
  | TableId
  | KindWord;

/** Choose between actions: a person does, or another die that is tossed for it. */
export interface ChooseOne {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "choose-one";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** The person. Odds assume the choice in `assume`. */
  "chosen-by"?: string;
  /** The die, such as `d6`. It chooses by the faces that it shows. */
  toss?: string;
  choices: { [key: string]: Alternative };
  assume?: string;
}

/** A column of a table. */
export interface Column {
  name: string;
  /** The type of its cells. */
  type: TypeWord;
  /** The entries that the type belongs to. */
  of?: string[];
  range?: boolean;
  list?: boolean;
  lookup?: boolean;
  optional?: boolean;
  blank?: string;
  default?: number | Formula;
  /** The formula that computes the cells, if packs don't write them. */
  formula?: number | Formula;
  /** The key of another column, in whose cells this one is printed. */
  joins?: string;
  /** The pattern for the part that is printed there. */
  shown?: string;
  /** The name of a cell's value in sentences, if `name` suits only the head of a table. */
  called?: string;
  /** The value that a character gets from the cell by choosing the row. */
  provides?: ValueId;
}

export interface ComparedPack {
  /** The id of the pack. */
  id: string;
  /** The title of the pack. */
  title: string;
  /** The version of the pack. */
  version: string;
}

/** A state of a character or thing. */
export interface Condition {
  entry: "condition";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ConditionId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** Its own duration, in place of the duration of the band of its rank. */
  duration?: Duration;
  /**
   * The actions that remove it, or `none` if the rules have no such action; by default those of its
   * track.
   */
  "recovered-by"?: ("none" | ActionId)[];
  /** The effects in force while the condition lasts. */
  effects?: Effect[];
  /** Its values in the columns of the track, by key. */
  cells?: { [key: string]: string | number | Fraction | boolean | DieCode | FormulaPool | Duration | Quantity | EntryId | (string | number | Fraction | boolean | DieCode | FormulaPool | Duration | Quantity | EntryId)[] | Range | RangeOfQuantities | null };
  /** The entry that contains this one. */
  parent: TrackId;
  /**
   * Its position on the track relative to the start, which has rank 0; the condition before the start
   * has rank -1.
   */
  rank: number;
}

/**
 * A number or die code as a modifier, or a die code as a pool. A blank stays blank. Here, a difference
 * of die codes can be negative: `3D - 4D` adds `-1D`.
 */
export interface ConvertNode {
  node: "convert";
  to: "modifier" | "pool";
  value: FormulaTree;
}

/** Count how many of these faces were rolled, in place of their sum. */
export interface CountFaces {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "count-faces";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** The faces that count, unless a token names others. */
  faces?: string;
  /** By token, the faces that count: `at-least` or `at-most` its number. */
  token?: { [key: string]: "at-least" | "at-most" };
}

/** A dice procedure: the die, the rule for success, the ranks of margins, and the steps. */
export interface Dice {
  entry: "dice";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: DiceId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The die that is rolled, such as `d6`. */
  die: string;
  /** The pips that become dice: those of the roller's own codes, all, or none. */
  "pips-carry": "codes" | "always" | "never";
  /** The total that succeeds: at least the target, or more than that. */
  success?: "at-least" | "more-than";
  /** The benchmark for margins. */
  ranks?: BenchmarkId;
  steps: StepId[];
  /** The outcomes of a roll, in order, in place of `success`. */
  outcomes?: OutcomeId[];
}

/** A die code: 3D+2. */
export type DieCode = string;

/** A die code. */
export interface DieCodeNode {
  node: "die-code";
  value: DieCode;
}

/** The rules for die codes. A ruleset has only one of these entries. */
export interface DieCodes {
  entry: "die-codes";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: DieCodesId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The number of pips that make a die. */
  "pips-per-die": number;
  /**
   * The smallest pool that can be rolled for an ability or skill. With 1D, a character without a die
   * can't try; with 0D, their pips are the total. Pools for values such as damage can be smaller. So can
   * typed rolls, which can be for such a value.
   */
  smallest: DieCode;
  /**
   * `whole` if the code of a skill on a sheet includes that of the ability, `added` if it is added to
   * it. The same holds for a specialization and its skill.
   */
  "skill-codes"?: "added" | "whole";
  /** The formula for the fixed value of a code. */
  fixed?: FormulaId;
  /** True if modifiers on checks also change fixed values. */
  "fixed-like-checks"?: boolean;
}

/** Drop the lowest or the highest dice: as many as a token adds, or all but `keep` dice. */
export interface DropDice {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "drop-dice";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** The dice to drop, by token. Each call rolls one more die and drops one. */
  token?: { [key: string]: string };
  /**
   * The number of dice to keep, if no token calls for the step. `drop` is then the end at which dice are
   * dropped.
   */
  keep?: number;
  drop?: "lowest" | "highest";
  /** How opposite tokens combine. */
  cancel?: "one-for-one" | "none";
  /** The dice that can be dropped; all if it is empty. */
  "drop-from"?: ("ability" | "skill" | "specialization" | "bonus" | StepId)[];
  /** The order in which equal dice are dropped. */
  "equal-dice"?: ("ability" | "skill" | "specialization" | "bonus" | StepId)[];
  /** True if the extra die always stays, even if it is worse than the dropped one. */
  forced?: boolean;
  /** The times at which a roll can call for the step. */
  at?: ("before-roll" | "after-roll")[];
}

/**
 * A duration, such as `until end of own next turn`. `text` is the pack's notation for it. `form`
 * decides which of the fields apply: - `this`, `next`: until the end of the present period, or the
 * whole of the next one. - `count`: a number of periods, or a die code to roll for it (`1D rounds`). -
 * `end`: until the end of the period, of the holder's `own` or the `following` one. - `own-action`:
 * until the holder's next action of a type. It also ends with any period longer than the one in which
 * these actions are counted. - `event`: until it is used, recovered or replaced. - `always`:
 * permanently. `period` and `action-type` are keys of declared entries.
 */
export interface Duration {
  text: string;
  form: "this" | "next" | "count" | "end" | "own-action" | "event" | "always";
  period?: string;
  count?: string;
  own?: boolean;
  following?: boolean;
  "action-type"?: string;
  event?: string;
}

/**
 * An effect, with the qualifiers shared by all verbs. `stands` is True for verbs that can stay in
 * force for a while; all others happen once. `rerolls` is True for verbs that roll dice of a check
 * again.
 */
export type Effect =
  | Modify
  | Inflict
  | Recover
  | SetDuration
  | Ignore
  | Allow
  | Forbid
  | Roll
  | Reroll
  | Use
  | Resist
  | Buy
  | Move
  | Narrate
  | OneOf;

/** A roll that an effect causes, such as damage after a hit. */
export interface EffectRoll {
  entry: "effect-roll";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: EffectRollId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  check: Check;
}

/** Anything in a pack that has an id. */
export type Entry =
  | DieCodes
  | Period
  | Unit
  | Term
  | AbilityType
  | ActionType
  | FormulaEntry
  | Benchmark
  | Band
  | Ability
  | Skill
  | Specialization
  | Nature
  | Value
  | Scale
  | Level
  | Scope
  | Member
  | Dice
  | Step
  | RollOutcome
  | Track
  | Condition
  | Menu
  | Pick
  | Table
  | Row
  | EffectRoll
  | Action
  | Scene
  | Rule
  | Points
  | Hook
  | Pillar
  | Option
  | Choice
  | Note
  | CharacterEntry
  | Example
  | Chapter
  | PanelEntry;

export interface EntryChange {
  /** The id of the entry. For a generated row, its place in the table. */
  id: string;
  /** The kind of the entry. */
  kind: string;
  /** The name of the entry for readers. */
  name: string;
  /** The id of the entry that contains it. */
  inside: string | null;
  /**
   * The sort of change: `added`, `removed` or `changed`. An entry is also changed if anything inside it
   * is.
   */
  fate: "added" | "removed" | "changed";
  /** The id of the entry to use in place of a removed one. */
  instead: string | null;
  /** The changed fields. */
  fields: FieldChange[];
  /** The name of the entry in front of it, if it moved; empty if it is now the first. */
  moved_behind: string | null;
  /**
   * The packs that made the change, in order. Empty if it follows from other changes or if no pack is
   * recorded.
   */
  by: Cause[];
}

/** An entry of the ruleset itself. */
export interface EntryNode {
  node: "entry";
  id: EntryId;
}

/** A result besides the total, such as a critical failure: it happens if dice show a face. */
export interface Event {
  /** The result that the check has to have as well, success or failure. */
  if?: "success" | "failure";
  /** The faces that cause the event. */
  shows: { [key: string]: string } | string;
  /** The dice that have to show such a face: any of them, the first, or all. */
  which?: "any" | "first" | "all";
  /** Whether dropped dice count. */
  dropped?: "count" | "ignore";
  /** The throw of each die that has to show it: 1 for the first, 2 for the one after an explosion. */
  throw?: number;
  text: string;
}

export interface ExactNumber {
  /** The exact number, such as `425/432`, or null if it has more than a thousand digits. */
  fraction: string | null;
  /** The number as a rounded decimal. */
  decimal: number;
}

/**
 * A worked example. Every build runs it and compares the result with the expected one. It has exactly
 * one of `formula`, `run` and `steps`.
 */
export interface Example {
  entry: "example";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ExampleId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entries that the example explains. */
  about: EntryId[];
  /** A formula. `expect` is a formula with an equal value, or the text that results. */
  formula?: number | Formula;
  /** An entry that has effects or a check. `expect` has the effects that happen, or facts. */
  run?: ActionId | EffectRollId | RuleId | TrackId | ConditionId | MenuId | PickId | PointsId | HookId;
  /** For points, the way to spend them. */
  spend?: string;
  /** For a menu, the purchases. */
  picks?: PickId[];
  /** The values of names in formulas, by name; ratings and values of the acting character, by id. */
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | FormulaPool | Range | RangeOfQuantities | EntryId };
  expect?: string | Effect[] | Facts;
  people?: { [key: string]: Person };
  /**
   * Steps of the characters in `people`, each with its expected results. If the steps have prose
   * (`tells`), a text can include the example.
   */
  steps?: ExampleStep[];
  /** The severity of a different result. */
  severity?: "error" | "warning";
  /** False for a test, which documents leave out. */
  print?: boolean;
}

export interface ExampleChange {
  /** The id of the example. */
  id: string;
  /** The formula or the id of the entry that is run. */
  shows: string;
  /** The former result, as packs write it. For a run, only the differences. */
  before: string;
  /** The present result. For a run, only the differences. */
  after: string;
}

/**
 * A step of an example: a character does something, or time passes. It has exactly one of `run`,
 * `start`, `end` and `formula`.
 */
export interface ExampleStep {
  /** The entry to use, test, suffer, spend or roll; or a scene, to order its turns. */
  run?: ActionId | RuleId | HookId | TrackId | ConditionId | MenuId | PointsId | SceneId | AbilityId | SkillId | SpecializationId;
  /** A formula about the character in `by` that has to be true. */
  formula?: Formula;
  start?: PeriodId;
  end?: PeriodId;
  /** The acting character. */
  by?: string[];
  /** The target. */
  on?: string;
  /** Other characters involved. */
  ally?: string;
  /** Other characters involved. */
  opponents?: string[];
  /** For points, the way to do so. */
  spend?: string;
  /** For points, the way to do so. */
  earn?: string;
  /** For points, the way to do so. */
  lose?: string;
  /** Purchases with ranks. */
  picks?: Bought[];
  /**
   * Facts and choices, by the names that `run` uses. For a rating, `against` is the number to reach. For
   * a menu, `rank` is the rank to spend.
   */
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | FormulaPool | Range | RangeOfQuantities | EntryId };
  /** Choices, as in `Choices`. */
  to?: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  /** Choices, as in `Choices`. */
  subtract?: boolean;
  /** Choices, as in `Choices`. */
  branch?: number;
  /** Choices, as in `Choices`. */
  condition?: ConditionId | PickId;
  /** True if the opponent rolls to resist. */
  rolled?: boolean;
  /** The choices for steps of the dice procedure, in order. */
  choose?: string[];
  /** The phase of the turn order: to declare actions or to act. */
  phase?: "act" | "declare";
  /** Points spent on the first roll. */
  "after-roll"?: Spent[];
  /**
   * The action waits after its roll. A later step with `finish` ends it, perhaps with another
   * `difficulty` in `given`.
   */
  open?: boolean;
  finish?: boolean;
  /** The faces rolled, in order. Their number has to match exactly. */
  dice?: number[];
  /** The step as prose, with placeholders for its results: `{total}`. */
  tells?: string;
  expect?: StepFacts;
}

/** Turn pips into dice, so that no pips are left, or dice above a limit into pips. */
export interface ExchangePips {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "exchange-pips";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** A rest of so many pips or more becomes a die; with `none`, pips are lost. */
  "up-from"?: string;
  /** The most dice to roll. Each die above that is worth `beyond` pips. */
  "max-dice"?: number;
  beyond?: number;
  /**
   * The later steps whose dice count toward that limit, even if a roll calls for them after the dice
   * have fallen.
   */
  includes?: StepId[];
}

/** The expected results of a run. Only fields that are set are compared. */
export interface Facts {
  number?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  outcome?: string;
  skipped?: boolean;
  /** The total cost of purchases. */
  cost?: number;
  /** The effects that happen. */
  effects?: Effect[];
}

export interface FieldChange {
  /** The keys that lead to the field in the entry. */
  field: string;
  /** The label of the field in documents. */
  label: string;
  /**
   * The sort of change. If items of a long list were `added` or `removed`, only those are listed; if the
   * field is `changed`, both sides are whole.
   */
  fate: "added" | "removed" | "changed";
  /** The former content, in the wording of the documents. */
  before: string | null;
  /** The present content. */
  after: string | null;
  /**
   * The packs that made the change, in order. Empty if it follows from other changes or if no pack is
   * recorded.
   */
  by: Cause[];
}

/**
 * Rule out an action, rating or reach that is otherwise available. Forbidding `actions` also rules out
 * rolls to resist, unless `except` has an action or `resistance`.
 */
export interface Forbid {
  forbid: "actions" | "chosen-action" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | PointsId | ScopeId | MemberId;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A formula. A formula that is only a whole number is written as that number instead. */
export interface Formula {
  /** The notation in the pack. */
  text: string;
  tree: FormulaTree;
}

/** A named formula, which other formulas can call. */
export interface FormulaEntry {
  entry: "formula";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: FormulaId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The types of its parameters, by name. */
  params?: { [key: string]: TypeWord };
  /** Values that the formula uses, by name. */
  constants?: { [key: string]: number | Formula };
  /** The type of the result. */
  returns: TypeWord;
  /** The formula itself. */
  formula: number | Formula;
}

/**
 * A call of a named formula. It can use `given`, and the constants of its entry. `of` is the character
 * that the formula is about, if it isn't the acting one.
 */
export interface FormulaNode {
  node: "formula";
  id: FormulaId;
  given?: { [key: string]: FormulaTree };
  of?: "target";
}

/**
 * A pool that a formula computes. A procedure rolls a `dice.pool.Pool` (see `to_roll`). Pips never
 * become dice here; they are part of `adds`. `tokens` are the tokens of the steps that the pool calls
 * for, each with its count. `die` is `d6` for `2d6+3`, which only a procedure with this die can roll,
 * and empty for `2D+3`.
 */
export interface FormulaPool {
  dice: number;
  adds?: number;
  tokens?: [string, number][];
  die?: string;
}

/**
 * The root of the tree of a formula. The field `node` is the type of the node. Arithmetic is exact for
 * whole numbers, fractions, die codes (pips are carried: if three make a die, 1D+3 is 2D), quantities
 * of one unit, pools and modifiers.
 */
export type FormulaTree =
  | IntegerNode
  | FractionNode
  | BooleanNode
  | DieCodeNode
  | PoolNode
  | ModifierNode
  | QuantityNode
  | NameNode
  | EntryNode
  | ValueNode
  | UnaryNode
  | BinaryNode
  | CallNode
  | LookupNode
  | FormulaNode
  | ConvertNode;

/** An exact number: 7/2. */
export type Fraction = string;

/** An exact number with a decimal point. */
export interface FractionNode {
  node: "fraction";
  value: Fraction;
}

/**
 * A way to earn points: the amount, and the time of payment (at once by default). Taking the action or
 * following the rule in `for` earns the points.
 */
export interface Gain {
  name: string;
  amount: number;
  for?: ActionId | RuleId | HookId;
  paid?: Duration;
  text?: string;
}

/**
 * A phrase of a description that grants an ability or turns the story. `activated-by` lists the ways
 * to activate it; it needs no activation if this is empty.
 */
export interface Hook {
  entry: "hook";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: HookId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  type?: TermId;
  "activated-by"?: ("check" | PointsId)[];
  effects?: Effect[];
}

/** Suspend a condition for as long as the effect lasts. */
export interface Ignore {
  ignore: "chosen-condition" | ConditionId | TrackId;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Inflict a condition, by name or as a rank of a track. `to-rank` sets the rank on the track; `by`
 * moves it from the character's present rank.
 */
export interface Inflict {
  inflict: ConditionId | TrackId;
  "to-rank"?: number | Formula;
  by?: number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A fact of the situation that a rule or an action needs as input. */
export interface Input {
  /** The question in words. */
  name: string;
  /** The type of the answer. */
  type: TypeWord;
  /** The entry that contains the answer, such as the benchmark of a band. */
  of?: BenchmarkId | AbilityId | SkillId | ScaleId | ScopeId | TrackId | MenuId | TableId;
  /** True if no answer is needed. The fact is then blank, or false if it is a yes-or-no question. */
  optional?: boolean;
}

/** A whole number. */
export interface IntegerNode {
  node: "integer";
  value: number;
}

/** A kind of entry. */
export type KindWord =
  | "die-codes"
  | "period"
  | "unit"
  | "term"
  | "ability-type"
  | "action-type"
  | "formula"
  | "benchmark"
  | "band"
  | "ability"
  | "skill"
  | "specialization"
  | "nature"
  | "value"
  | "scale"
  | "level"
  | "scope"
  | "member"
  | "dice"
  | "step"
  | "outcome"
  | "track"
  | "condition"
  | "menu"
  | "pick"
  | "table"
  | "row"
  | "effect-roll"
  | "action"
  | "scene"
  | "rule"
  | "points"
  | "hook"
  | "pillar"
  | "option"
  | "choice"
  | "note"
  | "character"
  | "example"
  | "chapter"
  | "panel";

/** A level of a scale. `place` counts from 1. */
export interface Level {
  entry: "level";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: LevelId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entry that contains this one. */
  parent: ScaleId;
  /** The place of the entry, counted from 1. */
  place: number;
}

export interface License {
  id: string;
  holder: string;
  source: string;
  changes: string;
  /** The work that the content is taken from. */
  title?: string;
  year?: number;
  section15?: string[];
  "product-identity"?: string;
  "adapted-by"?: string;
  evidence?: "stated" | "site-wide-assumed" | "unknown";
}

/**
 * A limit on points: `count` of them in each period, per character or for the whole group. If the
 * limit is per `check`, points spent before the roll and after it count together.
 */
export interface Limit {
  count: number | Formula;
  per: "check" | PeriodId;
  among?: "each" | "everyone";
}

/**
 * The cell of a table in the row for a value and in a column; null if blank. A row is found by the
 * value of its cell in a column with `lookup`, or by a value in the range of that cell, and also by
 * itself and by the entry that it represents. If no column has `lookup`, its key, id or name finds it
 * as well.
 */
export interface LookupNode {
  node: "lookup";
  table: FormulaTree;
  by: FormulaTree;
  column: string;
}

/** A way to lose points. A character can't lose more points than they have. */
export interface Loss {
  name: string;
  amount: number;
  text?: string;
}

/** Count faces as other faces, for example as the opposite ones. */
export interface MapFaces {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "map-faces";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** Its number is the face to change; without a token, all faces of the `map` change. */
  token?: string;
  map: "opposite" | { [key: string]: string };
  /** The dice to change: the `kept` ones, or `all`, before any were dropped. */
  which: "kept" | "all";
  /** How often one face can change. */
  times: number;
  /** Whether faces of substituted dice change. */
  chain: "every-face" | "none";
}

/** A part of a scope, such as one age of a tech level. */
export interface Member {
  entry: "member";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: MemberId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entry that contains this one. */
  parent: ScopeId;
}

/** Effects to buy with ranks: several at once, as far as the ranks go. */
export interface Menu {
  entry: "menu";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: MenuId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  "paid-with": "rank";
  picks: PickId[];
}

/** A change to a roll or a number. Negative amounts subtract. */
export interface Modifier {
  /** The number added to the total, or to the value. */
  adds?: number;
  /** The dice added to the pool. */
  dice?: number;
  /** The pips added to the pool. */
  pips?: number;
  /** The token of a dice step. */
  token?: string;
  /** The number of times that the roll calls for this token. */
  count?: number;
  /** True if the character who causes the effect chooses between plus and minus. */
  "either-way"?: boolean;
}

/** A change by dice, pips or tokens. */
export interface ModifierNode {
  node: "modifier";
  value: Modifier;
}

/**
 * Change checks, fixed values, resistance, margins, effect rolls, or a single value or rating. `by`
 * adds an amount. A value can instead be multiplied (`multiplied-by`) or replaced (`set-to`); the
 * three exclude each other. If several effects change a value, the lowest `set-to` applies first, then
 * all factors, then all amounts.
 */
export interface Modify {
  modify: "checks" | "fixed-values" | "resistance" | "margins" | "effect-rolls" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ValueId | ActionTypeId | PointsId;
  by?: Modifier | number | Formula;
  "multiplied-by"?: number | Formula;
  "set-to"?: number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * The `start` or `end` of a period. `which` selects the period: the present one (`the`), `each`, the
 * `next`, the holder's `own` or `own-next`.
 */
export interface Moment {
  text: string;
  edge: "start" | "end";
  which: "the" | "each" | "next" | "own" | "own-next";
  period: string;
}

/** Move a character by a distance. */
export interface Move {
  move: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  by: number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Multiply the dice from some sources; pips are kept or multiplied. With `carry`, multiplied pips
 * become dice as far as possible.
 */
export interface MultiplyDice {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "multiply-dice";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  token: string;
  by: number;
  sources: ("ability" | "skill" | "specialization")[];
  pips: "keep" | "multiply";
  carry?: boolean;
}

/**
 * A local name, or an argument or constant of a formula: `rank`, `row.category`. If the whole name
 * isn't given, the part after the last dot belongs to the value of the part before it: a cell of a row
 * or condition, by the key of its column, or the rank of a condition.
 */
export interface NameNode {
  node: "name";
  name: string;
}

/** An effect that isn't computed: the game master describes the outcome. */
export interface Narrate {
  narrate: string;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A type of game element, such as characters, with the abilities that it has by nature. */
export interface Nature {
  entry: "nature";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: NatureId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  agency?: boolean;
  abilities?: AbilityId[];
  values?: ValueId[];
}

/** A requirement. */
export interface Need {
  /** The formula, in the notation of the pack. */
  text: string;
  tree: FormulaTree;
  /** The requirement as a sentence, without a full stop. */
  sentence: string;
}

/** A gap or contradiction in the sources, with its possible readings and the chosen one. */
export interface Note {
  entry: "note";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: NoteId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entries with the problem. */
  about: EntryId[];
  kind: "conflict" | "gap" | "typo" | "naming";
  problem: string;
  readings?: { [key: string]: Reading };
  /** The address of a setting. Its value decides which reading is chosen. */
  decides?: string;
  /** The key of the chosen reading, if the note decides no setting. */
  chosen?: string;
  /** The reason for the choice. */
  why?: string;
}

/** Choose one of several effects. The character who causes the effect chooses. */
export interface OneOf {
  "one-of": Effect[];
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A rule with several variants. `default` is the variant in use, which packs can select. */
export interface Option {
  entry: "option";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: OptionId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  default: ChoiceId;
  choices: ChoiceId[];
}

/** The turn order of a scene: by a value or by first action, once `each` period. */
export interface Order {
  /** The value that decides the order, or `first-to-act`. */
  by: "first-to-act" | ValueId;
  /**
   * A value by which the game master can order a scene instead, for any length of time. Effects on the
   * value `by` then apply to this value.
   */
  "or-by"?: ValueId;
  /** The value or rating that decides the order of declaring, by default `by`. */
  "declare-by"?: AbilityId | SkillId | SpecializationId | ValueId;
  /** The period for which the order is made. */
  each: PeriodId;
  declare?: "none" | "highest-first" | "lowest-first";
  act?: "highest-first" | "lowest-first";
  /** True if characters who act later can interrupt those before them. */
  interrupt?: boolean;
  /**
   * A condition in which characters can interrupt anyone. Without it, they can take limited actions only
   * in their own turn.
   */
  "interrupt-while"?: ConditionId;
  /**
   * The member in whose place a whole side acts together, the highest or the lowest; `none` if everyone
   * acts separately.
   */
  sides?: "none" | "highest" | "lowest";
  /**
   * Groups of actions by key. All actions of a tier come before those of the next one; actions in no
   * tier come last.
   */
  tiers?: { [key: string]: Tier };
  /** The ways to break ties, in order. */
  ties?: ("players-first" | "roll-again" | "together" | AbilityId | SkillId | SpecializationId | ValueId)[];
}

export interface Pack {
  id: string;
  title: string;
  version: string;
  license: License | null;
}

/** A panel of the quick reference: its text, and the entries that it `shows`, in a line each. */
export interface PanelEntry {
  entry: "panel";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: PanelId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  shows?: EntryId[];
  /** The keys of the columns to include. By default, tables have all their columns, tracks have none. */
  only?: string[];
}

/**
 * A stretch of game time. The pack's order is from short to long. `belongs-to` is the nature whose
 * members each have a separate period, as each character has a turn. `duration` is its length in clock
 * time, if it has one.
 */
export interface Period {
  entry: "period";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: PeriodId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  plural: string;
  "belongs-to"?: NatureId;
  duration?: Quantity;
}

/** A character of an example, in the state before its first step. */
export interface Person {
  /** A pregenerated character to base this one on. The other fields change it or add to it. */
  character?: CharacterId;
  player?: boolean;
  /**
   * Values, and codes of abilities, skills and specializations, by id. A skill has only the dice that it
   * adds to its ability, as on a sheet.
   */
  stats?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | FormulaPool | Range | RangeOfQuantities | EntryId };
  /** The abilities without a code. */
  abilities?: AbilityId[];
  /** The character's hooks. */
  hooks?: HookId[];
  /** The character's conditions. */
  conditions?: ConditionId[];
  /** The number of points by pool, if different from the start. */
  points?: { [key: string]: number };
}

/** An item of a menu: its `cost` in ranks, and `limit`, how often one check can buy it. */
export interface Pick {
  entry: "pick";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: PickId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  cost: number | Formula;
  limit?: number | Formula;
  effects: Effect[];
  /** The entry that contains this one. */
  parent: MenuId;
}

/** A style of play, and its scenes. */
export interface Pillar {
  entry: "pillar";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: PillarId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  scenes?: SceneId[];
}

/** A pool of points: the number at the start, its refresh, and ways to use them. */
export interface Points {
  entry: "points";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: PointsId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The number of points at the start. */
  start: number | Formula;
  /** The period with which the points are filled again, or `never`. */
  refresh: "never" | PeriodId;
  /** The requirements for having the pool. */
  needs?: Need[];
  /** The limit on spending. */
  limit?: Limit;
  /** Points that can't be used on the same roll, unless an effect allows one. */
  "exclusive-with"?: PointsId[];
  /** The ways to spend the points, by key. */
  spend?: { [key: string]: Spend };
  /** The ways to earn them, by key. */
  earn?: { [key: string]: Gain };
  /** The ways to lose them, by key. */
  lose?: { [key: string]: Loss };
  /** The characters that have the pool, everyone or only those of players. */
  "belongs-to"?: "everyone" | "players";
  /** The lowest possible number of points, by default 0. */
  min?: number | Formula;
  /** The highest possible number, if there is one. */
  max?: number | Formula;
  /** The effects on the owner when the number reaches `max`. */
  "when-full"?: Effect[];
  /** The effects on the owner when the number reaches `min`. */
  "when-empty"?: Effect[];
}

/** A pool of dice. */
export interface PoolNode {
  node: "pool";
  value: FormulaPool;
}

/**
 * An amount of a unit: `5 ft`. `unit` is the key of a declared unit. Units are not converted into each
 * other.
 */
export interface Quantity {
  amount: number | Fraction;
  unit: string;
}

/** An amount of a unit. */
export interface QuantityNode {
  node: "quantity";
  value: Quantity;
}

/** From low to high, both included; open if one is missing. */
export interface Range {
  low?: number;
  high?: number;
}

/** From low to high, both included; open if one is missing. */
export interface RangeOfQuantities {
  low?: Quantity;
  high?: Quantity;
}

/**
 * One reading of an ambiguous rule. `value` is the value of the setting in `Note.decides` under this
 * reading.
 */
export interface Reading {
  text: string;
  value?: string;
}

/** Remove a condition, or an effect bought with ranks. `of-rank` limits the rank it takes. */
export interface Recover {
  recover: "chosen-condition" | "chosen-effect" | ConditionId | TrackId;
  "of-rank"?: number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** Roll the check again and keep one of the two totals. */
export interface Reroll {
  reroll: "check";
  keep: "higher" | "lower" | "second" | "chosen";
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Replace the usual resistance to an action, effect roll or any action (`actions`). The result is
 * never below `not-below`. All formulas, including `if`, are evaluated when the action is resisted.
 * They can use its names (`resisted.distance`), and `resistance` for the rating or value that resists
 * otherwise.
 */
export interface Resist {
  resist: "actions" | ActionId | EffectRollId;
  with: number | Formula;
  "not-below"?: number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Make an effect roll, optionally with a modifier. `with` replaces the rating or value that the effect
 * roll uses: a rating, a value, or a formula that names one (`row.weapon`).
 */
export interface Roll {
  roll: "chosen" | EffectRollId;
  by?: Modifier | Formula;
  with?: AbilityId | SkillId | SpecializationId | ValueId | number | Formula;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * Roll a second set and keep the higher or lower one, by token. A set includes everything from the
 * beginning to this step.
 */
export interface RollAgain {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "roll-again";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  /** The tokens, each with the set to keep: `higher` or `lower`. */
  token: { [key: string]: string };
  compare: "total";
  /** The set to keep if the totals are equal. */
  tie: "first" | "second";
  /** True if each call rolls a further set. */
  stack: boolean;
}

/** Roll the waiting dice. */
export interface RollDice {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "roll";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
}

/**
 * The expected results of a roll. Only fields that are set are compared. `pool` is the pool in the
 * notation of packs (`4D B1`). `outcome` is the key of the outcome, `events` are the keys of the
 * events of its dice.
 */
export interface RollFacts {
  pool?: string;
  number?: number;
  total?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  outcome?: string;
  skipped?: boolean;
  events?: string[];
}

/** One outcome of a roll, such as a weak hit. The first one whose conditions are met counts. */
export interface RollOutcome {
  entry: "outcome";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: OutcomeId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The totals with this outcome. */
  total?: Range;
  /** The margins with this outcome, negative below the target. */
  margin?: Range;
  /** The key of an event that has to happen. */
  event?: string;
  /** Success or failure. By default, only the last outcome is a failure. */
  is?: "success" | "failure";
  /** The effects of every check with this outcome. */
  effects?: Effect[];
  /** The entry that contains this one. */
  parent: DiceId;
}

/**
 * A row of a table, with its cells by the keys of the columns. If each row of the table is about an
 * entry of another kind, `represents` is the entry of this row, which has the same key.
 */
export interface Row {
  entry: "row";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: RowId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  /** The entry that contains this one. */
  parent: TableId;
  /** The cells, by the keys of the columns. */
  cells?: { [key: string]: string | number | Fraction | boolean | DieCode | FormulaPool | Duration | Quantity | EntryId | (string | number | Fraction | boolean | DieCode | FormulaPool | Duration | Quantity | EntryId)[] | Range | RangeOfQuantities | null };
  represents?: EntryId;
}

/**
 * The kind of entries that the rows of a table are about; each row has the key of its entry. If `of`
 * is set, only entries inside the entry with this id are meant.
 */
export interface RowsAre {
  kind: TypeWord;
  of?: string;
}

/** A standing rule: text, and effects without a trigger. */
export interface Rule {
  entry: "rule";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: RuleId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  inputs?: { [key: string]: Input };
  effects?: Effect[];
}

/** An order of magnitude, the lowest level first. */
export interface Scale {
  entry: "scale";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ScaleId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  levels: LevelId[];
}

/** A kind of scene with its actions and turn order. */
export interface Scene {
  entry: "scene";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: SceneId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  "kind-of"?: SceneId;
  actions?: ActionId[];
  order?: Order;
}

/** The range of things on which an ability works. Its members have no order. */
export interface Scope {
  entry: "scope";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ScopeId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  members: MemberId[];
}

/**
 * Change the duration of a condition: to `duration`, or by an amount (`by`) of a `period`. With
 * `from`, only a condition with this duration changes.
 */
export interface SetDuration {
  "set-duration": "chosen-condition" | ConditionId;
  from?: Duration;
  by?: Modifier | Formula;
  period?: PeriodId;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/** A use of an ability. If `trained-only`, it can't be used without ranks. */
export interface Skill {
  entry: "skill";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: SkillId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  "trained-only"?: boolean;
  procedure?: DiceId;
  specializations?: SpecializationId[];
  /** The entry that contains this one. */
  parent: AbilityId;
}

/** A narrow use of a skill. */
export interface Specialization {
  entry: "specialization";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: SpecializationId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  "trained-only"?: boolean;
  procedure?: DiceId;
  /** The entry that contains this one. */
  parent: SkillId;
}

/**
 * A way to spend points: its cost, time, `limit` and effects. `cost` is in points of the pool; `text`
 * describes the benefit if there are no `effects`.
 */
export interface Spend {
  name: string;
  cost: number | Formula;
  at?: "before-roll" | "after-roll" | "any-time";
  limit?: Limit;
  text?: string;
  effects: Effect[];
}

/**
 * Points spent on a roll after the dice have fallen. `way` is the key of the way to spend them. `keep`
 * selects one of two totals, if the rules leave that open.
 */
export interface Spent {
  points: PointsId;
  way: string;
  keep?: "higher" | "lower";
}

/**
 * One step of a procedure. `token-names` has the word that people use for a token. With `if`, it
 * happens only if another step's dice show a face. Each class of steps defines two constants:
 * `behind`, the meaning of the number after a token, and `works_on`, which is `waiting` for steps
 * before the roll, `rolled` for steps after it, and `either` if both are possible.
 */
export type Step =
  | MultiplyDice
  | SubstituteDice
  | AddDice
  | ExchangePips
  | RollDice
  | RollAgain
  | DropDice
  | MapFaces
  | CancelHighest
  | CountFaces
  | ChooseOne;

/** The expected results of a step: those of its first roll, and the state after it. */
export interface StepFacts {
  /** The rules don't allow the step, and nothing has changed. */
  refused?: boolean;
  /** The rolls that follow from the first, such as damage. */
  then?: RollFacts[];
  /** The effects that happened, in order, except for inflicted conditions. */
  effects?: Effect[];
  /** All conditions, by character. */
  conditions?: { [key: string]: ConditionId[] };
  /** The number of points, by character and key. */
  points?: { [key: string]: { [key: string]: number } };
  /** The turn order; characters who act together are one item: `ann and ben`. */
  order?: string[];
  pool?: string;
  number?: number;
  total?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  outcome?: string;
  skipped?: boolean;
  events?: string[];
}

/** Replace dice of the pool with other dice. These can explode: they are rolled again and added. */
export interface SubstituteDice {
  entry: "step";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  do: "substitute-dice";
  "token-names"?: { [key: string]: string };
  if?: Wait;
  /** The entry that contains this one. */
  parent: DiceId;
  token?: string;
  /** The number of dice to replace without a token. */
  always?: number;
  /** The sources of the dice to replace. */
  from: ("ability" | "skill" | "specialization")[];
  /** The largest number of replaced dice, or `all`. */
  limit: string;
  /** The exploding faces by die; `other` is for all dice that are not named. */
  explode?: { [key: string]: string };
  /**
   * The result of the roll with which dice explode. These dice explode after all steps, if they were
   * kept. A roll without a target counts as a failure.
   */
  "explode-if"?: "success" | "failure";
  /** How often one die can explode; None for any number of times. */
  "explode-times"?: number;
  /**
   * How the throws of an exploded die count. With `one-die`, they are a single die with their sum. With
   * `face`, the same, but this die is compared by its first face when dice are dropped. With `separate`,
   * each throw is a die.
   */
  chain?: "one-die" | "face" | "separate";
  /** The events of these dice, by key. */
  events?: { [key: string]: Event };
}

/** A table. Its rows are in the pack, or made for each combination of the values in `each`. */
export interface Table {
  entry: "table";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: TableId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  layout?: "rows-down" | "columns-down" | "lists";
  "rows-are"?: RowsAre;
  each?: { [key: string]: string[] };
  columns: { [key: string]: Column };
  rows?: RowId[];
}

/** A term of the game, with its explanation. */
export interface Term {
  entry: "term";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: TermId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
}

export interface Terms {
  name: string;
  url?: string;
  text?: string;
}

/** A part of a round in which certain actions happen. */
export interface Tier {
  name: string;
  actions?: ActionId[];
}

/**
 * Conditions in order. On a `discrete` track, each condition exists only once; on a `progressive` one,
 * a condition replaces the previous one; on a `cumulative` one, conditions add up with their effects.
 * `combine` sets how a newly inflicted rank combines with conditions that the character already has on
 * the track. With `with-worst`, it is added to the rank of the worst condition. With `with-all`, it
 * becomes the last rank of the track if the sum of all ranks, with the new one, reaches that. With
 * `next`, a new rank that isn't higher than that of the worst condition becomes the rank after that;
 * so does a condition inflicted by name. Otherwise, the new rank, or the condition inflicted by name,
 * doesn't change.
 */
export interface Track {
  entry: "track";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: TrackId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  stacking: "discrete" | "progressive" | "cumulative";
  combine?: "with-worst" | "with-all" | "next";
  /** The benchmark whose bands set the duration of conditions by rank, unless a condition has its own. */
  ranks?: BenchmarkId;
  "resisted-by"?: (AbilityId | SkillId | SpecializationId | ValueId)[];
  /** The actions that remove the track's conditions, or `none` if nothing does. */
  "recovered-by"?: ("none" | ActionId)[];
  /** The condition of rank 0. */
  start?: ConditionId;
  /** The effects that apply in every condition. They can use `step`, the rank. */
  effects?: Effect[];
  test?: Check;
  columns?: { [key: string]: Column };
  conditions: ConditionId[];
}

/** The type of a value; any other word is a dimension of the ruleset's units. */
export type TypeWord =
  | "integer"
  | "fraction"
  | "boolean"
  | "die-code"
  | "pool"
  | "modifier"
  | "text"
  | "duration"
  | "one-of"
  | KindWord
  | "length";

/** A sign, or `not`. `±` makes a modifier for which plus or minus is chosen later. */
export interface UnaryNode {
  node: "unary";
  operator: "-" | "+" | "±" | "not";
  operand: FormulaTree;
}

/**
 * A unit of measurement. `measures` names the dimension (length, time). `equals` is its value in
 * another unit, to which all amounts in this unit are converted.
 */
export interface Unit {
  entry: "unit";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: UnitId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  plural: string;
  measures: string;
  equals?: Quantity;
}

/** Use one rating in place of another. */
export interface Use {
  use: "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId;
  "instead-of": "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId;
  /**
   * The checks that it affects, by default all. An ability includes its skills; `chosen-skill` includes
   * only rolls with the chosen skill, `resistance` all rolls to resist.
   */
  of?: ("chosen-ability" | "chosen-skill" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ValueId)[];
  /** Exceptions to these checks. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** The roles that it affects, by default the holder or the acting character. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** The number of checks that it affects; with `duration`, whichever ends first. */
  times?: number;
  /** The duration; with `times`, whichever ends first. */
  duration?: Duration;
  /** The moment when it happens, by default at once. */
  at?: Moment;
  /** The condition under which it applies. */
  if?: Formula;
  /** Words to print after the sentence made from the fields. */
  text?: string;
  /** The sentence for readers. */
  sentence?: string;
}

/**
 * A number that a character or thing has: computed (`formula`), or written on the sheet. `of` is the
 * nature that has it. `default` applies if the sheet doesn't have it.
 */
export interface Value {
  entry: "value";
  /** The stable name that references use: `condition.damage.hurt`. */
  id: ValueId;
  /** The pack that added the entry. */
  origin: string;
  /** The name for readers. It can change freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names for the entry. */
  aliases?: string[];
  /** Search words that lead to the entry without being names of it. */
  keywords?: string[];
  /** The place in the sources that the rule comes from. */
  source?: string;
  /** A place in the sources that uses the name, if no list there defines it. */
  attested?: string;
  of: NatureId;
  type: TypeWord;
  formula?: number | Formula;
  default?: number | Formula;
}

/** A value of the acting character, or of another one (`of`). */
export interface ValueNode {
  node: "value";
  id: ValueId;
  of?: "target";
}

/** A condition for a step: faces that dice of another step have to show. */
export interface Wait {
  step: StepId;
  shows: { [key: string]: string } | string;
  which?: "any" | "first" | "all";
  dropped?: "count" | "ignore";
}

export interface WordChange {
  /** The former term. */
  before: string;
  /** The present term. */
  after: string;
}
