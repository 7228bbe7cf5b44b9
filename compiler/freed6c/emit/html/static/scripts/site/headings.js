/* Headings lead to themselves; a click also copies the address, where the browser may. */

const TOLD = 2000; /* Milliseconds that one sees that it was copied. */

/* On a site with an address, each entry has a page with its title and text for those who get the link.
   Other headings have two hyphens in their anchors, or a page of their own. */
const addressOf = ({ href, hash }) => {
  const site = document.querySelector('link[rel="canonical"]')?.href;
  const [, entry] = /^#(?!page-|.*--)(.+)/.exec(hash) ?? [];
  return site && entry ? new URL(`${entry}.html`, site).href : href;
};

const startHeadings = () => {
  const { copied } = document.querySelector("main").dataset;
  const told = made("output", { class: "unseen" });
  document.body.append(told);
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.here");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    try {
      await navigator.clipboard.writeText(addressOf(link));
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
