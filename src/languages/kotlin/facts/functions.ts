// Kotlin's functions, constructors, lambdas and properties: their parameters and results, and `this` in an extension.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { last, visitOthers } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, INSTANCE } from "../../../vocabulary/chain.ts";
import { ABSTRACT, FILE } from "../../../vocabulary/facts.ts";
import { propertyName, variablesOf } from "../outline.ts";
import { withReceiver } from "./classes.ts";
import { draftOf, modifiersOf, nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, declaredIn, typeIn } from "./types.ts";

const CLASSES: ReadonlySet<string> = new Set(["class", "interface", "enum", "member", "field"]);
const isInClass = (walk: Walk): boolean => CLASSES.has(walk.defined(walk.enclosing())?.kind ?? "");

/** The type before the name of an extension; NO_NODE for none. */
function receiverOf(node: NodeAt, walk: Walk): NodeAt {
  const first = walk
    .children(node)
    .find((part) => /^(?:user_type|nullable_type|simple_identifier|variable_declaration)$/.test(walk.type(part)));
  return first === undefined || /^(?:simple_identifier|variable_declaration)$/.test(walk.type(first)) ? NO_NODE : first;
}

/** Binds parameters, visiting their types and defaults; returns their number. */
function bindParameters(list: NodeAt, walk: Walk): number {
  let count = 0;
  let isMany = false;
  for (const part of walk.children(list)) {
    if (walk.type(part) === "parameter") {
      const value = declaredIn(part, walk);
      walk.local(
        nameOf(walk.childOfType(part, "simple_identifier"), walk),
        isMany ? stepped(value, COLLECTION) : value,
      );
      count += 1;
      isMany = false;
    } else {
      isMany = walk.type(part) === "parameter_modifiers" && /\bvararg\b/.test(walk.text(part));
      walk.visit(part);
    }
  }
  return count;
}

/** Reads a body; returns its value, where it is one expression. */
function bodyOf(node: NodeAt, walk: Walk): ChainDraft {
  const body = walk.childOfType(node, "function_body");
  if (body === NO_NODE) {
    return null;
  }
  if (walk.childOfType(body, "=") === NO_NODE) {
    walk.visitChildren(body);
    return NOTHING;
  }
  return last(body, walk);
}

const parameterCount = (list: NodeAt, walk: Walk): number =>
  walk.children(list).filter((part) => walk.type(part) === "parameter").length;

const functionDeclaration: Visitor = (node, walk) => {
  walk.visit(modifiersOf(node, walk));
  const receiver = receiverOf(node, walk);
  const list = walk.childOfType(node, "function_value_parameters");
  const parameters = parameterCount(list, walk);
  const draft = draftOf(node, walk);
  const isBare =
    walk.defined(walk.enclosing())?.kind === "interface" && walk.childOfType(node, "function_body") === NO_NODE;
  const at = walk.define({
    ...draft,
    flags: draft.flags | (isBare ? ABSTRACT : 0),
    // Of an object without a name, too, which is none of the outline's definitions.
    kind: isInClass(walk) ? "method" : "function",
    parameters,
  });
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    asExtension(node, receiver, walk, walk.value(receiver), () => {
      bindParameters(list, walk);
      const type = typeBehind(node, list, walk);
      const declared = walk.value(type);
      const result = bodyOf(node, walk);
      walk.amend(at, { type: type === NO_NODE ? result : declared });
    });
  });
};

const CONTEXT_CHARS = 400;
const CONTEXT = /\bcontext\(((?:[^()]|\([^()]{0,99}\)){1,300})\)\s{0,99}$/;

/** `context(log: Log)` before a declaration, which its grammar does not read. */
function bindContext(node: NodeAt, walk: Walk): void {
  const end = walk.start(node);
  const before = walk.whole.slice(Math.max(0, end - CONTEXT_CHARS), end);
  const [written = "", list = ""] = CONTEXT.exec(before.slice(Math.max(0, before.lastIndexOf("context(")))) ?? [];
  const start = end - written.length + written.indexOf(list);
  for (const { index, 0: each, 1: name = "" } of list.matchAll(/(?<=^|,)\s*(\w+)\s*:[^,]+/g)) {
    const types = [...each.matchAll(/(?<![\w.])\p{Lu}\w*/gu)];
    for (const [at, type] of types.entries()) {
      const of = walk.name(type[0]);
      walk.refer(type[0], walk.lineAt(start + index + type.index), "type", of);
      if (at === 0) {
        walk.local(name, stepped(of, INSTANCE));
      }
    }
  }
}

/** Reads a declaration, of an extension if it has a receiver: `fun Order.isLarge()`. `self`: the receiver's value. */
function asExtension(node: NodeAt, receiver: NodeAt, walk: Walk, self: ChainDraft, inside: () => void): void {
  bindContext(node, walk);
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
  walk.visit(modifiersOf(node, walk));
  const list = walk.childOfType(node, "function_value_parameters");
  const at = walk.define({ ...draftOf(node, walk), binds: false, parameters: parameterCount(list, walk) });
  walk.within({ kind: "function", definition: at }, () => {
    bindParameters(list, walk);
    visitOthers(node, walk, list, modifiersOf(node, walk));
  });
};

