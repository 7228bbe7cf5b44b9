/* Pop-ups: what a link of the text leads to, in short. By hover, by focus, by a first tap. */

const HOVER = 350; /* Milliseconds that a pointer rests before one opens, */
const LEAVE = 250; /* and that it may take to reach it. */
const GAP = 8; /* Pixels between one and the edges of the window. */
const LONGEST = 320;
const FACTS = 3;

const cut = (text) => {
  const said = text.replace(/\s+/g, " ").trim();
  if (said.length <= LONGEST) return said;
  return said.slice(0, said.lastIndexOf(" ", LONGEST)) + " …";
};

/* Of both versions the one that is seen; of what is folded, all. */
const shownText = (node) => node.innerText || node.textContent;

const fact = (label, said) => made("div", {}, made("dt", {}, label), made("dd", {}, said));

/* What is said in the page itself, where the target of a link stands in a table or list. */
const inRow = (cell) => {
  const labels = [...cell.closest("table").querySelectorAll("thead th")];
  const facts = [...cell.parentElement.cells]
    .map((one, at) => [labels[at]?.textContent.trim(), one])
    .filter(([, one]) => one !== cell && shownText(one).trim())
    .slice(0, FACTS)
    .map(([label, one]) => fact(label, cut(shownText(one))));
  return facts.length ? [made("dl", {}, ...facts)] : [];
};

/* The first paragraph and the first facts behind a heading, up to the next one. */
const behind = (start) => {
  const found = [];
  for (let next = start.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.matches("h1, h2, h3, h4, h5, h6, hgroup, article")) break;
    const last = found.at(-1)?.tagName;
    if (next.matches("p:not([class])") && !found.length) {
      found.push(made("p", {}, cut(shownText(next))));
    } else if (next.matches("dl.facts") && last !== "DL") {
      const facts = [...next.children].slice(0, FACTS);
      found.push(made("dl", {}, ...facts.map((one) =>
        fact(shownText(one.firstElementChild), cut(shownText(one.lastElementChild))))));
    }
  }
  return found;
};

const inPage = (anchor) => {
  const target = document.getElementById(anchor);
  if (!target || !target.closest("main")) return null;
  const holder = target.closest("td, th, dt, h1, h2, h3, h4, h5, h6");
  if (!holder) return null;
  const told = [];
  const kind = holder.parentElement.matches("hgroup") ? holder.nextElementSibling : null;
  if (holder.matches("td, th")) told.push(...inRow(holder));
  else if (holder.matches("dt")) {
    const words = holder.nextElementSibling.querySelector("p");
    if (words) told.push(made("p", {}, cut(shownText(words))));
  } else told.push(...behind(kind ? holder.parentElement : holder));
  if (!told.length) return null;
  const badge = holder.querySelector(".badge")?.cloneNode(true) ?? "";
  const words = [...holder.childNodes].filter((node) => !node.matches?.(".badge"));
  const name = words.map((node) => shownText(node)).join("").trim();
  const link = made("a", { href: "#" + anchor }, name);
  const head = made("p", { class: "name" }, link, " ", made("span", {}, kind?.textContent ?? ""), badge);
  return made("div", {}, head, ...told);
};

/* What the site says of an entry on another page; of the book, too, where it says something else. */
const panelOf = (href, [title, where, words, facts = [], badge, book]) => {
  const versions = (part, ours, books) => {
    if (!book || String(ours) === String(books)) return [part(ours, {})];
    return [part(books, { class: "book" }), part(ours, { class: "ours" })];
  };
  const paragraph = (said, role) => (said ? made("p", role, said) : "");
  const pairs = (said, role) => {
    const rows = said.flatMap((one, at) => (at % 2 ? [fact(said[at - 1], one)] : []));
    return rows.length ? made("dl", role, ...rows) : "";
  };
  const head = made("p", { class: "name" }, made("a", { href }, title), " ", made("span", {}, where));
  if (badge) head.append(" ", made("small", { class: "badge " + badge[0] }, badge[1]));
  return made("div", {}, head,
    ...versions(paragraph, words, book?.[0]), ...versions(pairs, facts, book?.[1]));
};

