/** The types of ruleset.json of Soft wicks. */

/**
 * A compiled ruleset: ruleset.json. Entries stand by id in the order of the ruleset. What is nested in
 * an entry is listed there by id. Fields that are not set are left out.
 */
export interface Ruleset {
  /** Where the schema of the file stands. */
  $schema?: string;
  /** The version of this format. */
  format: 2;
  /** The id under which it is published: that of a pack, or the name of a combination of packs. */
  ruleset: string;
  title: string;
  version: string;
  /** The packs that it is made of, the base first. */
  packs: Pack[];
  /** The attribution that has to go with the content, a paragraph a pack. */
  notice: string[];
  /** The copyright notices of Open Game Content; empty where there is none. */
  section15: string[];
  /**
   * The licenses of the packs by their ids; with all their words where those have to go with the
   * content.
   */
  licenses: { [key: string]: Terms };
  /**
   * Ids of former times, each with the one that stands for it now: of what was renamed, and of what was
   * removed with something else to use instead.
   */
  renamed: { [key: string]: EntryId };
  /** What is different from the game that the packs are layered on. */
  changes?: Changes;
  entries: Entries;
}

/** The id of an entry of the kind `ability`. */
export type AbilityId = "ability.glow";

/** The id of an entry of the kind `ability-type`. */
export type AbilityTypeId = never;

/** The id of an entry of the kind `action`. */
export type ActionId = never;

/** The id of an entry of the kind `action-type`. */
export type ActionTypeId = never;

/** The id of an entry of the kind `band`. */
export type BandId =
  | "band.dark.dim"
  | "band.dark.black";

/** The id of an entry of the kind `benchmark`. */
export type BenchmarkId = "benchmark.dark";

/** The id of an entry of the kind `chapter`. */
export type ChapterId = "chapter.light";

/** The id of an entry of the kind `character`. */
export type CharacterId = never;

/** The id of an entry of the kind `choice`. */
export type ChoiceId = never;

/** The id of an entry of the kind `condition`. */
export type ConditionId =
  | "condition.soot.clean"
  | "condition.soot.smudged"
  | "condition.soot.black";

/** The id of an entry of the kind `dice`. */
export type DiceId = never;

/** The id of an entry of the kind `die-codes`. */
export type DieCodesId = "die-codes";

/** The id of an entry of the kind `effect-roll`. */
export type EffectRollId = never;

/** The id of an entry of the kind `example`. */
export type ExampleId = "example.two-dice";

/** The id of an entry of the kind `formula`. */
export type FormulaId = "formula.steady-light";

/** The id of an entry of the kind `hook`. */
export type HookId = never;

/** The id of an entry of the kind `level`. */
export type LevelId = never;

/** The id of an entry of the kind `member`. */
export type MemberId = never;

/** The id of an entry of the kind `menu`. */
export type MenuId = never;

/** The id of an entry of the kind `nature`. */
export type NatureId = never;

/** The id of an entry of the kind `note`. */
export type NoteId = "note.wind";

/** The id of an entry of the kind `option`. */
export type OptionId = never;

/** The id of an entry of the kind `panel`. */
export type PanelId = never;

/** The id of an entry of the kind `period`. */
export type PeriodId =
  | "period.beat"
  | "period.night";

/** The id of an entry of the kind `pick`. */
export type PickId = never;

/** The id of an entry of the kind `pillar`. */
export type PillarId = never;

/** The id of an entry of the kind `points`. */
export type PointsId = never;

/** The id of an entry of the kind `row`. */
export type RowId =
  | "row.steady.1"
  | "row.steady.2"
  | "row.steady.3"
  | "row.steady.4"
  | "row.steady.5"
  | "row.steady.6";

/** The id of an entry of the kind `rule`. */
export type RuleId = never;

/** The id of an entry of the kind `scale`. */
export type ScaleId = never;

/** The id of an entry of the kind `scene`. */
export type SceneId = never;

/** The id of an entry of the kind `scope`. */
export type ScopeId = never;

/** The id of an entry of the kind `skill`. */
export type SkillId = "skill.shine";

/** The id of an entry of the kind `specialization`. */
export type SpecializationId = "specialization.shine.far";

/** The id of an entry of the kind `step`. */
export type StepId = never;

/** The id of an entry of the kind `table`. */
export type TableId = "table.steady";

/** The id of an entry of the kind `term`. */
export type TermId = never;

/** The id of an entry of the kind `track`. */
export type TrackId = "track.soot";

/** The id of an entry of the kind `unit`. */
export type UnitId = "unit.pace";

/** The id of an entry of the kind `value`. */
export type ValueId = never;

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

/**
 * Something that a character or thing can do. One that is not `ranked` has no die code. `needs` are
 * abilities that one must have to have this one. `procedure` is how it is rolled, the first of the
 * ruleset if not said. A `trained` one cannot be used without ranks in it.
 */
export interface Ability {
  entry: "ability";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: AbilityId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  type?: AbilityTypeId;
  ranked?: boolean;
  trained?: boolean;
  needs?: AbilityId[];
  procedure?: DiceId;
  skills?: SkillId[];
}

/** A class of abilities. */
export interface AbilityType {
  entry: "ability-type";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: AbilityTypeId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
}

/** The condition that an action is about: one that somebody has, of one of these tracks. */
export interface About {
  condition: TrackId[];
  choose?: "worst" | "chosen";
}

/**
 * Something to do in a scene. `type` is what it counts as in a period; `about` the condition that it
 * is aimed at; `effects` happen when it is taken, those of its `check` after the roll. `asks` are
 * facts of the situation; `choose` names rows of tables or ratings that are picked first; `needs` must
 * hold; `costs` are points, by key, that are paid when it is taken; `whom` says on whom it can be
 * used; `in-short` is what comes of it, in a line for those who know it.
 */
export interface Action {
  entry: "action";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ActionId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  "in-short"?: string;
  type: ActionTypeId;
  whom?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  choose?: { [key: string]: ChoiceWord };
  about?: About;
  asks?: { [key: string]: Ask };
  needs?: Need[];
  costs?: { [key: string]: number | Formula };
  check?: Check;
  effects?: Effect[];
}

/** A class of actions: so many (`count`) in each period (`per`); without a count, any number. */
export interface ActionType {
  entry: "action-type";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ActionTypeId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  per: PeriodId;
  count?: number;
}

