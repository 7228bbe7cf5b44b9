/* The list of the search box, a combobox: it is filled as one types. */

const SHOWN = 10; /* So many results in all, */
const OF_KIND = 5; /* and of one kind. */

/* Some of the best results, by the words for all of a kind: kinds in the order of their best. */
const byKind = (data, found) => {
  const groups = new Map();
  let shown = 0;
  for (const record of found) {
    const group = data.kinds[data.records[record][1]][1];
    const some = groups.get(group) ?? [];
    if (some.length === OF_KIND) continue;
    groups.set(group, [...some, record]);
    shown += 1;
    if (shown === SHOWN) break;
  }
  return [...groups];
};

/* A text with the words marked that were asked for, or whose stem was. */
const marked = (text, asked, index, made) => {
  const stems = asked.map((word) => stemOf(word, index));
  const meant = (part) => {
    const word = wordsIn(part).join("");
    const begun = asked.some((one) => one.length > 1 && word.startsWith(one));
    return begun || stems.includes(stemOf(word, index));
  };
  const parts = text.split(/([\p{L}\p{N}\p{M}]+)/u);
  return parts.map((part, at) => (at % 2 && meant(part) ? made("mark", {}, part) : part));
};

/* What the page has, or the script beside this one has brought. */
const dataOf = () => {
  const block = document.getElementById("search-data");
  return block ? JSON.parse(block.textContent) : globalThis.searchData;
};

/* Begins with what is in the box already. `made` makes elements. */
const searching = (box, made) => {
  const data = dataOf(), index = read(data);
  const input = box.querySelector("input");
  const list = box.querySelector("[role=listbox]");
  const told = box.querySelector("output");
  let options = [], active = -1;

  const say = (key, values) => box.dataset[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const choose = (number) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = number;
    const option = options[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    told.textContent = "";
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  /* What can be chosen; its number is its place among all. */
  const choice = (attributes, ...children) => {
    const id = "found-" + options.length;
    options.push(made("div", { role: "option", id, "aria-selected": "false", ...attributes }, ...children));
    return options.at(-1);
  };

  /* `Dodge - skill, Reflexes`, with other names, and that of the book, if they were asked for. */
  const option = (record, asked) => {
    const [title, kind, where, href, ours, aliases, , badge, book, before] = data.records[record];
    const line = document.documentElement.dataset.versions === "book" ? book || ours : ours;
    const belongs = [data.kinds[kind][0], where].filter(Boolean).join(", ");
    const isMeant = (name) => wordsIn(name).some((word) => asked.some((one) => word.startsWith(one)));
    const meant = aliases.filter(isMeant);
    const also = meant.length ? say("names", { names: meant.join(", ") }) : "";
    const was = before && isMeant(before) ? `${box.dataset.was} ${before}` : "";
    const element = choice(
      { "data-href": href },
      made("b", {}, ...marked(title, asked, index, made)),
      made("span", {}, ...marked([was, also].filter(Boolean).join(" · "), asked, index, made)),
      made("span", { class: "where" }, ...marked(belongs, asked, index, made)),
    );
    if (badge) element.append(" ", made("small", { class: "badge " + badge[0] }, badge[1]));
    if (line) element.append(made("small", {}, ...marked(line, asked, index, made)));
    return element;
  };

  const group = (words, elements) => {
    const label = made("p", { id: "found-in-" + options.length, role: "presentation" }, words);
    return made("div", { role: "group", "aria-labelledby": label.id }, label, ...elements);
  };

  /* `9.8%`, what of, and that one may roll it. */
  const rolling = ({ pool, number, chance }) => {
    const asked = number === null ? pool : say("chance", { pool, number });
    const said = chance ? [made("b", {}, chance), made("span", {}, asked)] : [made("b", {}, asked)];
    const button = made("span", { class: "do" }, say("mayRoll", { pool }));
    const answer = choice({ class: "answer", "data-pool": pool, "data-against": number ?? "" }, ...said, button);
    if (!chance && number !== null) workOut(answer, pool, number);
    return answer;
  };

  /* What the data do not know, the roller may. */
  const workOut = async (answer, pool, number) => {
    await globalThis.freed6cFetch?.();
    const exact = globalThis.freed6cRoller?.chance(pool, number) ?? null;
    if (exact === null || !answer.isConnected) return;
    const said = made("span", {}, ...answer.firstChild.childNodes);
    answer.firstChild.replaceWith(made("b", {}, globalThis.freed6cPercent(exact)), said);
    told.textContent = answer.textContent;
  };

  /* What is called nearly as nothing is, and everything from A to Z. */
  const nothing = (asked) => {
    const near = nearest(index, asked).map((record) => option(record, []));
    const letters = document.querySelector("a.find").getAttribute("href");
    const all = choice({ "data-href": letters }, made("b", {}, box.dataset.all));
    const none = made("p", { class: "none", role: "presentation" }, say("none", { none: input.value.trim() }));
    return [none, ...(near.length ? [group(box.dataset.near, near)] : []), all];
  };

  const show = () => {
    if (!wordsIn(input.value).length) return close();
    const asked = telling(index.stops, input.value);
    const rolls = rollsAsked(data.rolls, input.value);
    const found = rolls.length ? [] : find(index, input.value);
    options = [];
    const answers = rolls.map(rolling);
    const groups = byKind(data, found).map(([words, records]) =>
      group(words, records.map((record) => option(record, asked))));
    const left = found.length + answers.length - options.length;
    const more = left ? [made("p", { class: "left", role: "presentation" }, say("left", { left }))] : [];
    const any = options.length > 0;
    const words = lacking(index, found.length ? asked : [], found).join(", ");
    const lost = words ? [made("p", { class: "none", role: "presentation" }, say("lost", { words }))] : [];
    list.replaceChildren(...(any ? [...answers, ...lost, ...groups, ...more] : nothing(asked)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    const count = [say("count", { count: found.length }), ...lost.map((line) => line.textContent)].join(" · ");
    told.textContent = any ? count : say("none", { none: input.value.trim() });
    if (answers.length) told.textContent = answers.map((answer) => answer.textContent).join(" · ");
    active = -1;
    choose(any ? 0 : -1);
    list.scrollTop = 0;
  };

  /* A button of the page's dice rolls it. */
  const rollIt = ({ pool, against }) => {
    const attributes = { class: "dice", "data-dice": pool, "data-roll": pool, "data-against": against };
    const button = made("button", { type: "button", hidden: "", ...attributes });
    box.append(button);
    button.click();
  };

  const go = (option, apart) => {
    if (!option) return;
    const { href, pool } = option.dataset;
    if (apart && href) return window.open(href, "_blank", "noopener");
    close();
    input.blur();
    if (pool) return rollIt(option.dataset);
    history.replaceState({ ...history.state, asked: input.value }, "");
    location.assign(href);
  };

  const keys = {
    ArrowDown: () => (list.hidden ? show() : choose((active + 1) % options.length)),
    ArrowUp: () => (list.hidden ? show() : choose((active > 0 ? active : options.length) - 1)),
    Enter: (event) => !list.hidden && go(options[active], event.ctrlKey || event.metaKey),
    Escape: () => {
      if (list.hidden) input.value = "";
      close();
    },
  };
  input.addEventListener("click", () => list.hidden && show());
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.isComposing) return;
    event.preventDefault();
    keys[event.key](event);
  });
  box.addEventListener("focusout", (event) => box.contains(event.relatedTarget) || close());
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) =>
    go(event.target.closest("[role=option]"), event.ctrlKey || event.metaKey));
  show();
};

globalThis.freed6cSearch = searching;
