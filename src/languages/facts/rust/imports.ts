// Rust's imports: each name of a `use` tree by itself, and the modules that a file declares.
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { Visitor, Walk } from "../read-facts.ts";
import { rooted } from "../scopes.ts";
import { aroundOf } from "./paths.ts";

export const useDeclaration: Visitor = (node, walk) => bring(walk.tree.field(node, "argument"), "", walk);

/** `before`: the path that stands before the tree, with `::` at its end. */
function bring(node: NodeAt, before: string, walk: Walk): void {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "use_list":
      for (const one of tree.children(node)) {
        bring(one, before, walk);
      }
      break;
    case "scoped_use_list":
      bring(tree.field(node, "list"), `${before}${tree.text(tree.field(node, "path"))}::`, walk);
      break;
    case "use_wildcard": {
      const path = `${before}${tree.text(tree.children(node)[0] ?? NO_NODE)}`;
      walk.facts.import({ local: null, imported: "*", specifier: inFile(path, walk), line: walk.line(node) });
      break;
    }
    case "use_as_clause":
      bind(tree.field(node, "path"), before, tree.text(tree.field(node, "alias")), walk);
      break;
    default:
      bind(node, before, null, walk);
  }
}

function bind(node: NodeAt, before: string, alias: string | null, walk: Walk): void {
  const { tree, facts } = walk;
  const isSelf = tree.type(node) === "self" && before !== "";
  const path = isSelf ? before.slice(0, -2) : `${before}${tree.text(node)}`;
  const [name = "", ...rest] = path.replace(/\s/gu, "").split("::").toReversed();
  const specifier = inFile(rest.toReversed().join("::"), walk);
  const line = walk.line(isSelf ? node : lastName(node, walk));
  const local = alias === "_" ? null : (alias ?? name);
  if (local !== null) {
    aroundOf(facts).brought.add(local);
  }
  const at = facts.import({
    local,
    imported: specifier === "" ? "*" : name,
    specifier: specifier === "" ? name : specifier,
    line,
  });
  if (!isSelf) {
    facts.mention(name, line, "import", rooted(`%${at}`));
  }
}

const lastName = (node: NodeAt, { tree }: Walk): NodeAt => {
  const name = tree.field(node, "name");
  return name === NO_NODE ? node : name;
};

/** A path as seen from the file: inside of a module that is written in it, `super` may be the file itself. */
function inFile(path: string, { facts }: Walk): string {
  const parts = path.split("::");
  for (let left = aroundOf(facts).depth; left > 0 && parts[0] === "super"; left--) {
    parts.shift();
    if (parts[0] !== "super") {
      parts.unshift("self");
    }
  }
  return parts.join("::");
}
