// Scala's packages and imports. An import may start at what another import brought, or at an object of the file's own package.

import { rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";

/** `package a.b`, and `package c` below it: what a.b has is seen, too. */
export const packageClause: Visitor = (node, walk) => {
  const { tree, facts, state } = walk;
  const name = tree.field(node, "name");
  const written = tree.text(name).replace(/\s+|`/g, "");
  if (written !== "") {
    if (state.package !== "") {
      facts.import({ local: null, imported: "*", specifier: state.package, line: walk.line(node) });
    }
    state.package = state.package === "" ? written : `${state.package}.${written}`;
    facts.package(state.package);
  }
  walk.visitChildren(node, "name");
};

/** `import a.b.{Store, Item as Thing}, c.*` */
export const importDeclaration: Visitor = (node, walk) => {
  const { tree } = walk;
  let path: NodeAt[] = [];
  const end = (): void => {
    if (path.length > 1) {
      bring(path.slice(0, -1), path.at(-1) ?? NO_NODE, path.at(-1) ?? NO_NODE, walk);
    }
    path = [];
  };
  for (let part = tree.firstChild(node); part !== NO_NODE; part = tree.nextSibling(part)) {
    switch (tree.type(part)) {
      case "identifier":
      case "operator_identifier":
        path.push(part);
        break;
      case "namespace_wildcard":
        everything(path, part, walk);
        path = [];
        break;
      case "namespace_selectors":
        for (const one of tree.children(part)) {
          selected(path, one, walk);
        }
        path = [];
        break;
      case "as_renamed_identifier":
      case "arrow_renamed_identifier":
        selected(path, part, walk);
        path = [];
        break;
      case ",":
        end();
        break;
      default:
    }
  }
  end();
};

function selected(path: readonly NodeAt[], node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "namespace_wildcard":
      everything(path, node, walk);
      break;
    case "identifier":
    case "operator_identifier":
      bring(path, node, node, walk);
      break;
    case "as_renamed_identifier":
    case "arrow_renamed_identifier": {
      const alias = tree.field(node, "alias");
      if (alias !== NO_NODE && tree.type(alias) !== "wildcard") {
        bring(path, tree.field(node, "name"), alias, walk);
      }
      break;
    }
    default:
  }
}

function everything(path: readonly NodeAt[], node: NodeAt, walk: Walk): void {
  const specifier = whole(path, walk);
  if (specifier !== "" && walk.tree.text(node) !== "given") {
    walk.facts.import({ local: null, imported: "*", specifier, line: walk.line(node) });
  }
}

function bring(path: readonly NodeAt[], name: NodeAt, alias: NodeAt, walk: Walk): void {
  const { facts } = walk;
  const imported = nameOf(name, walk);
  const local = nameOf(alias, walk);
  const specifier = `${whole(path, walk)}.${imported}`;
  const at = facts.import({ local, imported, specifier, line: walk.line(alias) });
  walk.state.imported.set(local, specifier);
  walk.reference(name, "import", rooted(importChain(at)));
}

/** The path's whole name, from the outermost package. */
function whole(path: readonly NodeAt[], walk: Walk): string {
  const { package: own, imported } = walk.state;
  const [first = "", ...others] = path.map((part) => nameOf(part, walk)).filter((part) => part !== "_root_");
  const before = imported.get(first);
  const start = before ?? (/^\p{Lu}/u.test(first) && own !== "" ? `${own}.${first}` : first);
  return [start, ...others].join(".");
}
