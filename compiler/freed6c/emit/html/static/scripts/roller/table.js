/* What lies on the table while a pool is rolled: dice that wait, dice that fell, and the log. */

const MOST_DICE = 1000;
const LONGEST_CHAIN = 2000;

const NOTHING = new Set();

function newTable(pool, sides) {
  const each = (what) => Object.fromEntries(SOURCES.map((one) => [one, pool.shares[one][what]]));
  return {
    sides,
    counts: each("dice"),
    pips: each("pips"),
    lots: [],
    dice: [],
    capped: {},
    count: null,
    drops: [],
    log: [],
  };
}

function copied(table) {
  return {
    ...table,
    counts: { ...table.counts },
    pips: { ...table.pips },
    lots: [...table.lots],
    dice: [...table.dice],
    drops: [...table.drops],
    log: [...table.log],
  };
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

const pipsOf = (table) => sum(Object.values(table.pips));

/* Counts of plain dice may be below zero until they are thrown. */
const plainOf = (table) => Math.max(0, sum(Object.values(table.counts)));

const inLots = (lots) => sum(lots.map(([, count]) => count));

const waitingOf = (table) => plainOf(table) + inLots(table.lots);

/* The result as things lie now: the sum of the dice that are kept, or their count. */
function totalOf(table) {
  const kept = table.dice.filter((die) => die.kept).map((die) => die.value);
  return (table.count ?? sum(kept)) + pipsOf(table);
}

const kindOf = (sides, source) => ({
  sides,
  source,
  explode: NOTHING,
  chain: "one-die",
  special: false,
  events: "",
});

/* The lots that wait, plain dice by source first; missing dice are taken off the last. */
function settled(table) {
  const counts = { ...table.counts };
  let missing = -sum(SOURCES.map((source) => Math.min(0, counts[source])));
  for (const source of [...SOURCES].reverse()) {
    const taken = Math.min(missing, Math.max(0, counts[source]));
    counts[source] -= taken;
    missing -= taken;
  }
  const plain = SOURCES.filter((source) => counts[source] > 0);
  return [
    ...plain.map((source) => [kindOf(table.sides, source), counts[source]]),
    ...table.lots,
  ];
}

function takeUp(table) {
  for (const source of SOURCES) table.counts[source] = 0;
  table.lots = [];
}

const dieOf = (kind, faces, first = true) => ({
  kind,
  faces,
  shown: faces,
  value: sum(faces),
  kept: true,
  first,
});

/* What a die is worth where the lowest or the highest is looked for. */
const heightOf = (die) => (die.kind.chain === "face" ? die.shown[0] : die.value);

/* Throw dice onto the table; those that exploded by themselves follow their die. */
function fall(table, lots, rng) {
  const fallen = [];
  for (const [kind, count] of lots) {
    for (let one = 0; one < count; one += 1) fallen.push(...thrown(kind, rng));
  }
  table.dice.push(...fallen);
  return fallen;
}

function thrown(kind, rng) {
  const faces = [rng(kind.sides) + 1];
  if (!kind.explodeIf) explode(kind, faces, rng);
  if (kind.chain !== "separate") return [dieOf(kind, faces)];
  return faces.map((face, place) => dieOf(kind, [face], place === 0));
}

/* Further throws, as long as the last face explodes. */
function explode(kind, faces, rng) {
  while (kind.explode.has(faces.at(-1)) && faces.length <= kind.explodeTimes) {
    faces.push(rng(kind.sides) + 1);
    if (faces.length > LONGEST_CHAIN) throw new Refused("chain", { most: LONGEST_CHAIN });
  }
}

function throwAlong(table, lots, rng) {
  if (table.dice.length + inLots(lots) > MOST_DICE) throw new Refused("dice", { most: MOST_DICE });
  return fall(table, lots, rng);
}
