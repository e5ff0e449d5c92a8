// Parses files with the JavaScript engine: as a module, and where that fails as a function's body, as Node.js reads CommonJS.
// argv, stdout: as typescript.mjs. Run with --experimental-vm-modules.
import { readFileSync } from "node:fs";
import process from "node:process";
import vm from "node:vm";

const ways = [
  (text, filename) => new vm.SourceTextModule(text, { identifier: filename }),
  (text, filename) =>
    vm.compileFunction(text, ["exports", "require", "module", "__filename", "__dirname"], { filename }),
];

function errorOf(text, path) {
  const errors = [];
  for (const read of ways) {
    try {
      read(text, path);
      return null;
    } catch (error) {
      errors.push(`${/:(\d+)\n/.exec(error.stack)?.[1] ?? 0}: ${error.message}`);
    }
  }
  return /^\s*(?:import|export)\b/m.test(text) ? errors[0] : errors[1];
}

for (const path of readFileSync(process.argv[3], "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8").replace(/^#!.*/, "");
  process.stdout.write(`${JSON.stringify({ path, error: errorOf(text, path) })}\n`);
}
