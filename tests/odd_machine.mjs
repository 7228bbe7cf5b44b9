/* Carries out an order of odd_machine.py in Pyodide. Words: the folder of Pyodide, that of freed6c,
   that of the modules which it needs, the order. Folders of the system are seen under the same paths. */
import { join, resolve } from "node:path";

const [pyodide, freed6c, modules, order] = process.argv.slice(2);
const { loadPyodide } = await import(join(resolve(pyodide), "pyodide.mjs"));
const python = await loadPyodide({ indexURL: resolve(pyodide), env: { FREED6C_CACHE: "/kept" } });
for (const folder of [freed6c, modules, process.cwd()]) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
python.FS.chdir(process.cwd());
python.globals.set("words", python.toPy([freed6c, modules, order]));
python.runPython(`
import json, sys
freed6c, modules, order = words
sys.path += [f"{freed6c}/compiler", f"{freed6c}/tests", modules]
import odd_machine
odd_machine.carry_out(json.loads(order))
`);
