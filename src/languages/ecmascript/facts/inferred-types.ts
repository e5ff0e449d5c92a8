// Types that a condition reads from another one: `Item` of `T extends Page<infer Item>[] ? Item : never`.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANY_MEMBER, CALL, definitionChain, ELEMENT, INSTANCE, tuplePart } from "../../../vocabulary/chain.ts";
import { ANONYMOUS, inner, nameOf, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";
import { stepsToArgument } from "./type-names.ts";

/** Binds the names that the pattern infers, each to what the checked type has at that place. */
export function bindInferred(pattern: NodeAt, checked: ChainDraft, walk: Walk): void {
  const go = (node: NodeAt, steps = ""): void => {
    walk.deeper(() => bindInferred(node, stepped(checked, steps), walk));
  };
  const parts = walk.children(pattern).filter((part) => walk.type(part) !== "comment");
  switch (walk.type(pattern)) {
    case "infer_type":
      bind(pattern, checked, walk);
      break;
    case "array_type":
      go(inner(pattern, walk), ELEMENT);
      break;
    case "tuple_type":
      for (const [at, part] of parts.entries()) {
        const isBehindRest = parts.slice(0, at).some((one) => walk.type(one) === "rest_type");
        go(part, walk.type(part) === "rest_type" ? "" : isBehindRest ? ELEMENT : `.${tuplePart(at)}`);
      }
      break;
    case "generic_type": {
      const name = walk.text(walk.field(pattern, "name"));
      const args = walk.children(walk.field(pattern, "type_arguments")).filter((part) => walk.type(part) !== "comment");
      for (const [at, part] of args.entries()) {
        go(part, stepsToArgument(name, at));
      }
      break;
    }
    case "function_type":
      parameters(pattern, go, walk);
      go(walk.field(pattern, "return_type"), CALL);
      break;
    case "constructor_type":
      go(walk.field(pattern, "type"), INSTANCE);
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

function parameters(pattern: NodeAt, go: Go, walk: Walk): void {
  const all = walk.children(walk.field(pattern, "parameters")).filter((part) => walk.type(part) !== "comment");
  for (const [at, part] of all.entries()) {
    const isRest = walk.type(walk.field(part, "pattern")) === "rest_pattern";
    if (!isRest) {
      go(walk.field(part, "type"), `.${at}${INSTANCE}`);
    }
  }
}

function members(parts: readonly NodeAt[], go: Go, walk: Walk): void {
  for (const part of parts) {
    if (walk.type(part) === "property_signature") {
      go(walk.field(part, "type"), `.${nameOf(walk.field(part, "name"), walk)}`);
    } else if (walk.type(part) === "index_signature") {
      go(walk.field(part, "type"), ANY_MEMBER);
    }
  }
}

function bind(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const name = walk.children(node)[0] ?? NO_NODE;
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false, type });
  walk.local(walk.text(name), type === null ? null : rooted(definitionChain(at)));
}
