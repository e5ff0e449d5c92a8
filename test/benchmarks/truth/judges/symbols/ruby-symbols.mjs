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
  value?.constructor.name === "ConstantWriteNode"
    ? isClass(value)
    : /^(?:Class|Struct|Data|Module)$/.test(value?.receiver?.name) && /^(?:new|define)$/.test(value.name);
/** A class and what `Class.new` makes take methods. */
const takesMethods = (node) => node.constructor.name === "ClassNode" || (node.block && isClass({ value: node }));
/** Rake's `task :report do … end` and `task report: :load do … end`, and the `namespace` around them. */
const taskOf = (node) => {
  const kind = node.receiver || !node.block ? undefined : { task: "function", namespace: "module" }[node.name];
  const [first] = node.arguments_?.arguments_ ?? [];
  const named = first?.elements?.[0]?.key ?? first;
  const name = named?.unescaped?.value;
  return kind === undefined || name === undefined ? null : { name, kind, at: named.location.startOffset };
};
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
    const lineAt = (offset) => bytes.subarray(0, offset).toString().split("\n").length;
    const task = type === "CallNode" && /(?:^|\/)rakefile(?:\.rb)?$|\.rake$/i.test(path) ? taskOf(node) : null;
    if (task !== null) {
      const { startOffset, length } = node.location;
      symbols.push([
        task.name,
        lineAt(task.at),
        task.kind,
        inFunction,
        lineAt(startOffset),
        lineAt(startOffset + length - 1),
      ]);
    }
    if (kind !== undefined) {
      const at = (node.constantPath?.location ?? node.nameLoc ?? node.location).startOffset;
      const { startOffset, length } = node.location;
      const lines = [lineAt(startOffset), lineAt(startOffset + length - 1)];
      const ours = kind !== "method" || inClass ? kind : "function";
      symbols.push([node.name, lineAt(at), ours, inFunction, ...lines]);
    }
    // Prism's own list of children leaves out some: those of an assignment of several, of a `case`.
    const children = Object.values(node)
      .flat()
      .filter((one) => one?.constructor.name.endsWith("Node"));
    for (const child of children) {
      visit(child, inFunction || kind === "method", takesMethods(node) || (inClass && kind !== "module"));
    }
  };
  visit(parse(bytes.toString()).value, false, false);
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
