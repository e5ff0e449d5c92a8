// What Scala's patterns bind: in cases, in values taken apart, in the steps of a for.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, INSTANCE } from "../../../vocabulary/chain.ts";
import { nameOf } from "./modifiers.ts";
import type { Walk } from "./state.ts";
import { namedType } from "./types.ts";

/** Binds the names of a pattern that is matched against this value; records references to the other names in it. */
export function bindPattern(node: NodeAt, value: ChainDraft, walk: Walk): void {
  if (node !== NO_NODE) {
    walk.deeper(() => bind(node, value, walk));
  }
}

function bind(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "identifier": {
      const name = nameOf(node, walk);
      // What starts with a capital, or is in backticks, is compared with.
      if (/^\p{Lu}/u.test(name) || tree.text(node).startsWith("`")) {
        referToName(node, walk, "read", name);
      } else {
        facts.local(name, value);
      }
      return;
    }
    case "typed_pattern":
      bindPattern(tree.field(node, "pattern"), walk.value(tree.field(node, "type")), walk);
      return;
    case "capture_pattern":
      bindCaptured(node, value, walk);
      return;
    case "case_class_pattern": {
      const type = tree.field(node, "type");
      namedType(type, walk);
      const wrapped = WRAPS.has(tree.text(type)) ? stepped(value, ELEMENT) : null;
      for (const part of tree.children(node).filter((child) => child !== type)) {
        bindPattern(part, wrapped, walk);
      }
      return;
    }
    case "infix_pattern": {
      const isList = tree.text(tree.field(node, "operator")) === "::";
      bindPattern(tree.field(node, "left"), isList ? stepped(value, ELEMENT) : null, walk);
      bindPattern(tree.field(node, "right"), isList ? value : null, walk);
      return;
    }
    case "alternative_pattern":
    case "tuple_pattern":
    case "identifiers":
      for (const part of tree.children(node)) {
        bindPattern(part, null, walk);
      }
      return;
    default:
      walk.visit(node);
  }
}

/** `store @ Store(name)` */
function bindCaptured(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const inner = tree.field(node, "pattern");
  const made = tree.type(inner) === "case_class_pattern" ? tree.field(inner, "type") : NO_NODE;
  bindPattern(inner, value, walk);
  const isType = tree.type(made) === "type_identifier" && !WRAPS.has(tree.text(made));
  const captured = isType ? stepped(facts.typeName(nameOf(made, walk)), INSTANCE) : value;
  facts.local(nameOf(tree.field(node, "name"), walk), captured);
}

const WRAPS: ReadonlySet<string> = new Set(["Some", "Success", "Right"]);
