/* A procedure made ready for one pool, and rolled: the same work as `freed6c roll` does. */

const MOST_STEPS = 100;
const MOST_THROWS = 100000;

/* What each step does once its pool is known: an action with `run`, or null for nothing.
   Those that come `before` leave nothing to chance. */
const DO = {
  "multiply-dice": multiply,
  "substitute-dice": substitute,
  "add-dice": add,
  "exchange-pips": exchangePips,
  roll: rollAll,
  "roll-again": rollAgain,
  "drop-dice": dropDice,
  "map-faces": mapFaces,
  "cancel-highest": (step) => cancelHighest(step, step.and),
  "count-faces": countFaces,
  "choose-one": chooseOne,
};

function planned(procedure, pool) {
  const { steps } = procedure;
  if (steps.length > MOST_STEPS) {
    throw new Refused("steps", { procedure: procedure.name, most: MOST_STEPS });
  }
  const sides = sidesOf(procedure.die);
  const plan = { procedure, pool, sides, thrown: false, actions: [], start: newTable(pool, sides) };
  for (const step of steps) {
    const action = made(step, plan);
    if (action.before && !plan.actions.length) action.run(plan.start, NOBODY);
    else plan.actions.push(action);
    plan.thrown ||= action.rolls;
  }
  if (plan.actions[0]?.rolls && waitingOf(plan.start) > MOST_DICE) {
    throw new Refused("dice", { most: MOST_DICE });
  }
  refuseTooMany(plan);
  return plan;
}

function made(step, plan) {
  const letters = lettersOf(step);
  const happens = step.always || step.faces || !letters.length || letters.some((one) => called(plan.pool, one));
  const action = happens ? DO[step.do](step, plan) : null;
  if (!action) return { before: true, run: (table) => table.log.push({ step, idle: true }) };
  return { ...(step.if ? waiting(step, action) : action), step };
}

/* A step that only happens when dice show a face; it learns which die was the first. */
const waiting = (step, action) => ({
  ...action,
  before: true,
  rolls: false,
  run(table, _, ...others) {
    const die = met(step.if.step, step.if, table.dice);
    if (die === NOBODY) table.log.push({ step, waited: true });
    else action.run(table, die, ...others);
  },
});

function rollAll(step) {
  return {
    rolls: true,
    run(table, die, rng) {
      const rolled = fall(table, settled(table), rng);
      takeUp(table);
      table.log.push({ step, rolled });
    },
  };
}

/* Everything up to here once more, perhaps several times, and one of the sets is kept. */
function rollAgain(step, plan) {
  const net = again(step, plan.pool);
  if (!net) return null;
  const more = Math.abs(net);
  return {
    more,
    run(table, die, rng, choices) {
      const stop = plan.actions.findIndex((action) => action.step === step);
      const sets = [copied(table)];
      for (let one = 0; one < more; one += 1) sets.push(ran(plan, stop, rng, choices));
      const totals = sets.map(totalOf);
      const best = net > 0 ? Math.max(...totals) : Math.min(...totals);
      const set = step.tie === "second" ? totals.lastIndexOf(best) : totals.indexOf(best);
      const rolled = sets.filter((_, place) => place !== set).flatMap((one) => one.dice);
      Object.assign(table, sets[set]);
      table.log.push({ step, totals, set, rolled });
    },
  };
}

/* How many more sets: above zero the highest is kept, below the lowest. */
function again(step, pool) {
  const most = step.stack ? Infinity : 1;
  const higher = calledAs(step, pool, "higher");
  return Math.min(higher, most) - Math.min(calledAs(step, pool, "lower"), most);
}

/* Dice that come after the roll lie beside the others. Sets of sets multiply: what they would throw
   in all is bounded. */
function refuseTooMany(plan) {
  const extra = sum(plan.actions.map((one) => one.extra ?? (one.lots ? inLots(one.lots) : 0)));
  const dice = waitingOf(plan.start) + extra;
  if (dice > MOST_DICE && plan.actions.some((one) => one.rolls)) throw new Refused("dice", { most: MOST_DICE });
  const sets = plan.actions.reduce((found, one) => found * (1 + (one.more ?? 0)), 1);
  if (dice * sets > MOST_THROWS) {
    throw new Refused("sets", { most: MOST_THROWS, sets });
  }
}

