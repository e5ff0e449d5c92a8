// C#'s namespaces and usings. A namespace with a body is a definition that paths are under; its types are outermost none the
// less. One for the whole file is read from the text: what is broken elsewhere in the file does not hide it.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, ignored, textWithoutSpaces } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";
import { argumentsOf, valueOfType } from "./types.ts";

const WHOLE_FILE = /^[ \t]*namespace[ \t]+([\w.]+)[ \t]*;/m;

const file: Visitor = (node, walk) => {
  const name = WHOLE_FILE.exec(walk.whole)?.[1] ?? namespaceOfBlocks(node, walk);
  if (name !== "") {
    walk.package(name);
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
  const alias = walk.field(node, "name");
  const path = walk.children(node).findLast((child) => child !== alias) ?? NO_NODE;
  if (!/^(?:identifier|\w+_name)$/.test(walk.type(path))) {
    // `using Pair = (int X, Store Y);`
    valueOfType(path, walk);
    return;
  }
  const specifier = textWithoutSpaces(path, walk)
    .replace(/^global::/, "")
    .replace(/<.*$/, "");
  const line = walk.line(path);
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
  const local = walk.text(alias);
  const at = walk.import({ local, imported, specifier, line });
  walk.refer(imported, line, "import", rooted(importChain(at)));
  argumentsOf(walk.type(path) === "qualified_name" ? walk.field(path, "name") : path, walk);
};

export const csharpNamespaces: Readonly<Record<string, Visitor>> = {
  compilation_unit: file,
  ERROR: file,
  namespace_declaration: namespace,
  using_directive: using,
  ...forTypes(ignored, "extern_alias_directive", "file_scoped_namespace_declaration"),
};
