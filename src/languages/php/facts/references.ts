// How PHP's expressions refer to variables, members and constants, and which of them refer to a name.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { fieldVariable, isBound, variable } from "./frames.ts";
import { variableName } from "./modifiers.ts";
import { isName, named } from "./namespaces.ts";
import type { Reading, Walk } from "./state.ts";

/** A class by its name, or what an expression before `::` is. */
export const scopeOf = (node: NodeAt, walk: Walk): ChainDraft =>
  isName(node, walk) ? named(node, "class", "read", walk) : walk.value(node);

/** A member that is written out; null for one that the program computes, such as the constant `self::{$name}`. */
export function memberOf(owner: ChainDraft, name: NodeAt, mark: "" | "/", role: Role, walk: Walk): ChainDraft {
  const isComputed = walk.type(name) === "name" && walk.children(name).length > 0;
  if (isComputed || walk.type(name) !== "name") {
    (isComputed ? walk.visitChildren : walk.visit)(name);
    return null;
  }
  const of = stepped(owner, `.${walk.text(name)}${mark}`);
  walk.reference(name, role, of);
  return of;
}

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
    case "variable_name":
      return variable(variableName(node, walk), walk);
    case "member_access_expression":
    case "nullsafe_member_access_expression": {
      const [object, name] = [walk.field(node, "object"), walk.field(node, "name")];
      const of = memberOf(walk.value(object), name, "", role, walk);
      const proven = fieldVariable(walk.text(name));
      return walk.text(object) === "$this" && isBound(proven, walk) ? variable(proven, walk) : of;
    }
    case "scoped_property_access_expression": {
      const owner = scopeOf(walk.field(node, "scope"), walk);
      const name = walk.field(node, "name");
      const isPlain = walk.type(name) === "variable_name";
      return memberOf(owner, isPlain ? (walk.children(name)[0] ?? NO_NODE) : name, "", role, walk);
    }
    case "class_constant_access_expression": {
      const [scope = NO_NODE, name = NO_NODE] = walk.children(node);
      const owner = scopeOf(scope, walk);
      // `Store::class` is used as the class itself is.
      return walk.text(name) === "class"
        ? isName(scope, walk)
          ? owner
          : NOTHING
        : memberOf(owner, name, "", role, walk);
    }
    case "subscript_expression": {
      const [many = NO_NODE, ...at] = walk.children(node);
      const value = walk.deeper(() => referred(many, walk, role));
      at.forEach(walk.visit);
      return stepped(value, "[]");
    }
    default:
      return walk.value(node);
  }
}

export const read: Reading = (node, walk) => walk.deeper(() => referred(node, walk, "read"));
export const written: Reading = (node, walk) => walk.deeper(() => referred(node, walk, "write"));
