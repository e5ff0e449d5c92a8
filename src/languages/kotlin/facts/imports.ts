// Kotlin's package and imports. What a file imports by name may be an extension, which is called like a member.

import { type ChainDraft, rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { Visitor, Walk } from "./state.ts";

const written = (node: NodeAt, walk: Walk): string => walk.text(node).replace(/\s+|`/g, "");

export const packageHeader: Visitor = (node, walk) => {
  const name = walk.childOfType(node, "identifier");
  if (name !== NO_NODE) {
    walk.package(written(name, walk));
  }
};

export const importHeader: Visitor = (node, walk) => {
  const path = walk.childOfType(node, "identifier");
  const last = walk.children(path).at(-1);
  if (path === NO_NODE || last === undefined) {
    return;
  }
  const specifier = written(path, walk);
  if (walk.childOfType(node, "wildcard_import") !== NO_NODE) {
    walk.import({ local: null, imported: "*", specifier, line: walk.line(path) });
    return;
  }
  const name = walk.text(last);
  const alias = walk.childOfType(node, "import_alias");
  const local = alias === NO_NODE ? name : walk.text(walk.children(alias)[0] ?? NO_NODE);
  const at = walk.import({ local, imported: name, specifier, line: walk.line(last) });
  walk.state.imported.set(local, at);
  walk.reference(last, "import", rooted(importChain(at)));
};

/** What a member's name is where the file imports it: an extension, if it is no type. */
export function importedMember(name: string, isCalled: boolean, { state }: Walk): ChainDraft {
  const at = /^\p{Lu}/u.test(name) ? undefined : state.imported.get(name);
  return at === undefined ? null : rooted(importChain(at, isCalled));
}

/** `a.b.Store` where it is used; null where that may start at a type that the file declares or imports: `Outer.Inner`. */
export function writtenOut(node: NodeAt, parts: readonly string[], walk: Walk): ChainDraft {
  const [first = "", ...others] = parts;
  const last = others.at(-1);
  if (last === undefined || !/^\p{Ll}/u.test(first)) {
    return null;
  }
  const fact = { local: null, imported: last, specifier: parts.join("."), line: walk.line(node) };
  return rooted(importChain(walk.import(fact)));
}
