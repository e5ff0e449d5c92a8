// Kotlin's functions, constructors, lambdas and properties: their parameters and results, and `this` in an extension.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { last, visitOthers } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION } from "../../../vocabulary/chain.ts";
import { ABSTRACT, FILE } from "../../../vocabulary/facts.ts";
import { propertyName } from "../outline.ts";
import { withReceiver } from "./classes.ts";
import { draftOf, modifiersOf, nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, declaredIn, typeIn } from "./types.ts";

const CLASSES: ReadonlySet<string> = new Set(["class", "interface", "enum", "member", "field"]);
const isInClass = ({ facts }: Walk): boolean => CLASSES.has(facts.definition(facts.enclosing)?.kind ?? "");

/** The type before the name of an extension; NO_NODE for none. */
function receiverOf(node: NodeAt, { tree }: Walk): NodeAt {
  const first = tree
    .children(node)
    .find((part) => /^(?:user_type|nullable_type|simple_identifier|variable_declaration)$/.test(tree.type(part)));
  return first === undefined || /^(?:simple_identifier|variable_declaration)$/.test(tree.type(first)) ? NO_NODE : first;
}

/** Binds parameters, visiting their types and defaults; returns their number. */
function bindParameters(list: NodeAt, walk: Walk): number {
  const { tree, facts } = walk;
  let count = 0;
  let isMany = false;
  for (const part of tree.children(list)) {
    if (tree.type(part) === "parameter") {
      const value = declaredIn(part, walk);
      facts.local(
        nameOf(tree.childOfType(part, "simple_identifier"), walk),
        isMany ? stepped(value, COLLECTION) : value,
      );
      count += 1;
      isMany = false;
    } else {
      isMany = tree.type(part) === "parameter_modifiers" && /\bvararg\b/.test(tree.text(part));
      walk.visit(part);
    }
  }
  return count;
}

/** Reads a body; returns its value, where it is one expression. */
function bodyOf(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const body = tree.childOfType(node, "function_body");
  if (body === NO_NODE) {
    return null;
  }
  if (tree.childOfType(body, "=") === NO_NODE) {
    walk.visitChildren(body);
    return NOTHING;
  }
  return last(body, walk);
}

const parameterCount = (list: NodeAt, { tree }: Walk): number =>
  tree.children(list).filter((part) => tree.type(part) === "parameter").length;

const functionDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(modifiersOf(node, walk));
  const receiver = receiverOf(node, walk);
  const list = tree.childOfType(node, "function_value_parameters");
  const parameters = parameterCount(list, walk);
  const draft = draftOf(node, walk);
  const isBare =
    facts.definition(facts.enclosing)?.kind === "interface" && tree.childOfType(node, "function_body") === NO_NODE;
  const at = facts.define({
    ...draft,
    flags: draft.flags | (isBare ? ABSTRACT : 0),
    // Of an object without a name, too, which is none of the outline's definitions.
    kind: isInClass(walk) ? "method" : "function",
    parameters,
  });
  facts.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    asExtension(node, receiver, walk, walk.value(receiver), () => {
      bindParameters(list, walk);
      const type = typeBehind(node, list, walk);
      const declared = walk.value(type);
      const result = bodyOf(node, walk);
      facts.amend(at, { type: type === NO_NODE ? result : declared });
    });
  });
};

/** Reads a declaration, of an extension if it has a receiver: `fun Order.isLarge()`. `self`: the receiver's value. */
function asExtension(node: NodeAt, receiver: NodeAt, walk: Walk, self: ChainDraft, inside: () => void): void {
  if (receiver === NO_NODE) {
    inside();
  } else {
    withReceiver(node, self, walk, inside);
  }
}

/** The type behind the parameters: the return type. */
function typeBehind(node: NodeAt, list: NodeAt, walk: Walk): NodeAt {
  const type = typeIn(node, walk);
  return type > list ? type : NO_NODE;
}

const secondary: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(modifiersOf(node, walk));
  const list = tree.childOfType(node, "function_value_parameters");
  const at = facts.define({ ...draftOf(node, walk), binds: false, parameters: parameterCount(list, walk) });
  facts.within({ kind: "function", definition: at }, () => {
    bindParameters(list, walk);
    visitOthers(node, walk, list, modifiersOf(node, walk));
  });
};

