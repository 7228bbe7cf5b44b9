/* Pools against numbers, as people type them into the search box: `5D against 23`, `4d+2 wd 15`. What
   is known of chances, document/search/typed_rolls.py works out. */

const DIGITS_OF_CHANCE = 2, STEPS_OF_CHANCE = 1000;

/* The pool in its notation, the number, and the chance if it is known; null if it is something else. */
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
  if (numbers.length !== 1 || !words.every((word) => word === numbers[0] || known(word))) return null;
  const number = Number(numbers[0]);
  const row = tokens.length > 1 ? null : rolls.rows[tokens[0] ?? ""]?.[Number(dice) - 1];
  const pool = [`${Number(dice)}D${Number(pips) ? `+${pips}` : ""}`, ...tokens].join(" ");
  return { pool, number, chance: row ? chanceIn(row, number - Number(pips)) : "" };
};

const chanceIn = ([low, chances, explodes], number) => {
  const at = (number - low) * DIGITS_OF_CHANCE;
  const steps = parseInt(chances.slice(at, at + DIGITS_OF_CHANCE), 36) / STEPS_OF_CHANCE;
  const percent = new Intl.NumberFormat(document.documentElement.lang || "en", {
    style: "percent",
    maximumFractionDigits: 1,
  });
  if (at < 0) return percent.format(1);
  if (at < chances.length) return percent.format(steps);
  return explodes ? `< ${percent.format(1 / STEPS_OF_CHANCE)}` : percent.format(0);
};
