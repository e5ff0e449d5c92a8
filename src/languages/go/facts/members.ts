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
  const embedded: ChainDraft[] = [];
  for (const field of walk.children(walk.childOfType(struct, "field_declaration_list"))) {
    if (walk.type(field) !== "field_declaration") {
      walk.visit(field);
      continue;
    }
    const names = walk.fields(field, "name").filter(walk.isNamed);
    if (names.length > 0) {
      defineNamed(field, names, parent, walk);
      continue;
    }
    const type = walk.field(field, "type");
    const of = namedType(type, walk, "extend");
    const name = nameOf(type, walk);
    if (name !== NO_NODE) {
      walk.define({ ...draftOf(field, walk, name), type: stepped(of, "^"), parent, binds: false });
    }
    embedded.push(of);
  }
  return embedded;
}

function defineNamed(field: NodeAt, names: readonly NodeAt[], parent: DefinitionAt, walk: Walk): void {
  const type = walk.field(field, "type");
  const drafts = names.map((name) => draftOf(field, walk, name));
  if (walk.type(type) === "struct_type") {
    for (const draft of drafts) {
      const at = walk.define({ ...draft, parent, binds: false });
      walk.deeper(() => walk.amend(at, { supers: defineFields(type, at, walk) }));
    }
    return;
  }
  const holds = walk.value(type);
  for (const draft of drafts) {
    walk.define({ ...draft, type: holds, parent, binds: false });
  }
}

/** The name by which an embedded type is reached. */
function nameOf(type: NodeAt, walk: Walk): NodeAt {
  const pointed = walk.type(type) === "pointer_type" ? (walk.children(type)[0] ?? NO_NODE) : type;
  const plain = walk.type(pointed) === "generic_type" ? walk.field(pointed, "type") : pointed;
  const name = walk.type(plain) === "qualified_type" ? walk.field(plain, "name") : plain;
  return walk.type(name) === "type_identifier" ? name : NO_NODE;
}

/** Defines the methods of an interface under `parent`; what it embeds, in order. */
export function defineMethods(
  type: NodeAt,
  parent: DefinitionAt,
  walk: Walk,
  typeParameters: readonly string[],
  under: DefinitionAt = parent,
): ChainDraft[] {
  const embedded: ChainDraft[] = [];
  for (const member of walk.children(type)) {
    const parts = walk.children(member);
    if (walk.type(member) === "method_spec") {
      const draft = draftOf(member, walk);
      const at = walk.define({
        ...draft,
        flags: draft.flags | ABSTRACT,
        parameters: walk.children(walk.field(member, "parameters")).length,
        signature: signatureText(member, walk, typeParameters),
        parent,
        under,
        binds: false,
      });
      walk.amend(at, { type: readSignature(member, at, walk) });
    } else if (
      parts.length === 1 &&
      /^(?:type_identifier|qualified_type|generic_type)$/.test(walk.type(parts[0] ?? NO_NODE))
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
  const at = walk.define({
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
  walk.amend(at, { supers: define(at) });
  return rooted(definitionChain(at));
}

export const struct: Reading = (node, walk) => nameless(node, walk, (at) => defineFields(node, at, walk));

/** Paths of its methods leave out that it has no name. */
export const inlineInterface: Reading = (node, walk) =>
  isAny(node, walk) ? rooted("!") : nameless(node, walk, (at) => defineMethods(node, at, walk, [], walk.under()));

/** `interface{}` is any. */
const isAny = (node: NodeAt, walk: Walk): boolean => walk.children(node).length === 0;
