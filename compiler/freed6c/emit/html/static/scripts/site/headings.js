/* Headings lead to themselves; a click also copies the address, where the browser may. */

const TOLD = 2000; /* Milliseconds that one sees that it was copied. */

const startHeadings = () => {
  const { copied } = document.querySelector("main").dataset;
  const told = made("output", { class: "unseen" });
  document.body.append(told);
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.here");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      return;
    }
    told.textContent = link.dataset.copied = copied;
    setTimeout(() => {
      told.textContent = "";
      delete link.dataset.copied;
    }, TOLD);
  });
};
