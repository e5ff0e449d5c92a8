// C#'s namespaces and usings. A namespace with a body is a definition that paths are under; its types are outermost none the
// less. One for the whole file is no part of the tree: the grammar does not support it, so it is read from the text.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { textWithoutSpaces } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

const WHOLE_FILE = /^[ \t]*namespace[ \t]+([\w.]+)[ \t]*;/m;
const GLOBAL_USING = /^[ \t]*global[ \t]+using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm;

const file: Visitor = (node, walk) => {
  const name = WHOLE_FILE.exec(walk.whole)?.[1] ?? namespaceOfBlocks(node, walk);
  if (name !== "") {
    walk.package(name);
  }
  if (walk.whole.includes("global")) {
    for (const using of walk.whole.matchAll(GLOBAL_USING)) {
      walk.import({ local: null, imported: "*", specifier: using[1] ?? "", line: walk.lineAt(using.index) });
    }
  }
  walk.visitChildren(node);
};

/** The first namespace that has anything of its own: of `namespace A { namespace B { class C`, `A.B`. */
function namespaceOfBlocks(node: NodeAt, walk: Walk): string {
  const names: string[] = [];
  let inside = node;
  for (;;) {
    const next = inside === NO_NODE ? NO_NODE : walk.childOfType(inside, "namespace_declaration");
    if (next === NO_NODE) {
      return names.join(".");
    }
    names.push(textWithoutSpaces(walk.field(next, "name"), walk));
    inside = walk.field(next, "body");
    if (inside === NO_NODE || walk.type(walk.children(inside)[0] ?? NO_NODE) !== "namespace_declaration") {
      return names.join(".");
    }
  }
}

const namespace: Visitor = (node, walk) => {
  const at = walk.define({ ...walk.definition(node), binds: false });
  walk.within({ kind: "block", definition: FILE, under: at }, () => walk.visit(walk.field(node, "body")));
};

/** `using A.B;`, `using static A.B.Store;`, `using Alias = A.B.Store;` */
const using: Visitor = (node, walk) => {
  const path = walk.children(node).findLast((child) => /^(?:identifier|\w+_name)$/.test(walk.type(child)));
  if (path === undefined) {
    return;
  }
  const specifier = textWithoutSpaces(path, walk)
    .replace(/^global::/, "")
    .replace(/<.*$/, "");
  const line = walk.line(path);
  const alias = walk.childOfType(node, "name_equals");
  if (alias === NO_NODE) {
    walk.import({ local: null, imported: "*", specifier, line });
    if (walk.childOfType(node, "static") !== NO_NODE) {
      const [first = "", ...others] = specifier.split(".");
      const of = others.reduce((on: ChainDraft, name) => stepped(on, `.${name}`), rooted(first));
      walk.reference(walk.children(path).at(-1) ?? path, "import", of);
    }
    return;
  }
  const imported = specifier.slice(specifier.lastIndexOf(".") + 1);
  const local = walk.text(walk.children(alias)[0] ?? NO_NODE);
  const at = walk.import({ local, imported, specifier, line });
  walk.refer(imported, line, "import", rooted(importChain(at)));
};

export const csharpNamespaces: Readonly<Record<string, Visitor>> = {
  compilation_unit: file,
  ERROR: file,
  // Is read from the text.
  global_statement: (node, walk) => {
    if (!/^global\s+using\b/.test(walk.text(node))) {
      walk.visitChildren(node);
    }
  },
  namespace_declaration: namespace,
  using_directive: using,
  extern_alias_directive: () => undefined,
};
