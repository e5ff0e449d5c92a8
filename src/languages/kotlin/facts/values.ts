// Reads Kotlin's expressions: their values, and the names they refer to.

import { type ChainDraft, isSame, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  enclosingInstance,
  forTypes,
  last,
  leftSpine,
  literal,
  nothing,
  referToName,
  visitOthers,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { argumentStep, CALL, COLLECTION, ELEMENT, FUNCTION_MARK, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { isCapitalized } from "../../contract/written-names.ts";
import { anonymousObject, withReceiver } from "./classes.ts";
import { accessor, lambda } from "./functions.ts";
import { importedMember } from "./imports.ts";
import { nameOf } from "./modifiers.ts";
import { BINDS_RECEIVER, CREATES_COLLECTION, PASSES_ELEMENT, PASSES_RECEIVER, RETURNS_ITSELF } from "./names.ts";
import type { Reading, Walk } from "./state.ts";
import { lastArgument, typeIn } from "./types.ts";

/** A callee or target, and what it is asked of. */
interface Referred {
  readonly of: ChainDraft;
  readonly on: ChainDraft;
  readonly name: string;
}

const UNNAMED: Referred = { of: null, on: null, name: "" };

const memberName = (name: string, isCalled: boolean): string => `.${name}${isCalled ? FUNCTION_MARK : ""}`;

/** An expression whose outermost name is recorded as a reference with this role; a call's is a function's. */
export function referred(expression: NodeAt, walk: Walk, role: Role): Referred {
  let node = expression;
  while (walk.type(node) === "parenthesized_expression" && walk.children(node).length === 1) {
    node = walk.children(node)[0] ?? NO_NODE;
  }
  const isCalled = role === "call";
  const parts = walk.children(node);
  switch (walk.type(node)) {
    case "simple_identifier": {
      const name = nameOf(node, walk);
      const of = walk.name(name, isCalled);
      walk.reference(node, role, of);
      return { of, on: null, name };
    }
    case "navigation_expression":
    case "directly_assignable_expression": {
      const [object = NO_NODE, suffix = NO_NODE] = parts;
      if (suffix === NO_NODE) {
        return referred(object, walk, role);
      }
      const on = walk.value(object);
      const member = walk.childOfType(suffix, "simple_identifier");
      if (member === NO_NODE) {
        walk.visitChildren(suffix);
        return { ...UNNAMED, of: walk.type(suffix) === "indexing_suffix" ? stepped(on, ELEMENT) : null };
      }
      const name = nameOf(member, walk);
      const of = importedMember(name, isCalled, walk) ?? stepped(on, memberName(name, isCalled));
      walk.reference(member, role, of);
      return { of, on, name };
    }
    default:
      return { ...UNNAMED, of: walk.value(node) };
  }
}

const call: Reading = (node, walk) => {
  const [callee = NO_NODE, suffix = NO_NODE] = walk.children(node);
  const { of, on: written, name } = referred(callee, walk, "call");
  const trailing = walk.childOfType(suffix, "annotated_lambda");
  // `apply { … }` without a receiver applies to `this`.
  const isOwn = written === null && trailing !== NO_NODE && walk.type(callee) === "simple_identifier";
  const on = isOwn && OF_ANYTHING.has(name) ? enclosingInstance(walk) : written;
  const typed = lastArgument(suffix, walk);
  const taking = name === "copy" ? (on ?? enclosingInstance(walk)) : isCapitalized(name) ? of : null;
  const list = walk.childOfType(suffix, "value_arguments");
  const values = walk.children(list).map((one) => argument(one, { method: name, on, taking }, walk));
  const receiver = name === "with" ? (values[0] ?? null) : on;
  const last = trailing === NO_NODE ? null : lambdaOf(trailing, name, receiver, walk);
  if (on !== null || name === "with") {
    return RETURNS_ITSELF.has(name)
      ? on
      : PASSES_RECEIVER.has(name) || BINDS_RECEIVER.has(name)
        ? last
        : stepped(of, CALL);
  }
  return CREATES_COLLECTION.has(name)
    ? stepped(typed ?? values[0] ?? null, COLLECTION)
    : name === "lazy"
      ? last
      : stepped(of, CALL);
};

const OF_ANYTHING: ReadonlySet<string> = new Set(["apply", "also", "run", "let", "takeIf", "takeUnless"]);

interface Passing {
  readonly method: string;
  readonly on: ChainDraft;
  /** The class whose fields arguments may name, or an instance of it; null for a function, whose arguments name its parameters. */
  readonly taking: ChainDraft;
}

/** A name before `=` is the parameter's, and that of the field which it sets. */
function argument(node: NodeAt, { method, on, taking }: Passing, walk: Walk): ChainDraft {
  const parts = walk.children(node);
  const isNamed = parts.length > 1 && walk.childOfType(node, "=") !== NO_NODE;
  const [label = NO_NODE] = isNamed ? parts : [];
  if (label !== NO_NODE && taking !== null) {
    walk.reference(label, "write", stepped(taking, argumentStep(nameOf(label, walk))));
  }
  let value: ChainDraft = null;
  for (const part of isNamed ? parts.slice(1) : parts) {
    value = walk.type(part) === "lambda_literal" ? lambdaOf(part, method, on, walk) : walk.value(part);
  }
  return value;
}

/** A lambda as what this function makes of it. */
function lambdaOf(argument: NodeAt, method: string, on: ChainDraft, walk: Walk): ChainDraft {
  const node = walk.type(argument) === "lambda_literal" ? argument : walk.childOfType(argument, "lambda_literal");
  if (node === NO_NODE) {
    walk.visit(argument);
    return null;
  }
  if (BINDS_RECEIVER.has(method) && on !== null) {
    let value: ChainDraft = null;
    withReceiver(node, on, walk, () => {
      value = lambda(node, [], walk);
    });
    return value;
  }
  const one = stepped(on, ELEMENT);
  return lambda(node, PASSES_RECEIVER.has(method) ? [on] : PASSES_ELEMENT.has(method) ? [one, null, one] : [], walk);
}

const NESTED: ReadonlySet<string> = new Set([
  ...["additive_expression", "multiplicative_expression", "conjunction_expression", "disjunction_expression"],
]);

/** `a + b + c` is nested to the left, as deep as it is long. */
const binary: Reading = (node, walk) => {
  const { left, operations } = leftSpine(node, (each) =>
    NESTED.has(walk.type(each)) ? (walk.children(each)[0] ?? NO_NODE) : null,
  );
  walk.visit(left);
  for (const each of operations) {
    if (/^(?:con|dis)junction/.test(walk.type(each))) {
      walk.branch();
    }
    walk.children(each).slice(1).forEach(walk.visit);
  }
  return NOTHING;
};

const elvis: Reading = (node, walk) => {
  walk.branch();
  const [left = null, right = null] = walk.children(node).map((part) => walk.value(part));
  return right === NOTHING || isSame(left, right) ? left : left === NOTHING ? right : (left ?? right);
};

/** `a with b` calls a's. */
const infix: Reading = (node, walk) => {
  const [left = NO_NODE, name = NO_NODE, right = NO_NODE] = walk.children(node);
  const on = walk.value(left);
  walk.visit(right);
  const text = nameOf(name, walk);
  const of = importedMember(text, true, walk) ?? stepped(on, memberName(text, true));
  walk.reference(name, "call", of);
  return stepped(of, CALL);
};

/** `Store::load`, `::load`, `Store::class`; a name before it may be a type or a value. */
const callableReference: Reading = (node, walk) => {
  const parts = walk.children(node);
  const last = parts.at(-1) ?? NO_NODE;
  const isMember = walk.type(last) === "simple_identifier";
  const type = parts.find((part) => walk.type(part) === "type_identifier");
  let on: ChainDraft = null;
  if (type !== undefined) {
    on = referToName(type, walk, "read");
  } else {
    for (const part of isMember ? parts.slice(0, -1) : parts) {
      on = walk.value(part);
    }
  }
  if (!isMember) {
    return null;
  }
  const name = nameOf(last, walk);
  const isBare = parts.length === 1;
  const role = isCapitalized(name) ? "new" : "read";
  const of = isBare ? walk.name(name, true) : (importedMember(name, true, walk) ?? stepped(on, memberName(name, true)));
  walk.reference(last, role, of);
  return null;
};

const postfix: Reading = (node, walk) => {
  const [what = NO_NODE] = walk.children(node);
  if (/(?:\+\+|--)$/.test(walk.text(node))) {
    referred(what, walk, "write");
    return NOTHING;
  }
  return walk.value(what);
};

/** Annotations and labels are here, too. */
const prefix: Reading = (node, walk) => {
  const parts = walk.children(node);
  const what = parts.at(-1) ?? NO_NODE;
  parts.slice(0, -1).forEach(walk.visit);
  if (/^(?:\+\+|--)/.test(walk.text(node))) {
    referred(what, walk, "write");
    return NOTHING;
  }
  const value = walk.value(what);
  return parts.length > 1 ? value : NOTHING;
};

/** `this@Store`; without a name, of the enclosing class, extension or receiver. */
const self: Reading = (node, walk) => {
  const label = walk.childOfType(node, "type_identifier");
  return label === NO_NODE ? enclosingInstance(walk) : stepped(referToName(label, walk, "read"), INSTANCE);
};

export const kotlinValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referred(node, walk, "read").of, "simple_identifier", "navigation_expression"),
  interpolated_identifier: (node, walk) => referToName(node, walk, "read", nameOf(node, walk)),
  call_expression: call,
  indexing_expression(node, walk) {
    const [object = NO_NODE, ...others] = walk.children(node);
    const value = walk.value(object);
    others.forEach(walk.visit);
    return stepped(value, ELEMENT);
  },
  ...forTypes(binary, ...NESTED),
  ...forTypes(nothing, "comparison_expression", "equality_expression", "range_expression", "check_expression"),
  elvis_expression: elvis,
  infix_expression: infix,
  callable_reference: callableReference,
  postfix_expression: postfix,
  prefix_expression: prefix,
  parenthesized_expression: last,
  as_expression(node, walk) {
    const type = typeIn(node, walk);
    visitOthers(node, walk, type);
    return walk.value(type);
  },
  this_expression: self,
  super_expression: (node, walk) => {
    walk.visitChildren(node);
    return enclosingInstance(walk, "super");
  },
  object_literal: anonymousObject,
  ...forTypes(accessor, "getter", "setter"),
  property_delegate: last,
  string_literal: nothing,
  ...forTypes(literal, "integer_literal", "long_literal", "hex_literal", "bin_literal", "real_literal"),
  ...forTypes(literal, "boolean_literal", "character_literal", "null_literal"),
};
