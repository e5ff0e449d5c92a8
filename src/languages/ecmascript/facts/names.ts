// Uses of names in JavaScript and TypeScript: plain ones, members, and what they are used for.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE, importChain } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import type { Reading, Walk } from "./state.ts";

const TRANSPARENT: ReadonlySet<string> = new Set(["parenthesized_expression", "non_null_expression"]);

/** Visits what is called, made, extended or written; a name there is recorded as a reference with this role. */
export function useAs(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  const { tree } = walk;
  let at = node;
  while (TRANSPARENT.has(tree.type(at)) && tree.children(at).length === 1) {
    at = tree.children(at)[0] ?? NO_NODE;
  }
  switch (tree.type(at)) {
    case "identifier":
    case "type_identifier":
      return referToName(at, walk, role);
    case "member_expression":
    case "nested_identifier":
    case "nested_type_identifier":
      return member(at, role, walk);
    default:
      return walk.value(at);
  }
}

/** `a.b`: what is before the dot is read, the member is used in the role. */
function member(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  const { tree } = walk;
  const [before, name] =
    tree.type(node) === "nested_type_identifier"
      ? [tree.field(node, "module"), tree.field(node, "name")]
      : [tree.field(node, "object"), tree.field(node, "property")];
  const object = importedType(before, walk) ?? walk.value(before);
  // `import.meta` is of the language.
  if (name === NO_NODE || tree.type(before) === "import") {
    return null;
  }
  const of = referToMember(object, name, walk, role);
  // What stands on `Store.prototype` is a member of its instances.
  return tree.text(name) === "prototype" ? stepped(object, INSTANCE) : of;
}

/** What `import("x")` before a dot leads to, where the grammar does not know it as a type and reads a name (neutralisers.ts). */
function importedType(node: NodeAt, { tree, facts, line }: Walk): ChainDraft | undefined {
  const text = tree.type(node) === "identifier" ? tree.text(node) : "";
  const specifier = /^import\(\s*["']([^"']*)["']\s*\)$/.exec(text)?.[1];
  return specifier === undefined
    ? undefined
    : rooted(importChain(facts.import({ local: null, imported: "*", specifier, line: line(node) })));
}

export const names: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referToName(node, walk, "read"), "identifier", "shorthand_property_identifier"),
  member_expression: (node, walk) => member(node, "read", walk),
  nested_identifier: (node, walk) => member(node, "read", walk),
  // Bound by the enclosing functions and classes, as other names are.
  this: (_node, { facts }) => facts.name("this"),
  super: (_node, { facts }) => facts.name("super"),
};
