// What a declarator refers to beside the name that it declares: the size of an array, the arguments of a specialisation, the class of a
// pointer to a member.
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { memberPointer } from "../member-pointers.ts";
import type { Walk } from "./state.ts";
import { pathOf } from "./types.ts";

const DEPTH_MAX = 40;

export function referInDeclarator(declarator: NodeAt, walk: Walk): void {
  const { tree } = walk;
  let at = declarator;
  for (let depth = 0; at !== NO_NODE && depth < DEPTH_MAX; depth++) {
    const type = tree.type(at);
    const pointer = memberPointer(tree, at);
    if (pointer !== NO_NODE) {
      scopesOf(at, walk);
      at = pointer;
    }
    if (type === "array_declarator") {
      walk.visit(tree.field(at, "size"));
    } else if (type.startsWith("template_")) {
      walk.visit(tree.field(at, "arguments"));
    }
    const inner = tree.field(at, "declarator");
    at =
      type === "qualified_identifier" && pointer === NO_NODE
        ? tree.field(at, "name")
        : inner === NO_NODE && type === "parenthesized_declarator"
          ? (tree.children(at).at(-1) ?? NO_NODE)
          : inner;
  }
}

function scopesOf(node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  let of: ReturnType<typeof pathOf> | undefined;
  for (let at = node; tree.type(at) === "qualified_identifier"; at = tree.field(at, "name")) {
    of = pathOf(tree.field(at, "scope"), walk, "type", of);
  }
}
