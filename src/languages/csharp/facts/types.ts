// Reads C#'s types: what a value of each is, and the names they refer to. The grammar calls names of types and of values alike:
// a caller that expects a type calls this module.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { elementOf, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { AWAITED, BUILT_IN, COLLECTIONS } from "./names.ts";
import type { Walk } from "./state.ts";

/** The class that a name is, not an instance; null for what names none. Records it as a reference with this role. */
export const namedType = (node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft =>
  walk.deeper(() => nameOfType(node, walk, role));

function nameOfType(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const parts = walk.children(node);
  switch (walk.type(node)) {
    case "identifier": {
      const of = walk.typeName(walk.text(node));
      walk.reference(node, role, of);
      return of;
    }
    case "generic_name":
      argumentsOf(node, walk);
      return namedType(parts[0] ?? NO_NODE, walk, role);
    case "qualified_name":
    case "member_access_expression": {
      const [before = NO_NODE, last = NO_NODE] = parts;
      return memberType(namedType(before, walk), last, walk, role);
    }
    case "alias_qualified_name":
      return aliased(node, walk, role);
    case "primary_constructor_base_type": {
      walk.visit(walk.childOfType(node, "argument_list"));
      return namedType(parts[0] ?? NO_NODE, walk, role);
    }
    case "nullable_type":
    case "ref_type":
    case "scoped_type":
      return namedType(parts.at(-1) ?? NO_NODE, walk, role);
    default:
      valueOfType(node, walk);
      return null;
  }
}

/** `Outer.Inner`, or a type of a namespace: linking finds out which of both. */
function memberType(owner: ChainDraft, last: NodeAt, walk: Walk, role: Role): ChainDraft {
  const name = walk.type(last) === "generic_name" ? (walk.children(last)[0] ?? NO_NODE) : last;
  const of = referToMember(owner, name, walk, role);
  if (name !== last) {
    argumentsOf(last, walk);
  }
  return of;
}

/** `global::Store`: the top-level name, whatever encloses this place. Any other alias stands for another library: null. */
function aliased(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const [alias = NO_NODE, name = NO_NODE] = walk.children(node);
  if (walk.text(alias) !== "global") {
    return null;
  }
  const of = rooted(walk.text(name));
  walk.reference(name, role, of);
  return of;
}

/** Values of the type arguments, in order. */
export function argumentsOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const list = walk.childOfType(node, "type_argument_list");
  return walk.children(list).map((argument) => valueOfType(argument, walk));
}

/** What a value of this type is. Records references to the names in it. */
export const valueOfType = (node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft =>
  walk.deeper(() => valueOfTypeNode(node, walk, role));

function valueOfTypeNode(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
    case "identifier":
      // A value of any type, whose members are found when the program runs.
      return walk.text(node) === "dynamic" ? null : stepped(namedType(node, walk, role), INSTANCE);
    case "qualified_name":
      return valueOfQualified(node, walk, role);
    case "alias_qualified_name":
    case "member_access_expression":
      return stepped(namedType(node, walk, role), INSTANCE);
    case "generic_name":
      return valueOfGeneric(node, walk, role);
    case "nullable_type":
    case "ref_type":
    case "scoped_type":
    case "pointer_type":
      return valueOfType(walk.children(node).at(-1) ?? NO_NODE, walk, role);
    case "array_type":
      return stepped(valueOfType(walk.field(node, "type"), walk, role), COLLECTION);
    case "predefined_type":
      return NOTHING;
    case "function_pointer_type":
    case "tuple_type":
      for (const part of [node, ...walk.children(node)]) {
        valueOfType(walk.field(part, "type"), walk);
        valueOfType(walk.field(part, "returns"), walk);
      }
      return null;
    default:
      return null;
  }
}

/** `List<Line>` is a collection of lines, `Task<Line>` is treated as a line. */
function valueOfGeneric(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const [name = NO_NODE] = walk.children(node);
  const of = namedType(name, walk, role);
  return ofGeneric(walk.text(name), of, argumentsOf(node, walk));
}

/** The same behind the namespace: `System.Collections.Generic.List<Line>`. */
function valueOfQualified(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const [before = NO_NODE, last = NO_NODE] = walk.children(node);
  if (walk.type(last) !== "generic_name") {
    return stepped(namedType(node, walk, role), INSTANCE);
  }
  const [name = NO_NODE] = walk.children(last);
  const of = referToMember(namedType(before, walk), name, walk, role);
  return ofGeneric(walk.text(name), of, argumentsOf(last, walk));
}

function ofGeneric(text: string, of: ChainDraft, typeArguments: readonly ChainDraft[]): ChainDraft {
  const argument = elementOf(typeArguments, BUILT_IN);
  return COLLECTIONS.has(text) ? stepped(argument, COLLECTION) : AWAITED.has(text) ? argument : stepped(of, INSTANCE);
}

/** Of a declaration: `T` is as good as the first class or interface that it must be. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  for (const one of walk.children(walk.childOfType(node, "type_parameter_list"))) {
    walk.visit(walk.childOfType(one, "attribute_list"));
    walk.localType(walk.text(walk.field(one, "name")), null);
  }
  for (const clause of walk.children(node)) {
    if (walk.type(clause) === "type_parameter_constraints_clause") {
      const types = walk.children(clause).map((one) => walk.field(one, "type"));
      const bounds = types.filter((one) => one !== NO_NODE).map((one) => namedType(one, walk));
      walk.localType(walk.text(walk.childOfType(clause, "identifier")), bounds[0] ?? null);
    }
  }
}
