/* The outline marks the section that is being read: the last one that begins in the upper third. */

const startOutline = () => {
  const links = [...document.querySelectorAll(".outline a")];
  if (!links.length) return;
  const starts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let waiting = false;
  const mark = () => {
    waiting = false;
    const root = document.documentElement;
    const ended = scrollY + innerHeight >= root.scrollHeight - 2;
    const line = ended ? innerHeight : innerHeight / 3;
    const at = starts.findLastIndex((start) => start.getBoundingClientRect().top < line);
    links.forEach((link, place) => link.setAttribute("aria-current", place === at));
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  mark();
};