/**
 * Roll extra dice along and drop as many: the lowest or the highest, by token. `cancel` says how
 * opposite tokens meet; `drop-from` which dice can be dropped; `equal-dice` which of equal dice goes
 * first; `forced`, whether an extra die takes another's place though it is worse.
 */
export interface AddAndDrop {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "add-and-drop";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token: { [key: string]: string };
  cancel: "one-for-one" | "none";
  "drop-from": ("ability" | "skill" | "specialization" | "bonus" | StepId)[];
  "equal-dice": ("ability" | "skill" | "specialization" | "bonus" | StepId)[];
  forced: boolean;
}

/**
 * More dice, by token; `like` those of another step, or else the plain ones. `events` says whether
 * they count for that step's events, `at` when they may be called for.
 */
export interface AddDice {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "add-dice";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token: string;
  like?: StepId;
  events?: "same" | "none";
  at?: ("before-roll" | "after-roll")[];
}

/**
 * What a check has to reach. One of: a `difficulty` (a band, or chosen by the game master), a
 * `number`, the `fixed` value of the opponent's rating, the opponent's `roll`, or either
 * (`resistance`). Of several ratings the opponent takes the best.
 */
export interface Against {
  difficulty?: "chosen" | Formula;
  number?: number | Formula;
  fixed?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  roll?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  resistance?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  /** Words that follow it. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Permit what is otherwise not possible. `costs` are points, by key, that each roll with a permitted
 * rating costs.
 */
export interface Allow {
  allow: "actions" | "chosen-action" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | PointsId | ScopeId | MemberId;
  costs?: { [key: string]: number | Formula };
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** One of the things that can be chosen in a step; `do` is a primitive, or `nothing`. */
export interface Alternative {
  name: string;
  do: "nothing" | "cancel-highest" | "map-faces";
  and?: "nothing" | "the-die-itself" | "the-only-die";
  map?: "opposite" | { [key: string]: string };
  text?: string;
}

/**
 * A fact of the situation that a rule or an action needs to know. `of` is what an answer has to stand
 * in: of a band the benchmark, of a level the scale. One that is `optional` is blank where nobody says
 * it; a yes or no is no then.
 */
export interface Ask {
  name: string;
  type: TypeWord;
  of?: BenchmarkId | AbilityId | SkillId | ScaleId | ScopeId | TrackId | MenuId | TableId;
  optional?: boolean;
}

/**
 * A stretch of numbers with a name. `place` counts from 1 in the order of the pack. `lasts` is how
 * long what has this rank lasts, where it has no duration of its own.
 */
export interface Band {
  entry: "band";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: BandId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  range: Range;
  lasts?: Duration;
  /** The entry that this one stands in. */
  parent: BenchmarkId;
  /** Its place, counted from 1. */
  place: number;
}

/** A ladder of bands. `stands-for` says which number of a band counts where one is needed. */
export interface Benchmark {
  entry: "benchmark";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: BenchmarkId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  bands: BandId[];
  "stands-for"?: "top" | "bottom" | "choice";
}

/**
 * Two operands with an operator between them. The right one of `and` and `or` is only evaluated where
 * the left one does not decide. `/` of whole numbers is a fraction. `mod` has the sign of the right
 * operand. `to` makes a range, with both ends in it, and `within` asks for one; the high end only
 * where the low one is met.
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

/** Something bought from a menu with the ranks of a check, with what is chosen for it. */
export interface Bought {
  pick: PickId;
  whom?: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  minus?: boolean;
  "one-of"?: number;
  condition?: ConditionId;
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | Pool | Range | RangeOfQuantities | EntryId };
}

/**
 * A built-in function.
 *
 * - `abs(measured) -> T`: A number or quantity without its sign.
 * - `ability-of(rated) -> ability`: The ability that a skill or a specialization adds to.
 * - `band(benchmark, integer) -> part?`: The band of a benchmark that holds a number; blank where none
 * does.
 * - `bottom(band?) -> integer`: The lowest number of a band.
 * - `ceil(number) -> integer`: The number rounded up.
 * - `chance(pool, integer, [dice]) -> fraction`: The exact chance that these dice succeed against a
 * number.
 * - `count(whole) -> integer`: How many things stand in an entry: the conditions of a track.
 * - `dice(die-code) -> integer`: The dice of a die code, without its pips.
 * - `fixed(rated) -> integer`: What a rating of the character is worth when nobody rolls it.
 * - `floor(number) -> integer`: The number rounded down.
 * - `has(rated) -> boolean`: Whether the character has this at all.
 * - `highest(pool, [dice]) -> integer?`: The highest total that these dice can give; blank where there
 * is none.
 * - `if(boolean, T, T) -> T`: The second thing where the first is true, else the third.
 * - `if-blank(T?, T) -> T`: The first thing, or the second where the first is blank.
 * - `lowest(pool, [dice]) -> integer`: The lowest total that these dice can give.
 * - `max(comparable...) -> T`: The greatest of some numbers, die codes or quantities.
 * - `mean(pool, [dice]) -> fraction`: The mean total of these dice, exactly.
 * - `min(comparable...) -> T`: The smallest of some numbers, die codes or quantities.
 * - `nth(whole, integer) -> part?`: What has a number by its place in an entry: the condition of a
 * rank.
 * - `pips(die-code) -> integer`: The pips of a die code, without its dice.
 * - `place(part?) -> integer`: The number an entry has by its place in its like; 0 for a blank.
 * - `points(points) -> integer`: How many points of a pool the character has; 0 of one that they
 * cannot have.
 * - `rating(rated) -> die-code`: The die code of the character.
 * - `roll(rated) -> integer`: The total when the character rolls.
 * - `taken(doable) -> integer`: How often the character has taken an action in its period, or actions
 * of a type, not counting the one under way.
 * - `top(band?) -> integer`: The highest number of a band.
 * - `without-ability(rated) -> die-code`: The rating of the character without what the ability gives
 * to it.
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
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** A call of a built-in function. `if` and `if-blank` evaluate only the argument that they give. */
export interface CallNode {
  node: "call";
  function: BuiltinFunction;
  arguments: FormulaTree[];
}

/** Drop the highest die, and perhaps the die that the step waited for as well (`and`). */
export interface CancelHighest {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "cancel-highest";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  and?: "nothing" | "the-die-itself" | "the-only-die";
}

export interface Cause {
  /** The id of the pack. */
  pack: string;
  /** The word of the format for what it did, such as set. */
  operation: string;
  /** The reason that it gives. */
  why: string | null;
}

export interface ChanceChange {
  /** The id of the dice procedure. */
  procedure: string;
  /** What is rolled, in the notation of the procedure. */
  pool: string;
  /** The id of the band of a difficulty; empty for a total, in a game without difficulties. */
  band: string;
  /** What people call the band, or the total. */
  name: string;
  /** The number that had to be reached. */
  number_before: number;
  /** The number that has to be reached. */
  number_after: number;
  /** The chance of success as it was. */
  before: ExactNumber;
  /** The chance of success as it is. */
  after: ExactNumber;
  /** How far either can be off; 0 almost always. */
  error: ExactNumber;
}

/** One thing that a choice does: by which word of packs, to which entry and setting of it. */
export interface Change {
  word: "add" | "set" | "unset" | "adjust" | "reword" | "replace" | "take" | "move" | "remove";
  /** The id of the entry; another choice may have to bring it. */
  entry: string;
  /** The way to the setting in the entry; empty where the whole entry is meant. */
  setting: string;
  /** The words that are changed, where it is a passage of a text. */
  passage?: string;
  /** As packs write it; of a plain list, its items. */
  value: string | string[];
  /** The reason that is given. */
  why: string;
}

/** Everything that is different in the later ruleset. */
export interface Changes {
  /** The ruleset that is compared with. */
  before: ComparedPack;
  /** The ruleset that is looked at. */
  after: ComparedPack;
  /**
   * Entries that came, went or changed, kind by kind in the order of the later ruleset; nested ones
   * behind those that they are part of.
   */
  entries: EntryChange[];
  /** Chances of success that moved. A pool is left out where exact chances are refused. */
  odds: ChanceChange[];
  /** Worked examples that nobody rewrote and that give something else. */
  examples: ExampleChange[];
  /** Terms that documents of the later ruleset call otherwise. */
  words: WordChange[];
}

/** A chapter of the rules as they are read: words, and the entries that belong to it. */
export interface Chapter {
  entry: "chapter";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ChapterId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  contains?: EntryId[];
}

/** Somebody to play at once, or to meet: an example, not a rule. */
export interface CharacterEntry {
  entry: "character";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: CharacterId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /**
   * Codes of abilities, skills and specializations, as on a sheet, where they add up; and values.
   * `abilities`: those without a code; `hooks`.
   */
  given: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | Pool | Range | RangeOfQuantities | EntryId };
  player?: boolean;
  abilities?: AbilityId[];
  hooks?: HookId[];
  /** What they carry, in words. */
  gear?: string[];
  /** How many of which, by their keys, where they are not as many as at the start. */
  points?: { [key: string]: number };
}

