// Python's imports, and the names that `__all__` lists.

import { rooted, stepped } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { ImportFact } from "../../../vocabulary/facts.ts";
import { enclosingTypeChecking } from "../type-checking.ts";
import type { Visitor, Walk } from "./state.ts";

function importIn(node: NodeAt, walk: Walk, fact: ImportFact): number {
  const isGuarded = enclosingTypeChecking(walk, node) !== NO_NODE;
  return walk.import(isGuarded ? { ...fact, isDeferred: true } : fact);
}

/** `import a.b, c as d`: the first binds `a`, of which `b` is a member. */
export const importStatement: Visitor = (node, walk) => {
  for (const name of walk.fields(node, "name")) {
    const alias = walk.field(name, "alias");
    const names = walk.children(alias === NO_NODE ? name : walk.field(name, "name"));
    const [first, last] = [names[0], names.at(-1)];
    if (first === undefined || last === undefined) {
      continue;
    }
    if (alias !== NO_NODE) {
      const specifier = names.map(walk.text).join(".");
      const at = importIn(node, walk, { local: walk.text(alias), imported: "*", specifier, line: walk.line(last) });
      walk.reference(last, "import", rooted(importChain(at)));
      continue;
    }
    const specifier = walk.text(first);
    let of = rooted(
      importChain(importIn(node, walk, { local: specifier, imported: "*", specifier, line: walk.line(first) })),
    );
    for (const part of names) {
      of = part === first ? of : stepped(of, `.${walk.text(part)}`);
      walk.reference(part, "import", of);
    }
    if (names.length > 1) {
      // The module itself is run, and bound to its package.
      const module = names.map(walk.text).join(".");
      importIn(node, walk, { local: null, imported: null, specifier: module, line: walk.line(last) });
    }
  }
};

/** `from .a import b as c`: the specifier keeps its dots. */
export const importFrom: Visitor = (node, walk) => {
  const specifier = walk.text(walk.field(node, "module_name")).replace(/\s+/g, "");
  const wildcard = walk.childOfType(node, "wildcard_import");
  if (wildcard !== NO_NODE) {
    importIn(node, walk, { local: null, imported: "*", specifier, line: walk.line(wildcard) });
    return;
  }
  for (const name of walk.fields(node, "name")) {
    const alias = walk.field(name, "alias");
    const imported = alias === NO_NODE ? name : walk.field(name, "name");
    const local = walk.text(alias === NO_NODE ? name : alias);
    const at = importIn(node, walk, { local, imported: walk.text(imported), specifier, line: walk.line(imported) });
    walk.reference(imported, "import", rooted(importChain(at)));
  }
};

/** The strings of `__all__ = […]` name what the module offers; `["a"] + other.__all__` refers to what else it names. */
export function referenceExported(list: NodeAt, walk: Walk): void {
  const own = walk.type(list) === "string" ? [list] : walk.children(list);
  for (const one of own) {
    if (walk.type(list) === "binary_operator" || walk.type(list) === "parenthesized_expression") {
      walk.deeper(() => referenceExported(one, walk));
      continue;
    }
    const name = walk.type(one) === "string" ? walk.childOfType(one, "string_content") : NO_NODE;
    if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(walk.text(name))) {
      referToName(name, walk, "export");
    }
  }
}
