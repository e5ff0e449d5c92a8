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

export function parametersIn(node: NodeAt, { tree }: Walk): NodeAt[] {
  const lists = tree.children(node).filter((child) => LISTS.has(tree.type(child)));
  return lists.flatMap((list) => tree.children(list)).filter((part) => PARAMETERS.has(tree.type(part)));
}

/** Of `Foo x`, or of `params Foo[] xs`, which has no field for it. */
function parameterType(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const type = tree.field(node, "type");
  return valueOfType(type === NO_NODE ? tree.childOfType(node, "array_type") : type, walk);
}

export function bindParameters(parameters: readonly NodeAt[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const one of parameters) {
    walk.visit(tree.childOfType(one, "attribute_list"));
    const name = tree.field(one, "name");
    facts.local(tree.text(name === NO_NODE ? tree.childOfType(one, "identifier") : name), parameterType(one, walk));
    walk.visit(tree.childOfType(one, "equals_value_clause"));
  }
}

/** What an extension method is called on: `this Store store`, or the parameter of the block that it stands in. */
function receiverOf(node: NodeAt, parameters: readonly NodeAt[], walk: Walk): NodeAt {
  const { tree } = walk;
  const block = extensionBlockOf(tree, node);
  const [first = NO_NODE] = block === NO_NODE ? parameters : parametersIn(block, walk);
  const isMarked = block !== NO_NODE || tree.text(tree.childOfType(first, "parameter_modifier")) === "this";
  return isMarked ? first : NO_NODE;
}

/** An extension method has its receiver as a field named by its place, so that who calls it can be found. */
function defineReceiver(first: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  if (first === NO_NODE) {
    return;
  }
  const line = walk.line(first);
  const type = valueOfType(tree.field(first, "type"), walk);
  facts.define({ name: "0", kind: "field", nameLine: line, startLine: line, endLine: line, type, binds: false });
}

/** `int IStore.Size => 1` names the member of the interface that it implements. */
export function implemented(node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  const [type = NO_NODE] = tree.children(tree.childOfType(node, "explicit_interface_specifier"));
  const name = tree.field(node, "name");
  const of = type === NO_NODE ? null : namedType(type, walk);
  if (of !== null && name !== NO_NODE) {
    referToMember(stepped(of, INSTANCE), name, walk, "extend");
  }
}

const method: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  if (isExtensionBlock(tree, node)) {
    walk.visitChildren(tree.field(node, "body"));
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
  const body = tree.field(node, "body");
  implemented(node, walk);
  const isAbstract = tree.type(node) === "method_declaration" && body === NO_NODE;
  const flags = draft.flags | (isAbstract ? ABSTRACT : 0);
  // `this[…]` and `operator +` go by a keyword.
  const binds = !/^(?:indexer|operator)_/.test(tree.type(node));
  const at = facts.define({ ...draft, flags, parameters: parameters.length, binds });
  facts.within({ kind: "function", definition: at }, () => {
    if (!own.includes(receiver) && receiver !== NO_NODE) {
      bindTypeParameters(extensionBlockOf(tree, node), walk);
    }
    bindTypeParameters(node, walk);
    const type = valueOfType(tree.field(node, "type"), walk);
    facts.amend(at, { type });
    defineReceiver(receiver, walk);
    bindParameters(parameters, walk);
    walk.visit(tree.childOfType(node, "constructor_initializer"));
    walk.visit(tree.field(node, "accessors"));
    valueFor(body, type, walk);
    valueFor(tree.field(node, "value"), type, walk);
  });
};

/** Has no symbol of its own. */
const conversion: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.within({ kind: "function" }, () => {
    valueOfType(tree.field(node, "type"), walk);
    bindParameters(parametersIn(node, walk), walk);
    walk.visit(tree.field(node, "body"));
  });
};

/** `only`: the value of the parameter, where there is only one and it has no declared type. */
export function lambda(node: NodeAt, only: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  facts.within({ kind: "function" }, () => {
    const lists = parametersIn(node, walk);
    const typed = lists.filter((one) => tree.field(one, "type") !== NO_NODE);
    bindParameters(typed, walk);
    const names = tree
      .children(node)
      .filter((child) => tree.type(child) === "identifier" && tree.fieldOf(child) !== "body");
    const bare = lists.filter((one) => !typed.includes(one)).map((one) => tree.childOfType(one, "identifier"));
    for (const name of [...names, ...bare]) {
      facts.local(tree.text(name), names.length + lists.length === 1 ? only : null);
    }
    const body = tree.field(node, "body");
    walk.visit(body === NO_NODE ? tree.childOfType(node, "block") : body);
  });
}

export const csharpFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(method, "method_declaration", "constructor_declaration", "destructor_declaration"),
  ...forTypes(method, "local_function_statement", "indexer_declaration", "operator_declaration"),
  ...forTypes<Visitor>((node, walk) => lambda(node, null, walk), "lambda_expression", "anonymous_method_expression"),
  conversion_operator_declaration: conversion,
};
