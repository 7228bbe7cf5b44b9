/* Dice are read otherwise: faces count as others, faces are counted; or somebody chooses. */

const MOST_TIMES = 100;

function mapFaces(step, { pool }) {
  const calls = pool.calls.filter((call) => call.token === step.token);
  return mapped(step, step.map, {
    faces: step.token ? new Set(calls.map((call) => call.number)) : null,
    times: Math.min(step.times, MOST_TIMES),
    all: step.which === "all",
    chains: step.chain === "every-face",
  });
}

/* Faces that are called for count as others, at most so many times for one throw. */
function mapped(step, map, { faces = null, times = 1, all = false, chains = true } = {}) {
  checkMap(map, step);
  const once = (face, sides) => {
    if (faces && !faces.has(face)) return null;
    if (map === "opposite") return face >= 1 && face <= sides ? opposite(face, sides) : null;
    return map[face] === undefined ? null : Number(map[face]);
  };
  const becomes = (face, sides) => {
    let now = face;
    for (let turn = 0; turn < times; turn += 1) {
      const after = once(now, sides);
      if (after === null) break;
      now = after;
    }
    return now;
  };
  return {
    run(table) {
      const changed = [];
      for (const [place, die] of table.dice.entries()) {
        if (!(die.kept || all) || (die.kind.special && !chains)) continue;
        const shown = die.shown.map((face) => becomes(face, die.kind.sides));
        if (shown.every((face, at) => face === die.shown[at])) continue;
        table.dice[place] = { ...die, shown, value: sum(shown) };
        changed.push([die, table.dice[place]]);
      }
      if (all && changed.length) dropAnew(table);
      table.log.push({ step, changed });
    },
  };
}

/* What was dropped before is decided by the faces of now. */
function dropAnew(table) {
  table.dice = table.dice.map((die) => ({ ...die, kept: true }));
  for (const redo of table.drops) redo(table);
}

function checkMap(map, step) {
  if (map === "opposite") return;
  for (const [face, after] of Object.entries(map)) {
    if (!/^[0-9]+$/.test(face) || !/^[0-9]+$/.test(after)) {
      throw new Refused("faces", { step: step.name, face, after });
    }
    if (Number(after) > MOST_SIDES) throw new Refused("shown", { step: step.name, most: after });
  }
}

/* The result is the number of faces; every throw of an exploded die counts by itself. */
function countFaces(step, { pool }) {
  const call = pool.calls.find(({ token }) => token in step.token);
  const named = call && (step.token[call.token] === "at-least" ? `${call.number}+` : `1-${call.number}`);
  const counts = ({ kind }, face) => (kind.counts ?? facesIn(named ?? step.faces, kind.sides)).has(face);
  return {
    counts,
    run(table) {
      const kept = table.dice.filter((die) => die.kept);
      table.count = sum(kept.map((die) => die.shown.filter((face) => counts(die, face)).length));
      table.log.push({ step, count: table.count });
    },
  };
}

/* One of several actions: a tossed die says which, or who rolls, or else it is the assumed one. */
function chooseOne(step) {
  const actions = new Map(
    Object.entries(step.choices).map(([key, choice]) => [key, alternative(step, choice)]),
  );
  return {
    run(table, die, rng, choices) {
      const tossed = step.toss ? rng(sidesOf(step.toss)) + 1 : undefined;
      const choice = step.toss ? choiceOn(step, tossed) : (choices[step.id] ?? step.assume);
      table.log.push({ step, choice, tossed });
      actions.get(choice)?.run(table, die);
    },
  };
}

/* The first choice with this face, or else the one without faces. */
function choiceOn({ toss, choices }, face) {
  const keys = Object.keys(choices);
  const shows = (key) => choices[key].shows && facesIn(choices[key].shows, sidesOf(toss)).has(face);
  return keys.find(shows) ?? keys.find((key) => !choices[key].shows);
}

function alternative(step, choice) {
  if (choice.do === "cancel-highest") return cancelHighest(step, choice.and);
  return choice.do === "map-faces" ? mapped(step, choice.map) : null;
}
