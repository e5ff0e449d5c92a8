// Interfaces, aliases, enums and type parameters of TypeScript.

import { type ChainDraft, endsIn, NOTHING, rooted, typeOfInstance } from "../../../facts/chain-drafts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { definitionChain, INSTANCE, KEYS } from "../../../vocabulary/chain.ts";
import { CALLED, STATIC } from "../../../vocabulary/facts.ts";
import { insideFunction } from "./functions.ts";
import { declareTypeParameters } from "./generics.ts";
import { draftOf } from "./node-text.ts";
import type { Visitor } from "./state.ts";
import { defineMembers, isIndexed } from "./type-members.ts";
import { heritages } from "./type-names.ts";
import { flagOf, partsOf, valuesOf } from "./types.ts";

const interfaceDeclaration: Visitor = (node, walk) => {
  const at = walk.define(draftOf(node, walk));
  walk.within({ kind: "block", definition: at }, () => {
    walk.local("this", rooted(definitionChain(at) + INSTANCE));
    declareTypeParameters(walk.field(node, "type_parameters"), at, walk);
    const above = walk.childOfType(node, "extends_type_clause");
    walk.amend(at, { supers: heritages(walk.children(above), at, walk) });
    defineMembers(walk.field(node, "body"), walk);
  });
};

const alias: Visitor = (node, walk) => {
  const at = walk.define(draftOf(node, walk));
  walk.within({ kind: "block", definition: at }, () => {
    walk.local("this", rooted(definitionChain(at) + INSTANCE));
    declareTypeParameters(walk.field(node, "type_parameters"), at, walk);
    const value = walk.field(node, "value");
    switch (walk.type(value)) {
      case "object_type":
        if (isIndexed(value, walk)) {
          walk.amend(at, { type: walk.value(value) });
        } else {
          defineMembers(value, walk);
        }
        break;
      case "function_type":
        walk.amend(at, { type: insideFunction(value, walk, { definition: at }), flags: CALLED });
        break;
      case "union_type":
      case "intersection_type": {
        const parts = partsOf(value, walk);
        walk.amend(at, { types: valuesOf(value, parts, walk), flags: flagOf(value, parts, walk) });
        break;
      }
      default:
        walk.amend(at, { type: walk.value(value) });
    }
  });
};

const enumDeclaration: Visitor = (node, walk) => {
  const at = walk.define(draftOf(node, walk));
  const body = walk.field(node, "body");
  walk.within({ kind: "block", definition: at }, () => {
    for (const part of walk.children(body)) {
      const isAssigned = walk.type(part) === "enum_assignment";
      const member = isAssigned ? walk.field(part, "name") : part;
      if (walk.type(part) !== "comment") {
        const draft = draftOf(part, walk, member);
        walk.define({ ...draft, kind: "member", flags: draft.flags | STATIC });
        walk.visit(isAssigned ? walk.field(part, "value") : NO_NODE);
      }
    }
  });
};

/** A type parameter represents its constraint, or its default. */
const typeParameter: Visitor = (node, walk) => {
  const constraint = walk.value(walk.field(node, "constraint"));
  const other = walk.value(walk.field(node, "value"));
  const bound = constraint === null || constraint === NOTHING ? other : constraint;
  walk.local(walk.text(walk.field(node, "name")), representedBy(bound));
};

/** What a type's name stands for, of which a value is an instance; names of members stand for themselves. */
const representedBy = (bound: ChainDraft): ChainDraft => (endsIn(bound, KEYS) ? bound : typeOfInstance(bound));

export const typeDeclarations: Readonly<Record<string, Visitor>> = {
  interface_declaration: interfaceDeclaration,
  type_alias_declaration: alias,
  enum_declaration: enumDeclaration,
  type_parameter: typeParameter,
  property_signature: (node, walk) => {
    walk.visit(walk.field(node, "type"));
  },
  infer_type(node, walk) {
    const [name = NO_NODE, ...rest] = walk.children(node);
    walk.local(walk.text(name), null);
    rest.forEach(walk.visit);
  },
};