/* The table after the actions before `stop`. */
function ran(plan, stop, rng, choices) {
  const table = copied(plan.start);
  for (const action of plan.actions.slice(0, stop)) action.run(table, NOBODY, rng, choices);
  return table;
}

/* Roll a pool. `rng(sides)` gives a number from 0 to below `sides`; `choices` are keys by step. */
function roll(procedure, pool, rng, target = null, choices = {}) {
  const plan = planned(procedure, pool);
  const table = ran(plan, plan.actions.length, rng, choices);
  const before = judged(procedure, totalOf(table), target, eventsShown(procedure, table.dice));
  explodeLate(plan, table, before.success, rng);
  const reached = totalOf(table);
  const shown = eventsShown(procedure, table.dice);
  const outcome = judged(procedure, reached, target, shown);
  return {
    pool,
    target,
    total: reached,
    pips: pipsOf(table),
    ...outcome,
    events: eventsOf(shown, outcome.success),
    dice: table.dice,
    steps: table.log,
  };
}

/* The dice that explode only on a success or failure; without a target, it is a failure. */
function explodeLate({ procedure, actions }, table, success, rng) {
  const counts = actions.find((action) => action.counts)?.counts;
  const burst = new Map();
  for (const [place, die] of table.dice.entries()) {
    const { kind, kept, shown } = die;
    const faces = [die.faces[0]];
    if (!kept || kind.explodeIf !== (success ? "success" : "failure") || !kind.explode.has(faces[0])) continue;
    explode(kind, faces, rng);
    const more = faces.slice(1);
    const after = { ...die, faces, shown: [...shown, ...more], value: die.value + sum(more) };
    table.dice[place] = after;
    burst.set(kind.source, [...(burst.get(kind.source) ?? []), after]);
    if (table.count !== null) table.count += more.filter((face) => counts(after, face)).length;
  }
  for (const step of procedure.steps) {
    if (burst.has(step.id)) table.log.push({ step, rolled: burst.get(step.id) });
  }
}

function judged(procedure, reached, target, shown) {
  const margin = target === null ? null : reached - target;
  const outcome = outcomeOf(procedure, reached, margin, shown.map(({ key }) => key));
  let success = outcome ? outcome.success : null;
  if (!outcome && margin !== null) success = procedure.success === "more-than" ? margin > 0 : margin >= 0;
  if (margin === null) return { outcome, margin, success, rank: null };
  return { outcome, margin, success, rank: success ? rankOf(procedure.ranks, margin) : 0 };
}

/* The first outcome whose conditions are met; null without any, or without a number that they need. */
function outcomeOf({ outcomes }, reached, margin, keys) {
  if (margin === null && needsTarget({ outcomes })) return null;
  const within = (range, number) => !range || ((range.low ?? -Infinity) <= number && number <= (range.high ?? Infinity));
  const fits = ({ total: totals, margin: margins, event }) =>
    within(totals, reached) && within(margins, margin) && (!event || keys.includes(event));
  return outcomes.find(fits) ?? null;
}

const needsTarget = ({ outcomes }) => !outcomes.length || outcomes.some(({ margin }) => margin);

/* The place of the band that holds a margin, from 1; 0 below the first. */
function rankOf(bands, margin) {
  let rank = 0;
  for (const band of bands ?? []) {
    if (band.low !== null && margin < band.low) break;
    rank += 1;
  }
  return rank;
}

/* The events whose faces dice show. */
function eventsShown(procedure, dice) {
  return procedure.steps
    .filter((step) => step.do === "substitute-dice")
    .flatMap((step) => Object.entries(step.events).map(([key, event]) => ({ step, key, event })))
    .filter(({ step, event }) => met(step.id, event, dice) !== NOBODY);
}

/* What else dice mean: events, with their words. */
function eventsOf(shown, success) {
  const wanted = { success: true, failure: false };
  return shown
    .filter(({ event }) => event.if === null || wanted[event.if] === success)
    .map(({ key, event }) => ({ key, text: event.text }));
}
