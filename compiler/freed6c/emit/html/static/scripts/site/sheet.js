/* What is written on a character sheet is kept in this browser, until somebody clears it. */

const kept = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; /* Some browsers keep nothing, for files or at all. */
  }
};

const keep = (key, written) => {
  try {
    if (Object.keys(written).length) localStorage.setItem(key, JSON.stringify(written));
    else localStorage.removeItem(key);
  } catch {
    /* Then it stays as long as the page. */
  }
};

/* Fields by their panel and label, so that each is found again when packs add others. */
const named = (fields) => {
  const found = new Map();
  for (const field of fields) {
    const panel = field.closest(".panel").querySelector(".head > :first-child").textContent;
    const group = field.closest("[role=group]")?.getAttribute("aria-label") ?? "";
    const label = field.getAttribute("aria-label") ?? field.closest("label").textContent;
    let name = [panel, group, label.trim()].join("/");
    while (found.has(name)) name += "+";
    found.set(name, field);
  }
  return found;
};

const LINE = 30; /* Letters that surely fit into a line of a narrow column. */

/* A text has as many lines as it needs, so that all of it is printed. */
const grow = (field) => {
  if (field.tagName !== "TEXTAREA") return;
  const lines = field.value.split("\n").map((line) => Math.ceil((line.length || 1) / LINE));
  field.rows = Math.max(field.dataset.rows ??= field.rows, lines.reduce((sum, one) => sum + one));
};

const fill = (fields, written) => {
  for (const [name, field] of fields) {
    if (field.type === "checkbox") field.checked = name in written;
    else field.value = written[name] ?? "";
    grow(field);
  }
};

const startSheet = () => {
  const sheets = document.querySelectorAll(".panels.character");
  if (!sheets.length) return;
  const key = `sheet ${location.pathname}`;
  const written = kept(key);
  const fields = named([...sheets].flatMap((one) => [...one.querySelectorAll("input, textarea")]));
  fill(fields, written);
  for (const [name, field] of fields) {
    field.addEventListener("input", () => {
      const value = field.type === "checkbox" ? field.checked : field.value;
      if (value) written[name] = value;
      else delete written[name];
      keep(key, written);
      grow(field);
    });
  }
  const { kept: said, clear, sure } = sheets[0].dataset;
  const button = made("button", { type: "button" }, clear);
  button.addEventListener("click", () => {
    if (!confirm(sure)) return;
    for (const name of Object.keys(written)) delete written[name];
    fill(fields, written);
    keep(key, written);
  });
  const line = made("p", { class: "fine kept" }, said, " ");
  line.append(button);
  sheets[0].before(line);
};