/**
 * A roll against something, and what follows. Of several ratings in `with` any one is used. Nobody
 * rolls if `skip-if` holds: it is a success. `success` and `failure` happen after that alone, `always`
 * after both.
 */
export interface Check {
  with?: ("chosen" | AbilityId | SkillId | SpecializationId | ValueId | number | Formula)[];
  against?: Against;
  "skip-if"?: Formula;
  success?: Effect[];
  failure?: Effect[];
  always?: Effect[];
}

/** One way to play it. What it `changes` is applied already where it is in use. */
export interface Choice {
  entry: "choice";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ChoiceId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /** The entry that this one stands in. */
  parent: OptionId;
  changes?: Change[];
}

/** What one picks from: a table, for a row of it, or a kind of entries. */
export type ChoiceWord =
  | TableId
  | KindWord;

/** Somebody chooses what happens; odds reckon with the choice to `assume`. */
export interface ChooseOne {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "choose-one";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  "chosen-by": string;
  choices: { [key: string]: Alternative };
  assume: string;
}

/**
 * A column: its `type`, what it is a type `of`, and how it behaves. `is` computes the cells of a
 * derived column. `joins` prints this column in another's cell; `shown` is the pattern for its own
 * part. `feeds` gives the value to whoever chose the row. `called` is what sentences call what stands
 * in it, where the name is only a head.
 */
export interface Column {
  name: string;
  type: TypeWord;
  of?: string[];
  range?: boolean;
  list?: boolean;
  lookup?: boolean;
  optional?: boolean;
  blank?: string;
  default?: number | Formula;
  is?: number | Formula;
  joins?: string;
  shown?: string;
  called?: string;
  feeds?: ValueId;
}

export interface ComparedPack {
  /** The id of the pack. */
  id: string;
  /** What people call it. */
  title: string;
  /** Its version. */
  version: string;
}

/** A state that someone or something can be in. */
export interface Condition {
  entry: "condition";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ConditionId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /** A duration of its own; without one, that of the band of its rank counts. */
  lasts?: Duration;
  /**
   * The actions that take it away, or `none` if nothing in the rules does; as its track says where it is
   * left out.
   */
  "recovered-by"?: ("none" | ActionId)[];
  /** In force for as long as one is in it. */
  effects?: Effect[];
  /** What stands beside it in the columns of its track, by their keys. */
  cells?: { [key: string]: string | number | boolean | Fraction | DieCode | Duration | Quantity | EntryId | (string | number | boolean | Fraction | DieCode | Duration | Quantity | EntryId)[] | Range | RangeOfQuantities | null };
  /** The entry that this one stands in. */
  parent: TrackId;
  /** Counted from the track's start: 0 there, 1 the next, -1 the one before. */
  rank: number;
}

/**
 * A number or a die code as what it adds, or a die code as a pool; a blank stays one. A difference of
 * die codes may be less than nothing here: `3D - 4D` adds `-1D`.
 */
export interface ConvertNode {
  node: "convert";
  to: "modifier" | "pool";
  value: FormulaTree;
}

/** The result is how many of these faces were rolled, instead of their sum. */
export interface CountFaces {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "count-faces";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  faces: string;
}

/**
 * A procedure: the die, when a total succeeds, how a margin becomes a rank, and the steps. `pips-
 * carry` says which pips become dice: those of one's own codes, all, or none. `ranks` is the benchmark
 * that a margin is looked up in.
 */
export interface Dice {
  entry: "dice";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: DiceId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  die: string;
  "pips-carry": "codes" | "always" | "never";
  success: "at-least" | "more-than";
  ranks?: BenchmarkId;
  steps: StepId[];
}