/** `it`, or its parameters: `values` has the one of the only parameter, then those of two. Returns the value of its last statement. */
export const lambda = (node: NodeAt, values: readonly ChainDraft[], walk: Walk): ChainDraft =>
  walk.within({ kind: "function" }, () => {
    const list = walk.childOfType(node, "lambda_parameters");
    if (list === NO_NODE) {
      walk.local("it", values[0] ?? null);
    }
    const parameters = walk.children(list);
    const isPair = parameters.length === 2;
    for (const [at, one] of parameters.entries()) {
      declareLocals(one, (isPair ? values[at + 1] : values[at]) ?? null, walk);
    }
    const parts = walk.children(node).filter((part) => part !== list);
    const results = parts.map((part) => (walk.type(part) === "statements" ? last(part, walk) : walk.value(part)));
    return results.at(-1) ?? null;
  });

/** `x`, `x: Store`, or `(a, b)`, of which each part is something else. */
export function declareLocals(node: NodeAt, value: ChainDraft, walk: Walk): void {
  if (walk.type(node) === "multi_variable_declaration") {
    for (const part of walk.children(node)) {
      declareLocals(part, null, walk);
    }
    return;
  }
  const declared = declaredIn(node, walk);
  const name = walk.type(node) === "simple_identifier" ? node : walk.childOfType(node, "simple_identifier");
  walk.local(nameOf(name, walk), declared ?? (typeIn(node, walk) === NO_NODE ? value : null));
}

const HEAD =
  /^(?:modifiers|binding_pattern_kind|type_parameters|type_constraints|variable_declaration|multi_variable_declaration|user_type|nullable_type)$/;

const property: Visitor = (node, walk) => {
  walk.visit(modifiersOf(node, walk));
  const variable = walk.childOfType(node, "variable_declaration");
  const enclosing = walk.defined(walk.enclosing())?.kind ?? "file";
  const isLocal = enclosing === "function" || enclosing === "method";
  const values = walk.children(node).filter((part) => !HEAD.test(walk.type(part)));
  if (variable === NO_NODE || isLocal) {
    const value = values.map((part) => walk.value(part)).at(0) ?? null;
    if (variable === NO_NODE && !isLocal) {
      for (const name of variablesOf(walk, node)) {
        walk.define({ ...draftOf(node, walk, name), kind: "variable" });
      }
      return;
    }
    const declared = variable === NO_NODE ? walk.childOfType(node, "multi_variable_declaration") : variable;
    if (declared !== NO_NODE) {
      declareLocals(declared, value, walk);
    }
    return;
  }
  const name = walk.childOfType(variable, "simple_identifier");
  const receiver = receiverOf(node, walk);
  const kind = walk.enclosing() === FILE ? "variable" : "field";
  const qualifier = propertyName(walk, node)?.qualifier;
  const draft = draftOf(node, walk, name);
  // An accessor on a line of its own is the next node.
  const isBare = values.length === 0 && walk.type(walk.nextSibling(node)) !== "getter";
  const flags = draft.flags | (enclosing === "interface" && isBare ? ABSTRACT : 0);
  const at = walk.define({ ...draft, flags, ...(qualifier === undefined ? {} : { qualifier }), kind });
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const self = walk.value(receiver);
    const type = typeIn(variable, walk);
    const declared = walk.value(type);
    asExtension(node, receiver, walk, self, () => {
      const result = values.map((part) => walk.value(part)).at(0) ?? null;
      walk.amend(at, { type: type === NO_NODE ? (result === NOTHING ? null : result) : declared });
    });
  });
};

/** The value that a getter returns; `field` and a setter's parameter are bound inside. */
export const accessor = (node: NodeAt, walk: Walk): ChainDraft =>
  walk.within({ kind: "function" }, () => {
    walk.local("field", null);
    walk.local(nameOf(walk.childOfType(node, "parameter_with_optional_type"), walk), null);
    const type = typeIn(node, walk);
    const declared = walk.value(type);
    const result = bodyOf(node, walk);
    return walk.type(node) !== "getter" ? null : type === NO_NODE ? result : declared;
  });

export const kotlinFunctions: Readonly<Record<string, Visitor>> = {
  function_declaration: functionDeclaration,
  secondary_constructor: secondary,
  property_declaration: property,
  // A function without a name.
  anonymous_function: (node, walk) =>
    walk.within({ kind: "function" }, () => {
      bindParameters(walk.childOfType(node, "function_value_parameters"), walk);
      declaredIn(node, walk);
      bodyOf(node, walk);
    }),
  lambda_literal: (node, walk) => void lambda(node, [], walk),
};
