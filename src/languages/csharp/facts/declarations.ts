// C#'s classes, structs, records, interfaces, enums and delegates: what they extend, their fields, properties and events.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, ARGUMENT, type DefinitionAt, STATIC } from "../../../vocabulary/facts.ts";
import { isExtensionBlock } from "../extension-blocks.ts";
import { behind, valueFor } from "./expected.ts";
import { bindParameters, defineReceiver, extensionBlock, implemented, parametersIn, receiverOf } from "./functions.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType, valueOfType } from "./types.ts";

const typeDeclaration: Visitor = (node, walk) => {
  if (isExtensionBlock(walk, node)) {
    extensionBlock(node, walk);
    return;
  }
  const at = walk.define(draftOf(node, walk));
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const isRecord = walk.type(node) === "record_declaration";
    if (!isRecord) {
      bindParameters(parametersIn(node, walk), walk);
    }
    walk.within({ kind: "class", definition: at }, () => {
      if (isRecord) {
        definePrimary(node, walk);
      }
      walk.amend(at, { supers: supersOf(node, walk) });
      walk.visit(walk.field(node, "body"));
    });
  });
};

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const list = walk.childOfType(node, "base_list");
  const bases = walk.type(node) === "enum_declaration" ? [] : walk.children(list);
  const types = bases.filter((base) => !/^(?:comment|argument_list)$/.test(walk.type(base)));
  const supers = types.map((type) => namedType(type, walk, "extend"));
  bases.filter((base) => walk.type(base) === "argument_list").forEach(walk.visit);
  return supers;
}

/** A record's parameters are its properties. */
function definePrimary(node: NodeAt, walk: Walk): void {
  for (const { node: one, name, type } of parametersIn(node, walk)) {
    const draft = draftOf(one, walk, name);
    walk.define({ ...draft, flags: draft.flags | ARGUMENT, type: valueOfType(type, walk) });
  }
}

const field: Visitor = (node, walk) => {
  const declaration = walk.childOfType(node, "variable_declaration");
  if (declaration === NO_NODE) {
    return;
  }
  const type = valueOfType(walk.field(declaration, "type"), walk);
  let first: DefinitionAt | null = null;
  for (const declarator of walk.children(declaration)) {
    const name = walk.field(declarator, "name");
    if (name === NO_NODE) {
      continue;
    }
    const draft = draftOf(node, walk, name);
    const isEvent = walk.type(node) === "event_field_declaration";
    const at = walk.define({ ...draft, flags: draft.flags | (isEvent ? askedBy(node, walk) : 0), type });
    first ??= at;
    walk.within({ kind: "block", definition: first }, () => void valueFor(behind("=", declarator, walk), type, walk));
  }
};

/** Of a property or event of an interface: whether its classes have to have it, since nothing here has a body. */
function askedBy(node: NodeAt, walk: Walk): number {
  const isOfInterface = walk.defined(walk.enclosing())?.kind === "interface";
  const accessors = walk.children(walk.field(node, "accessors"));
  const isBare = walk.field(node, "value") === NO_NODE && accessors.every((one) => walk.field(one, "body") === NO_NODE);
  return isOfInterface && isBare ? ABSTRACT : 0;
}

/** Properties, and events with accessors. */
const property: Visitor = (node, walk) => {
  implemented(node, walk);
  const type = valueOfType(walk.field(node, "type"), walk);
  const draft = draftOf(node, walk);
  const at = walk.define({ ...draft, flags: draft.flags | askedBy(node, walk), type });
  walk.within({ kind: "function", definition: at }, () => {
    walk.local("value", type);
    defineReceiver(receiverOf(node, [], walk), walk);
    walk.visit(walk.field(node, "accessors"));
    valueFor(walk.field(node, "value"), type, walk);
  });
};

const enumMember: Visitor = (node, walk) => {
  const draft = draftOf(node, walk, walk.field(node, "name"));
  const type = stepped(rooted(definitionChain(walk.enclosing())), "^");
  walk.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type });
  walk.visit(walk.field(node, "value"));
};

/** Its type is the return type. */
const delegate: Visitor = (node, walk) => {
  const parameters = parametersIn(node, walk);
  const at = walk.define({ ...draftOf(node, walk), parameters: parameters.length });
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    walk.amend(at, { type: valueOfType(walk.field(node, "type"), walk) });
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
