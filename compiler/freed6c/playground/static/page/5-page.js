/* The page: files to write in, a worker that checks them, and what it found. */

const PAUSE = 250; /* milliseconds without a key, until the text is checked */
const MOST_SHOWN = 200; /* problems in the list: thousands would keep the page from answering */
const WIDE = "(min-width: 64rem)";
const VIEWS = ["write", "rules", "problems", "changes", "chances"];
const SHARES = matchMedia("(pointer: coarse)").matches; /* Phones share files and links with other apps. */
const made = (tag, attributes) => element(tag, { attributes });

class Page {
  constructor(main) {
    this.main = main;
    this.say = saying(JSON.parse(main.dataset.words));
    this.begun = JSON.parse(main.dataset.start);
    this.state = main.querySelector(".state");
    this.editor = new Editor(main.querySelector(".editor"), () => this.written());
    this.assist = new Assist(main.querySelector(".assist"), this.editor);
    this.rules = new Rules(this.part("rules"), this.say, {
      open: (id) => this.ask("settings", id),
      read: (id) => this.ask("page", id),
      change: (...setting) => this.change(...setting),
    });
    this.pack = {};
    this.number = 0;
    this.shown = null; /* the entry whose page is shown instead of all changes */
    this.wide = matchMedia(WIDE);
    this.sending = main.querySelector('[data-does="send"]');
  }

  part(id) {
    return document.getElementById(id);
  }

  async start() {
    const [, kind, value] = /^#(pack|change)=(.+)$/.exec(location.hash) ?? [];
    const linked = kind === "pack" ? await fromLink(value) : null;
    this.pack = linked?.pack ?? { ...this.begun.pack };
    this.letter = linked?.letter;
    this.broken = kind === "pack" && !linked;
    this.tabs();
    this.tools();
    this.wide.addEventListener("change", () => this.see(this.view));
    for (const id of ["changes", "chances"]) this.part(id).addEventListener("click", (event) => this.follow(event));
    document.addEventListener("selectionchange", () => document.activeElement === this.editor.area && this.suggest());
    addEventListener("hashchange", () => location.hash !== this.address && location.reload());
    const letter = readable(this.letter);
    if (letter) this.read(letter);
    else if (kind !== "change") this.begin("write");
    else {
      this.pack[Object.keys(this.pack).at(-1)] = "";
      this.begin("rules");
      this.ask("settings", value);
    }
  }

  /* What somebody changed, before anything large is loaded. */
  read(letter) {
    const place = this.part("letter");
    place.querySelector(".letter").replaceWith(letter);
    place.hidden = false;
    for (const button of place.querySelectorAll("button")) {
      button.addEventListener("click", () => {
        place.hidden = true;
        this.begin(button.dataset.view);
      });
    }
  }

  begin(view) {
    this.work();
    this.open(Object.keys(this.pack).at(-1));
    this.see(view);
    this.check();
  }

  /* Tabs, as everywhere: arrows go from one to the next. Where there is room, the text stays beside
     the others and needs none. */

