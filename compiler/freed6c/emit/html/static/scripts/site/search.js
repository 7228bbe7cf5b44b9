/* The search box. What fills its list is fetched when somebody first wants it; in a single file it is
   there. */

const made = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const fetchedScript = (source) =>
  new Promise((done, failed) => {
    const script = made("script", { src: source });
    script.addEventListener("load", done);
    script.addEventListener("error", failed);
    document.head.append(script);
  });

const startSearch = () => {
  const box = document.getElementById("search");
  if (!box) return; // there is nothing to be found
  const input = box.querySelector("input");
  let search = null;

  const load = () => {
    search ??= Promise.all(box.dataset.sources.split(" ").filter(Boolean).map(fetchedScript))
      .then(() => globalThis.freed6cSearch(box, made))
      .catch(() => { search = null; });
    return search;
  };

  /* Whoever comes back from a result sees again what was asked, and what was found. */
  const comeBack = (event) => {
    const [visit] = performance.getEntriesByType("navigation");
    if (!history.state?.asked || !(event.persisted || visit?.type === "back_forward")) return;
    input.value = history.state.asked;
    input.focus();
    load().then(() => input.dispatchEvent(new Event("input")));
  };

  window.addEventListener("pageshow", comeBack);
  input.addEventListener("focus", load);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  document.querySelector("a.find").addEventListener("click", (event) => {
    event.preventDefault();
    /* The bar comes to the box, not the page to the bar. */
    input.focus({ preventScroll: true });
    input.select();
  });
  box.hidden = false;
};
