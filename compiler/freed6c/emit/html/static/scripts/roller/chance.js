/* Exact chances of a plan, where its dice are only thrown and added up; else nothing is said. */

const UNLIKELY = 1e-12;
const NEGLIGIBLE = 1e-18;
const MOST_ADDED = 60;

/* The chance of each total, by the total; null where they are not simply added up. */
function distributionOf(plan) {
  let rolled = false;
  let sets = 0;
  let dropping = null;
  const lots = [];
  for (const action of plan.actions) {
    if (!action.step) continue; /* It has nothing to do. */
    if (action.step.if || sets || dropping) return null;
    if (action.rolls) {
      rolled = true;
      lots.push(...settled(plan.start));
    } else if (action.more && rolled) sets = again(action.step, plan.pool);
    else if (action.lots && rolled) lots.push(...action.lots);
    else if (action.ends && rolled) dropping = action;
    else return null;
  }
  if (!rolled || inLots(lots) > MOST_ADDED || (sets && explodesByResult(plan))) return null;
  let chances = new Map([[pipsOf(plan.start), 1]]);
  if (dropping) return droppedOf(dropping, lots, plan);
  for (const [kind, count] of lots) {
    const die = chancesOfDie(kind);
    const least = kind.explode.size ? NEGLIGIBLE : 0;
    for (let one = 0; one < count; one += 1) chances = added(chances, die, least);
  }
  return sets ? keptOf(chances, sets) : chances;
}

const explodesByResult = ({ procedure }) => procedure.steps.some((step) => step["explode-if"]);

/* Of equal dice the lowest and the highest are left out; null where the dice are of several sorts.
   Faces come from the lowest up: so many dice show each, and those in the middle count. */
function droppedOf({ step, extra, ends }, lots, { sides, start }) {
  const kinds = lots.map(([kind]) => kind);
  const plain = kinds.every((kind) => !kind.explode.size && kind.sides === sides);
  const all = [...kinds.map((kind) => kind.source), step.id].every((one) => canDrop(step, one));
  if (!plain || !all || step.forced) return null;
  const dice = inLots(lots) + extra;
  const [low, high] = ends(dice);
  let placed = [new Map([[pipsOf(start), 1]])];
  for (let face = 1; face <= sides; face += 1) {
    const next = Array.from({ length: dice + 1 }, () => new Map());
    placed.forEach((totals, before) => {
      for (let more = 0, ways = 1; before + more <= dice; more += 1) {
        const kept = Math.min(before + more, dice - high) - Math.max(before, low);
        const chance = ways * sides ** -more;
        for (const [total_, likely] of totals) {
          const now = total_ + face * Math.max(0, kept);
          next[before + more].set(now, (next[before + more].get(now) ?? 0) + likely * chance);
        }
        ways *= (dice - before - more) / (more + 1);
      }
    });
    placed = next;
  }
  return placed[dice];
}

/* What one die comes to, with the throws that follow it: [total, chance], the lowest first. What is
   left of long chains reaches any number. Until a roll succeeds, dice explode as on a failure. */
function chancesOfDie({ sides, explodeTimes, ...kind }) {
  const explode = kind.explodeIf === "success" ? NOTHING : kind.explode;
  const found = new Map();
  const count = (into, total_, chance) => into.set(total_, (into.get(total_) ?? 0) + chance);
  let before = new Map([[0, 1]]);
  for (let throws = 0; sum([...before.values()]) > UNLIKELY; throws += 1) {
    const next = new Map();
    for (const [total_, chance] of before) {
      for (let face = 1; face <= sides; face += 1) {
        count(explode.has(face) && throws < explodeTimes ? next : found, total_ + face, chance / sides);
      }
    }
    before = next;
  }
  if (before.size) found.set(Infinity, sum([...before.values()]));
  return found;
}

/* Of chances below `least`, only that of the lowest total is kept, which tells what is certain. */
function added(chances, die, least) {
  const found = new Map();
  for (const [one, likely] of chances) {
    for (const [other, chance] of die) {
      const now = likely * chance;
      if (now > least || !found.size) found.set(one + other, (found.get(one + other) ?? 0) + now);
    }
  }
  return found;
}

/* Of several sets the highest, or the lowest where there are fewer than none. */
function keptOf(chances, sets) {
  const totals = [...chances.keys()].sort((a, b) => a - b);
  const found = new Map();
  let upTo = 0;
  let before = 0;
  for (const one of totals) {
    upTo += chances.get(one);
    const now = sets > 0 ? upTo ** (sets + 1) : 1 - Math.max(0, 1 - upTo) ** (1 - sets);
    found.set(one, now - before);
    before = now;
  }
  return found;
}

/* The chance to reach a number, or the total of other dice by their chances; null if not exact. It is
   1 or 0 where that is certain, not where it comes near. `wanted` tells another result from a success. */
function chanceOf(plan, target, wanted = ({ success }) => success) {
  const mine = distributionOf(plan);
  const theirs = target instanceof Map ? target : new Map([[target, 1]]);
  const { procedure } = plan;
  if (!mine || (target instanceof Map && explodesByResult(plan)) || procedure.outcomes.some(({ event }) => event)) return null;
  let [chance, succeeds, fails] = [0, false, false];
  for (const [one, likely] of mine) {
    for (const [other, alike] of theirs) {
      const reached = wanted(judged(procedure, one, other, []));
      if (reached) chance += likely * alike;
      succeeds ||= reached;
      fails ||= !reached;
    }
  }
  if (!succeeds || !fails) return Number(succeeds);
  return Math.min(Math.max(chance, Number.MIN_VALUE), 1 - Number.EPSILON);
}
