/* The outline marks the section that is being read: the last one that begins in the upper third. So do
   the chips of the quick reference, which move along; beside each other, its panels begin together. A
   wide screen has room for its tables, so that these are open. */

const startOutline = () => {
  const links = [...document.querySelectorAll(":is(.outline, .chips) a")];
  if (!links.length) return;
  const starts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const bar = links[0].closest(".chips");
  if (bar && matchMedia("(min-width: 64rem)").matches)
    for (const one of document.querySelectorAll(".reference details:has(> table)")) one.open = true;
  let waiting = false;
  const mark = () => {
    waiting = false;
    const root = document.documentElement;
    const ended = scrollY + innerHeight >= root.scrollHeight - 2;
    const line = ended ? innerHeight : innerHeight / 3;
    const tops = starts.map((start) => start.getBoundingClientRect().top);
    const at = bar && !scrollY ? 0 : tops.indexOf(Math.max(...tops.filter((top) => top < line)));
    links.forEach((link, place) => link.setAttribute("aria-current", place === at));
    if (bar) bar.scrollLeft = at > 0 ? links[at].offsetLeft - bar.clientWidth / 3 : 0;
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  mark();
};
