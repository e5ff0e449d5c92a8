// What Scala's patterns bind: in cases, in values taken apart, in the steps of a for.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, INSTANCE } from "../../../vocabulary/chain.ts";
import { isVariable, labelOf } from "../outline.ts";
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
  switch (walk.type(node)) {
    case "identifier": {
      const name = nameOf(node, walk);
      if (isVariable(walk, node)) {
        walk.local(name, value);
      } else {
        referToName(node, walk, "read", name);
      }
      return;
    }
    case "typed_pattern":
      bindPattern(walk.field(node, "pattern"), walk.value(walk.field(node, "type")), walk);
      return;
    case "capture_pattern":
      bindCaptured(node, value, walk);
      return;
    case "case_class_pattern": {
      const type = walk.field(node, "type");
      namedType(type, walk);
      const wrapped = WRAPS.has(walk.text(type)) ? stepped(value, ELEMENT) : null;
      for (const part of walk.children(node).filter((child) => child !== type)) {
        bindPattern(part, wrapped, walk);
      }
      return;
    }
    case "infix_pattern": {
      const isList = walk.text(walk.field(node, "operator")) === "::";
      bindPattern(walk.field(node, "left"), isList ? stepped(value, ELEMENT) : null, walk);
      bindPattern(walk.field(node, "right"), isList ? value : null, walk);
      return;
    }
    case "alternative_pattern":
    case "tuple_pattern":
    case "named_tuple_pattern":
    case "identifiers":
    case "xml_pattern":
      for (const part of walk.children(node)) {
        bindPattern(part, null, walk);
      }
      return;
    case "named_pattern": {
      const label = labelOf(walk, node);
      for (const part of walk.children(node).filter((child) => child !== label)) {
        bindPattern(part, null, walk);
      }
      return;
    }
    default:
      walk.visit(node);
  }
}

/** `store @ Store(name)` */
function bindCaptured(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const inner = walk.field(node, "pattern");
  const made = walk.type(inner) === "case_class_pattern" ? walk.field(inner, "type") : NO_NODE;
  bindPattern(inner, value, walk);
  const isType = walk.type(made) === "type_identifier" && !WRAPS.has(walk.text(made));
  const captured = isType ? stepped(walk.typeName(nameOf(made, walk)), INSTANCE) : value;
  walk.local(nameOf(walk.field(node, "name"), walk), captured);
}

const WRAPS: ReadonlySet<string> = new Set(["Some", "Success", "Right"]);
