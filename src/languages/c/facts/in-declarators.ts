// What a declarator refers to beside the name that it declares: the size of an array, what is specialised, the class of a pointer to a
// member, what is converted to.
import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { memberPointer } from "../member-pointers.ts";
import type { Walk } from "./state.ts";
import { nameOf, pathOf } from "./types.ts";

const DEPTH_MAX = 40;

export function referInDeclarator(declarator: NodeAt, walk: Walk): void {
  const { tree } = walk;
  let at = declarator;
  let scope: ChainDraft | undefined;
  for (let depth = 0; at !== NO_NODE && depth < DEPTH_MAX; depth++) {
    const type = tree.type(at);
    const pointer = memberPointer(tree, at);
    if (pointer !== NO_NODE) {
      scopesOf(at, walk);
      at = pointer;
    }
    if (type === "array_declarator") {
      walk.visit(tree.field(at, "size"));
    } else if (type === "attributed_declarator") {
      const [, ...written] = tree.children(at);
      written.forEach(walk.visit);
    } else if (type.startsWith("template_")) {
      // `struct Traits<Cell>` says more of the template `Traits`.
      pathOf(at, walk, "type", scope);
    } else if (type === "operator_cast") {
      walk.visit(tree.field(at, "type"));
      return;
    }
    if (type === "qualified_identifier") {
      scope = inScope(tree.field(at, "scope"), scope, walk);
    }
    const inner = tree.field(at, "declarator");
    at =
      type === "qualified_identifier" && pointer === NO_NODE
        ? tree.field(at, "name")
        : inner === NO_NODE && type === "parenthesized_declarator"
          ? (tree.children(at).at(-1) ?? NO_NODE)
          : type === "attributed_declarator"
            ? (tree.children(at)[0] ?? NO_NODE)
            : inner;
  }
}

/** What a scope leads to, without a reference to it. */
function inScope(node: NodeAt, outer: ChainDraft | undefined, walk: Walk): ChainDraft | undefined {
  const { tree } = walk;
  const name = tree.text(tree.type(node) === "template_type" ? tree.field(node, "name") : node);
  return name === "" ? outer : outer === undefined ? nameOf(name, walk) : stepped(outer, `.${name}`);
}

/** `Store::` of `int Store::count = 0;` */
export function scopesOf(node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  let of: ReturnType<typeof pathOf> | undefined;
  for (let at = node; tree.type(at) === "qualified_identifier"; at = tree.field(at, "name")) {
    of = pathOf(tree.field(at, "scope"), walk, "type", of);
  }
}
