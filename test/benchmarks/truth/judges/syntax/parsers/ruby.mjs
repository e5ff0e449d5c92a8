// Parses files with Prism, the parser of Ruby. argv, stdout: as typescript.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [, , tools, list] = process.argv;
const { loadPrism } = await import(pathToFileURL(join(tools, "prism/node_modules/@ruby/prism/src/index.js")).href);
const parse = await loadPrism();

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  const [first] = parse(text).errors;
  const line =
    first === undefined ? 0 : Buffer.from(text).subarray(0, first.location.startOffset).toString().split("\n").length;
  process.stdout.write(
    `${JSON.stringify({ path, error: first === undefined ? null : `${line}: ${first.message}` })}\n`,
  );
}
