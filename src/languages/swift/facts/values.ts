// Reads Swift's expressions: their values, and the names they refer to.

import { type ChainDraft, endsIn, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import {
  enclosingInstance,
  first,
  forTypes,
  last,
  leftSpine,
  literal,
  nothing,
  referToMember,
  referToName,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  CALL,
  COLLECTION,
  ELEMENT,
  FUNCTION_MARK,
  INSTANCE,
  MACRO_MARK,
  TYPE_MARK,
} from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { expect, expectedAt } from "./expected-values.ts";
import { closure } from "./functions.ts";
import { isModule, isNoName, nameOf } from "./modifiers.ts";
import {
  COLLECTS_RESULTS,
  PASSES_ELEMENT,
  PICKS_ONE,
  RETURNS_ARGUMENT,
  RETURNS_SAME_COLLECTION,
  TAKES_SAME,
} from "./names.ts";
import { parameterOf, trailingOf } from "./parameters.ts";
import type { MemberOf, Reading, Walk } from "./state.ts";
import { namedType, typeNamed } from "./types.ts";

/** A callee or target, and what it is asked of. */
interface Referred {
  readonly of: ChainDraft;
  readonly on: ChainDraft;
  readonly name: string;
}

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): Referred {
  switch (walk.type(node)) {
    case "simple_identifier": {
      const name = nameOf(node, walk);
      const member = walk.state.members.get(node);
      if (member !== undefined) {
        return memberOf(member, node, walk, role);
      }
      if (isNoName(name)) {
        return { of: null, on: null, name: "" };
      }
      const of = typeNamed(name, walk, role === "call");
      if (name !== "Self") {
        walk.reference(node, role, of);
      }
      return { of, on: null, name };
    }
    case "navigation_expression":
      return member(node, walk, role);
    case "prefix_expression":
      return prefixed(node, walk, role);
    case "directly_assignable_expression": {
      const [inner = NO_NODE] = walk.children(node);
      return referred(inner, walk, role);
    }
    default: {
      const operand = lastOperand(node, walk);
      return operand === null ? { of: walk.value(node), on: null, name: "" } : referred(operand, walk, role);
    }
  }
}

/** Operators that bind before a member to the grammar: it reads `1 + a.b()` as `(1 + a).b()`. Real parentheses are nodes of their own. */
const READ_TOO_EARLY: ReadonlySet<string> = new Set(["additive_expression", "multiplicative_expression"]);
const RECEIVES: ReadonlySet<string> = wordSet(`
navigation_expression call_expression postfix_expression optional_chaining_expression
`);

/** The operand whose member or call is asked for, after the others were visited; null where the node is no such operation. */
function lastOperand(node: NodeAt, walk: Walk): NodeAt | null {
  const parent = walk.parent(node);
  const [receiver] = walk.children(parent);
  if (!READ_TOO_EARLY.has(walk.type(node)) || !RECEIVES.has(walk.type(parent)) || receiver !== node) {
    return null;
  }
  let operand = node;
  while (READ_TOO_EARLY.has(walk.type(operand))) {
    const parts = walk.children(operand);
    parts.slice(0, -1).forEach(walk.visit);
    operand = parts.at(-1) ?? NO_NODE;
  }
  return operand;
}

/** What is called is a method where there is one; a property may have the same name. */
const marked = (name: string, role: Role): string => (role === "call" ? name + FUNCTION_MARK : name);

function member(node: NodeAt, walk: Walk, role: Role): Referred {
  const target = walk.field(node, "target");
  const suffix = walk.childOfType(walk.field(node, "suffix"), "simple_identifier");
  const name = nameOf(suffix, walk);
  if (suffix !== NO_NODE && walk.type(target) === "simple_identifier" && isModule(walk.text(target), walk)) {
    // The name refers to the module's function, not to an enclosing one: `static func exit() { Glibc.exit() }`.
    const of = rooted(marked(name, role));
    walk.reference(suffix, role, of);
    return { of, on: null, name };
  }
  const on = walk.value(target);
  if (suffix === NO_NODE) {
    return { of: null, on, name: "" };
  }
  // The type itself, or the value itself.
  if (name === "self") {
    return { of: on, on, name };
  }
  return { of: referToMember(on, suffix, walk, role, marked(name, role)), on, name };
}

/** `.loading`, `.shared.add`; or `!x`, `-x`, `&x`: to the grammar the sign belongs to what is called, `!a.b` of `!a.b()`. */
function prefixed(node: NodeAt, walk: Walk, role: Role): Referred {
  const target = walk.field(node, "target");
  if (walk.text(walk.field(node, "operation")) !== ".") {
    const found = referred(target, walk, role);
    const parent = walk.parent(node);
    const isReceiver = RECEIVES.has(walk.type(parent)) && walk.children(parent)[0] === node;
    return isReceiver || walk.text(node).startsWith("&") ? found : { ...found, of: NOTHING };
  }
  let name = target;
  while (walk.type(name) === "navigation_expression") {
    name = walk.field(name, "target");
  }
  const { members, receivers } = walk.state;
  const receiver = receivers.get(node);
  members.set(name, { on: receiver ?? expectedAt(node, walk), isImplied: receiver === undefined });
  return referred(target, walk, role);
}

