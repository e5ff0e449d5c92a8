// Members of Go's structs and interfaces: fields, embedded types, methods.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { draftOf } from "./comments.ts";
import { readSignature } from "./parameters.ts";
import { signatureText } from "./signature.ts";
import type { Reading, Walk } from "./state.ts";
import { namedType } from "./types.ts";

/** Defines the fields of a struct under `parent`; what it embeds, in order. */
export function defineFields(struct: NodeAt, parent: DefinitionAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const embedded: ChainDraft[] = [];
  for (const field of tree.children(tree.childOfType(struct, "field_declaration_list"))) {
    if (tree.type(field) !== "field_declaration") {
      walk.visit(field);
      continue;
    }
    const names = tree.fields(field, "name").filter(tree.isNamed);
    if (names.length > 0) {
      defineNamed(field, names, parent, walk);
      continue;
    }
    const type = tree.field(field, "type");
    const of = namedType(type, walk, "extend");
    const name = nameOf(type, walk);
    if (name !== NO_NODE) {
      walk.facts.define({ ...draftOf(field, walk, name), type: stepped(of, "^"), parent, binds: false });
    }
    embedded.push(of);
  }
  return embedded;
}

function defineNamed(field: NodeAt, names: readonly NodeAt[], parent: DefinitionAt, walk: Walk): void {
  const { tree, facts } = walk;
  const type = tree.field(field, "type");
  const drafts = names.map((name) => draftOf(field, walk, name));
  if (tree.type(type) === "struct_type") {
    for (const draft of drafts) {
      const at = facts.define({ ...draft, parent, binds: false });
      walk.deeper(() => facts.amend(at, { supers: defineFields(type, at, walk) }));
    }
    return;
  }
  const holds = walk.value(type);
  for (const draft of drafts) {
    facts.define({ ...draft, type: holds, parent, binds: false });
  }
}

/** The name by which an embedded type is reached. */
function nameOf(type: NodeAt, { tree }: Walk): NodeAt {
  const pointed = tree.type(type) === "pointer_type" ? (tree.children(type)[0] ?? NO_NODE) : type;
  const plain = tree.type(pointed) === "generic_type" ? tree.field(pointed, "type") : pointed;
  const name = tree.type(plain) === "qualified_type" ? tree.field(plain, "name") : plain;
  return tree.type(name) === "type_identifier" ? name : NO_NODE;
}

/** Defines the methods of an interface under `parent`; what it embeds, in order. */
export function defineMethods(
  type: NodeAt,
  parent: DefinitionAt,
  walk: Walk,
  typeParameters: readonly string[],
  under: DefinitionAt = parent,
): ChainDraft[] {
  const { tree, facts } = walk;
  const embedded: ChainDraft[] = [];
  for (const member of tree.children(type)) {
    const parts = tree.children(member);
    if (tree.type(member) === "method_spec") {
      const draft = draftOf(member, walk);
      const at = facts.define({
        ...draft,
        flags: draft.flags | ABSTRACT,
        parameters: tree.children(tree.field(member, "parameters")).length,
        signature: signatureText(member, tree, typeParameters),
        parent,
        under,
        binds: false,
      });
      facts.amend(at, { type: readSignature(member, at, walk) });
    } else if (
      parts.length === 1 &&
      /^(?:type_identifier|qualified_type|generic_type)$/.test(tree.type(parts[0] ?? NO_NODE))
    ) {
      embedded.push(namedType(parts[0] ?? NO_NODE, walk, "extend"));
    } else {
      walk.visit(member);
    }
  }
  return embedded;
}

/** A struct or interface without a name: its members are under a field of no name. */
function nameless(node: NodeAt, walk: Walk, define: (at: DefinitionAt) => ChainDraft[]): ChainDraft {
  const at = walk.facts.define({
    name: "{}",
    kind: "field",
    startLine: walk.line(node),
    endLine: walk.endLine(node),
    nameLine: walk.line(node),
    binds: false,
  });
  if (at === FILE) {
    return null;
  }
  walk.facts.amend(at, { supers: define(at) });
  return rooted(definitionChain(at));
}

export const struct: Reading = (node, walk) => nameless(node, walk, (at) => defineFields(node, at, walk));

/** Paths of its methods leave out that it has no name. */
export const inlineInterface: Reading = (node, walk) =>
  isAny(node, walk) ? rooted("!") : nameless(node, walk, (at) => defineMethods(node, at, walk, [], walk.facts.under));

/** `interface{}` is any. */
const isAny = (node: NodeAt, { tree }: Walk): boolean => tree.children(node).length === 0;
