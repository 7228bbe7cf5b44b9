/* Whether dice of a step show a face: for events, and for steps that wait. */

const NOBODY = -1;

/* The place of the first die whose throw shows one of these natural faces; or nobody's. */
function met(step, said, dice) {
  let found = [...dice.keys()].filter((place) => {
    const die = dice[place];
    return die.kind.events === step && die.first;
  });
  const [first] = found;
  if (said.dropped === "ignore") found = found.filter((place) => dice[place].kept);
  if (said.which === "first") found = found.filter((place) => place === first);
  const showing = found.filter((place) => {
    const die = dice[place];
    return facesOf(said.shows, die.kind.sides).has(die.faces[(said.throw ?? 1) - 1]);
  });
  if (said.which === "all" && showing.length < found.length) return NOBODY;
  return showing[0] ?? NOBODY;
}
