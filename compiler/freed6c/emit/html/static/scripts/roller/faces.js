/* Faces as packs write them: `6`, `5-6`, `7+`; by die, or the same for every die. */

const sidesOf = (die) => Number(die.slice(1));

const opposite = (face, sides) => sides + 1 - face;

function facesIn(text, sides) {
  const [, low, up, high] = /^(\d+)(?:(\+)|-(\d+))?$/.exec(text);
  const last = Math.min(up ? sides : Number(high ?? low), sides);
  const found = new Set();
  for (let face = Math.max(Number(low), 1); face <= last; face += 1) found.add(face);
  return found;
}

/* The faces that are meant of such a die: its own, else those of `other`, else none. */
function facesOf(said, sides) {
  const text = typeof said === "string" ? said : (said[`d${sides}`] ?? said.other);
  return text === undefined ? new Set() : facesIn(text, sides);
}
