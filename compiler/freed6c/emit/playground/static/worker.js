/* The compiler, in a thread of its own. It says what it is doing while it is loaded, checks the newest
   text alone, and makes pages that are asked for. What it may fetch is what the page may fetch. */

const PACK = "/pack";
const START = `
import json, os, sys
with open("/compiler.json", encoding="utf-8") as file:
    compiler = json.load(file)
for path, text in compiler["files"].items():
    os.makedirs(os.path.dirname(f"/compiler/{path}"), exist_ok=True)
    with open(f"/compiler/{path}", "w", encoding="utf-8", newline="") as file:
        file.write(text)
sys.path.insert(0, "/compiler")
from freed6c.playground import begin
begin("${PACK}", compiler["parsed"])
`;

const QUIET = 1500; /* milliseconds without a message, until choices that are not in use are tried */

let files, playground, newest, asked, planned, number, tried;

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

const begin = async ({ pyodide, digests, compiler }) => {
  say("step", { step: "python" });
  await held(pyodide, digests);
  const text = fetched(compiler);
  text.catch(() => {}); /* It is awaited below. */
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide, env: { FREED6C_CACHE: "/kept" } });
  say("step", { step: "compiler" });
  files = python.FS;
  files.writeFile("/compiler.json", await text);
  say("step", { step: "starting" });
  files.mkdir(PACK);
  playground = python.runPython(START);
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
    if (newest || asked) plan();
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
  } else if (asked) {
    const { id } = asked;
    asked = null;
    say("page", { id, page: playground.page(id) });
  } else {
    tried = number;
    say("tried", { number, found: playground.check_choices() });
  }
};

onmessage = ({ data }) => {
  if (data.kind === "begin") begin(data).catch((error) => say("failed", { reason: error.message }));
  else if (data.kind === "check") newest = data;
  else asked = data;
  plan();
};
