// Swift's classes, structs, enums, actors, protocols and extensions: what they extend, their cases and aliases.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { NamedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, type DefinitionAt, EXTENSION, FILE, STATIC } from "../../../vocabulary/facts.ts";
import { expect } from "./expected-values.ts";
import { draftOf, modifiersOf, nameOf } from "./modifiers.ts";
import { addFunctionTypeParameters, parameterOf } from "./parameters.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, declaredIn, isType, namedType } from "./types.ts";

const typeDeclaration: Visitor = (node, walk) => {
  const named = walk.field(node, "name");
  const isExtension = walk.type(named) === "user_type";
  if (isExtension) {
    namedType(named, walk);
  }
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk);
  // A nested type has no instance of the enclosing type.
  const nested = walk.enclosing() === FILE ? 0 : STATIC;
  // What an extension declares is the extended type's: the linker puts all parts of one path together.
  const extended = walk.children(named).filter((part) => walk.type(part) === "type_identifier");
  const at = walk.define({
    ...draft,
    ...(isExtension ? { name: extended.map((part) => nameOf(part, walk)).join(".") } : {}),
    flags: draft.flags | nested | (isExtension ? EXTENSION : 0),
    binds: draft.binds !== false && !isExtension,
  });
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    walk.amend(at, { supers: supersOf(node, walk) });
    walk.within({ kind: "class", definition: at }, () => walk.visit(walk.field(node, "body")));
  });
};

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const specifiers = walk.children(node).filter((child) => walk.type(child) === "inheritance_specifier");
  return specifiers.flatMap((specifier) => walk.children(specifier).map((type) => namedType(type, walk, "extend")));
}

/** `case loading(Order), done` */
const enumEntry: Visitor = (node, walk) => {
  const owner = rooted(definitionChain(walk.enclosing()));
  let at = FILE;
  for (const part of walk.children(node)) {
    const draft = draftOf(node, walk, part);
    switch (walk.fieldOf(part)) {
      case "name":
        at = walk.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type: stepped(owner, "^") });
        break;
      case "data_contents":
        carried(part, at, draft, walk);
        break;
      case "raw_value":
        walk.visit(part);
        break;
      default:
    }
  }
};

/** What a case carries is reached by its place, and by its label where it has one: that is before the type. */
function carried(node: NodeAt, at: DefinitionAt, draft: NamedDraft, walk: Walk): void {
  let place = 0;
  let label = "";
  for (const part of walk.children(node)) {
    if (isType(part, walk)) {
      const known = { ...draft, kind: "field", parent: at, binds: false, type: walk.value(part) } as const;
      walk.define({ ...known, name: `${place}` });
      if (label !== "") {
        walk.define({ ...known, name: `:${label}` });
      }
      place += 1;
    }
    label = walk.type(part) === "simple_identifier" ? nameOf(part, walk) : "";
  }
}

const typeAlias: Visitor = (node, walk) => {
  const at = walk.define(draftOf(node, walk));
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    walk.amend(at, {
      type: declaredIn(node, walk),
      flags: walk.type(node) === "associatedtype_declaration" ? ABSTRACT : 0,
    });
    addFunctionTypeParameters(node, at, walk);
  });
};

/** `@Option(name: .long)`: to the grammar, the label of an argument is a name like any other. */
const attribute: Visitor = (node, walk) => {
  const [type = NO_NODE, ...others] = walk.children(node);
  const of = namedType(type, walk, "decorate");
  let label = "";
  let place = 0;
  const text = walk.text(node);
  for (const part of /^@available\b/.test(text) ? [] : others) {
    // Roles of macros: `@attached(member, names: named(init))`.
    if (/^@(?:attached|freestanding)\b/.test(text) && /^[a-z]/.test(walk.text(part))) {
      continue;
    }
    if (isLabel(part, walk)) {
      label = nameOf(part, walk);
      continue;
    }
    expect(part, parameterOf(of, label, place), walk);
    walk.visit(part);
    place += label === "" ? 1 : 0;
    label = "";
  }
};

const isLabel = (node: NodeAt, walk: Walk): boolean =>
  walk.type(node) === "simple_identifier" && /^\s{0,9}:/.test(walk.whole.slice(walk.end(node), walk.end(node) + 10));

export const swiftDeclarations: Readonly<Record<string, Visitor>> = {
  class_declaration: typeDeclaration,
  protocol_declaration: typeDeclaration,
  enum_entry: enumEntry,
  typealias_declaration: typeAlias,
  associatedtype_declaration: typeAlias,
  attribute,
};
