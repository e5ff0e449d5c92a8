// Attributes of C and C++ whose arguments the compiler looks up: `cleanup(release)`, `alias("open")`, `counted_by(size)`.
import { rooted } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import type { Visitor, Walk } from "./state.ts";

/** Their arguments are words of the compiler's own. */
const OWN_WORDS = wordSet("format mode access visibility target section tls_model");
/** They name another symbol of the same file in quotes. */
const NAMES_SYMBOL = wordSet("alias ifunc weakref");
const QUOTED_NAME = /^"[A-Za-z_]\w*"$/;

const bareName = (name: string): string => name.replace(/^__(.*)__$/, "$1");

function attribute(name: NodeAt, list: NodeAt, walk: Walk): void {
  const own = bareName(walk.text(name));
  for (const one of walk.children(list)) {
    const text = walk.text(one);
    if (OWN_WORDS.has(own)) {
      continue;
    }
    if (!NAMES_SYMBOL.has(own)) {
      walk.visit(one);
    } else if (QUOTED_NAME.test(text)) {
      walk.refer(text.slice(1, -1), walk.line(one), "read", rooted(text.slice(1, -1)));
    }
  }
}

/** `__attribute__((cleanup(release), unused))` */
const gnu: Visitor = (node, walk) => {
  for (const one of walk.children(walk.childOfType(node, "argument_list"))) {
    if (walk.type(one) === "call_expression") {
      attribute(walk.field(one, "function"), walk.field(one, "arguments"), walk);
    }
  }
};

/** `[[gnu::cleanup(release)]]` */
const standard: Visitor = (node, walk) => {
  const list = walk.childOfType(node, "argument_list");
  if (list !== NO_NODE) {
    attribute(walk.field(node, "name"), list, walk);
  }
};

export const attributes: Readonly<Record<string, Visitor>> = {
  ...forTypes<Visitor>(gnu, "attribute_specifier"),
  ...forTypes<Visitor>(standard, "attribute"),
};
