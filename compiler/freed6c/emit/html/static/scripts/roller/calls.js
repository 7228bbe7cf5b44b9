/* What the calls of a pool come to: those that meet undo each other, faces may be on no die. */

const MEETING = { "roll-again": ["higher", "lower"], "drop-dice": ["lowest", "highest"] };

/* How many calls of a step meet as many others that undo them. */
function canceled(step, pool) {
  if (!(step.do in MEETING) || step.cancel === "none") return 0;
  const both = Math.min(...MEETING[step.do].map((side) => calledAs(step, pool, side)));
  return step.stack === false ? Math.min(both, 1) : both;
}

/* The faces that a step was called for and that none of the dice has. */
function faceless(step, pool, dice) {
  if (step.do !== "map-faces") return [];
  const most = Math.max(0, ...dice.map((die) => die.kind.sides));
  const calls = pool.calls.filter((call) => call.token === step.token);
  return calls.map((call) => call.number).filter((face) => face > most);
}