const startPreviews = () => {
  const popup = document.getElementById("preview");
  const bar = document.querySelector("body > header");
  const source = document.getElementById("text")?.dataset.previews;
  let said = source ? null : {}, fetching = null;
  let shown = null, asked = null, timer = 0, tapped = false;

  /* With the first touch of anything, so that it is there when a link is tapped. */
  const load = () => {
    fetching ??= said ? Promise.resolve() : fetchedScript(source)
      .then(() => { said = globalThis.freed6cPreviews; })
      .catch(() => { fetching = null; });
    return fetching;
  };

  const within = (href) => href.startsWith("#");

  const contentOf = (link) => {
    const href = link.getAttribute("href");
    if (within(href)) return inPage(decodeURIComponent(href.slice(1)));
    if (!said || !Object.hasOwn(said, href)) return null;
    return panelOf(href, said[href]);
  };

  /* Lists of links are there to be followed. */
  const linkAt = (target) => target.closest?.(
    "main a[href]:not(.here, nav *, .contents *, .index *, .trail *, .ways *, .used *)");

  const forget = () => {
    clearTimeout(timer);
    asked = null;
  };

  const hide = () => {
    forget();
    shown?.removeAttribute("aria-describedby");
    shown = null;
    popup.hidden = true;
  };

  /* Below the link, or above it where it fits in nowhere but there, or in neither place and there
     is more room; always within the window and under the bar, which stays where it is. */
  const place = (link) => {
    const [box] = link.getClientRects();
    const { clientWidth, clientHeight } = document.documentElement;
    popup.style.maxHeight = "";
    const height = popup.offsetHeight;
    const above = box.top - Math.max(0, bar.getBoundingClientRect().bottom) - GAP;
    const below = clientHeight - box.bottom - GAP;
    const down = height <= below || (height > above && below >= above);
    const shown = Math.min(height, down ? below : above);
    popup.style.maxHeight = shown + "px";
    const left = Math.min(box.left, clientWidth - popup.offsetWidth - GAP);
    popup.style.left = Math.max(GAP, left) + window.scrollX + "px";
    popup.style.top = (down ? box.bottom : box.top - shown) + window.scrollY + "px";
  };

  const show = (link) => {
    clearTimeout(timer);
    if (link === shown) return true;
    hide();
    const content = contentOf(link);
    if (!content) return false;
    if (tapped) {
      const open = made("a", { class: "open", href: link.getAttribute("href") });
      open.append(popup.dataset.open);
      content.append(made("p", { class: "way" }, open));
    }
    popup.replaceChildren(content);
    popup.hidden = false;
    const told = [...content.querySelectorAll("p:not(.name, .way), dl")];
    const words = told.find((one) => one.getClientRects().length) ?? told[0];
    words.id = "preview-words";
    place(link);
    link.setAttribute("aria-describedby", words.id);
    shown = link;
    return true;
  };

  /* Shows what a link leads to; says whether it does, or will if there turns out to be something and
     nothing else was asked for meanwhile. Else `none` happens then. */
  const ask = (link, none) => {
    if (said || within(link.getAttribute("href"))) return show(link);
    forget();
    asked = link;
    load().then(() => asked === link && (show(link) || none?.()));
    return true;
  };

  const later = (what, wait) => {
    forget();
    timer = setTimeout(what, wait);
  };

  document.addEventListener("pointerdown", (event) => {
    tapped = event.pointerType === "touch";
    load();
    const link = linkAt(event.target);
    if (!popup.contains(event.target) && link !== shown && link !== asked) hide();
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    tapped = false;
    const link = linkAt(event.target);
    if (link) load();
    if (link) later(() => ask(link), link === shown ? 0 : HOVER);
    else if (popup.contains(event.target)) forget();
    else if (shown && shown !== document.activeElement) later(hide, LEAVE);
    else if (!shown) forget();
  });
  document.addEventListener("focusin", (event) => {
    const link = linkAt(event.target);
    if (link?.matches(":focus-visible") && !tapped) ask(link);
    else if (!popup.contains(event.target) && !tapped) hide();
  });
  document.addEventListener("click", (event) => {
    if (popup.contains(event.target)) return event.target.closest("a") && hide();
    const link = linkAt(event.target);
    if (!link || !tapped || event.detail === 0) return hide();
    if (link === shown || link === asked) return;
    if (ask(link, () => link.click())) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
};
