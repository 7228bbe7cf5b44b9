/* Pools as people type them: `5d wd, adv`, `3d+1+2D`, `5D − 2`; as runtime/dice/typed.py has it. */

/* A code with its pips, or whatever a sign begins. */
const PART = /[0-9]+[dD]\+[0-9]+(?=[+-]|$)|[+-]?[^\s+-]+|[+-]/g;

/* The same in the notation of pools. What cannot be told is left as it is, to be refused. */
function typed(text, procedure) {
  if ([...text].length > LONGEST) return text;
  const tokens = [...tokensOf(procedure).keys()];
  const plain = text.replace(/[−–]/g, "-").replace(/,/g, " ").replace(/\s*([+-])\s+(?=[0-9])/g, "$1");
  const terms = plain.split(/\s+/).flatMap((term) => term.match(PART) ?? []);
  return terms.map((part) => asLarge(part, tokens)).join(" ");
}

/* With letters as large as they should be. */
function asLarge(part, tokens) {
  if (/^[+-]?[0-9]+[dD](\+[0-9]+)?$/.test(part)) return part.toUpperCase();
  const [, front, letters, behind] = /^([0-9]*)([A-Za-z]+)([0-9]*)$/.exec(part) ?? [];
  if (!letters || tokens.includes(letters)) return part;
  const meant = tokens.filter((token) => token.toLowerCase() === letters.toLowerCase());
  return meant.length === 1 ? front + meant[0] + behind : part;
}
