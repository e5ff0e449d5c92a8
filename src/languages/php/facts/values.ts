// Reads PHP's expressions: their values, and the names they refer to.

import { type ChainDraft, endsIn, isSame, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { either, forTypes, last, leftSpine, nothing } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE } from "../../../vocabulary/chain.ts";
import { UNSAFE } from "../../../vocabulary/facts.ts";
import { anonymousClass } from "./classes.ts";
import { CLOSURES, closure } from "./functions.ts";
import {
  callableArray,
  clonedWith,
  mockedMethod,
  namedArguments,
  namedByFunction,
  nullsafeInText,
} from "./named-by-strings.ts";
import {
  CALLS_BACK,
  hazardOfClass,
  hazardOfFunction,
  RETURNS_COLLECTION,
  RETURNS_ELEMENT,
  RETURNS_INSTANCE_OF_ARGUMENT,
} from "./names.ts";
import { isName, named } from "./namespaces.ts";
import { applyProofs, provenBy, refutedBy, withProofs } from "./narrowing.ts";
import { memberOf, read, scopeOf, written } from "./references.ts";
import type { Reading, Walk } from "./state.ts";

/** The arguments in order, named ones too. */
const argumentsIn = (list: NodeAt, walk: Walk): NodeAt[] =>
  walk.children(list).filter((part) => walk.type(part) === "argument");

const readArguments = (list: NodeAt, walk: Walk): ChainDraft[] =>
  argumentsIn(list, walk).map((argument) => valueOfArgument(argument, walk));

const valueOfArgument = (argument: NodeAt, walk: Walk): ChainDraft =>
  walk.value(walk.children(argument).findLast((part) => walk.fieldOf(part) !== "name") ?? NO_NODE);

/** `strlen(...)` is the function itself. */
const isReference = (list: NodeAt, walk: Walk): boolean =>
  list !== NO_NODE && walk.childOfType(list, "variadic_placeholder") !== NO_NODE;

const call: Reading = (node, walk) => {
  const [called, list] = [walk.field(node, "function"), walk.field(node, "arguments")];
  if (!isName(called, walk)) {
    // The class of a value that is called (`__invoke`) determines the result.
    const of = stepped(walk.value(called), ".__invoke/()");
    readArguments(list, walk);
    return of;
  }
  const name = walk.text(called).replace(/^\\/, "");
  walk.hazard(hazardOfFunction(name));
  if (name === "clone") {
    return cloned(list, walk);
  }
  const of = named(called, "function", "call", walk);
  const values = readArgumentsOf(name, list, walk);
  if (name === "assert") {
    applyProofs(provenBy(walk.children(walk.children(list)[0] ?? NO_NODE)[0] ?? NO_NODE, walk), walk);
  }
  const [first = null] = values;
  return RETURNS_COLLECTION.has(name)
    ? first
    : RETURNS_ELEMENT.has(name)
      ? stepped(first, "[]")
      : isReference(list, walk)
        ? null
        : stepped(of, "()");
};

/** `clone($order, ['total' => 1])` */
function cloned(list: NodeAt, walk: Walk): ChainDraft {
  const [value = NO_NODE, fields = NO_NODE] = argumentsIn(list, walk);
  const of = valueOfArgument(value, walk);
  clonedWith(of, walk.children(fields)[0] ?? NO_NODE, walk);
  return of;
}

/** A closure that is called with each element is read last, when the type of its parameter is known. */
function readArgumentsOf(name: string, list: NodeAt, walk: Walk): ChainDraft[] {
  const places = CALLS_BACK.get(name);
  const all = argumentsIn(list, walk);
  const known = namedByFunction(name, walk.parent(list), all, walk);
  const callback = walk.children(all[places?.[0] ?? 0] ?? NO_NODE).at(-1) ?? NO_NODE;
  if (places === undefined || !CLOSURES.has(walk.type(callback))) {
    return all.map((argument) => (known.includes(argument) ? null : valueOfArgument(argument, walk)));
  }
  const values = all.map((argument, place) => (place === places[0] ? null : valueOfArgument(argument, walk)));
  walk.deeper(() => closure(callback, stepped(values[places[1]] ?? null, "[]"), walk));
  return values;
}

/** `owner`: what the method is called on. */
function methodCall(node: NodeAt, owner: ChainDraft, walk: Walk): ChainDraft {
  const [name, list] = [walk.field(node, "name"), walk.field(node, "arguments")];
  const of = memberOf(owner, name, "/", "call", walk);
  if (mockedMethod(walk.text(name), argumentsIn(list, walk), owner, walk)) {
    return stepped(of, "()");
  }
  if (walk.text(name) === "__construct") {
    namedArguments(list, owner, walk);
  }
  const [first = null] = readArguments(list, walk);
  if (RETURNS_INSTANCE_OF_ARGUMENT.has(walk.text(name)) && first !== null && first !== NOTHING) {
    return stepped(first, "^");
  }
  return isReference(list, walk) ? null : stepped(of, "()");
}

const memberCall: Reading = (node, walk) => methodCall(node, walk.value(walk.field(node, "object")), walk);

const creation: Reading = (node, walk) => {
  const [made = NO_NODE] = walk.children(node);
  if (walk.type(made) === "anonymous_class") {
    return walk.deeper(() => anonymousClass(made, walk));
  }
  walk.hazard(isName(made, walk) ? hazardOfClass(walk.text(made).replace(/^\\/, "")) : 0);
  const of = isName(made, walk) ? named(made, "class", "new", walk) : walk.value(made);
  namedArguments(walk.childOfType(node, "arguments"), of, walk);
  walk.visit(walk.childOfType(node, "arguments"));
  // An object stands for its class, too.
  return endsIn(of, INSTANCE) ? of : stepped(of, "^");
};

