// The classes, modules and methods that Prism reads, the parser of Ruby: no text of a heredoc. argv, stdout: as typescript.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [, , tools, list] = process.argv;
const { loadPrism } = await import(pathToFileURL(join(tools, "prism/node_modules/@ruby/prism/src/index.js")).href);
const parse = await loadPrism();
const KINDS = { ClassNode: "class", ModuleNode: "module", DefNode: "method" };

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const bytes = readFileSync(path);
  const symbols = [];
  const visit = (node, inFunction) => {
    const type = node.constructor.name;
    const kind = KINDS[type];
    if (kind !== undefined) {
      const at = (kind === "method" ? node.nameLoc : node.constantPath.location).startOffset;
      const line = bytes.subarray(0, at).toString().split("\n").length;
      symbols.push([node.name, line, node.receiver ? "singletonMethod" : kind, inFunction]);
    }
    for (const child of node.compactChildNodes()) {
      visit(child, inFunction || kind === "method");
    }
  };
  visit(parse(bytes.toString()).value, false);
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
