/* Pools: one's own dice and pips, a bonus of both, and calls for steps of a procedure. */

const SOURCES = ["ability", "skill", "specialization", "bonus"];

/* A pool that cannot be read or rolled: the key of a phrase, and what is filled into it. */
class Refused extends Error {
  constructor(key, fields = {}) {
    super(key);
    this.key = key;
    this.fields = fields;
  }
}

const total = (shares, what) => SOURCES.reduce((sum, source) => sum + shares[source][what], 0);

const called = (pool, token) =>
  pool.calls.reduce((sum, call) => sum + (call.token === token ? call.times : 0), 0);

/* Own dice with a bonus. Where only codes are carried and none has so many pips, they are one, too. */
function laidOut(own, bonus, calls, procedure, perDie) {
  const beyond = procedure["pips-carry"] === "codes" && perDie > 0 && own.pips >= perDie;
  const nothing = { dice: 0, pips: 0 };
  const shares = {
    ability: { dice: own.dice, pips: beyond ? 0 : own.pips },
    skill: nothing,
    specialization: nothing,
    bonus: { dice: bonus.dice, pips: bonus.pips + (beyond ? own.pips : 0) },
  };
  return carried({ shares, calls, perDie }, procedure);
}

/* Pips that make a die become one, as far as the procedure says. */
function carried(pool, procedure) {
  const { perDie } = pool;
  if (!perDie || procedure["pips-carry"] === "never") return pool;
  const own = { ...pool.shares.ability };
  own.dice += Math.floor(own.pips / perDie);
  own.pips -= Math.floor(own.pips / perDie) * perDie;
  const bonus = { ...pool.shares.bonus };
  const whole = Math.floor((own.pips + bonus.pips) / perDie);
  if (procedure["pips-carry"] === "always" && whole) {
    const left = own.pips + bonus.pips - whole * perDie;
    own.pips = Math.min(own.pips, left);
    bonus.dice += whole;
    bonus.pips = left - own.pips;
  }
  return { ...pool, shares: { ...pool.shares, ability: own, bonus } };
}

/* Equal calls as one, in the order of their steps. A face is called for once. */
function gathered(calls) {
  const found = new Map();
  for (const call of calls) {
    const key = `${call.place} ${call.number}`;
    const before = found.get(key);
    const times = call.behind === "face" ? 1 : call.times + (before?.times ?? 0);
    found.set(key, { ...call, times });
  }
  return [...found.values()].sort((a, b) => a.place - b.place || a.number - b.number);
}
