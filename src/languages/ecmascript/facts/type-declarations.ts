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
  const { tree, facts } = walk;
  const at = facts.define(draftOf(node, walk));
  facts.within({ kind: "block", definition: at }, () => {
    facts.local("this", rooted(definitionChain(at) + INSTANCE));
    declareTypeParameters(tree.field(node, "type_parameters"), at, walk);
    const above = tree.childOfType(node, "extends_type_clause");
    facts.amend(at, { supers: heritages(tree.children(above), at, walk) });
    defineMembers(tree.field(node, "body"), walk);
  });
};

const alias: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const at = facts.define(draftOf(node, walk));
  facts.within({ kind: "block", definition: at }, () => {
    facts.local("this", rooted(definitionChain(at) + INSTANCE));
    declareTypeParameters(tree.field(node, "type_parameters"), at, walk);
    const value = tree.field(node, "value");
    switch (tree.type(value)) {
      case "object_type":
        if (isIndexed(value, walk)) {
          facts.amend(at, { type: walk.value(value) });
        } else {
          defineMembers(value, walk);
        }
        break;
      case "function_type":
        facts.amend(at, { type: insideFunction(value, walk, { definition: at }), flags: CALLED });
        break;
      case "union_type":
      case "intersection_type": {
        const parts = partsOf(value, walk);
        facts.amend(at, { types: valuesOf(value, parts, walk), flags: flagOf(value, parts, walk) });
        break;
      }
      default:
        facts.amend(at, { type: walk.value(value) });
    }
  });
};

const enumDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const at = facts.define(draftOf(node, walk));
  const body = tree.field(node, "body");
  facts.within({ kind: "block", definition: at }, () => {
    for (const part of tree.children(body)) {
      const isAssigned = tree.type(part) === "enum_assignment";
      const member = isAssigned ? tree.field(part, "name") : part;
      if (tree.type(part) !== "comment") {
        const draft = draftOf(part, walk, member);
        facts.define({ ...draft, kind: "member", flags: draft.flags | STATIC });
        walk.visit(isAssigned ? tree.field(part, "value") : NO_NODE);
      }
    }
  });
};

/** A type parameter represents its constraint, or its default. */
const typeParameter: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const constraint = walk.value(tree.field(node, "constraint"));
  const other = walk.value(tree.field(node, "value"));
  const bound = constraint === null || constraint === NOTHING ? other : constraint;
  facts.local(tree.text(tree.field(node, "name")), representedBy(bound));
};

/** What a type's name stands for, of which a value is an instance; names of members stand for themselves. */
function representedBy(bound: ChainDraft): ChainDraft {
  return endsIn(bound, KEYS) ? bound : typeOfInstance(bound);
}

export const typeDeclarations: Readonly<Record<string, Visitor>> = {
  interface_declaration: interfaceDeclaration,
  type_alias_declaration: alias,
  enum_declaration: enumDeclaration,
  type_parameter: typeParameter,
  property_signature: (node, walk) => {
    walk.visit(walk.tree.field(node, "type"));
  },
  infer_type(node, walk) {
    const [name = NO_NODE, ...rest] = walk.tree.children(node);
    walk.facts.local(walk.tree.text(name), null);
    rest.forEach(walk.visit);
  },
};