function memberOf({ on, isImplied }: MemberOf, node: NodeAt, walk: Walk, role: Role): Referred {
  const name = nameOf(node, walk);
  const isBare = isImplied && name !== "init";
  return { of: referToMember(on, node, walk, role, isBare ? name + TYPE_MARK : marked(name, role)), on, name };
}

/** Nodes that begin with what a keyword is taken to stand before. */
const BEGINS: ReadonlySet<string> = wordSet(`
assignment directly_assignable_expression call_expression navigation_expression postfix_expression optional_chaining_expression
`);

/** `consume x`, `unsafe f()`, `repeat each x`. Of `copy.state`, which the grammar reads so as well, the word is a name. */
const keyworded: Reading = (node, walk) => {
  const keyword = walk.firstChild(node);
  const [operand = NO_NODE] = walk.children(node);
  if (walk.start(operand) !== walk.end(keyword)) {
    return walk.value(operand);
  }
  let member = operand;
  while (BEGINS.has(walk.type(member))) {
    member = walk.children(member)[0] ?? NO_NODE;
  }
  const word = walk.text(keyword);
  const of = walk.name(word);
  walk.refer(word, walk.line(keyword), "read", of);
  walk.state.receivers.set(member, of);
  return walk.value(operand);
};

/** `#stringify(a)`: a macro's name is no function's. */
const macroUse: Reading = (node, walk) => {
  const [name = NO_NODE, ...others] = walk.children(node);
  const of = walk.name(walk.text(name) + MACRO_MARK);
  walk.reference(name, "call", of);
  for (const part of others) {
    // To the grammar, type arguments are parameters.
    if (walk.type(part) === "type_parameters") {
      for (const one of walk.children(part)) {
        referToName(walk.childOfType(one, "type_identifier"), walk, "type");
      }
    } else {
      walk.visit(part);
    }
  }
  return null;
};

const call: Reading = (node, walk) => {
  const [callee = NO_NODE, suffix = NO_NODE] = walk.children(node);
  const list = walk.childOfType(suffix, "value_arguments");
  if (walk.text(list).startsWith("[")) {
    const value = walk.value(callee);
    visitArguments(list, stepped(value, ".subscript"), false, walk);
    return stepped(value, ELEMENT);
  }
  if (walk.type(callee) === "array_literal" || walk.type(callee) === "dictionary_literal") {
    const type = walk.value(callee);
    walk.visit(suffix);
    return stepped(stepped(stepped(type, ELEMENT), INSTANCE), COLLECTION);
  }
  const { of, on, name } = referred(callee, walk, "call");
  const called = name === "init" && on !== null ? on : of;
  const argument = visitArguments(list, called, TAKES_SAME.has(name), walk);
  const closures = walk.children(suffix).filter((part) => walk.type(part) === "lambda_literal");
  const takes = closures.length === 1 ? trailingOf(called) : null;
  const element = PASSES_ELEMENT.has(name) ? stepped(on, ELEMENT) : null;
  const results = closures.map((part) => closure(part, takes, element, walk));
  if (on === null) {
    return RETURNS_ARGUMENT.has(name) ? argument : stepped(of, CALL);
  }
  if (COLLECTS_RESULTS.has(name)) {
    return stepped(results.at(-1) ?? null, COLLECTION);
  }
  if (name === "init") {
    // `.init(…)` without its type makes a value of the expected one.
    return walk.type(callee) === "prefix_expression" ? on : stepped(on, INSTANCE);
  }
  return PICKS_ONE.has(name) && endsIn(on, COLLECTION)
    ? stepped(on, ELEMENT)
    : RETURNS_SAME_COLLECTION.has(name)
      ? on
      : stepped(of, CALL);
};

/** Each is to be what its parameter is; `isSame`: what the first one is. Returns the value of the first. */
function visitArguments(list: NodeAt, of: ChainDraft, isSame: boolean, walk: Walk): ChainDraft {
  let place = 0;
  let first: ChainDraft = null;
  for (const argument of walk.children(list)) {
    const value = walk.field(argument, "value");
    if (value === NO_NODE) {
      walk.visit(argument);
      continue;
    }
    const label = walk.childOfType(argument, "value_argument_label");
    expect(value, isSame ? first : parameterOf(of, label === NO_NODE ? "" : nameOf(label, walk), place), walk);
    const type = walk.value(value);
    first = place === 0 ? type : first;
    place += label === NO_NODE ? 1 : 0;
  }
  return first;
}

const OPERATORS: ReadonlySet<string> = wordSet(`
additive_expression multiplicative_expression comparison_expression equality_expression conjunction_expression
disjunction_expression infix_expression bitwise_operation range_expression
`);

