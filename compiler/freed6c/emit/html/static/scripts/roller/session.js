/* What was rolled last: it stays as long as the window. And links that lead to a roll. */

const MOST_KEPT = 20;

const areTexts = (one, ...parts) => parts.every((part) => typeof one?.[part] === "string");

class Session {
  constructor(prefix) {
    this.key = `${prefix} rolls`;
  }

  /* Others may have written there. */
  get kept() {
    return Object(session.read(this.key));
  }

  get rolls() {
    const { rolls } = this.kept;
    const known = (one) => areTexts(one, "pool", "about", "outcome") && Number.isFinite(one.total);
    return Array.isArray(rolls) ? rolls.filter(known) : [];
  }

  get last() {
    const { last } = this.kept;
    if (!areTexts(last, "pool", "against", "procedure")) return null;
    const { pool, against, procedure } = last;
    return { pool, against, procedure };
  }

  /* The newest first, each with its pool, total and outcome in words. */
  note(roll, last) {
    session.write(this.key, { rolls: [roll, ...this.rolls].slice(0, MOST_KEPT), last });
  }
}

/* `#pool=5D+2%20WD&against=23`: a plus stays one. */
const linkTo = (page, parts) => {
  const said = Object.entries(parts).filter(([, text]) => text !== "");
  const written_ = said.map(([key, text]) => `${key}=${encodeURIComponent(text).replaceAll("%2B", "+")}`);
  return `${page}#${written_.join("&")}`;
};

const readLink = (hash) => {
  const found = { pool: "", against: "", procedure: "" };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [key, text = ""] = part.split("=");
    if (!(key in found)) continue;
    try {
      found[key] = decodeURIComponent(text);
    } catch {
      /* Cut off on its way here. */
    }
  }
  return found.pool ? found : null;
};