  tabs() {
    for (const view of VIEWS) {
      const tab = this.part(`tab-${view}`);
      tab.addEventListener("click", () => this.see(view));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const views = this.wide.matches ? VIEWS.slice(1) : VIEWS;
        const next = views.at((views.indexOf(this.seen) + step) % views.length);
        this.see(next);
        this.part(`tab-${next}`).focus();
      });
    }
  }

  get seen() {
    return this.wide.matches && this.view === "write" ? "problems" : this.view;
  }

  see(view) {
    this.view = view;
    for (const one of VIEWS) {
      const selected = one === this.seen;
      const tab = this.part(`tab-${one}`);
      tab.setAttribute("aria-selected", selected);
      tab.tabIndex = selected ? 0 : -1;
      tab.hidden = one === "write" && this.wide.matches;
      this.part(one).hidden = !selected && !(one === "write" && this.wide.matches);
    }
    if (view === "rules" && !this.rules.entries) this.ask("entries");
  }

  /* Files. */

  open(file) {
    this.file = file;
    this.editor.show(this.pack[file], this.say("try.text", { file }));
    this.editor.mark(this.marks());
    this.part("write").querySelector(".files").replaceChildren(
      ...Object.keys(this.pack).map((name) =>
        element("button", {
          type: "button", textContent: name, onclick: () => this.open(name),
          attributes: { "aria-pressed": name === file },
        })),
    );
    this.main.querySelector('[data-does="remove"]').hidden = file === "pack.yaml" || Object.keys(this.pack).length < 2;
  }

  written() {
    this.pack[this.file] = this.editor.text;
    this.broken = false;
    this.letter = null;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), PAUSE);
  }

  tools() {
    const does = {
      send: () => this.send(),
      save: () => this.save(),
      link: () => this.copy(),
      add: () => this.add(),
      remove: () => this.remove(),
    };
    for (const button of this.main.querySelectorAll("[data-does]")) {
      button.addEventListener("click", does[button.dataset.does]);
    }
    const select = this.main.querySelector("select");
    select.append(element("option", { textContent: this.say("try.add"), value: "" }));
    select.addEventListener("change", async () => {
      const { examples } = await this.more();
      const example = examples.find(({ word }) => word === select.value);
      select.value = "";
      if (example) this.example(example.text);
    });
  }

  /* The examples, and the other files of the folder, are loaded behind the compiler. */
  more() {
    this.later ??= fetch("more.json").then((answer) => answer.json());
    return this.later;
  }

  async offer() {
    const { examples } = await this.more();
    const select = this.main.querySelector("select");
    select.append(...examples.map(({ word }) => element("option", { textContent: word, value: word })));
    select.disabled = false;
  }

  /* An example goes below the word that it begins with, if that stands in the file: a word stands once.
     One that is about what the file changes already is only to be read. */
  example(text) {
    this.turn();
    const lines = text.split("\n");
    const first = lines.findIndex((line) => line && !line.startsWith("#"));
    const { text: known } = this.editor;
    const at = known.split("\n").indexOf(lines[first]);
    const ids = (from) => (from.match(/^ +[a-z-]+(\.[a-z0-9-]+)+(?=:)/gm) ?? []).map((id) => id.trim());
    const again = ids(text).some((id) => ids(known).includes(id));
    if (at < 0 || again) {
      const gap = !known || known.endsWith("\n\n") ? "" : known.endsWith("\n") ? "\n" : "\n\n";
      const shown = again ? lines.map((line) => line && `# ${line}`).join("\n") : text;
      this.editor.replace(known.length, known.length, gap + shown);
      return;
    }
    const about = lines.slice(0, first).map((line) => `${STEP}${line}`);
    const place = known.split("\n").slice(0, at + 1).join("\n").length;
    const body = [...about, ...lines.slice(first + 1)].join("\n").trimEnd();
    this.editor.replace(place, place, `\n${body}`);
  }

  /* Rules are written beside the manifest, if there is another file. */
  turn() {
    if (this.file === "pack.yaml") this.open(Object.keys(this.pack).find((name) => name !== this.file) ?? this.file);
  }

  /* A change of a rule, written below the others; in place of the text that everybody begins with. */
  change(...setting) {
    this.turn();
    if (this.editor.text === this.begun.pack[this.file]) this.editor.replace(0, this.editor.text.length, "");
    this.ask("change", this.editor.text, ...setting);
  }

  suggest() {
    clearTimeout(this.suggesting);
    const { line, before } = this.editor.cursor;
    this.suggesting = setTimeout(() => this.ask("assist", this.file, this.editor.text, line, [...before].length), PAUSE);
  }

  add() {
    const example = "skills.yaml";
    const name = prompt(this.say("try.new.name", { example }))?.trim();
    if (!name) return;
    if (!FILE.test(name) || name in this.pack) {
      this.note(this.say("try.new.wrong"));
      return;
    }
    this.pack[name] = "";
    this.open(name);
    this.editor.area.focus();
    this.check();
  }

  remove() {
    if (!confirm(this.say("try.remove.sure", { file: this.file }))) return;
    delete this.pack[this.file];
    this.open(Object.keys(this.pack).at(-1));
    this.check();
  }

  named(key) {
    const line = new RegExp(`^${key}: *(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\s"'#][^\\n#]*))`, "m").exec(this.pack["pack.yaml"] ?? "");
    return line?.slice(1).find(Boolean)?.trim();
  }

  get id() {
    return this.named("pack")?.replace(/[^a-z0-9-]/g, "") || this.begun.id;
  }

  get title() {
    return this.named("title") || this.begun.title;
  }

  /* The folder is that of a new pack, with these files. */
  async save() {
    const { id, title } = this.begun;
    const { beside } = await this.more();
    const { id: own, title: called } = this;
    const fitted = (text) => text.replaceAll(id, own).replaceAll(title, () => called);
    const files = Object.fromEntries(Object.entries(beside).map(([path, text]) => [path, fitted(text)]));
    const folder = Object.entries({ ...files, ...this.pack }).map(([path, text]) => [`${own}/${path}`, text]);
    this.download(zipped(Object.fromEntries(folder)), `${own}.zip`);
  }

  download(content, download) {
    const link = element("a", { href: URL.createObjectURL(content), download });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /* The site as one file. It takes longer to make than a browser remembers a tap, so what shares files
     is a second one. */
  async send() {
    if (this.found?.errors) this.see("problems");
    else if (!this.made) {
      this.ask("site");
      this.note(this.say("try.send.making"));
    } else if (SHARES && navigator.canShare?.({ files: [this.made] })) {
      await navigator.share({ files: [this.made], title: this.title }).catch(() => {});
    } else this.download(this.made, this.made.name);
  }

  site(html) {
    if (!html) return;
    const link = element("a", { href: location.href, textContent: this.say("try.sent.change") });
    const whole = html.replace("</footer>", () => `<p>${link.outerHTML}</p>\n</footer>`);
    this.made = new File([whole], `${this.id}.html`, { type: "text/html" });
    const words = { file: this.made.name, size: (this.made.size / 1e6).toFixed(1) };
    this.note(this.say("try.send.ready", words));
    if (SHARES && navigator.canShare?.({ files: [this.made] })) this.sending.textContent = this.say("try.send.share", words);
    else void this.send();
  }

  /* What was made is of another text. */
  unmade() {
    this.made = null;
    this.sending.textContent = this.say("try.send");
  }

  async copy() {
    await this.hold();
    if (SHARES && navigator.share) {
      await navigator.share({ title: this.title, url: location.href }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.note(this.say("try.link.copied"));
    } catch {
      this.note(this.say("try.link.address"));
    }
  }

  /* The address holds what was written, so that nothing is lost when the page is loaded again. */
  async hold() {
    const { pack, letter } = this;
    const link = await asLink(letter ? { ...pack, letter } : pack);
    if (letter !== this.letter) return; /* A later one is on its way. */
    this.address = `#pack=${link}`;
    history.replaceState(null, "", this.address);
  }

  /* The worker has the policy of this page, as it comes out of it; one from a file would have its own. */
  work() {
    const own = JSON.stringify(new URL("worker.js", document.baseURI).href);
    const begin = URL.createObjectURL(new Blob([`import ${own};`], { type: "text/javascript" }));
    this.worker = new Worker(begin, { type: "module" });
    const { pyodide, digests, compiler } = this.main.dataset;
    const address = (path) => new URL(path, document.baseURI).href;
    this.worker.onerror = () => this.fail("worker.js");
    this.worker.onmessage = ({ data }) => this[data.kind](data);
    this.worker.postMessage({
      kind: "begin", pyodide: address(pyodide), digests: JSON.parse(digests), compiler: address(compiler),
    });
  }

  check() {
    clearTimeout(this.waiting);
    this.unmade();
    this.number += 1;
    this.main.dataset.asked = this.number;
    this.worker.postMessage({ kind: "check", number: this.number, pack: this.pack });
    this.main.classList.add("checking");
    if (this.ready) this.note(this.say("try.checking"));
    void this.hold();
  }

  /* What the worker says. */

  step({ step }) {
    this.note(this.say(`try.loading.${step}`));
  }

  failed({ reason }) {
    this.fail(reason);
  }

  fail(reason) {
    this.main.classList.add("failed");
    this.note(this.say("try.loading.failed", { reason }));
  }

  fault({ reason }) {
    this.main.classList.remove("checking");
    this.note(this.say("try.fault", { reason }));
  }

  checked({ number, found }) {
    if (!this.ready) void this.offer();
    this.ready = true;
    if (number !== this.number) return;
    this.main.classList.remove("checking");
    this.found = JSON.parse(found);
    this.problems();
    this.told("changes", this.found.changes, "try.alone");
    this.told("chances", this.found.chances, "try.chances.none");
    if (this.found.changes !== null) {
      const letter = letterOf(this.part("changes").querySelector(".all"));
      this.letter = letter.length > 1 ? letter : null; /* One paragraph says that nothing changes. */
      void this.hold();
      if (this.shown) this.ask("page", this.shown);
    }
    this.rules.entries = null;
    if (this.view === "rules") this.ask("entries");
    this.main.dataset.checked = number;
  }

  tried({ number, found }) {
    if (number !== this.number) return;
    if (found) {
      this.found = { ...this.found, ...JSON.parse(found) };
      this.problems();
    }
    this.main.dataset.tried = number;
  }

  problems() {
    const { diagnostics, errors, warnings, more } = this.found;
    const act = { go: (file, range) => this.go(file, range), edit: (edits) => this.edit(edits), explain: (code) => this.ask("explain", code) };
    const shown = diagnostics.slice(0, MOST_SHOWN);
    const items = shown.map((problem) => problemItem(problem, this.pack, this.say, act));
    const others = diagnostics.length - shown.length;
    if (others) items.push(element("li", { textContent: this.say("try.more", { count: others }) }));
    if (more && errors) items.push(element("li", { textContent: this.say("try.skipped") }));
    const list = items.length
      ? element("ol", { className: "problems" }, ...items)
      : element("p", { textContent: this.say("try.fine") });
    this.part("problems").replaceChildren(list);
    this.part("tab-problems").querySelector("span").textContent = diagnostics.length ? ` ${diagnostics.length}` : "";
    this.main.classList.toggle("with-errors", errors > 0);
    this.editor.mark(this.marks());
    const counts = [["try.errors", errors], ["try.warnings", warnings]].filter(([, count]) => count);
    const told = counts.map(([key, count]) => this.say(key, { count })).join(" · ") || this.say("try.fine");
    this.note(this.broken ? this.say("try.link.broken") : told);
  }

  /* The worst of each line of the file that is open. */
  marks() {
    const marks = new Map();
    for (const { file, range, severity } of this.found?.diagnostics ?? []) {
      if (file === this.file && marks.get(range.start.line) !== "error") marks.set(range.start.line, severity);
    }
    return marks;
  }

  /* What errors hide stays, and says so; but not that of the text the page began with. */
  told(id, html, nothing) {
    const panel = this.part(id);
    const all = panel.querySelector(".all") ?? element("div", { className: "all" });
    const hidden = html === null && all.dataset.check !== "1";
    if (html === "") all.replaceChildren(element("p", { textContent: this.say(nothing) }));
    else if (html !== null) all.innerHTML = html;
    else if (!all.innerHTML) return;
    else if (!hidden) all.replaceChildren(element("p", { textContent: this.say("try.nothing") }));
    if (html !== null) all.dataset.check = this.number;
    const old = hidden ? [element("p", { className: "old", textContent: this.say("try.errors.first") })] : [];
    const page = panel.querySelector(".one");
    panel.replaceChildren(...old, all, ...(page ? [page] : []));
  }

  /* Links within what is shown: those to entries have a dot, and ask for their page. */
  follow(event) {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    const id = decodeURIComponent(link.hash.slice(1));
    const [, changed] = /^change=(.+)$/.exec(id) ?? [];
    if (changed) this.ask("settings", changed);
    else if (id.includes(".")) this.ask("page", id);
    else document.getElementById(id)?.scrollIntoView();
  }

  ask(what, ...args) {
    this.worker.postMessage({ kind: "ask", what, args });
  }

  answer({ what, args, found }) {
    this.answers[what](JSON.parse(found), ...args);
  }

  answers = {
    page: (found, id) => this.page(found, id),
    site: (found) => this.site(found),
    explain: (found, code) => {
      for (const one of document.querySelectorAll(`[data-code="${code}"] > div`)) one.replaceChildren(...explained(found, this.say));
    },
    entries: (found) => found && this.rules.fill(found, Object.values(this.pack).join("\n")),
    assist: (found) => this.assist.show(found),
    settings: (found) => {
      this.see("rules");
      if (found) this.rules.open(found);
      else this.note(this.say("try.rules.none"));
    },
    change: (found, text, id, keys, known) => {
      if (!found) this.note(this.say("try.rules.broken", { file: this.file }));
      if (!found || text !== this.editor.text) return;
      this.see("write");
      const start = placeAt(text, found.start);
      if (!found.text) {
        this.editor.select(start, placeAt(text, found.end));
        return;
      }
      this.editor.replace(start, placeAt(text, found.end), found.text);
      const inside = known.startsWith('"') ? known.slice(1, -1) : known;
      const value = start + found.text.lastIndexOf(inside);
      this.editor.select(value, value + inside.length);
    },
  };

  page(found, id) {
    if (!found) return;
    const again = this.shown === id;
    this.shown = id;
    const panel = this.part("changes");
    const back = element("button", { type: "button", textContent: this.say("try.back"), className: "back", onclick: () => this.back() });
    const one = element("div", { className: "one" }, back, element("article"));
    one.lastChild.innerHTML = found.html;
    panel.querySelector(".one")?.remove();
    panel.append(one);
    panel.classList.add("paged");
    if (again) return;
    this.see("changes");
    (document.getElementById(found.anchor) ?? back).scrollIntoView({ block: "center" });
    back.focus({ preventScroll: true });
  }

  back() {
    this.shown = null;
    const panel = this.part("changes");
    panel.querySelector(".one")?.remove();
    panel.classList.remove("paged");
    this.part("tab-changes").focus();
  }

  note(words) {
    this.state.textContent = words;
  }

  go(file, range) {
    this.open(file);
    this.see("write");
    const { text } = this.editor;
    this.editor.select(placeOf(text, range.start.offset), placeOf(text, range.end.offset));
  }

  /* From the last one on, so that those before it stay where they are. */
  edit(edits) {
    const ordered = [...edits].sort((a, b) => (b.range?.start.offset ?? 0) - (a.range?.start.offset ?? 0));
    for (const { file, range, text, name } of ordered) {
      if (name) {
        const renamed = Object.entries(this.pack).map(([known, content]) => [known === file ? name : known, content]);
        this.pack = Object.fromEntries(renamed);
        this.open(name);
        continue;
      }
      this.open(file);
      this.see("write");
      const known = this.editor.text;
      this.editor.replace(placeOf(known, range.start.offset), placeOf(known, range.end.offset), text);
    }
    this.check();
  }
}

const start = () => {
  startColors();
  void new Page(document.querySelector("main")).start();
};
start();
