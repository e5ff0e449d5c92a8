// Java's package and imports. A name that is written out with its package in the code is an import without a name of its own.

import { type ChainDraft, rooted } from "../../../facts/chain-drafts.ts";
import { textWithoutSpaces } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { Visitor, Walk } from "./state.ts";

export const packageDeclaration: Visitor = (node, walk) => {
  const name = walk.children(node).find((child) => /identifier$/.test(walk.type(child)));
  if (name !== undefined) {
    walk.package(textWithoutSpaces(name, walk));
  }
};

export const importDeclaration: Visitor = (node, walk) => {
  const path = walk.children(node).find((child) => /identifier$/.test(walk.type(child)));
  if (path === undefined) {
    return;
  }
  const specifier = textWithoutSpaces(path, walk);
  // A module is often called as the package that it exports.
  if (walk.childOfType(node, "module") !== NO_NODE) {
    walk.import({ local: null, imported: "*", specifier, line: walk.line(path) });
    return;
  }
  const isAll = walk.childOfType(node, "asterisk") !== NO_NODE;
  referToOwners(isAll ? path : walk.field(path, "scope"), walk);
  if (isAll) {
    walk.import({ local: null, imported: "*", specifier, line: walk.line(path) });
    return;
  }
  const last = walk.field(path, "name");
  const name = walk.text(last === NO_NODE ? path : last);
  const line = walk.line(last === NO_NODE ? path : last);
  const at = walk.import({ local: name, imported: name, specifier, line });
  if (!/^javax?\./.test(specifier)) {
    walk.state.imported.add(name);
  }
  walk.refer(name, line, "import", rooted(importChain(at)));
};

/** The classes that an import names before its last name: `Outer` of `a.Outer.Inner`, `Store` of `static a.Store.open`. */
function referToOwners(scope: NodeAt, walk: Walk): void {
  for (let node = scope; node !== NO_NODE; node = walk.field(node, "scope")) {
    const last = walk.field(node, "name");
    const name = walk.text(last === NO_NODE ? node : last);
    if (!/^\p{Lu}/u.test(name)) {
      return;
    }
    const line = walk.line(last === NO_NODE ? node : last);
    const at = walk.import({ local: null, imported: name, specifier: textWithoutSpaces(node, walk), line });
    walk.refer(name, line, "import", rooted(importChain(at)));
  }
}

/** `a.b.Store` where it is used; null where that may start at a type that the file declares or imports: `Outer.Inner`. */
export function writtenOut(node: NodeAt, name: string, walk: Walk): ChainDraft {
  const specifier = textWithoutSpaces(node, walk).replace(/@\w+(?:\.\w+)*/g, "");
  if (!/^\p{Ll}\w*\./u.test(specifier)) {
    return null;
  }
  return rooted(importChain(walk.import({ local: null, imported: name, specifier, line: walk.line(node) })));
}
