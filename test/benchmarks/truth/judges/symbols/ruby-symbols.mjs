// The classes, modules and methods that Prism reads, the parser of Ruby: no text of a heredoc. argv, stdout: as typescript.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [, , tools, list] = process.argv;
const { loadPrism } = await import(pathToFileURL(join(tools, "prism/node_modules/@ruby/prism/src/index.js")).href);
const parse = await loadPrism();
/** What `Struct.new` and the like make is a class with the name of its constant. */
const isClass = ({ value }) =>
  /^(?:Class|Struct|Data|Module)$/.test(value?.receiver?.name) && /^(?:new|define)$/.test(value.name);
const KINDS = {
  ClassNode: "class",
  ModuleNode: "module",
  DefNode: "method",
  ConstantWriteNode: "constant",
  ConstantTargetNode: "constant",
};

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const bytes = readFileSync(path);
  const symbols = [];
  /** `inClass`: whether the nearest body around is a class's. */
  const visit = (node, inFunction, inClass) => {
    const type = node.constructor.name;
    const kind = type === "ConstantWriteNode" && isClass(node) ? "classValue" : KINDS[type];
    if (kind !== undefined) {
      const lineAt = (offset) => bytes.subarray(0, offset).toString().split("\n").length;
      const at = (node.constantPath?.location ?? node.nameLoc ?? node.location).startOffset;
      const { startOffset, length } = node.location;
      const lines = [lineAt(startOffset), lineAt(startOffset + length - 1)];
      const ours = kind !== "method" || inClass ? kind : "function";
      symbols.push([node.name, lineAt(at), ours, inFunction, ...lines]);
    }
    // Prism's own list of children leaves out those of an assignment of several.
    const assigned = [...(node.lefts ?? []), ...(node.rights ?? [])];
    for (const child of new Set([...node.compactChildNodes(), ...assigned])) {
      visit(child, inFunction || kind === "method", /^class/.test(kind) || (inClass && kind !== "module"));
    }
  };
  visit(parse(bytes.toString()).value, false, false);
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