/** `it`, or its parameters: `values` has the one of the only parameter, then those of two. Returns the value of its last statement. */
export function lambda(node: NodeAt, values: readonly ChainDraft[], walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  return facts.within({ kind: "function" }, () => {
    const list = tree.childOfType(node, "lambda_parameters");
    if (list === NO_NODE) {
      facts.local("it", values[0] ?? null);
    }
    const parameters = tree.children(list);
    const isPair = parameters.length === 2;
    for (const [at, one] of parameters.entries()) {
      declareLocals(one, (isPair ? values[at + 1] : values[at]) ?? null, walk);
    }
    const parts = tree.children(node).filter((part) => part !== list);
    const results = parts.map((part) => (tree.type(part) === "statements" ? last(part, walk) : walk.value(part)));
    return results.at(-1) ?? null;
  });
}

/** `x`, `x: Store`, or `(a, b)`, of which each part is something else. */
export function declareLocals(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  if (tree.type(node) === "multi_variable_declaration") {
    for (const part of tree.children(node)) {
      declareLocals(part, null, walk);
    }
    return;
  }
  const declared = declaredIn(node, walk);
  const name = tree.type(node) === "simple_identifier" ? node : tree.childOfType(node, "simple_identifier");
  facts.local(nameOf(name, walk), declared ?? (typeIn(node, walk) === NO_NODE ? value : null));
}

const HEAD =
  /^(?:modifiers|binding_pattern_kind|type_parameters|type_constraints|variable_declaration|multi_variable_declaration|user_type|nullable_type)$/;

const property: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(modifiersOf(node, walk));
  const variable = tree.childOfType(node, "variable_declaration");
  const enclosing = facts.definition(facts.enclosing)?.kind ?? "file";
  const isLocal = enclosing === "function" || enclosing === "method";
  const values = tree.children(node).filter((part) => !HEAD.test(tree.type(part)));
  if (variable === NO_NODE || isLocal) {
    const value = values.map((part) => walk.value(part)).at(0) ?? null;
    const declared = variable === NO_NODE ? tree.childOfType(node, "multi_variable_declaration") : variable;
    if (declared !== NO_NODE) {
      declareLocals(declared, value, walk);
    }
    return;
  }
  const name = tree.childOfType(variable, "simple_identifier");
  const receiver = receiverOf(node, walk);
  const kind = facts.enclosing === FILE ? "variable" : "field";
  const qualifier = propertyName(tree, node)?.qualifier;
  const draft = draftOf(node, walk, name);
  // An accessor on a line of its own is the next node.
  const isBare = values.length === 0 && tree.type(tree.nextSibling(node)) !== "getter";
  const flags = draft.flags | (enclosing === "interface" && isBare ? ABSTRACT : 0);
  const at = facts.define({ ...draft, flags, ...(qualifier === undefined ? {} : { qualifier }), kind });
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const self = walk.value(receiver);
    const type = typeIn(variable, walk);
    const declared = walk.value(type);
    asExtension(node, receiver, walk, self, () => {
      const result = values.map((part) => walk.value(part)).at(0) ?? null;
      facts.amend(at, { type: type === NO_NODE ? (result === NOTHING ? null : result) : declared });
    });
  });
};

/** The value that a getter returns; `field` and a setter's parameter are bound inside. */
export function accessor(node: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  return facts.within({ kind: "function" }, () => {
    facts.local("field", null);
    facts.local(nameOf(tree.childOfType(node, "parameter_with_optional_type"), walk), null);
    const type = typeIn(node, walk);
    const declared = walk.value(type);
    const result = bodyOf(node, walk);
    return tree.type(node) !== "getter" ? null : type === NO_NODE ? result : declared;
  });
}

export const kotlinFunctions: Readonly<Record<string, Visitor>> = {
  function_declaration: functionDeclaration,
  secondary_constructor: secondary,
  property_declaration: property,
  // A function without a name.
  anonymous_function: (node, walk) =>
    walk.facts.within({ kind: "function" }, () => {
      bindParameters(walk.tree.childOfType(node, "function_value_parameters"), walk);
      declaredIn(node, walk);
      bodyOf(node, walk);
    }),
  lambda_literal: (node, walk) => void lambda(node, [], walk),
};
