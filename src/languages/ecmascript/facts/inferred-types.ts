// Types that a condition reads from another one: `Item` of `T extends Page<infer Item>[] ? Item : never`.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANY_MEMBER, CALL, definitionChain, ELEMENT, INSTANCE, tuplePart } from "../../../vocabulary/chain.ts";
import { ANONYMOUS, inner, nameOf, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";
import { stepsToArgument } from "./type-names.ts";

/** Binds the names that the pattern infers, each to what the checked type has at that place. */
export function bindInferred(pattern: NodeAt, checked: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  const go = (node: NodeAt, steps = ""): void => {
    walk.deeper(() => bindInferred(node, stepped(checked, steps), walk));
  };
  const parts = tree.children(pattern).filter((part) => tree.type(part) !== "comment");
  switch (tree.type(pattern)) {
    case "infer_type":
      bind(pattern, checked, walk);
      break;
    case "array_type":
      go(inner(pattern, walk), ELEMENT);
      break;
    case "tuple_type":
      for (const [at, part] of parts.entries()) {
        const isBehindRest = parts.slice(0, at).some((one) => tree.type(one) === "rest_type");
        go(part, tree.type(part) === "rest_type" ? "" : isBehindRest ? ELEMENT : `.${tuplePart(at)}`);
      }
      break;
    case "generic_type": {
      const name = tree.text(tree.field(pattern, "name"));
      const args = tree.children(tree.field(pattern, "type_arguments")).filter((part) => tree.type(part) !== "comment");
      for (const [at, part] of args.entries()) {
        go(part, stepsToArgument(name, at));
      }
      break;
    }
    case "function_type":
      parameters(pattern, go, walk);
      go(tree.field(pattern, "return_type"), CALL);
      break;
    case "constructor_type":
      go(tree.field(pattern, "type"), INSTANCE);
      break;
    case "object_type":
      members(parts, go, walk);
      break;
    case "union_type":
    case "intersection_type":
    case "parenthesized_type":
    case "readonly_type":
    case "rest_type":
    case "optional_type":
    case "type_annotation":
      for (const part of parts) {
        go(part);
      }
  }
}

type Go = (node: NodeAt, steps?: string) => void;

function parameters(pattern: NodeAt, go: Go, { tree }: Walk): void {
  const all = tree.children(tree.field(pattern, "parameters")).filter((part) => tree.type(part) !== "comment");
  for (const [at, part] of all.entries()) {
    const isRest = tree.type(tree.field(part, "pattern")) === "rest_pattern";
    if (!isRest) {
      go(tree.field(part, "type"), `.${at}${INSTANCE}`);
    }
  }
}

function members(parts: readonly NodeAt[], go: Go, walk: Walk): void {
  const { tree } = walk;
  for (const part of parts) {
    if (tree.type(part) === "property_signature") {
      go(tree.field(part, "type"), `.${nameOf(tree.field(part, "name"), walk)}`);
    } else if (tree.type(part) === "index_signature") {
      go(tree.field(part, "type"), ANY_MEMBER);
    }
  }
}

function bind(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const name = tree.children(node)[0] ?? NO_NODE;
  const at = facts.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false, type });
  facts.local(tree.text(name), type === null ? null : rooted(definitionChain(at)));
}
