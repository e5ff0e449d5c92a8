// Rust's patterns: what they bind, and the types and fields they refer to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { WRAPPERS } from "./names.ts";
import { pathOf } from "./paths.ts";
import type { Walk } from "./state.ts";

/** Names in the pattern get what they are matched with, as far as that is known. */
export function bindPattern(node: NodeAt, value: ChainDraft, walk: Walk): void {
  switch (walk.type(node)) {
    case "":
    case "_":
    case "remaining_field_pattern":
      break;
    case "identifier":
      // A name that begins upper-case is a constant or a unit variant, not a new one.
      if (/^\p{Lu}/u.test(walk.text(node))) {
        referToName(node, walk, "read");
      } else {
        walk.local(walk.text(node), value);
      }
      break;
    case "tuple_struct_pattern":
      tupleStruct(node, value, walk);
      break;
    case "struct_pattern":
      structPattern(node, walk);
      break;
    case "captured_pattern": {
      const [name = NO_NODE, inner = NO_NODE] = walk.children(node);
      bindPattern(name, value, walk);
      bindPattern(inner, value, walk);
      break;
    }
    case "match_pattern":
      walk.visit(walk.field(node, "condition"));
      bindAll(asideFrom("condition", node, walk), value, walk);
      break;
    case "ref_pattern":
    case "mut_pattern":
    case "reference_pattern":
    case "or_pattern":
      bindAll(walk.children(node), value, walk);
      break;
    case "slice_pattern":
      bindAll(walk.children(node), stepped(value, "[]"), walk);
      break;
    case "tuple_pattern":
      bindPlaces(walk.children(node), value, walk);
      break;
    case "scoped_identifier":
      pathOf(node, walk, "read");
      break;
    default:
      walk.visit(node);
  }
}

/** The children that are not in this field. */
const asideFrom = (field: string, node: NodeAt, walk: Walk): NodeAt[] =>
  walk.children(node).filter((one) => walk.fieldOf(one) !== field);

function bindAll(nodes: readonly NodeAt[], value: ChainDraft, walk: Walk): void {
  for (const node of nodes) {
    walk.deeper(() => bindPattern(node, value, walk));
  }
}

/** Parts up to `..` are those of these places. */
function bindPlaces(parts: readonly NodeAt[], value: ChainDraft, walk: Walk): void {
  const rest = parts.findIndex((part) => walk.type(part) === "remaining_field_pattern");
  for (const [place, part] of parts.entries()) {
    const type = rest >= 0 && place > rest ? null : stepped(value, `.${place}`);
    walk.deeper(() => bindPattern(part, type, walk));
  }
}

/** `Some(x)`: x is what the pattern is matched with; of another variant, its fields by their places. */
function tupleStruct(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const type = walk.field(node, "type");
  const of = pathOf(type, walk, "read");
  const parts = asideFrom("type", node, walk);
  if (WRAPPERS.has(walk.text(type))) {
    bindAll(parts, value, walk);
  } else {
    bindPlaces(parts, of, walk);
  }
}

function structPattern(node: NodeAt, walk: Walk): void {
  const of = pathOf(walk.field(node, "type"), walk, "read");
  for (const part of walk.children(node)) {
    if (walk.type(part) !== "field_pattern") {
      continue;
    }
    const name = walk.field(part, "name");
    const value = referToMember(of, name, walk, "read");
    if (walk.type(name) === "shorthand_field_identifier") {
      walk.local(walk.text(name), value);
    } else {
      walk.deeper(() => bindPattern(walk.field(part, "pattern"), value, walk));
    }
  }
}