/** `a + b + c` is nested to the left, as deep as it is long. */
const binary: Reading = (node, walk) => {
  const operand = lastOperand(node, walk);
  if (operand !== null) {
    return walk.value(operand);
  }
  const { left, operations } = leftSpine(node, (each) =>
    OPERATORS.has(walk.type(each)) ? (walk.children(each)[0] ?? NO_NODE) : null,
  );
  let value = walk.value(left);
  for (const each of operations) {
    if (/^(?:con|dis)junction/.test(walk.type(each))) {
      walk.branch();
    }
    let result: ChainDraft = null;
    for (const part of walk.children(each).slice(1)) {
      expect(part, genericBefore(part, walk) ?? value, walk);
      result = walk.value(part);
    }
    value = walk.state.misread.has(each) ? result : NOTHING;
  }
  return value;
};

/**
 * An instance of `Store` where the operand is `.make()` of `Store<Order>.make()`, which the grammar reads as `Store < (Order > .make())`.
 * Null for other operands.
 */
function genericBefore(operand: NodeAt, walk: Walk): ChainDraft {
  const { state } = walk;
  const sign = signBefore(operand, walk);
  if (!sign.endsWith(">") || !walk.text(operand).startsWith(".")) {
    return null;
  }
  let open = sign.split(">").length - 1;
  const comparisons: NodeAt[] = [];
  for (let right = operand; open > 0; right = walk.parent(right)) {
    const operation = walk.parent(right);
    if (!OPERATORS.has(walk.type(operation))) {
      return null;
    }
    comparisons.push(operation);
    open -= signBefore(right, walk).endsWith("<") ? 1 : 0;
  }
  for (const each of comparisons) {
    state.misread.add(each);
  }
  let type = walk.children(comparisons.at(-1) ?? NO_NODE)[0] ?? NO_NODE;
  while (OPERATORS.has(walk.type(type))) {
    type = walk.children(type).at(-1) ?? NO_NODE;
  }
  return stepped(typeNamed(nameOf(type, walk), walk), INSTANCE);
}

/** The last character of the left operand, and the operator as it is written, with the spaces behind it. */
function signBefore(right: NodeAt, walk: Walk): string {
  const operation = walk.parent(right);
  const [left = NO_NODE] = walk.children(operation);
  const start = walk.start(operation);
  return walk.text(operation).slice(walk.end(left) - start - 1, walk.start(right) - start);
}

/** `Store<Order>(x)` */
const genericCall: Reading = (node, walk) => {
  const [type = NO_NODE, ...others] = walk.children(node);
  const of = namedType(type, walk, "call");
  others.forEach(walk.visit);
  return stepped(of, CALL);
};

const firstKnown: Reading = (node, walk) => {
  walk.branch();
  const [left = NO_NODE, right = NO_NODE] = walk.children(node);
  const value = walk.value(left);
  expect(right, value, walk);
  const other = walk.value(right);
  return value ?? other;
};

const ternary: Reading = (node, walk) => {
  walk.branch();
  walk.visit(walk.field(node, "condition"));
  const one = walk.value(walk.field(node, "if_true"));
  const other = walk.value(walk.field(node, "if_false"));
  return one === null || one === NOTHING ? other : one;
};

/** `as` and `is`: what it then is. */
const cast: Reading = (node, walk) => {
  walk.visit(walk.field(node, "expr"));
  return walk.value(walk.field(node, "name"));
};

const read: Reading = (node, walk) => referred(node, walk, "read").of;
const expression: Reading = (node, walk) => walk.value(walk.field(node, "expr"));
const collection: Reading = (node, walk) => stepped(last(node, walk), COLLECTION);

export const swiftValues: Readonly<Record<string, Reading>> = {
  ...forTypes(read, "simple_identifier", "navigation_expression", "prefix_expression"),
  call_expression: call,
  macro_invocation: macroUse,
  ...forTypes(keyworded, "consume_expression", "unsafe_expression", "value_parameter_pack", "value_pack_expansion"),
  ...forTypes(binary, ...OPERATORS),
  constructor_expression: genericCall,
  nil_coalescing_expression: firstKnown,
  ternary_expression: ternary,
  as_expression: cast,
  check_expression(node, walk) {
    cast(node, walk);
    return NOTHING;
  },
  ...forTypes(expression, "try_expression", "await_expression"),
  ...forTypes(first, "directly_assignable_expression", "postfix_expression", "optional_chaining_expression"),
  tuple_expression(node, walk) {
    const values = walk.fields(node, "value").map((part) => walk.value(part));
    return values.length === 1 ? (values[0] ?? null) : null;
  },
  self_expression: (_, walk) => enclosingInstance(walk),
  super_expression: (_, walk) => enclosingInstance(walk, "super"),
  // What a key path is followed by is a member of the type.
  key_path_expression(node, walk) {
    const name = walk.childOfType(node, "type_identifier");
    return name === NO_NODE ? null : stepped(referToName(name, walk, "type", nameOf(name, walk)), INSTANCE);
  },
  ...forTypes(collection, "array_literal", "dictionary_literal"),
  ...forTypes(nothing, "line_string_literal", "multi_line_string_literal"),
  ...forTypes(literal, "integer_literal", "real_literal", "boolean_literal"),
};
