/* A roll in words, the same that `freed6c roll` prints. */

/* Why a pool cannot be rolled. */
function reason({ key, fields }, say) {
  const known = fields.known?.join(say("rolled.comma")) || say("cannot.unknown.none");
  return say(`cannot.${key}`, { ...fields, known });
}

/* The pool, the name and the work of each step that had something to do, and what came of it. */
function told(found, procedure, say) {
  const { pool, steps, events } = found;
  return {
    pool: written(pool),
    steps: steps
      .filter((one) => !one.idle || canceled(one.step, pool))
      .map((one) => [one.step.name, work(one, found, procedure, say)]),
    total: totalWords(found, say),
    outcome: outcomeWords(found, procedure, say),
    events: events.map(({ key, text }) => say("rolled.event", { event: key, text })),
  };
}

function totalWords({ total: reached, pips }, say) {
  if (!pips) return say("rolled.total", { total: reached });
  return say("rolled.total.pips", { total: reached, dice: reached - pips, pips: signed(pips) });
}

/* The outcome, or success or failure; nothing where nothing had to be reached. */
function outcomeWords({ target, outcome, margin, success, rank }, { ranks }, say) {
  if (margin === null) return outcome ? say("rolled.outcome", { outcome: outcome.name }) : "";
  if (outcome) {
    const facts = { target, outcome: outcome.name, margin: signed(margin), rank };
    return say(rank ? "rolled.outcome.rank" : "rolled.outcome.target", facts);
  }
  const said = { target, margin: Math.abs(margin), rank };
  const missed = success ? 0 : rankOf(ranks, margin);
  if (missed) return say("rolled.failure.band", { ...said, band: ranks[missed - 1].name });
  if (!success) return say("rolled.failure", said);
  if (rank) return say("rolled.success.band", { ...said, band: ranks[rank - 1].name });
  return say(ranks ? "rolled.success.rank" : "rolled.success", said);
}

function work(done, found, procedure, say) {
  if (done.waited) return say("rolled.waited");
  const parts = [
    ...cancelledWords(done, found, say),
    ...numberWords(done, say),
    ...setWords(done, say),
    ...diceWords(done, procedure, say),
  ];
  return parts.join(say("rolled.then")) || nothingWords(done, found, say);
}

/* Why nothing came of it, where that can be told. */
function nothingWords({ step }, { pool, dice }, say) {
  const faces = faceless(step, pool, dice);
  if (faces.length) return say("rolled.faceless", { faces: faces.join(say("rolled.comma")) });
  return say(step.do === "roll" ? "rolled.none" : "rolled.nothing");
}

function* cancelledWords({ step }, { pool }, say) {
  const count = canceled(step, pool);
  if (!count) return;
  const tokens = lettersOf(step).filter((token) => called(pool, token));
  yield say("rolled.canceled", { count, tokens: tokens.join(say("rolled.and")) });
}

function* numberWords({ step, dice, pips, count, choice, tossed }, say) {
  if (dice && step.do === "substitute-dice") {
    yield say("rolled.exchanged", { count: dice[0] - dice[1], before: dice[0] });
  } else if (dice && dice[0] !== dice[1]) {
    yield say("rolled.dice", { before: dice[0], after: dice[1] });
  }
  if (pips && pips[0] !== pips[1]) yield say("rolled.pips", { before: pips[0], after: pips[1] });
  if (count !== undefined) yield say("rolled.counted", { count });
  if (tossed) yield say("rolled.fell", { dice: tossed });
  if (choice) yield say("rolled.chosen", { choice: step.choices[choice].name });
}

function* setWords({ totals, set }, say) {
  if (!totals) return;
  const place = set < 5 ? say(`rolled.place.${set + 1}`) : say("rolled.place", { number: set + 1 });
  yield say(`rolled.sets.${side(totals, set)}`, { totals: totals.join(say("rolled.and")), place });
}

/* Which of the totals was kept, in a word. */
function side(totals, kept) {
  if (new Set(totals).size === 1) return "equal";
  const high = totals[kept] === Math.max(...totals);
  if (totals.length > 2) return high ? "highest" : "lowest";
  return high ? "higher" : "lower";
}

function* diceWords({ totals, rolled, dropped, changed }, procedure, say) {
  const face = (die) => faceWords(die, procedure, say);
  const faces = (dice) => dice.map(face).join(say("rolled.comma"));
  if (rolled?.length) {
    yield say(totals ? "rolled.aside" : "rolled.fell", { dice: faces(rolled) });
  }
  if (dropped?.length) yield say("rolled.dropped", { dice: faces(dropped) });
  if (changed?.length) {
    const each = changed.map(([before, after]) =>
      say("rolled.becomes", { die: face(before), value: after.value }),
    );
    yield each.join(say("rolled.comma"));
  }
}

/* `3`, `Lantern Die 6+4 = 10`, `Lantern Die d8 5`. */
function faceWords({ kind, shown, value }, procedure, say) {
  let said = shown.join("+");
  if (shown.length > 1) said = say("rolled.die.chain", { faces: said, value });
  if (kind.sides !== sidesOf(procedure.die)) {
    said = say("rolled.die.sides", { sides: kind.sides, die: said });
  }
  const source = (kind.special || kind.counts) && procedure.steps.find((step) => step.id === kind.source);
  return source ? say("rolled.die", { source: source.name, die: said }) : said;
}
