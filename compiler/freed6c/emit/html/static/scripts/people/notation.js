/* The notation of dice: pools are read and written here alone, as runtime/notation.py says.
   tests/notation.yaml has the cases that both are held to. */

const LONGEST = 500;
const MOST_SIDES = 1000;

function lettersOf(step) {
  const token = step.token ?? "";
  if (typeof token === "string") return token ? [token] : [];
  return Object.keys(token);
}

/* Every token of a procedure, in the order of its steps. What a number behind it says, the step
   knows: `B2` two dice, `WD8` of eight sides, `F6` the face. */
function tokensOf(procedure) {
  const found = new Map();
  for (const step of procedure.steps) {
    for (const letters of lettersOf(step)) {
      const said = step["token-names"]?.[letters] || step.name;
      found.set(letters, { letters, said, place: found.size, behind: step.behind });
    }
  }
  return found;
}

function parse(text, procedure, perDie) {
  if ([...text].length > LONGEST) throw new Refused("long", { most: LONGEST });
  const tokens = tokensOf(procedure);
  const read = { own: null, bonus: { dice: 0, pips: 0 }, calls: [] };
  for (const term of text.split(/\s+/).filter(Boolean)) readTerm(term, read, tokens, procedure);
  checkFaces(read.calls, procedure);
  if (!read.own) throw new Refused("empty");
  return laidOut(read.own, read.bonus, gathered(read.calls), procedure, perDie);
}

/* Faces that some die of the pool has. */
function checkFaces(calls, { sizes }) {
  const sized = calls.filter(({ behind }) => behind === "sides").map(({ number }) => number);
  const most = Math.max(sizes[0], ...sized);
  for (const { behind, number } of calls) {
    if (behind === "face" && number > most) throw new Refused("no-face", { face: number, most });
  }
}

function readTerm(term, read, tokens, procedure) {
  const code = /^([0-9]{1,6})D(?:\+([0-9]{1,6}))?$/.exec(term);
  const bonus = /^([+-][0-9]{1,6})(?:(D)([+-][0-9]{1,6})?)?$/.exec(term);
  const call = /^([0-9]{0,6})([A-Z][A-Za-z]*)([0-9]{0,6})$/.exec(term);
  if (code) {
    if (read.own) throw new Refused("codes", { text: term });
    read.own = { dice: Number(code[1]), pips: Number(code[2] ?? 0) };
  } else if (bonus) {
    const amount = Number(bonus[1]);
    read.bonus.dice += bonus[2] ? amount : 0;
    read.bonus.pips += bonus[2] ? Number(bonus[3] ?? 0) : amount;
  } else if (call && tokens.has(call[2])) {
    read.calls.push(readCall(call, tokens.get(call[2]), procedure));
  } else {
    throw unknown(term, tokens);
  }
}

function readCall([, front, , behind], token, { sizes }) {
  const { letters } = token;
  let times = front ? Number(front) : 1;
  let number = Number(behind || 0);
  const asksForFace = front || number < 1 || number > MOST_SIDES;
  if (token.behind === "count") {
    if (front && behind) throw new Refused("two", { text: `${letters}${times * number}` });
    times = Number(front || behind || 1);
    number = 0;
  } else if (token.behind === "none" && behind) {
    throw new Refused("behind", { token: letters });
  } else if (token.behind === "face" && asksForFace) {
    throw new Refused("face", { token: letters });
  } else if (token.behind === "sides" && behind && (number < 1 || number > MOST_SIDES)) {
    throw new Refused("sides", { most: MOST_SIDES });
  }
  if (times < 1) throw new Refused("count", { token: letters });
  if (token.behind === "sides" && behind && !sizes.includes(number)) {
    const known = [...sizes].sort((one, other) => one - other).join(", ");
    throw new Refused("size", { number, sizes: known, text: `${number}${letters}` });
  }
  return { place: token.place, token: letters, behind: token.behind, number, times };
}

/* A code on a sheet, as people write it: `3d + 2`, or `+1D` and `+2` of what adds to something.
   Null where it is none. */
function readCode(text, perDie) {
  const [, pips] = /^\+\s*([0-9]{1,6})$/.exec(text.trim()) ?? [];
  const plain = typed(text.trim().replace(/^\+\s*/, ""), { steps: [] }).toUpperCase();
  const [, dice, more] = /^([0-9]{1,6})D(?:\+([0-9]{1,6}))?$/.exec(plain) ?? [];
  const code = { dice: Number(dice ?? 0), pips: Number(pips ?? more ?? 0) };
  return (dice ?? pips) === undefined || (code.pips && code.pips >= perDie) ? null : code;
}

