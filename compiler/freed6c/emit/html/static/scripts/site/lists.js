/* Long lists: shown in part, as one types; sorted by a column, once it is asked to. */

const FEW = 8; /* Rows that are seen at a glance. */

const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;

/* Rows that hold all that was typed. */
const filter = (rows, typed, told, count) => {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  told.textContent = wanted.length
    ? count.replace("{shown}", shown).replace("{all}", rows.length)
    : "";
};

/* By a column, upwards; downwards the next time. Blank cells come last. */
const sort = (body, heads, column) => {
  const down = heads[column].getAttribute("aria-sort") === "ascending";
  const text = (row) => row.cells[column].textContent.trim();
  const rows = [...body.rows].sort((one, other) => {
    const [a, b] = [text(one), text(other)];
    if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
    return down ? compare(b, a) : compare(a, b);
  });
  body.append(...rows);
  for (const head of heads) head.removeAttribute("aria-sort");
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
};

const list = (box) => {
  const table = box.querySelector("table");
  const body = table.tBodies[0];
  if (body.rows.length <= FEW) return;
  const rows = [...body.rows];
  const told = made("span", { role: "status" });
  const input = made("input", { type: "search", autocomplete: "off" });
  input.addEventListener("input", () => filter(rows, input.value, told, box.dataset.count));
  const label = made("label", {}, `${box.dataset.filter} `, input);
  box.before(made("p", { class: "filter" }, label, " ", told));
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = made("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => sort(body, heads, column));
    head.append(button);
  });
};

const startLists = () => document.querySelectorAll("[data-filter]").forEach(list);
