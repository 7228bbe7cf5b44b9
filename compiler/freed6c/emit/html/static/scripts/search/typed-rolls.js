/* Pools and numbers, as people type them into the search box: `5D against 23`, `4d+2 wd 15`, `5d`, `23`.
   What is known of chances, document/search/typed_rolls.py works out. */

const DIGITS_OF_CHANCE = 3, STEPS_OF_CHANCE = 10000, DOUBT = 0.05, UNCERTAIN = 0.25;

/* What may be rolled: pools in their notation, what against, and the chance if it is known. Against a
   number alone, dice that may well fail or succeed. */
const rollsAsked = (rolls, text) => {
  const alone = /^\s*([0-9]{1,3})\s*$/.exec(text);
  if (!rolls || !alone) return [rollAsked(rolls, text)].filter(Boolean);
  const number = Number(alone[1]);
  return (rolls.rows[""] ?? [])
    .map((row, at) => ({ pool: `${at + 1}D`, number, chance: chanceIn(row, number), doubt: inDoubt(row, number) }))
    .filter(({ doubt }) => doubt);
};

/* The pool, the number, or null for none, and the chance; null if something else is asked. */
const rollAsked = (rolls, text) => {
  const code = /(?<![\p{L}\p{N}])([0-9]{1,2}) ?d([0-9]{1,2})?(?: ?\+ ?([0-9]))?(?![\p{L}\p{N}+])/iu.exec(text);
  if (!rolls || !code) return null;
  const [all, dice, sides = rolls.sides, pips = 0] = code;
  if (Number(sides) !== rolls.sides || Number(pips) >= Math.max(rolls.perDie, 1)) return null;
  const words = text.replace(all, " ").match(/[\p{L}\p{N}']+/gu) ?? [];
  const numbers = words.filter((word) => /^[0-9]{1,3}$/.test(word));
  const tokenOf = (word) => rolls.tokens.find((one) => one.toLowerCase() === word.toLowerCase());
  const tokens = words.map(tokenOf).filter(Boolean);
  const known = (word) => tokenOf(word) || rolls.words.includes(word.toLowerCase());
  if (numbers.length > 1 || !words.every((word) => word === numbers[0] || known(word))) return null;
  const number = numbers.length ? Number(numbers[0]) : null;
  const row = tokens.length > 1 ? null : rolls.rows[tokens[0] ?? ""]?.[Number(dice) - 1];
  const pool = [`${Number(dice)}D${Number(pips) ? `+${pips}` : ""}`, ...tokens].join(" ");
  return { pool, number, chance: row && numbers.length ? chanceIn(row, number - Number(pips)) : "" };
};

/* In steps; none where a row does not say. */
const stepsIn = ([low, chances], number) => {
  const at = (number - low) * DIGITS_OF_CHANCE;
  return parseInt(chances.slice(at, at + DIGITS_OF_CHANCE) || "0", 36);
};

const inDoubt = (row, number) => {
  const chance = stepsIn(row, number) / STEPS_OF_CHANCE;
  return number >= row[0] && chance > DOUBT && chance < 1 - DOUBT;
};

const chanceIn = (row, number) => {
  const [low, , high] = row;
  if (number < low) return globalThis.freed6cPercent(1);
  if (high !== null && number > high) return globalThis.freed6cPercent(0);
  /* Less than half a step from what is certain is not certain. */
  const steps = Math.min(Math.max(stepsIn(row, number), UNCERTAIN), STEPS_OF_CHANCE - UNCERTAIN);
  return globalThis.freed6cPercent(steps / STEPS_OF_CHANCE);
};
