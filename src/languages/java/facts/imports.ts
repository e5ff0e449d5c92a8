// Java's package and imports. A name that is written out with its package in the code is an import without a name of its own.

import { type ChainDraft, rooted } from "../../../facts/chain-drafts.ts";
import { textWithoutSpaces } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { Visitor, Walk } from "./state.ts";

export const packageDeclaration: Visitor = (node, walk) => {
  const name = walk.tree.children(node).find((child) => /identifier$/.test(walk.tree.type(child)));
  if (name !== undefined) {
    walk.facts.package(textWithoutSpaces(name, walk));
  }
};

export const importDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const path = tree.children(node).find((child) => /identifier$/.test(tree.type(child)));
  if (path === undefined) {
    return;
  }
  const specifier = textWithoutSpaces(path, walk);
  const isAll = tree.childOfType(node, "asterisk") !== NO_NODE;
  referToOwners(isAll ? path : tree.field(path, "scope"), walk);
  if (isAll) {
    facts.import({ local: null, imported: "*", specifier, line: walk.line(path) });
    return;
  }
  const last = tree.field(path, "name");
  const name = tree.text(last === NO_NODE ? path : last);
  const line = walk.line(last === NO_NODE ? path : last);
  const at = facts.import({ local: name, imported: name, specifier, line });
  if (!/^javax?\./.test(specifier)) {
    walk.state.imported.add(name);
  }
  facts.reference(name, line, "import", rooted(importChain(at)));
};

/** The classes that an import names before its last name: `Outer` of `a.Outer.Inner`, `Store` of `static a.Store.open`. */
function referToOwners(scope: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (let node = scope; node !== NO_NODE; node = tree.field(node, "scope")) {
    const last = tree.field(node, "name");
    const name = tree.text(last === NO_NODE ? node : last);
    if (!/^\p{Lu}/u.test(name)) {
      return;
    }
    const line = walk.line(last === NO_NODE ? node : last);
    const at = facts.import({ local: null, imported: name, specifier: textWithoutSpaces(node, walk), line });
    facts.reference(name, line, "import", rooted(importChain(at)));
  }
}

/** `a.b.Store` where it is used; null where that may start at a type that the file declares or imports: `Outer.Inner`. */
export function writtenOut(node: NodeAt, name: string, walk: Walk): ChainDraft {
  const specifier = textWithoutSpaces(node, walk).replace(/@\w+(?:\.\w+)*/g, "");
  if (!/^\p{Ll}\w*\./u.test(specifier)) {
    return null;
  }
  return rooted(importChain(walk.facts.import({ local: null, imported: name, specifier, line: walk.line(node) })));
}
