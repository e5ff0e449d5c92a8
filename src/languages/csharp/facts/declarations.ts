// C#'s classes, structs, records, interfaces, enums and delegates: what they extend, their fields, properties and events.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, ARGUMENT, type DefinitionAt, STATIC } from "../../../vocabulary/facts.ts";
import { isExtensionBlock } from "../extension-blocks.ts";
import { valueFor } from "./expected.ts";
import { bindParameters, implemented, parametersIn } from "./functions.ts";
import { draftOf } from "./modifiers.ts";
import { bindHead, readPassedToBase } from "./primary.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType, valueOfType } from "./types.ts";

/** What declares its parameters in its head, of which the tree has none. */
const MADE_WITH: ReadonlySet<string> = new Set(["class_declaration", "struct_declaration"]);

const typeDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  if (isExtensionBlock(tree, node)) {
    walk.visit(tree.field(node, "body"));
    return;
  }
  const at = facts.define(draftOf(node, walk));
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const isMadeWith = MADE_WITH.has(tree.type(node));
    if (isMadeWith) {
      bindHead(node, walk);
    }
    facts.within({ kind: "class", definition: at }, () => {
      definePrimary(node, walk);
      facts.amend(at, { supers: supersOf(node, walk) });
      if (isMadeWith) {
        readPassedToBase(node, walk);
      }
      walk.visit(tree.field(node, "body"));
    });
  });
};

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const list = tree.childOfType(node, "base_list");
  const bases = tree.type(node) === "enum_declaration" ? [] : tree.children(list);
  const types = bases.filter((base) => !/^(?:comment|argument_list)$/.test(tree.type(base)));
  const supers = types.map((type) => namedType(type, walk, "extend"));
  bases.filter((base) => tree.type(base) === "argument_list").forEach(walk.visit);
  return supers;
}

/** A record's parameters are its properties. */
function definePrimary(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (const one of parametersIn(node, walk)) {
    const draft = draftOf(one, walk, tree.field(one, "name"));
    facts.define({ ...draft, flags: draft.flags | ARGUMENT, type: valueOfType(tree.field(one, "type"), walk) });
  }
}

const field: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const declaration = tree.childOfType(node, "variable_declaration");
  if (declaration === NO_NODE) {
    return;
  }
  const type = valueOfType(tree.field(declaration, "type"), walk);
  let first: DefinitionAt | null = null;
  for (const declarator of tree.children(declaration)) {
    const name = tree.type(declarator) === "variable_declarator" ? tree.childOfType(declarator, "identifier") : NO_NODE;
    if (name === NO_NODE) {
      continue;
    }
    const draft = draftOf(node, walk, name);
    const isEvent = tree.type(node) === "event_field_declaration";
    const at = facts.define({ ...draft, flags: draft.flags | (isEvent ? askedBy(node, walk) : 0), type });
    first ??= at;
    facts.within(
      { kind: "block", definition: first },
      () => void valueFor(tree.childOfType(declarator, "equals_value_clause"), type, walk),
    );
  }
};

/** Of a property or event of an interface: whether its classes have to have it, since nothing here has a body. */
function askedBy(node: NodeAt, { tree, facts }: Walk): number {
  const isOfInterface = facts.definition(facts.enclosing)?.kind === "interface";
  const accessors = tree.children(tree.field(node, "accessors"));
  const isBare = tree.field(node, "value") === NO_NODE && accessors.every((one) => tree.field(one, "body") === NO_NODE);
  return isOfInterface && isBare ? ABSTRACT : 0;
}

/** Properties, and events with accessors. */
const property: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  implemented(node, walk);
  const type = valueOfType(tree.field(node, "type"), walk);
  const draft = draftOf(node, walk);
  const at = facts.define({ ...draft, flags: draft.flags | askedBy(node, walk), type });
  facts.within({ kind: "function", definition: at }, () => {
    facts.local("value", type);
    walk.visit(tree.field(node, "accessors"));
    valueFor(tree.field(node, "value"), type, walk);
  });
};

const enumMember: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk, tree.field(node, "name"));
  const type = stepped(rooted(definitionChain(facts.enclosing)), "^");
  facts.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type });
  walk.visit(tree.field(node, "value"));
};

/** Its type is the return type. */
const delegate: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const parameters = parametersIn(node, walk);
  const at = facts.define({ ...draftOf(node, walk), parameters: parameters.length });
  facts.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    facts.amend(at, { type: valueOfType(tree.field(node, "type"), walk) });
    bindParameters(parameters, walk);
  });
};

export const csharpDeclarations: Readonly<Record<string, Visitor>> = {
  ...forTypes(typeDeclaration, "class_declaration", "struct_declaration", "record_declaration"),
  ...forTypes(typeDeclaration, "interface_declaration", "enum_declaration"),
  enum_member_declaration: enumMember,
  field_declaration: field,
  event_field_declaration: field,
  property_declaration: property,
  event_declaration: property,
  delegate_declaration: delegate,
};
