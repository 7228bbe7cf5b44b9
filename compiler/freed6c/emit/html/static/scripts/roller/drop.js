/* Dice leave the roll: extra dice push out the lowest or highest, a face cancels the highest. */

const calledAs = (step, pool, said) =>
  sum(lettersOf(step).map((token) => (step.token[token] === said ? called(pool, token) : 0)));

/* How many of the lowest and how many of the highest go, after calls have met. */
function drops(step, pool) {
  const low = calledAs(step, pool, "lowest");
  const high = calledAs(step, pool, "highest");
  const both = step.cancel === "one-for-one" ? Math.min(low, high) : 0;
  return [low - both, high - both];
}

/* Extra dice are thrown along, and as many of all dice go: the lowest, then the highest. Or all but
   a number of dice go. */
function dropDice(step, { pool, sides }) {
  const keeps = step.keep !== null;
  const called_ = keeps ? [0, 0] : drops(step, pool);
  const extra = sum(called_);
  if (!keeps && !extra) return null;
  const ends = (dice) => {
    const above = Math.max(0, dice - step.keep);
    if (!keeps) return called_;
    return step.drop === "lowest" ? [above, 0] : [0, above];
  };
  const drop = (table, stop) => {
    const [lowest, highest] = ends(table.dice.slice(0, stop).filter((die) => die.kept).length);
    return [...dropEnd(step, table, stop, lowest, 1), ...dropEnd(step, table, stop, highest, -1)];
  };
  return {
    extra,
    ends,
    run(table, die, rng) {
      const rolled = throwAlong(table, [[kindOf(sides, step.id), extra]], rng);
      const stop = table.dice.length;
      const dropped = drop(table, stop);
      table.drops.push((now) => drop(now, stop));
      table.log.push({ step, rolled, dropped });
    },
  };
}

const canDrop = (step, source) => !step["drop-from"].length || step["drop-from"].includes(source);

/* Which die goes first: if forced others before extra ones, then height, then its sort. */
function dropEnd(step, table, stop, count, direction) {
  const places = [...table.dice.keys()].slice(0, stop).filter((place) => {
    const die = table.dice[place];
    return die.kept && canDrop(step, die.kind.source);
  });
  const rankOf = (place) => {
    const die = table.dice[place];
    const order = step["equal-dice"].lastIndexOf(die.kind.source);
    return [
      step.forced && die.kind.source === step.id ? 1 : 0,
      direction * heightOf(die),
      order < 0 ? new Set(step["equal-dice"]).size : order,
      place,
    ];
  };
  const ranked = places.map(rankOf).sort(inTurn);
  return dropAt(table, ranked.slice(0, count).map((one) => one.at(-1)));
}

function inTurn(one, other) {
  const place = one.findIndex((number, at) => number !== other[at]);
  return place < 0 ? 0 : one[place] - other[place];
}

function dropAt(table, places) {
  for (const place of places) table.dice[place] = { ...table.dice[place], kept: false };
  return places.map((place) => table.dice[place]);
}

/* The highest die goes; the die that the step waited for stays, or goes too, or only where it is
   alone. */
function cancelHighest(step, and) {
  const drop = (table, stop, waited) => {
    const places = [...table.dice.keys()].slice(0, stop);
    const found = places.filter((place) => table.dice[place].kept && place !== waited);
    const most = Math.max(...found.map((place) => heightOf(table.dice[place])));
    const going = found.filter((place) => heightOf(table.dice[place]) === most).slice(0, 1);
    const too = and === "the-die-itself" || (and === "the-only-die" && !found.length);
    if (too && waited !== NOBODY && table.dice[waited].kept) going.push(waited);
    return dropAt(table, going);
  };
  return {
    run(table, die) {
      const stop = table.dice.length;
      const dropped = drop(table, stop, die);
      table.drops.push((now) => drop(now, stop, die));
      table.log.push({ step, dropped });
    },
  };
}
