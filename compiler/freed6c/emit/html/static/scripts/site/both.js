/* The rules of the book, of the table, or both beside each other. What was chosen counts on all pages. */

const SHOWN = "freed6c-versions";
const VERSIONS = ["book", "ours", "both"];

/* A browser may keep nothing. */
const tried = (keep) => {
  try { return keep(); } catch { return null; }
};

const startVersions = () => {
  const choices = document.querySelectorAll(".versions input");
  const show = (choice) => {
    document.documentElement.dataset.versions = choice;
    for (const one of choices) one.checked = one.value === choice;
  };
  const kept = tried(() => localStorage.getItem(SHOWN));
  show(VERSIONS.includes(kept) ? kept : "ours");
  for (const one of choices) {
    one.addEventListener("change", () => {
      show(one.value);
      tried(() => localStorage.setItem(SHOWN, one.value));
    });
    one.closest(".versions").hidden = false;
  }
};
