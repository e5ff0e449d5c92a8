// What a declarator refers to beside the name that it declares: the size of an array, what is specialised, the class of a pointer to a
// member, what is converted to.
import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { memberPointer } from "../member-pointers.ts";
import type { Walk } from "./state.ts";
import { nameOf, pathOf } from "./types.ts";

const DEPTH_MAX = 40;

export function referInDeclarator(declarator: NodeAt, walk: Walk): void {
  let at = declarator;
  let scope: ChainDraft | undefined;
  for (let depth = 0; at !== NO_NODE && depth < DEPTH_MAX; depth++) {
    const type = walk.type(at);
    const pointer = memberPointer(walk, at);
    if (pointer !== NO_NODE) {
      scopesOf(at, walk);
      at = pointer;
    }
    if (type === "array_declarator") {
      walk.visit(walk.field(at, "size"));
    } else if (type === "attributed_declarator") {
      const [, ...written] = walk.children(at);
      written.forEach(walk.visit);
    } else if (type.startsWith("template_")) {
      // `struct Traits<Cell>` says more of the template `Traits`.
      pathOf(at, walk, "type", scope);
    } else if (type === "operator_cast") {
      walk.visit(walk.field(at, "type"));
      return;
    }
    if (type === "qualified_identifier") {
      scope = inScope(walk.field(at, "scope"), scope, walk);
    }
    const inner = walk.field(at, "declarator");
    at =
      type === "qualified_identifier" && pointer === NO_NODE
        ? walk.field(at, "name")
        : inner === NO_NODE && type === "parenthesized_declarator"
          ? (walk.children(at).at(-1) ?? NO_NODE)
          : type === "attributed_declarator"
            ? (walk.children(at)[0] ?? NO_NODE)
            : inner;
  }
}

/** What a scope leads to, without a reference to it. */
function inScope(node: NodeAt, outer: ChainDraft | undefined, walk: Walk): ChainDraft | undefined {
  const name = walk.text(walk.type(node) === "template_type" ? walk.field(node, "name") : node);
  return name === "" ? outer : outer === undefined ? nameOf(name, walk) : stepped(outer, `.${name}`);
}

/** `Store::` of `int Store::count = 0;` */
export function scopesOf(node: NodeAt, walk: Walk): void {
  let of: ReturnType<typeof pathOf> | undefined;
  for (let at = node; walk.type(at) === "qualified_identifier"; at = walk.field(at, "name")) {
    of = pathOf(walk.field(at, "scope"), walk, "type", of);
  }
}