/** A die code: 3D+2. */
export type DieCode = string;

/** A die code. */
export interface DieCodeNode {
  node: "die-code";
  value: DieCode;
}

/**
 * How die codes count. There is one of these in a ruleset. `smallest` is the smallest pool of an
 * ability or a skill that can be rolled: with 1D, whoever has no die left cannot try; with 0D their
 * pips are the total. Values, such as damage, are rolled with less, and so is what is typed, which may
 * be either. `fixed` is what a code counts as when nobody rolls; with `fixed-like-checks`, dice, pips
 * and numbers that modify checks count in that, too.
 */
export interface DieCodes {
  entry: "die-codes";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: DieCodesId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  "pips-per-die": number;
  smallest: DieCode;
  fixed?: FormulaId;
  "fixed-like-checks"?: boolean;
}

/**
 * `until end of own next turn` and the like; `text` is the duration as packs write it. `form` says
 * which fields count: - `this`, `next`: that period, whole. - `count`: so many periods, a number or a
 * die code to roll (`1D rounds`). - `end`: until the end of the period, of the holder's `own` or the
 * `following` one. - `own-action`: until the holder's next action of a type, or the end of a period
 * longer than the one that such actions are counted in. - `event`: until it is used, recovered or
 * replaced. - `always`: for good. `period` and `action-type` are keys of declared entries.
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
 * The qualifiers that every verb may carry. `stands` is said of a verb: it can be in force for a
 * while; all others happen once. `rerolls` is said of one that rolls dice of a check again.
 */
export type Effect =
  | Modify
  | Inflict
  | Recover
  | Retime
  | Ignore
  | Allow
  | Forbid
  | Roll
  | Repeat
  | Use
  | Resist
  | Buy
  | Move
  | Narrate
  | OneOf;

/** A roll that an effect asks for, such as damage after a hit. */
export interface EffectRoll {
  entry: "effect-roll";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: EffectRollId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  check: Check;
}

/** Anything that a pack names. */
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
  /** The id of the entry; of a row that is worked out, its place in the table. */
  id: string;
  /** The kind of entry. */
  kind: string;
  /** What people call it. */
  name: string;
  /** The id of the entry that it is part of. */
  inside: string | null;
  /** What became of it. changed: it is different, or something inside of it is. */
  fate: "added" | "removed" | "changed";
  /** The id of what is used in the place of an entry that was removed. */
  instead: string | null;
  /** Fields that say something else. */
  fields: FieldChange[];
  /**
   * Where it stands elsewhere in the order: the name of the entry in front of it, empty if it is the
   * first.
   */
  moved_behind: string | null;
  /**
   * Which packs did it, in the order in which it happened. None where it follows from other changes, or
   * where nobody says so.
   */
  by: Cause[];
}

/** An entry of the ruleset itself. */
export interface EntryNode {
  node: "entry";
  id: EntryId;
}

/**
 * Something that happens beside the total: on a face, if the check turns out so. `which` dice must
 * show it; `dropped` says whether dice that were dropped count.
 */
export interface Event {
  if?: "success" | "failure";
  shows: { [key: string]: string } | string;
  which?: "any" | "first" | "all";
  dropped?: "count" | "ignore";
  text: string;
}

export interface ExactNumber {
  /** Exactly, such as 425/432; nothing where that would have more than a thousand digits. */
  fraction: string | null;
  /** Nearly. */
  decimal: number;
}

/** A worked example that is run at every build and must give what it expects. */
export interface Example {
  entry: "example";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ExampleId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  about: EntryId[];
  /** A formula; `expect` is one too, or plain text where `that` gives a text. */
  that?: number | Formula;
  /** Instead of `that`: something that has effects or a check. */
  run?: ActionId | EffectRollId | RuleId | TrackId | ConditionId | MenuId | PickId | PointsId | HookId;
  /** Where points are run, the way to spend them. */
  spend?: string;
  /** Where a menu is run, what is bought. */
  picks?: PickId[];
  /**
   * What is known: names that formulas of what is run know by themselves, ratings and values of whoever
   * acts by their ids.
   */
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | Pool | Range | RangeOfQuantities | EntryId };
  /** A formula or text, the effects that happen, or facts. */
  expect?: string | Effect[] | Facts;
  people?: { [key: string]: Person };
  /**
   * Instead of both: what happens among `people`, one thing after the other, each with what it is
   * expected to give. It is printed where a text shows it, by what its steps tell.
   */
  steps?: ExampleStep[];
  /** What another result is. */
  "if-not"?: "error" | "warning";
}

export interface ExampleChange {
  /** The id of the example. */
  id: string;
  /** What is worked out or run. */
  shows: string;
  /** What it gave, as a pack writes it; of what is run only where it differs. */
  before: string;
  /** What it gives, likewise. */
  after: string;
}

/**
 * One thing that happens in a situation: somebody does something, or time passes. One of `run` (what
 * is done, tested, suffered, spent, rolled; of a scene, its order of play), `start` and `end` (a
 * period, for those in `by`, else for all), and `that` (a formula about the one in `by`, which must
 * hold).
 */
export interface ExampleStep {
  run?: ActionId | RuleId | HookId | TrackId | ConditionId | MenuId | PointsId | SceneId | AbilityId | SkillId | SpecializationId;
  that?: Formula;
  start?: PeriodId;
  end?: PeriodId;
  /** Who does it; `on`: on whom; `ally` and `opponents`: others that it may concern. */
  by?: string[];
  on?: string;
  ally?: string;
  opponents?: string[];
  /** Where points are run, the way. `picks`: what ranks are spent on. */
  spend?: string;
  /** Where points are run, the way. `picks`: what ranks are spent on. */
  earn?: string;
  /** Where points are run, the way. `picks`: what ranks are spent on. */
  lose?: string;
  picks?: Bought[];
  /**
   * Facts and choices, under the names that `run` gives them; `against` a number, where a rating is
   * rolled; `rank`, where a menu is run.
   */
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | Pool | Range | RangeOfQuantities | EntryId };
  /**
   * Further choices, as in `Choices`; `choose`: what is chosen in steps of the dice procedure. `phase`:
   * of the order of play.
   */
  whom?: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  /**
   * Further choices, as in `Choices`; `choose`: what is chosen in steps of the dice procedure. `phase`:
   * of the order of play.
   */
  minus?: boolean;
  /**
   * Further choices, as in `Choices`; `choose`: what is chosen in steps of the dice procedure. `phase`:
   * of the order of play.
   */
  "one-of"?: number;
  /**
   * Further choices, as in `Choices`; `choose`: what is chosen in steps of the dice procedure. `phase`:
   * of the order of play.
   */
  condition?: ConditionId;
  /**
   * Further choices, as in `Choices`; `choose`: what is chosen in steps of the dice procedure. `phase`:
   * of the order of play.
   */
  rolled?: boolean;
  choose?: string[];
  phase?: "act" | "declare";
  /** Points spent on the first roll. */
  "after-roll"?: Spent[];
  /** The faces that are rolled, in order; not one more, not one less. */
  dice?: number[];
  /** The step as a story, with placeholders for what it gives: `{total}`. */
  tells?: string;
  expect?: StepFacts;
}