/** An array literal: a collection, where all elements have the same value. */
const array: Reading = (node, walk) => {
  if (callableArray(walk.children(node), walk)) {
    return NOTHING;
  }
  const values = walk.children(node).map((element) => {
    const parts = walk.type(element) === "array_element_initializer" ? walk.children(element) : [element];
    parts.slice(0, -1).forEach(walk.visit);
    return walk.value(parts.at(-1) ?? NO_NODE);
  });
  const [first = null] = values;
  const isOfOne = first !== null && first !== NOTHING && values.every((value) => isSame(value, first));
  return isOfOne ? (stepped(first, "*") ?? NOTHING) : NOTHING;
};

const AND = ["&&", "and"] as const;
const OR = ["||", "or"] as const;
const DIVIDES = [...AND, ...OR, "??"] as const;

/**
 * `a + b + c` is nested to the left, as deep as it is long. What the operands before `&&` or `||` prove holds in those behind.
 */
const binary: Reading = (node, walk) => {
  const { left, operations } = leftSpine(node, (each) =>
    walk.type(each) === "binary_expression" ? walk.field(each, "left") : null,
  );
  let value = walk.value(left);
  const lastOf = (signs: readonly string[]): number =>
    operations.findLastIndex((each) => signs.some((sign) => walk.childOfType(each, sign) !== NO_NODE));
  const readAll = (some: readonly NodeAt[]): void => {
    for (const each of some) {
      const right = walk.field(each, "right");
      if (DIVIDES.some((sign) => walk.childOfType(each, sign) !== NO_NODE)) {
        walk.branch();
      }
      const isCheck = walk.childOfType(each, "instanceof") !== NO_NODE && isName(right, walk);
      const other = isCheck ? named(right, "class", "type", walk) : walk.value(right);
      value = walk.childOfType(each, "??") === NO_NODE ? NOTHING : (value ?? other);
    }
  };
  let read = 0;
  for (const { last, proofs } of [
    { last: lastOf(AND), proofs: provenBy },
    { last: lastOf(OR), proofs: refutedBy },
  ].sort((a, b) => a.last - b.last)) {
    const some = operations.slice(read, last + 1);
    if (some.length > 0) {
      withProofs(walk, proofs(operations[last] ?? NO_NODE, walk), () => readAll(some));
      read = last + 1;
    }
  }
  readAll(operations.slice(read));
  return value;
};

/** `a ? b : c`, and `a ?: c`. */
const conditional: Reading = (node, walk) => {
  walk.branch();
  const condition = walk.field(node, "condition");
  const asked = walk.value(condition);
  const body = walk.field(node, "body");
  const yes = body === NO_NODE ? asked : withProofs(walk, provenBy(condition, walk), () => walk.value(body));
  return either(yes, walk.value(walk.field(node, "alternative")));
};

const match: Reading = (node, walk) => {
  walk.visit(walk.field(node, "condition"));
  let value: ChainDraft = NOTHING;
  for (const arm of walk.children(walk.field(node, "body"))) {
    walk.branch();
    walk.visit(walk.field(arm, "conditional_expressions"));
    value = either(value, walk.value(walk.field(arm, "return_expression")));
  }
  return value;
};

/** What its only part is: `(a)`, `clone a`, `@a`. */
const same: Reading = last;

const cast: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "value"));
  return /^\(\s*(?:array|object)/i.test(walk.text(node)) ? value : NOTHING;
};

const unsafe: Reading = (node, walk) => {
  walk.hazard(UNSAFE);
  return nothing(node, walk);
};

/** `"$order?->total"`, of which the grammar takes all behind the variable for text. */
const interpolated: Reading = (node, walk) => {
  let before: ChainDraft = null;
  for (const part of walk.children(node)) {
    if (walk.type(part) === "string_content") {
      nullsafeInText(part, before, walk);
    }
    const value = walk.value(part);
    before = walk.type(part) === "variable_name" ? value : null;
  }
  return NOTHING;
};

const constant: Reading = (node, walk) => named(node, "constant", "read", walk);

export const phpValues: Readonly<Record<string, Reading>> = {
  ...forTypes(constant, "name", "qualified_name", "relative_name"),
  relative_scope: scopeOf,
  ...forTypes(read, "variable_name", "member_access_expression", "nullsafe_member_access_expression"),
  ...forTypes(read, "scoped_property_access_expression", "class_constant_access_expression", "subscript_expression"),
  function_call_expression: call,
  ...forTypes(memberCall, "member_call_expression", "nullsafe_member_call_expression"),
  scoped_call_expression: (node, walk) => methodCall(node, scopeOf(walk.field(node, "scope"), walk), walk),
  object_creation_expression: creation,
  array_creation_expression: array,
  binary_expression: binary,
  conditional_expression: conditional,
  match_expression: match,
  ...forTypes(same, "parenthesized_expression", "clone_expression", "error_suppression_expression", "by_ref"),
  update_expression: (node, walk) => written(walk.field(node, "argument"), walk),
  cast_expression: cast,
  shell_command_expression: unsafe,
  ...forTypes<Reading>(nothing, "throw_expression", "unary_op_expression", "print_intrinsic"),
  ...forTypes(interpolated, "encapsed_string", "heredoc_body"),
  ...forTypes<Reading>(nothing, "heredoc", "string", "nowdoc", "integer", "float", "boolean", "null"),
};