/* What might have been meant by something that cannot be read. */
function unknown(text, tokens) {
  if (/^[+-]?[0-9]{7,}/.test(text)) return new Refused("digits", { text });
  if (/^[0-9]+([dD]([+-].*)?)?$/.test(text)) return new Refused("code", { text });
  const [, sign, dice, number] = /^([+-]?)([0-9]+)[dD]([0-9]+)$/.exec(text) ?? [];
  if (dice) {
    const code = `${sign}${dice}D`;
    if (number.length > 1) return new Refused("die", { text, code });
    return new Refused("sided", { text, code, pips: `${code}${sign || "+"}${number}` });
  }
  const known = [...tokens.values()].map(({ letters, said }) => `${letters} (${said})`);
  const letters = text.replace(/^[0-9]+|[0-9]+$/g, "");
  const meant = [...tokens.keys()].filter((one) => one.toLowerCase() === letters.toLowerCase());
  if (meant.length) {
    return new Refused("write", { text: text.replaceAll(letters, () => meant.at(-1)) });
  }
  return new Refused("unknown", { text, known });
}

const signed = (number) => (number < 0 ? `${number}` : `+${number}`);

/* `5D+1 +1D -2 WD B2`: reading it again gives the same pool. */
function written(pool) {
  const { bonus } = pool.shares;
  let own = total(pool.shares, "pips") - bonus.pips;
  let pips = bonus.pips;
  if (!own && !bonus.dice && pool.perDie > 0 && pips >= pool.perDie) [own, pips] = [pips, 0];
  const code = `${total(pool.shares, "dice") - bonus.dice}D${own ? signed(own) : ""}`;
  const more = [bonus.dice ? `${signed(bonus.dice)}D` : "", pips ? signed(pips) : ""];
  return [code, ...more, ...pool.calls.map(writtenCall)].filter(Boolean).join(" ");
}

function writtenCall(call) {
  if (call.behind === "count") return `${call.token}${call.times}`;
  return `${call.times === 1 ? "" : call.times}${call.token}${call.number || ""}`;
}

/* Pools as people type them: `5d wd, adv`, `3d+1+2D`, `5D − 2`, `5d6`, `5 dice, disadv`. */

/* Dice in words or apart from their number. */
const SPELLED = /(?<![A-Za-z0-9])([0-9]+)\s*d(?:ic?e)?(?![A-Za-z0-9])/gi;

/* Pips in words. */
const PIPS = /([+-]\s*[0-9]+)\s*pips?(?![A-Za-z0-9])/gi;

/* Commas count as spaces, and so does what is one in Python alone. */
const SPACES = /[,\x1C-\x1F\x85]/g;

/* Letters of the word for a token that are enough to mean it. */
const SHORTEST = 3;

/* A code with its pips, or whatever a sign begins. */
const PART = /[0-9]+[dD]\+[0-9]+(?=[+-]|$)|[+-]?[^\s+-]+|[+-]/g;

/* The same in the notation of pools. What cannot be told is left as it is, to be refused. */
function typed(text, procedure) {
  if ([...text].length > LONGEST) return text;
  const tokens = tokensOf(procedure);
  let inDice = text.replace(/[−–]/g, "-").replace(SPACES, " ").replace(SPELLED, "$1D");
  for (const { letters, said } of tokens.values()) {
    const words = said.replace(/[^\w\s]/g, "\\$&");
    if (said.includes(" ")) inDice = inDice.replace(new RegExp(words, "gi"), () => letters);
  }
  const plain = inDice.replace(PIPS, "$1").replace(/\s*([+-])\s+(?=[0-9])/g, "$1");
  const terms = plain.split(/\s+/).flatMap((term) => term.match(PART) ?? []);
  return terms.map((part) => inNotation(part, tokens, procedure.die)).join(" ");
}

/* With letters as large as they should be, a token also for its word. */
function inNotation(part, tokens, die) {
  const [, dice, sides] = /^([+-]?[0-9]*)[dD]([0-9]{1,4})$/.exec(part) ?? [];
  if (sides && `d${Number(sides)}` === die) return `${/[0-9]$/.test(dice) ? dice : `${dice}1`}D`;
  if (/^[+-]?[0-9]+[dD](\+[0-9]+)?$/.test(part)) return part.toUpperCase();
  const [, front, letters, behind] = /^([0-9]*)([A-Za-z]+)([0-9]*)$/.exec(part) ?? [];
  if (!letters || tokens.has(letters)) return part;
  const small = letters.toLowerCase();
  let meant = [...tokens.keys()].filter((token) => token.toLowerCase() === small);
  if (!meant.length && small.length >= SHORTEST) {
    const words = [...tokens.values()].filter(({ said }) => said.toLowerCase().startsWith(small));
    meant = words.map((token) => token.letters);
  }
  return meant.length === 1 ? front + meant[0] + behind : part;
}
