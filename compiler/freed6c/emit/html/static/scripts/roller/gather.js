/* Steps that change the pool before it is thrown: multiply, substitute, add, exchange pips. */

function multiply(step, { pool }) {
  return {
    before: true,
    run(table) {
      const dice = waitingOf(table);
      const pips = pipsOf(table);
      for (const source of step.sources) table.counts[source] *= step.by;
      if (step.pips === "multiply") multiplyPips(step, table, pool.perDie);
      table.log.push({ step, dice: [dice, waitingOf(table)], pips: [pips, pipsOf(table)] });
    },
  };
}

function multiplyPips(step, table, perDie) {
  for (const source of step.sources) table.pips[source] *= step.by;
  if (!step.carry) return;
  const pips = sum(step.sources.map((source) => table.pips[source]));
  const whole = Math.floor(pips / perDie);
  for (const source of step.sources) table.pips[source] = 0;
  table.counts[step.sources[0]] += whole;
  table.pips[step.sources[0]] = pips - whole * perDie;
}

/* The dice that a step puts in the place of plain ones. */
function substituteKind(step, sides, source = step.id) {
  const explode = facesOf(step.explode, sides);
  const explodeTimes = step["explode-times"] ?? Infinity;
  if (explode.size === sides && explodeTimes === Infinity) throw new Refused("endless", { step: step.name, sides });
  const explodeIf = step["explode-if"];
  const chain = explodeIf ? "face" : step.chain;
  return { sides, source, explode, explodeIf, explodeTimes, chain, special: true, events: step.id };
}

function substitute(step, { pool, sides }) {
  const most = step.limit === "all" ? MOST_DICE : Number(step.limit);
  const calls = pool.calls.filter((call) => call.token === step.token);
  const lots = calls.map((call) => [substituteKind(step, call.number || sides), call.times]);
  if (step.always) lots.push([substituteKind(step, sides), step.always]);
  return {
    before: true,
    run(table) {
      const before = plainOf(table);
      let left = most;
      for (const [kind, wanted] of lots) {
        const own = sum(step.from.map((source) => Math.max(0, table.counts[source])));
        const count = Math.min(wanted, left, own, plainOf(table));
        left -= count;
        take(table, step.from, count);
        if (count) table.lots.push([kind, count]);
      }
      table.log.push({ step, dice: [before, plainOf(table)] });
    },
  };
}

function take(table, sources, count) {
  let left = count;
  for (const source of sources) {
    const taken = Math.min(left, Math.max(0, table.counts[source]));
    table.counts[source] -= taken;
    left -= taken;
  }
}

/* More dice: into the pool, or straight onto the table where they come after the roll. */
function add(step, { pool, procedure, sides, thrown, start }) {
  const kind = addedKind(step, procedure, sides);
  if (step.per) return addPerPip(step, kind);
  const lots = [[kind, called(pool, step.token) - (start.capped[step.id] ?? 0)]];
  if (thrown || !step.at.includes("before-roll")) {
    return {
      lots,
      run(table, die, rng) {
        table.log.push({ step, rolled: throwAlong(table, lots, rng) });
      },
    };
  }
  return {
    before: true,
    lots,
    run(table) {
      const before = waitingOf(table);
      table.lots.push(...lots);
      table.log.push({ step, dice: [before, waitingOf(table)] });
    },
  };
}

/* Each pip becomes a die, or all of them one die whose faces depend on them; pips below zero are lost. */
function addPerPip(step, kind) {
  return {
    before: true,
    run(table) {
      const pips = pipsOf(table);
      const before = waitingOf(table);
      if (typeof step.counts === "string") table.lots.push([kind, Math.max(0, pips)]);
      else {
        const most = Math.max(0, ...Object.keys(step.counts).map(Number).filter((one) => one <= pips));
        if (most) table.lots.push([{ ...kind, counts: facesIn(step.counts[most], kind.sides) }, 1]);
      }
      for (const source of SOURCES) table.pips[source] = 0;
      table.log.push({ step, dice: [before, waitingOf(table)], pips: [pips, 0] });
    },
  };
}

function addedKind(step, procedure, sides) {
  const counts = step.counts ? facesOf(step.counts, sides) : undefined;
  if (step.like === null) return { ...kindOf(sides, step.id), counts };
  const like = procedure.steps.find((one) => one.id === step.like && one.do === "substitute-dice");
  if (!like) throw new Refused("like", { step: step.name, like: step.like });
  const kind = { ...substituteKind(like, sides, step.id), counts };
  return step.events === "same" ? kind : { ...kind, events: "" };
}

/* All pips become dice, as many as there are with the last one rounded, and none are left. Dice above
   a limit become pips. */
function exchangePips(step, { pool, procedure }) {
  return {
    before: true,
    run(table) {
      const pips = pipsOf(table);
      const before = waitingOf(table);
      if (step["up-from"]) {
        table.counts.bonus += rounded(step["up-from"], pips, pool.perDie);
        for (const source of SOURCES) table.pips[source] = 0;
      }
      if (step["max-dice"] !== null) {
        const late = procedure.steps.filter(({ id }) => step.includes.includes(id));
        table.pips.bonus += removed(table, step["max-dice"], late, pool) * step.beyond;
      }
      table.log.push({ step, dice: [before, waitingOf(table)], pips: [pips, pipsOf(table)] });
    },
  };
}

/* How many dice above a limit go: first those that later steps add, then plain ones. */
function removed(table, limit, late, pool) {
  const most = Math.max(0, waitingOf(table) + sum(late.map((step) => called(pool, step.token))) - limit);
  let left = most;
  const take = (count) => {
    const taken = Math.min(left, count);
    left -= taken;
    return taken;
  };
  for (const { id, token } of late) table.capped[id] = take(called(pool, token));
  table.counts.bonus -= take(plainOf(table));
  return most - left;
}

function rounded(upFrom, pips, perDie) {
  if (upFrom === "none" || pips < 1) return 0;
  const whole = perDie ? Math.floor(pips / perDie) : 0;
  return whole + (pips - whole * perDie >= Number(upFrom) ? 1 : 0);
}
