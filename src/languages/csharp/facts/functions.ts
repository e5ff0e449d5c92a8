// C#'s methods, constructors, operators, local functions and lambdas: their parameters and results.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE } from "../../../vocabulary/chain.ts";
import { ABSTRACT } from "../../../vocabulary/facts.ts";
import { extensionBlockOf, isExtensionBlock } from "../extension-blocks.ts";
import { behind, valueFor } from "./expected.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType, valueOfType } from "./types.ts";

const LISTS: ReadonlySet<string> = new Set(["parameter_list", "bracketed_parameter_list"]);

export interface Parameter {
  /** The name, of `params Foo[] xs`, whose parts stand in the list itself. */
  readonly node: NodeAt;
  readonly type: NodeAt;
  readonly name: NodeAt;
}

export function parametersIn(node: NodeAt, walk: Walk): Parameter[] {
  const lists = walk.children(node).filter((child) => LISTS.has(walk.type(child)));
  return lists.flatMap((list) => {
    const ones = walk.children(list).filter((part) => walk.type(part) === "parameter");
    const name = walk.field(list, "name");
    return [
      ...ones.map((one) => ({ node: one, type: walk.field(one, "type"), name: walk.field(one, "name") })),
      ...(name === NO_NODE ? [] : [{ node: name, type: walk.field(list, "type"), name }]),
    ];
  });
}

export function bindParameters(parameters: readonly Parameter[], walk: Walk): void {
  for (const { node, type, name } of parameters) {
    walk.visit(walk.childOfType(node, "attribute_list"));
    walk.local(walk.text(name), valueOfType(type, walk));
    walk.visit(behind("=", node, walk));
  }
}

/** What an extension method is called on: `this Store store`, or the parameter of the block that it stands in. */
export function receiverOf(node: NodeAt, parameters: readonly Parameter[], walk: Walk): Parameter | null {
  const block = extensionBlockOf(walk, node);
  const [first] = block === NO_NODE ? parameters : parametersIn(block, walk);
  const isMarked = block !== NO_NODE || walk.text(walk.childOfType(first?.node ?? NO_NODE, "modifier")) === "this";
  return isMarked ? (first ?? null) : null;
}

/** An extension method has its receiver as a field named by its place, so that who calls it can be found. */
export function defineReceiver(first: Parameter | null, walk: Walk): void {
  if (first === null) {
    return;
  }
  const line = walk.line(first.node);
  const type = valueOfType(first.type, walk);
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

/** Its members see its receiver and its type parameters. */
export function extensionBlock(node: NodeAt, walk: Walk): void {
  walk.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    bindParameters(parametersIn(node, walk), walk);
    for (const type of walk.children(walk.childOfType(node, "base_list"))) {
      valueOfType(type, walk);
    }
    walk.visitChildren(walk.field(node, "body"));
  });
}

const method: Visitor = (node, walk) => {
  if (isExtensionBlock(walk, node)) {
    extensionBlock(node, walk);
    return;
  }
  const draft = draftOf(node, walk);
  if (draft.name === "") {
    return;
  }
  const own = parametersIn(node, walk);
  const receiver = receiverOf(node, own, walk);
  // That of a block counts as if it were written before the others.
  const isOwn = receiver === null || own[0]?.node === receiver.node;
  const parameters = isOwn ? own : [receiver, ...own];
  const body = walk.field(node, "body");
  implemented(node, walk);
  const isAbstract = walk.type(node) === "method_declaration" && body === NO_NODE;
  const flags = draft.flags | (isAbstract ? ABSTRACT : 0);
  // `this[…]` and `operator +` go by a keyword.
  const binds = !/^(?:indexer|operator|conversion_operator)_/.test(walk.type(node));
  const at = walk.define({ ...draft, flags, parameters: parameters.length, binds });
  walk.within({ kind: "function", definition: at }, () => {
    if (!isOwn) {
      bindTypeParameters(extensionBlockOf(walk, node), walk);
    }
    bindTypeParameters(node, walk);
    const returns = walk.field(node, "returns");
    const type = valueOfType(returns === NO_NODE ? walk.field(node, "type") : returns, walk);
    walk.amend(at, { type });
    defineReceiver(receiver, walk);
    bindParameters(parameters, walk);
    walk.visit(walk.childOfType(node, "constructor_initializer"));
    walk.visit(walk.field(node, "accessors"));
    valueFor(body, type, walk);
    valueFor(walk.field(node, "value"), type, walk);
  });
};

/** `only`: the value of the parameter, where there is only one and it has no declared type. */
export function lambda(node: NodeAt, only: ChainDraft, walk: Walk): void {
  walk.within({ kind: "function" }, () => {
    valueOfType(walk.field(node, "type"), walk);
    const all = parametersIn(node, walk);
    bindParameters(
      all.filter(({ type }) => type !== NO_NODE),
      walk,
    );
    const bare = all.filter(({ type }) => type === NO_NODE).map(({ name }) => name);
    const alone = walk.childOfType(node, "implicit_parameter");
    for (const name of alone === NO_NODE ? bare : [alone]) {
      walk.local(walk.text(name), all.length < 2 ? only : null);
    }
    const body = walk.field(node, "body");
    walk.visit(body === NO_NODE ? walk.childOfType(node, "block") : body);
  });
}

export const csharpFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(method, "method_declaration", "constructor_declaration", "destructor_declaration"),
  ...forTypes(method, "local_function_statement", "indexer_declaration", "operator_declaration"),
  conversion_operator_declaration: method,
  ...forTypes<Visitor>((node, walk) => lambda(node, null, walk), "lambda_expression", "anonymous_method_expression"),
};
