// C#'s methods, constructors, operators, local functions and lambdas: their parameters and results.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE } from "../../../vocabulary/chain.ts";
import { ABSTRACT } from "../../../vocabulary/facts.ts";
import { extensionBlockOf, isExtensionBlock } from "../extension-blocks.ts";
import { valueFor } from "./expected.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType, valueOfType } from "./types.ts";

const PARAMETERS: ReadonlySet<string> = new Set(["parameter", "parameter_array"]);
const LISTS: ReadonlySet<string> = new Set(["parameter_list", "bracketed_parameter_list"]);

export function parametersIn(node: NodeAt, walk: Walk): NodeAt[] {
  const lists = walk.children(node).filter((child) => LISTS.has(walk.type(child)));
  return lists.flatMap((list) => walk.children(list)).filter((part) => PARAMETERS.has(walk.type(part)));
}

/** Of `Foo x`, or of `params Foo[] xs`, which has no field for it. */
function parameterType(node: NodeAt, walk: Walk): ChainDraft {
  const type = walk.field(node, "type");
  return valueOfType(type === NO_NODE ? walk.childOfType(node, "array_type") : type, walk);
}

export function bindParameters(parameters: readonly NodeAt[], walk: Walk): void {
  for (const one of parameters) {
    walk.visit(walk.childOfType(one, "attribute_list"));
    const name = walk.field(one, "name");
    walk.local(walk.text(name === NO_NODE ? walk.childOfType(one, "identifier") : name), parameterType(one, walk));
    walk.visit(walk.childOfType(one, "equals_value_clause"));
  }
}

/** What an extension method is called on: `this Store store`, or the parameter of the block that it stands in. */
function receiverOf(node: NodeAt, parameters: readonly NodeAt[], walk: Walk): NodeAt {
  const block = extensionBlockOf(walk, node);
  const [first = NO_NODE] = block === NO_NODE ? parameters : parametersIn(block, walk);
  const isMarked = block !== NO_NODE || walk.text(walk.childOfType(first, "parameter_modifier")) === "this";
  return isMarked ? first : NO_NODE;
}

/** An extension method has its receiver as a field named by its place, so that who calls it can be found. */
function defineReceiver(first: NodeAt, walk: Walk): void {
  if (first === NO_NODE) {
    return;
  }
  const line = walk.line(first);
  const type = valueOfType(walk.field(first, "type"), walk);
  walk.define({ name: "0", kind: "field", nameLine: line, startLine: line, endLine: line, type, binds: false });
}

/** `int IStore.Size => 1` names the member of the interface that it implements. */
export function implemented(node: NodeAt, walk: Walk): void {
  const [type = NO_NODE] = walk.children(walk.childOfType(node, "explicit_interface_specifier"));
  const name = walk.field(node, "name");
  const of = type === NO_NODE ? null : namedType(type, walk);
  if (of !== null && name !== NO_NODE) {
    referToMember(stepped(of, INSTANCE), name, walk, "extend");
  }
}

const method: Visitor = (node, walk) => {
  if (isExtensionBlock(walk, node)) {
    walk.visitChildren(walk.field(node, "body"));
    return;
  }
  const draft = draftOf(node, walk);
  if (draft.name === "") {
    return;
  }
  const own = parametersIn(node, walk);
  const receiver = receiverOf(node, own, walk);
  // That of a block counts as if it were written before the others.
  const parameters = receiver === NO_NODE || own.includes(receiver) ? own : [receiver, ...own];
  const body = walk.field(node, "body");
  implemented(node, walk);
  const isAbstract = walk.type(node) === "method_declaration" && body === NO_NODE;
  const flags = draft.flags | (isAbstract ? ABSTRACT : 0);
  // `this[…]` and `operator +` go by a keyword.
  const binds = !/^(?:indexer|operator)_/.test(walk.type(node));
  const at = walk.define({ ...draft, flags, parameters: parameters.length, binds });
  walk.within({ kind: "function", definition: at }, () => {
    if (!own.includes(receiver) && receiver !== NO_NODE) {
      bindTypeParameters(extensionBlockOf(walk, node), walk);
    }
    bindTypeParameters(node, walk);
    const type = valueOfType(walk.field(node, "type"), walk);
    walk.amend(at, { type });
    defineReceiver(receiver, walk);
    bindParameters(parameters, walk);
    walk.visit(walk.childOfType(node, "constructor_initializer"));
    walk.visit(walk.field(node, "accessors"));
    valueFor(body, type, walk);
    valueFor(walk.field(node, "value"), type, walk);
  });
};

/** Has no symbol of its own. */
const conversion: Visitor = (node, walk) => {
  walk.within({ kind: "function" }, () => {
    valueOfType(walk.field(node, "type"), walk);
    bindParameters(parametersIn(node, walk), walk);
    walk.visit(walk.field(node, "body"));
  });
};

/** `only`: the value of the parameter, where there is only one and it has no declared type. */
export function lambda(node: NodeAt, only: ChainDraft, walk: Walk): void {
  walk.within({ kind: "function" }, () => {
    const lists = parametersIn(node, walk);
    const typed = lists.filter((one) => walk.field(one, "type") !== NO_NODE);
    bindParameters(typed, walk);
    const names = walk
      .children(node)
      .filter((child) => walk.type(child) === "identifier" && walk.fieldOf(child) !== "body");
    const bare = lists.filter((one) => !typed.includes(one)).map((one) => walk.childOfType(one, "identifier"));
    for (const name of [...names, ...bare]) {
      walk.local(walk.text(name), names.length + lists.length === 1 ? only : null);
    }
    const body = walk.field(node, "body");
    walk.visit(body === NO_NODE ? walk.childOfType(node, "block") : body);
  });
}

export const csharpFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(method, "method_declaration", "constructor_declaration", "destructor_declaration"),
  ...forTypes(method, "local_function_statement", "indexer_declaration", "operator_declaration"),
  ...forTypes<Visitor>((node, walk) => lambda(node, null, walk), "lambda_expression", "anonymous_method_expression"),
  conversion_operator_declaration: conversion,
};
