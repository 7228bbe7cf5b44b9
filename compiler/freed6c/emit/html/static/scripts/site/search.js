/* The search box: a combobox whose list is filled as one types. */

const SHOWN = 16; /* So many results in all, */
const OF_KIND = 5; /* and of one kind. */

const made = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/* The data stand in the page, or in a script that is fetched when it is first wanted. */
const searchData = (source) => {
  const block = document.getElementById("search-data");
  if (block) return Promise.resolve(JSON.parse(block.textContent));
  return new Promise((done, failed) => {
    const script = made("script", { src: source });
    script.addEventListener("load", () => done(window.searchData));
    script.addEventListener("error", failed);
    document.head.append(script);
  });
};

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

const startSearch = () => {
  const box = document.getElementById("search");
  const input = box.querySelector("input");
  const list = box.querySelector("[role=listbox]");
  const told = box.querySelector("output");
  let data = null, index = null, options = [], active = -1;

  const say = (key, words) => box.dataset[key].replace("{" + key + "}", words);

  const choose = (number) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = number;
    const option = options[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const tell = (words, nothing = false) => {
    told.textContent = words;
    told.classList.toggle("nothing", nothing);
  };

  const close = () => {
    tell("");
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  /* `Dodge - skill, Reflexes`, with the other names of what is not called as was asked. */
  const option = (record, number, asked) => {
    const [title, kind, where, href, line, aliases] = data.records[record];
    const belongs = [data.kinds[kind][0], where].filter(Boolean).join(", ");
    const meant = aliases.filter((name) => wordsIn(name).some((w) => w.startsWith(asked[0])));
    const also = meant.length ? say("names", meant.join(", ")) : "";
    const element = made(
      "div",
      { role: "option", id: "found-" + number, "aria-selected": "false", "data-href": href },
      made("b", {}, title),
      made("span", {}, [also, belongs].filter(Boolean).join(" · ")),
    );
    if (line) element.append(made("small", {}, line));
    return element;
  };

  const show = () => {
    const asked = wordsIn(input.value);
    if (!index || !asked.length) return close();
    const found = find(index, input.value);
    options = [];
    const groups = byKind(data, found).map(([words, records], number) => {
      const label = made("p", { id: "found-in-" + number, role: "presentation" }, words);
      const group = made("div", { role: "group", "aria-labelledby": label.id }, label);
      for (const record of records) {
        options.push(option(record, options.length, asked));
        group.append(options.at(-1));
      }
      return group;
    });
    list.replaceChildren(...groups);
    const left = found.length - options.length;
    if (left) list.append(made("p", { class: "left", role: "presentation" }, say("left", left)));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (found.length) tell(say("count", found.length));
    else tell(box.dataset.none, true);
    active = -1;
    choose(found.length ? 0 : -1);
    list.scrollTop = 0;
  };

  const load = () => {
    if (index !== null) return;
    index = false;
    searchData(box.dataset.source).then((found) => {
      data = found;
      index = read(data);
      show();
    }, () => { index = null; });
  };

  const go = (option, apart) => {
    if (!option) return;
    const { href } = option.dataset;
    if (apart) return window.open(href, "_blank", "noopener");
    close();
    input.blur();
    location.assign(href);
  };

  const keys = {
    ArrowDown: () => (list.hidden ? show() : choose((active + 1) % options.length)),
    ArrowUp: () => (list.hidden ? show() : choose((active || options.length) - 1)),
    Enter: (event) => !list.hidden && go(options[active], event.ctrlKey || event.metaKey),
    Escape: () => {
      if (list.hidden) input.value = "";
      close();
    },
  };
  input.addEventListener("focus", load);
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
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  for (const link of document.querySelectorAll("a.find")) link.hidden = true;
  box.hidden = false;
};
