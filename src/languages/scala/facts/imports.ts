// Scala's packages and imports. An import may start at what another import brought, or at an object of the file's own package.

import { rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";

/** `package a.b`, and `package c` below it: what a.b has is seen, too. */
export const packageClause: Visitor = (node, walk) => {
  const { state } = walk;
  const name = walk.field(node, "name");
  const written = walk.text(name).replace(/\s+|`/g, "");
  if (written !== "") {
    if (state.package !== "") {
      walk.import({ local: null, imported: "*", specifier: state.package, line: walk.line(node) });
    }
    state.package = state.package === "" ? written : `${state.package}.${written}`;
    walk.package(state.package);
  }
  walk.visitChildren(node, "name");
};

/** `import a.b.{Store, Item as Thing}, c.*` */
export const importDeclaration: Visitor = (node, walk) => {
  let path: NodeAt[] = [];
  const end = (): void => {
    if (path.length > 1) {
      bring(path.slice(0, -1), path.at(-1) ?? NO_NODE, path.at(-1) ?? NO_NODE, walk);
    }
    path = [];
  };
  for (let part = walk.firstChild(node); part !== NO_NODE; part = walk.nextSibling(part)) {
    switch (walk.type(part)) {
      case "identifier":
      case "operator_identifier":
        path.push(part);
        break;
      case "namespace_wildcard":
        everything(path, part, walk);
        path = [];
        break;
      case "namespace_selectors":
        for (const one of walk.children(part)) {
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
  switch (walk.type(node)) {
    case "namespace_wildcard":
      everything(path, node, walk);
      break;
    case "identifier":
    case "operator_identifier":
      bring(path, node, node, walk);
      break;
    case "as_renamed_identifier":
    case "arrow_renamed_identifier": {
      const alias = walk.field(node, "alias");
      if (alias !== NO_NODE && walk.type(alias) !== "wildcard") {
        bring(path, walk.field(node, "name"), alias, walk);
      }
      break;
    }
    // `import a.{given Store}`
    default:
      walk.visit(node);
  }
}

function everything(path: readonly NodeAt[], node: NodeAt, walk: Walk): void {
  const specifier = whole(path, walk);
  if (specifier !== "" && walk.text(node) !== "given") {
    walk.import({ local: null, imported: "*", specifier, line: walk.line(node) });
  }
}

function bring(path: readonly NodeAt[], name: NodeAt, alias: NodeAt, walk: Walk): void {
  const imported = nameOf(name, walk);
  const local = nameOf(alias, walk);
  const specifier = `${whole(path, walk)}.${imported}`;
  const at = walk.import({ local, imported, specifier, line: walk.line(alias) });
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
