// Runs python.py in Pyodide, which is the newest CPython that a registry has. argv, stdout: as typescript.mjs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const { loadPyodide } = createRequire(join(tools, "node/package.json"))("pyodide");
const python = await loadPyodide();
python.runPython(readFileSync(new URL("python.py", import.meta.url), "utf8"));
const symbolsOf = python.globals.get("symbols");
for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const found = symbolsOf(readFileSync(path, "utf8"));
  process.stdout.write(`${JSON.stringify({ path, symbols: found?.toJs() ?? null })}\n`);
}
