// Scala's exports: what a class or object has as its own members of what another value has.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPORTING } from "../../../vocabulary/facts.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";

const NAMES: ReadonlySet<string> = new Set(["identifier", "operator_identifier"]);
const RENAMED: ReadonlySet<string> = new Set(["as_renamed_identifier", "arrow_renamed_identifier"]);

/** `export store.{load, save as put, *}` */
export const exportDeclaration: Visitor = (node, walk) => {
  const parts = walk.children(node);
  const path = parts.filter((part) => NAMES.has(walk.type(part)));
  const selectors = parts.filter((part) => !NAMES.has(walk.type(part)));
  const owner = pathOf(selectors.length === 0 ? path.slice(0, -1) : path, walk);
  for (const one of selectors.length === 0 ? path.slice(-1) : selectors) {
    const each = walk.type(one) === "namespace_selectors" ? walk.children(one) : [one];
    for (const selector of each) {
      selected(selector, owner, node, walk);
    }
  }
};

function pathOf(path: readonly NodeAt[], walk: Walk): ChainDraft {
  let of: ChainDraft = null;
  for (const [at, part] of path.entries()) {
    of = at === 0 ? walk.name(nameOf(part, walk)) : stepped(of, `.${nameOf(part, walk)}`);
    walk.reference(part, "read", of);
  }
  return of;
}

function selected(node: NodeAt, owner: ChainDraft, statement: NodeAt, walk: Walk): void {
  const isRenamed = RENAMED.has(walk.type(node));
  const name = isRenamed ? walk.field(node, "name") : node;
  const alias = isRenamed ? walk.field(node, "alias") : node;
  const isAll = walk.type(node) === "namespace_wildcard";
  if ((!isAll && !NAMES.has(walk.type(name))) || (isAll && walk.text(node) === "given")) {
    return;
  }
  if (!isAll) {
    walk.reference(name, "export", stepped(owner, `.${nameOf(name, walk)}`));
  }
  if (alias !== NO_NODE && NAMES.has(walk.type(isAll ? name : alias)) !== isAll) {
    const signature = isAll ? "*" : `${nameOf(name, walk)} ${nameOf(alias, walk)}`;
    walk.define({ name: EXPORTING, kind: "field", ...linesOf(statement, walk), type: owner, signature, binds: false });
  }
}