/**
 * What a run can show. What is not said is not looked at. Of a check: the `number` to reach, the
 * `margin`, the `rank` that it makes, whether it is a `success`, whether no roll is needed
 * (`skipped`). Of what is bought: the `cost`. `effects` are those that happen.
 */
export interface Facts {
  number?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  skipped?: boolean;
  cost?: number;
  effects?: Effect[];
}

export interface FieldChange {
  /** The keys that lead to it inside of the entry. */
  field: string;
  /** What documents call it. */
  label: string;
  /**
   * added, removed: only what came into a long list, or went from it, is told. changed: both sides are
   * whole.
   */
  fate: "added" | "removed" | "changed";
  /** What it said, in the words of the documents. */
  before: string | null;
  /** What it says. */
  after: string | null;
  /**
   * Which packs did it, in the order in which it happened. None where it follows from other changes, or
   * where nobody says so.
   */
  by: Cause[];
}

/**
 * Rule out what is otherwise possible. Whoever is forbidden `actions` does not roll to resist either,
 * unless something is excepted, an action or `resistance`.
 */
export interface Forbid {
  forbid: "actions" | "chosen-action" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | PointsId | ScopeId | MemberId;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** A formula. One that is a whole number, and nothing else, stands as that number instead. */
export interface Formula {
  /** As the pack writes it. */
  text: string;
  tree: FormulaTree;
}

/** A formula with a name: what it takes, the numbers in it, what it gives. */
export interface FormulaEntry {
  entry: "formula";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: FormulaId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  takes?: { [key: string]: TypeWord };
  constants?: { [key: string]: number | Formula };
  gives: TypeWord;
  is: number | Formula;
}

/** A call of a formula with a name. It knows what is `given`, and the constants of its entry. */
export interface FormulaNode {
  node: "formula";
  id: FormulaId;
  given?: { [key: string]: FormulaTree };
}

/**
 * The tree of a formula, by its root. The field `node` says which of these that is. Arithmetic is
 * exact: of whole numbers, fractions, die codes (pips are carried: where three make a die, 1D+3 is
 * 2D), quantities of one unit, pools and modifiers.
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

/** A number with a decimal point, exactly. */
export interface FractionNode {
  node: "fraction";
  value: Fraction;
}

/**
 * A way to earn points: how many, and when they are paid (at once, if not said). Whoever does what it
 * is `for`, takes the action or follows the rule, earns them by that.
 */
export interface Gain {
  name: string;
  amount: number;
  for?: ActionId | RuleId | HookId;
  paid?: Duration;
  text?: string;
}

/**
 * A phrase of a description that gives an ability or turns the story. `activated-by` says what it
 * takes; nothing, if empty.
 */
export interface Hook {
  entry: "hook";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: HookId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  type?: TermId;
  "activated-by"?: ("check" | PointsId)[];
  effects?: Effect[];
}

/** Suspend a condition for as long as the effect lasts. */
export interface Ignore {
  ignore: "chosen-condition" | ConditionId | TrackId;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Put a condition on someone: one by name, or a rank of a track, set or moved (`by`). `to-rank` is the
 * rank of the track that is set; `by` moves from the rank that one has.
 */
export interface Inflict {
  inflict: ConditionId | TrackId;
  "to-rank"?: number | Formula;
  by?: number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** A whole number. */
export interface IntegerNode {
  node: "integer";
  value: number;
}

/** A kind of entries. */
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

/** A level of a scale; `place` counts from 1. */
export interface Level {
  entry: "level";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: LevelId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /** The entry that this one stands in. */
  parent: ScaleId;
  /** Its place, counted from 1. */
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
 * So many (`count`) in each period, by each one for themselves or by everyone together. On one
 * `check`, what counts is what was spent on it, before the roll and after it.
 */
export interface Limit {
  count: number;
  per: "check" | PeriodId;
  among?: "each" | "everyone";
}

/**
 * The cell of a table, in the row that belongs to a value and in a column; null if blank. A row
 * belongs to what its cell in a column with `lookup` is, or holds as a range, to itself and to what it
 * stands for; where no column has `lookup`, also to its key, id or name.
 */
export interface LookupNode {
  node: "lookup";
  table: FormulaTree;
  by: FormulaTree;
  column: string;
}

/** A way to lose points: how many; nobody loses more than they have. */
export interface Loss {
  name: string;
  amount: number;
  text?: string;
}

/**
 * Faces of a number count as other faces, for example as the opposite one. The token names the face;
 * without a token, every face of the `map` is meant. `which` dice it looks at (`all`: before any were
 * dropped); how many `times` it can happen to one die; `chain`, whether every face of a substituted
 * die is looked at.
 */
export interface MapFaces {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "map-faces";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token?: string;
  map: "opposite" | { [key: string]: string };
  which: "kept" | "all";
  times: number;
  chain: "every-face" | "none";
}

/** One range of effects of a scope. */
export interface Member {
  entry: "member";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: MemberId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /** The entry that this one stands in. */
  parent: ScopeId;
}

/** Effects for ranks: several may be bought, as far as the ranks go. */
export interface Menu {
  entry: "menu";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: MenuId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  "paid-with": "rank";
  picks: PickId[];
}

/**
 * What an effect adds to a roll or a number; negative amounts take away. `adds` goes on the total,
 * `dice` and `pips` into the pool, `count` many of `token` to the dice step that declares it. With
 * `either-way` the one who causes the effect chooses plus or minus.
 */
export interface Modifier {
  adds?: number;
  dice?: number;
  pips?: number;
  token?: string;
  count?: number;
  "either-way"?: boolean;
}

/** Dice, pips or tokens more or fewer. */
export interface ModifierNode {
  node: "modifier";
  value: Modifier;
}

/**
 * Change checks, fixed values, resistance, margins, effect rolls, or a thing. It adds an amount
 * (`by`). A value may instead be multiplied, or set to another: `by`, `multiplied-by` and `set-to`
 * exclude each other. Of several changes of a value the lowest that sets it counts first, then it is
 * multiplied by all factors, then all amounts are added.
 */
export interface Modify {
  modify: "checks" | "fixed-values" | "resistance" | "margins" | "effect-rolls" | "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ValueId | ActionTypeId | PointsId;
  by?: Modifier | number | Formula;
  "multiplied-by"?: number | Formula;
  "set-to"?: number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * When something happens: at the `start` or `end` of a period. `which` one: the present (`the`),
 * `each`, the `next`, the holder's `own` or `own-next`.
 */
export interface Moment {
  text: string;
  edge: "start" | "end";
  which: "the" | "each" | "next" | "own" | "own-next";
  period: string;
}

/** Move someone by a distance. */
export interface Move {
  move: "self" | "target" | "ally" | "opponent" | "opponents" | "chosen";
  by: number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Multiply the dice that come from some sources; pips are kept or multiplied. With `carry`, multiplied
 * pips that make a die become one.
 */
export interface MultiplyDice {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "multiply-dice";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token: string;
  by: number;
  sources: ("ability" | "skill" | "specialization")[];
  pips: "keep" | "multiply";
  carry?: boolean;
}

/**
 * A name of the place, or an argument or constant of a formula: `rank`, `row.category`. What stands
 * behind the last dot is asked of what the words before it name, unless the whole is given: a cell of
 * a row or a condition by the key of its column, or the rank of a condition.
 */
export interface NameNode {
  node: "name";
  name: string;
}

/** What nobody computes: the game master says what happens. */
export interface Narrate {
  narrate: string;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** What sort of thing an element of the game is, and which abilities it has by nature. */
export interface Nature {
  entry: "nature";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: NatureId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  agency?: boolean;
  abilities?: AbilityId[];
  values?: ValueId[];
}

/** What has to hold. */
export interface Need {
  /** The formula, as the pack writes it. */
  text: string;
  tree: FormulaTree;
  /** What has to hold, without a full stop. */
  sentence: string;
}

/**
 * What the sources leave open or contradict, how it can be read, and how it is read here. With
 * `decides` the chosen reading is the one whose value stands at that address; else `chosen`.
 */
export interface Note {
  entry: "note";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: NoteId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  about: EntryId[];
  kind: "conflict" | "gap" | "typo" | "naming";
  problem: string;
  readings?: { [key: string]: Reading };
  decides?: string;
  chosen?: string;
  why?: string;
}

/** The one who causes the effect chooses one of these. */
export interface OneOf {
  "one-of": Effect[];
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** A rule in several variants. `default` is the choice in use: the one that packs selected. */
export interface Option {
  entry: "option";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: OptionId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  default: ChoiceId;
  choices: ChoiceId[];
}

/**
 * Who declares and acts when: by a value or by who acts first, once `each` period. The game master may
 * have it go by `or-by` instead, for as long as they say: that value stands in for the other, and all
 * that changes the other counts on it. With `interrupt`, those who come later may break in on those
 * before them; with `interrupt-while`, those in a condition on anybody, wherever they stand. `sides`
 * come as one, each where its highest or lowest member stands. Of several `tiers` all of one act
 * before the next, and what stands in none is done last.
 */
export interface Order {
  by: "first-to-act" | ValueId;
  "or-by"?: ValueId;
  each: PeriodId;
  declare?: "none" | "highest-first" | "lowest-first";
  act?: "highest-first" | "lowest-first";
  interrupt?: boolean;
  "interrupt-while"?: ConditionId;
  sides?: "none" | "highest" | "lowest";
  tiers?: { [key: string]: Tier };
  ties?: ("players-first" | "roll-again" | "together" | AbilityId | SkillId | SpecializationId | ValueId)[];
}

export interface Pack {
  id: string;
  title: string;
  version: string;
  license: License | null;
}

/** A panel of the quick reference: its text, a line for each thing, then what it `shows`. */
export interface PanelEntry {
  entry: "panel";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: PanelId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  shows?: EntryId[];
  /**
   * The keys of the columns of tables that stand on it; all, if none are named. Of the columns that
   * tracks have of their own, those that are named.
   */
  only?: string[];
}

/**
 * A stretch of game time, from short to long in the order of the pack. `belongs-to` is the nature
 * whose own it is (a turn is a character's); `lasts` is its length on the clock, where it has one.
 */
export interface Period {
  entry: "period";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: PeriodId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  plural: string;
  "belongs-to"?: NatureId;
  lasts?: Quantity;
}

/** Somebody in a situation, as they are when it begins. */
export interface Person {
  /** A ready character that they are; the rest is otherwise, or comes on top. */
  character?: CharacterId;
  player?: boolean;
  /** Codes of abilities, skills and specializations, as on a sheet, where they add up; and values. */
  given?: { [key: string]: string | number | boolean | Fraction | DieCode | Quantity | Modifier | Pool | Range | RangeOfQuantities | EntryId };
  /** Those without a code; `hooks` and `conditions`. */
  abilities?: AbilityId[];
  hooks?: HookId[];
  conditions?: ConditionId[];
  /** How many of which, by their keys, where they are not as many as at the start. */
  points?: { [key: string]: number };
}

/** One thing on a menu. `at-most` says how often it can be bought with one check. */
export interface Pick {
  entry: "pick";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: PickId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  cost: number;
  "at-most"?: number;
  effects: Effect[];
  /** The entry that this one stands in. */
  parent: MenuId;
}

/** One of the ways in which a game is played, and the scenes that it is played in. */
export interface Pillar {
  entry: "pillar";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: PillarId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  scenes?: SceneId[];
}

/**
 * A pool of points: how many one begins with, when it refills, what they do. `needs` must hold to have
 * the pool at all, and those that belong to players are theirs alone; `at-most` limits spending, and
 * on a roll that `exclusive-with` were spent on, these cannot be. `spend`, `earn` and `lose` have the
 * ways to do so, by key. Nobody has fewer than `least` (0, if not said) or more than `most`; `when-
 * full` and `when-empty` happen to the owner when either is reached.
 */
export interface Points {
  entry: "points";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: PointsId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  start: number | Formula;
  refills: "never" | PeriodId;
  needs?: Need[];
  "at-most"?: Limit;
  "exclusive-with"?: PointsId[];
  spend?: { [key: string]: Spend };
  earn?: { [key: string]: Gain };
  lose?: { [key: string]: Loss };
  "belongs-to"?: "everyone" | "players";
  least?: number | Formula;
  most?: number | Formula;
  "when-full"?: Effect[];
  "when-empty"?: Effect[];
}

/**
 * What a formula computes; what a procedure rolls is a `dice.pool.Pool` (`to_roll`). Pips are not
 * carried, they are part of `adds`; `tokens` call for steps of the procedure.
 */
export interface Pool {
  dice: number;
  adds?: number;
  tokens?: [string, number][];
}

/** A pool of dice. */
export interface PoolNode {
  node: "pool";
  value: Pool;
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

/** From low to high, both included; open where one is missing. */
export interface Range {
  low?: number;
  high?: number;
}

/** From low to high, both included; open where one is missing. */
export interface RangeOfQuantities {
  low?: Quantity;
  high?: Quantity;
}

/** One way to read an open place; `value` would then stand where the note decides. */
export interface Reading {
  text: string;
  value?: string;
}

/** Take a condition away; `of-rank` says how grave it may be. */
export interface Recover {
  recover: "chosen-condition" | ConditionId | TrackId;
  "of-rank"?: number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/** Roll the check again and keep one of both totals. */
export interface Repeat {
  repeat: "check";
  keep: "higher" | "lower" | "second" | "chosen";
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Meet an action with another resistance than the usual one, though never below `not-below`. Or an
 * effect roll, or any action (`actions`). All its formulas, `if` too, wait for what is resisted. They
 * know its names (`resisted.distance`), and as `resistance` the rating or value that resists
 * otherwise.
 */
export interface Resist {
  resist: "actions" | ActionId | EffectRollId;
  with: number | Formula;
  "not-below"?: number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Change how long a condition lasts: to `lasts`, or `by` so many of a `period`. With `from`, only a
 * condition that lasts so long now.
 */
export interface Retime {
  retime: "chosen-condition" | ConditionId;
  from?: Duration;
  by?: Modifier | Formula;
  period?: PeriodId;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Make an effect roll, with something added to it. With `with`, that is rolled in place of what the
 * effect roll is made with: a rating or value, or a formula that names one (`row.weapon`).
 */
export interface Roll {
  roll: "chosen" | EffectRollId;
  by?: Modifier | Formula;
  with?: AbilityId | SkillId | SpecializationId | ValueId | number | Formula;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * Roll a second set and take one of both: the higher or the lower, by token. A set is everything from
 * the beginning to this step.
 */
export interface RollAgain {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "roll-again";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token: { [key: string]: string };
  compare: "total";
  tie: "first" | "second";
  stack: boolean;
}

/** Roll what lies on the table. */
export interface RollDice {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "roll";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
}

/**
 * What a roll shows. What is not said is not looked at. `pool` is what is rolled, as packs write it
 * (`4D B1`); `events` are those of its dice.
 */
export interface RollFacts {
  pool?: string;
  number?: number;
  total?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  skipped?: boolean;
  events?: string[];
}

/** Pips become a die from so many on, or never; none are left. */
export interface RoundPips {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "round-pips";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  "up-from": string;
}

/**
 * A row: its cells by the keys of the columns. Where rows are entries of another kind, `stands-for` is
 * the one whose key the row has.
 */
export interface Row {
  entry: "row";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: RowId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name?: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  /** The entry that this one stands in. */
  parent: TableId;
  /** Its cells, by the keys of the columns. */
  cells?: { [key: string]: string | number | boolean | Fraction | DieCode | Duration | Quantity | EntryId | (string | number | boolean | Fraction | DieCode | Duration | Quantity | EntryId)[] | Range | RangeOfQuantities | null };
  "stands-for"?: EntryId;
}

/** Row keys are references: to entries of a `kind`, inside the entry `of`. */
export interface RowsAre {
  kind: TypeWord;
  of?: string;
}

/** A rule that stands: words, and effects that nobody has to trigger. */
export interface Rule {
  entry: "rule";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: RuleId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  asks?: { [key: string]: Ask };
  effects?: Effect[];
}

/** An order of magnitude, lowest level first. */
export interface Scale {
  entry: "scale";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ScaleId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  levels: LevelId[];
}

/** A kind of scene, the actions it offers and its order of play. */
export interface Scene {
  entry: "scene";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: SceneId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  "kind-of"?: SceneId;
  actions?: ActionId[];
  order?: Order;
}

/** A range of effects upon which an ability works. Its members have no rank. */
export interface Scope {
  entry: "scope";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ScopeId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  members: MemberId[];
}

/** A use of an ability. A `trained` one cannot be used without ranks in it. */
export interface Skill {
  entry: "skill";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: SkillId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  trained?: boolean;
  procedure?: DiceId;
  specializations?: SpecializationId[];
  /** The entry that this one stands in. */
  parent: AbilityId;
}

/** A narrow use of a skill. */
export interface Specialization {
  entry: "specialization";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: SpecializationId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  trained?: boolean;
  procedure?: DiceId;
  /** The entry that this one stands in. */
  parent: SkillId;
}

/**
 * A way to spend points: what it costs, when, how often (`at-most`), and what it does. `cost` is in
 * points of the pool; `text` is what it does where no `effects` say it.
 */
export interface Spend {
  name: string;
  cost: number;
  at?: "before-roll" | "after-roll" | "any-time";
  "at-most"?: Limit;
  text?: string;
  effects: Effect[];
}

/** Points spent on a roll once it has fallen, in one of their ways. */
export interface Spent {
  points: PointsId;
  way: string;
  keep?: "higher" | "lower";
}

/**
 * One step of a procedure. `says` gives a token the word that people use for it. With `if` it only
 * happens when another step's dice show a face. `behind` is said of a class of steps: what a number
 * behind their tokens means. So is `works_on`: dice that wait for the roll, dice that have been
 * rolled, or either.
 */
export type Step =
  | MultiplyDice
  | SubstituteDice
  | AddDice
  | RoundPips
  | RollDice
  | RollAgain
  | AddAndDrop
  | MapFaces
  | CancelHighest
  | CountFaces
  | ChooseOne;

/** What comes of a step of a situation: facts of its first roll, and what is so after it. */
export interface StepFacts {
  /** The rules do not allow it, and nothing has changed. */
  refused?: boolean;
  /** The rolls that follow from the first, such as damage. */
  then?: RollFacts[];
  /**
   * Those that happened, in order; conditions that are put on somebody are not among them: `conditions`
   * are all that people have, by their names.
   */
  effects?: Effect[];
  conditions?: { [key: string]: ConditionId[] };
  /** How many people have, by names and keys. */
  points?: { [key: string]: { [key: string]: number } };
  /** Who acts when; those who act at once stand together: `ann and ben`. */
  order?: string[];
  pool?: string;
  number?: number;
  total?: number;
  margin?: number;
  rank?: number;
  success?: boolean;
  skipped?: boolean;
  events?: string[];
}

/**
 * Dice of the pool become other dice, which may explode: roll again and add. `always` says how many
 * without a token; `from` which dice may be taken; `at-most` how many (`all`, or a number); `explode`
 * the faces by die, `other` for every die not named; `chain` what an exploded die counts as.
 */
export interface SubstituteDice {
  entry: "step";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: StepId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  do: "substitute-dice";
  says?: { [key: string]: string };
  if?: Wait;
  /** The entry that this one stands in. */
  parent: DiceId;
  token?: string;
  always?: number;
  from: ("ability" | "skill" | "specialization")[];
  "at-most": string;
  explode?: { [key: string]: string };
  chain?: "one-die" | "face" | "separate";
  events?: { [key: string]: Event };
}

/** A table, written out, or made (`each`) for every value or combination of values. */
export interface Table {
  entry: "table";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: TableId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  layout?: "rows-down" | "columns-down";
  "rows-are"?: RowsAre;
  each?: { [key: string]: string[] };
  columns: { [key: string]: Column };
  rows?: RowId[];
}

/** A word of the game, explained. */
export interface Term {
  entry: "term";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: TermId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
}

export interface Terms {
  name: string;
  url?: string;
  text?: string;
}

/** A part of a round in which those come who do such things. */
export interface Tier {
  name: string;
  actions?: ActionId[];
}

/**
 * Conditions in order. A discrete one exists once, a progressive one replaces the one before,
 * cumulative ones stand side by side and their effects add up. `adds-up` says what a rank that is
 * inflicted on the track comes to, for someone who has conditions of it: `worst` adds it to the rank
 * of the worst of them; `all` makes it the last rank if their ranks and this one together reach that;
 * if not said, it stands for itself. Conditions that are inflicted by name stand for themselves.
 * `ranks` is the benchmark whose bands say how long its conditions last, by their ranks, unless they
 * say so themselves; `start` is the condition of rank 0. `recovered-by` has the actions that take its
 * conditions away, or `none` if nothing does. `effects` hold in every condition; they may use `step`,
 * the rank.
 */
export interface Track {
  entry: "track";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: TrackId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  stacking: "discrete" | "progressive" | "cumulative";
  "adds-up"?: "worst" | "all";
  ranks?: BenchmarkId;
  "resisted-by"?: (AbilityId | SkillId | SpecializationId | ValueId)[];
  "recovered-by"?: ("none" | ActionId)[];
  start?: ConditionId;
  effects?: Effect[];
  test?: Check;
  columns?: { [key: string]: Column };
  conditions: ConditionId[];
}

/** What values are; any other word is what units of the ruleset measure. */
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

/** A sign, or `not`. `±` makes a modifier of which plus or minus is chosen later. */
export interface UnaryNode {
  node: "unary";
  operator: "-" | "+" | "±" | "not";
  operand: FormulaTree;
}

/**
 * A unit of measurement: `measures` names what (length, time). `is` is what one of it comes to in
 * another unit, in which all is told that people give in this.
 */
export interface Unit {
  entry: "unit";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: UnitId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  plural: string;
  measures: string;
  is?: Quantity;
}

/** Use one rating in the place of another. */
export interface Use {
  use: "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId;
  "instead-of": "chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId;
  /**
   * Which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers what is
   * rolled with it alone); all if not said.
   */
  of?: ("chosen-ability" | "chosen-skill" | AbilityId | SkillId | SpecializationId | ActionId)[];
  /** Which of those are left out. */
  except?: ("effect-rolls" | "resistance" | AbilityId | SkillId | SpecializationId | ActionId | ActionTypeId | ValueId)[];
  /** Whom it happens to; the holder or the one who acts if not said. */
  to?: ("self" | "target" | "ally" | "opponent" | "opponents" | "chosen")[];
  /** For how many checks; with `lasts`, whichever ends first. */
  times?: number;
  /** For how long; with `times`, whichever ends first. */
  lasts?: Duration;
  /** When it happens, where that is not at once. */
  at?: Moment;
  /** Only if this holds. */
  if?: Formula;
  /** Words that follow the sentence made from the effect. */
  text?: string;
  /** What it says, as a sentence. */
  sentence?: string;
}

/**
 * A number that someone or something has: worked out (`is`), or written on the sheet. `of` is the
 * nature of those who have it. What nobody wrote on a sheet is the `default`.
 */
export interface Value {
  entry: "value";
  /** What references have, which is stable: `condition.damage.hurt`. */
  id: ValueId;
  /** The pack that brought the entry. */
  origin: string;
  /** What people read, which may be changed freely. */
  name: string;
  /** The rule in words. */
  text?: string;
  /** Other names that it goes by. */
  aliases?: string[];
  /** Words that people look for it by, though it is not called so. */
  keywords?: string[];
  /** Where the rule was found. */
  source?: string;
  /** Where the name is used, if no list defines it. */
  attested?: string;
  of: NatureId;
  type: TypeWord;
  is?: number | Formula;
  default?: number | Formula;
}

/** What the character has as a value. */
export interface ValueNode {
  node: "value";
  id: ValueId;
}

/** A step waits for dice of another step to show a face when they fall. */
export interface Wait {
  step: StepId;
  shows: { [key: string]: string } | string;
  which?: "any" | "first" | "all";
  dropped?: "count" | "ignore";
}

export interface WordChange {
  /** What it was called. */
  before: string;
  /** What it is called. */
  after: string;
}
