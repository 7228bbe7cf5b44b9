/* The compiler, in a thread of its own. It says what it is doing while it is loaded, checks the newest
   text alone, and makes pages that are asked for. What it may fetch is what the page may fetch. */

const PACK = "/pack";
const TEXT = "/compiler.json";
const TRANSLATED = "/translated";
/* Python believes what it translated before if the text has the same time, so all have the same. */
const START = `
import json, marshal, os, sys
def written(folder, files, mode, **how):
    for path, content in files.items():
        os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
        with open(f"{folder}/{path}", mode, **how) as file:
            file.write(content)
        os.utime(f"{folder}/{path}", (0, 0))
with open("${TEXT}", encoding="utf-8") as file:
    compiler = json.load(file)
written("/compiler", compiler["files"], "w", encoding="utf-8", newline="")
if os.path.exists("${TRANSLATED}"):
    with open("${TRANSLATED}", "rb") as file:
        written("", marshal.load(file), "wb")
sys.dont_write_bytecode = False
sys.path.insert(0, "/compiler")
from freed6c.playground.session import begin
begin("${PACK}", compiler["parsed"])
`;
const TRANSLATE = `
from pathlib import Path
found = {str(path): path.read_bytes() for path in Path("/compiler").rglob("*.pyc")}
Path("${TRANSLATED}").write_bytes(marshal.dumps(found))
`;

const QUIET = 1500; /* milliseconds without a message, until choices that are not in use are tried */

const asked = new Map(); /* questions to the session, the newest of each sort: its method, and arguments */

let files, playground, newest, planned, number, tried, keep, translate;

const say = (kind, more = {}) => postMessage({ kind, ...more });

const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

/* Files of somebody else's host have to be those that are known, before any of them is run. */
const held = (pyodide, digests) =>
  Promise.all(Object.entries(digests).map(async ([name, integrity]) => {
    const answer = await fetch(`${pyodide}${name}`, { integrity, referrerPolicy: "no-referrer" });
    await answer.arrayBuffer();
  }));

/* What Python translated is kept by the browser, if it keeps anything, for the same compiler. It is a
   third of the time until the first answer. */
const translated = async (compiler, text) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).toString();
  const name = `freed6c ${compiler}`;
  const known = await (await caches.open(name)).match(`${compiler}?${hash}`);
  if (known) return new Uint8Array(await known.arrayBuffer());
  keep = async (bytes) => {
    await caches.delete(name);
    await (await caches.open(name)).put(`${compiler}?${hash}`, new Response(bytes));
  };
  return null;
};

const begin = async ({ pyodide, digests, compiler }) => {
  say("step", { step: "python" });
  await held(pyodide, digests);
  const text = fetched(compiler);
  const known = text.then((bytes) => translated(compiler, bytes)).catch(() => null);
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide, env: { FREED6C_CACHE: "/kept" } });
  await python.loadPackage("rpds-py");
  say("step", { step: "compiler" });
  files = python.FS;
  files.writeFile(TEXT, await text);
  const before = await known;
  if (before) files.writeFile(TRANSLATED, before);
  say("step", { step: "starting" });
  files.mkdir(PACK);
  playground = python.runPython(START);
  translate = () => {
    if (!keep) return;
    python.runPython(TRANSLATE);
    keep(files.readFile(TRANSLATED)).catch(() => {});
    keep = null;
  };
  plan();
};

const put = (pack) => {
  for (const name of files.readdir(PACK)) if (!name.startsWith(".")) files.unlink(`${PACK}/${name}`);
  for (const [name, text] of Object.entries(pack)) files.writeFile(`${PACK}/${name}`, text);
};

/* One thing at a time, of each sort the newest alone: messages that came meanwhile are taken in before
   the next. When nothing comes for a while, choices that are not in use are tried. */
const plan = (wait = 0) => {
  if (!playground) return;
  clearTimeout(planned);
  planned = setTimeout(() => {
    try {
      work();
    } catch (error) {
      say("fault", { reason: String(error.message).trim().split("\n").slice(-4).join(" ") });
    }
    if (newest || asked.size) plan();
    else if (tried !== number) plan(QUIET);
  }, wait);
};

const work = () => {
  if (newest) {
    const { pack } = newest;
    ({ number } = newest);
    newest = null;
    put(pack);
    say("checked", { number, found: playground.check() });
  } else if (asked.size) {
    const [[what, args]] = asked;
    asked.delete(what);
    say("answer", { what, args, found: playground[what](...args) });
  } else {
    tried = number;
    say("tried", { number, found: playground.check_choices() });
    translate();
  }
};

onmessage = ({ data }) => {
  if (data.kind === "begin") begin(data).catch((error) => say("failed", { reason: error.message }));
  else if (data.kind === "check") newest = data;
  else asked.set(data.what, data.args);
  plan();
};
