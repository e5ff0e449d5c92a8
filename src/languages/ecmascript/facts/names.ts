// Uses of names in JavaScript and TypeScript: plain ones, members, and what they are used for.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANY_MEMBER, INSTANCE, importChain } from "../../../vocabulary/chain.ts";
import { OWN_MODULE, type Role } from "../../../vocabulary/facts.ts";
import { NAME, stringOf } from "./node-text.ts";
import { requiredModule } from "./required-modules.ts";
import type { Reading, Walk } from "./state.ts";
import { partOf, placeIn } from "./tuples.ts";

const TRANSPARENT: ReadonlySet<string> = new Set(["parenthesized_expression", "non_null_expression"]);

/** Visits what is called, made, extended or written; a name there is recorded as a reference with this role. */
export function useAs(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  let at = node;
  while (TRANSPARENT.has(walk.type(at)) && walk.children(at).length === 1) {
    at = walk.children(at)[0] ?? NO_NODE;
  }
  switch (walk.type(at)) {
    case "identifier":
    case "type_identifier":
      return referToName(at, walk, role);
    case "member_expression":
    case "nested_identifier":
    case "nested_type_identifier":
      return member(at, role, walk);
    case "subscript_expression":
      return subscript(at, role, walk);
    case "call_expression": {
      const module = requiredModule(at, walk, role);
      return module === undefined ? walk.value(at) : module;
    }
    default:
      return walk.value(at);
  }
}

/** `a.b`: what is before the dot is read, the member is used in the role. */
function member(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  const [before, name] =
    walk.type(node) === "nested_type_identifier"
      ? [walk.field(node, "module"), walk.field(node, "name")]
      : [walk.field(node, "object"), walk.field(node, "property")];
  if (walk.text(node) === "module.exports") {
    // The file's own module, as `exports` is.
    return walk.name(OWN_MODULE);
  }
  const object = importedType(before, walk) ?? walk.value(before);
  // `import.meta` is of the language.
  if (name === NO_NODE || walk.type(before) === "import") {
    return null;
  }
  const of = referToMember(object, name, walk, role);
  // What stands on `Store.prototype` is a member of its instances.
  return walk.text(name) === "prototype" ? stepped(object, INSTANCE) : of;
}

/** `a["b"]` names the member as `a.b` does. */
function subscript(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  const object = walk.value(walk.field(node, "object"));
  const index = walk.field(node, "index");
  const name = stringOf(index, walk) ?? "";
  walk.visit(index);
  const place = placeIn(index, walk);
  if (place !== null) {
    return partOf(object, place);
  }
  if (!NAME.test(name)) {
    return stepped(object, ANY_MEMBER);
  }
  const of = stepped(object, `.${name}`);
  walk.refer(name, walk.line(index), role, of);
  return of;
}

/** What `import("x")` before a dot leads to, where the grammar does not know it as a type and reads a name (neutralisers.ts). */
function importedType(node: NodeAt, walk: Walk): ChainDraft | undefined {
  const text = walk.type(node) === "identifier" ? walk.text(node) : "";
  const specifier = /^import\(\s*["']([^"']*)["']\s*\)$/.exec(text)?.[1];
  return specifier === undefined
    ? undefined
    : rooted(importChain(walk.import({ local: null, imported: "*", specifier, line: walk.line(node) })));
}

export const names: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referToName(node, walk, "read"), "identifier", "shorthand_property_identifier"),
  member_expression: (node, walk) => member(node, "read", walk),
  subscript_expression: (node, walk) => subscript(node, "read", walk),
  nested_identifier: (node, walk) => member(node, "read", walk),
  // Bound by the enclosing functions and classes, as other names are.
  this: (_node, walk) => walk.name("this"),
  super: (_node, walk) => walk.name("super"),
};
