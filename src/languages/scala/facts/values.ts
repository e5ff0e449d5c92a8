// Reads Scala's expressions: their values, and the names they refer to.

import { either, enclosingInstance, last, leftSpine, nothing } from "../../../facts/common.ts";
import { type ChainDraft, NOTHING, stepped } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { instanceOf } from "./classes.ts";
import { argumentsOf, casesOf, functionOf, isFunction, placeholderIn, withPlaceholder } from "./function-arguments.ts";
import { blockKind, nameOf } from "./modifiers.ts";
import { CREATES_COLLECTION, FLATTENS, MAKES, MAYBE, ONE, PASSES_ELEMENT, SAME } from "./names.ts";
import { bindPattern } from "./patterns.ts";
import type { Reading, Walk } from "./state.ts";
import { lastArgument } from "./types.ts";

/** A callee or target, and what it is asked of. */
interface Referred {
  readonly of: ChainDraft;
  readonly on: ChainDraft;
  readonly name: string;
}

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): Referred {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "identifier":
    case "operator_identifier": {
      const name = nameOf(node, walk);
      if (name === "this" || name === "super") {
        return { of: enclosingInstance(facts, name === "this" ? "self" : "super"), on: null, name: "" };
      }
      const of = facts.name(name);
      walk.reference(node, role, of);
      return { of, on: null, name };
    }
    case "field_expression": {
      const member = tree.field(node, "field");
      const name = nameOf(member, walk);
      const object = tree.field(node, "value");
      if (name === "this" || name === "super") {
        const of = stepped(facts.typeName(nameOf(object, walk)), "^");
        return { of: name === "this" ? of : null, on: null, name: "" };
      }
      const on = walk.value(object);
      const of = stepped(on, `.${name}`);
      walk.reference(member, role, of);
      return { of, on, name };
    }
    default:
      return { of: walk.value(node), on: null, name: "" };
  }
}

/** The result of the collection's method `on.name`; `made`: the result of its function. */
function given(of: ChainDraft, on: ChainDraft, name: string, made: ChainDraft): ChainDraft {
  const one = stepped(on, "[]");
  if (ONE.has(name)) {
    return MAYBE.has(name) ? stepped(one, "*") : one;
  }
  if (SAME.has(name)) {
    return stepped(one, "*");
  }
  return MAKES.has(name) ? stepped(made, "*") : FLATTENS.has(name) ? stepped(stepped(made, "[]"), "*") : of;
}

const call: Reading = (node, walk) => {
  const { tree } = walk;
  let callee = tree.field(node, "function");
  let typed: ChainDraft = null;
  const isGeneric = tree.type(callee) === "generic_function";
  if (isGeneric) {
    typed = lastArgument(tree.field(callee, "type_arguments"), walk);
    callee = tree.field(callee, "function");
  }
  const isCurried = tree.type(callee) === "call_expression";
  const { of, on, name } = referred(callee, walk, "call");
  const one = PASSES_ELEMENT.has(name) ? stepped(on, "[]") : null;
  const { first, made } = argumentsOf(tree.field(node, "arguments"), one, walk);
  if (isCurried) {
    return of;
  }
  const makesMany = CREATES_COLLECTION.has(name) && tree.type(callee) === "identifier";
  return makesMany ? stepped(typed ?? first, "*") : given(stepped(of, "()"), on, name, made);
};

/** `a map f`, `a -> b`: a word is a method of the left; signs mostly are no one's. */
const infix: Reading = (node, walk) => {
  const { tree } = walk;
  const { left, operations } = leftSpine(node, (each) =>
    tree.type(each) === "infix_expression" ? tree.field(each, "left") : null,
  );
  let on = walk.value(left);
  for (const each of operations) {
    const operator = tree.field(each, "operator");
    const name = nameOf(operator, walk);
    const isRight = name.endsWith(":");
    const of = stepped(isRight ? null : on, `.${name}`);
    if (!COMMON.has(name)) {
      walk.reference(operator, "call", of);
    }
    const right = tree.field(each, "right");
    const isBlock = tree.type(right) === "block";
    const one = PASSES_ELEMENT.has(name) ? stepped(on, "[]") : null;
    const made = isFunction(right, walk)
      ? functionOf(right, one, walk)
      : isBlock
        ? argumentsOf(right, one, walk).made
        : withPlaceholder(right, one, walk);
    on = COMMON.has(name) ? null : given(stepped(of, "()"), on, name, made);
  }
  return on;
};

const COMMON: ReadonlySet<string> = new Set("== != && || + - * / % < > <= >= eq ne :: ::: ++ += -= -> & |".split(" "));

/** `for { a <- items; b = a.name } yield b` */
const forExpression: Reading = (node, walk) => {
  const { tree, facts } = walk;
  let value: ChainDraft = null;
  let isYield = false;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    for (const steps of tree.fields(node, "enumerators")) {
      for (const step of tree.type(steps) === "enumerators" ? tree.children(steps) : []) {
        enumerator(step, walk);
      }
    }
    value = walk.value(tree.field(node, "body"));
    isYield = tree.childOfType(node, "yield") !== NO_NODE;
  });
  return isYield ? stepped(value, "*") : NOTHING;
};

function enumerator(node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  if (tree.type(node) !== "enumerator") {
    walk.visit(node);
    return;
  }
  const [pattern = NO_NODE, value = NO_NODE, ...others] = tree.children(node);
  if (value === NO_NODE || tree.type(pattern) === "guard") {
    walk.visitChildren(node);
    return;
  }
  const of = walk.value(value);
  bindPattern(pattern, tree.childOfType(node, "=") === NO_NODE ? stepped(of, "[]") : of, walk);
  others.forEach(walk.visit);
}

/** The last of what is in it. */
const inside: Reading = (node, walk) => last(node, walk, NOTHING);

const block: Reading = (node, walk) => {
  let value: ChainDraft = NOTHING;
  walk.facts.within({ kind: blockKind(walk) }, () => {
    value = inside(node, walk);
  });
  return value;
};

const choice: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  walk.visit(tree.field(node, "condition"));
  const value = ["consequence", "alternative"].map((field) => {
    const part = tree.field(node, field);
    return part === NO_NODE ? NOTHING : walk.value(part);
  });
  return value.reduce(either, NOTHING);
};

const unknown: Reading = (node, walk) => {
  walk.visitChildren(node);
  return null;
};
const literal: Reading = () => NOTHING;

export const scalaValues: Readonly<Record<string, Reading>> = {
  identifier: (node, walk) => referred(node, walk, "read").of,
  operator_identifier: (node, walk) => referred(node, walk, "read").of,
  field_expression: (node, walk) => {
    const { of, on, name } = referred(node, walk, "read");
    return on === null ? of : given(of, on, name, null);
  },
  generic_function(node, walk) {
    const { tree } = walk;
    const { of, name } = referred(tree.field(node, "function"), walk, "call");
    const typed = lastArgument(tree.field(node, "type_arguments"), walk);
    return name === "asInstanceOf" ? typed : name === "isInstanceOf" ? NOTHING : stepped(of, "()");
  },
  call_expression: call,
  infix_expression: infix,
  instance_expression: instanceOf,
  wildcard: (_, walk) => placeholderIn(walk),
  lambda_expression: (node, walk) => {
    functionOf(node, null, walk);
    return null;
  },
  case_block: (node, walk) => {
    casesOf(node, null, walk);
    return null;
  },
  match_expression(node, walk) {
    const { tree } = walk;
    const value = walk.value(tree.field(node, "value"));
    let type: ChainDraft = null;
    for (const body of tree.fields(node, "body")) {
      type = /^(?:case_block|indented_cases)$/.test(tree.type(body)) ? casesOf(body, value, walk) : type;
    }
    return type;
  },
  for_expression: forExpression,
  if_expression: choice,
  try_expression(node, walk) {
    const { tree } = walk;
    const value = walk.value(tree.field(node, "body"));
    walk.visitChildren(node, "body");
    return value;
  },
  block,
  indented_block: block,
  parenthesized_expression: inside,
  assignment_expression(node, walk) {
    const { tree } = walk;
    walk.visit(tree.field(node, "right"));
    referred(tree.field(node, "left"), walk, "write");
    return NOTHING;
  },
  ascription_expression(node, walk) {
    const [value = NO_NODE, ...types] = walk.tree.children(node);
    walk.visit(value);
    return types.map((type) => walk.value(type)).at(-1) ?? null;
  },
  interpolated_string_expression(node, walk) {
    walk.visitChildren(node, "interpolator");
    return NOTHING;
  },
  interpolation: unknown,
  tuple_expression: unknown,
  throw_expression: nothing,
  return_expression: (node, walk) => {
    const value = inside(node, walk);
    walk.facts.returns(value);
    return NOTHING;
  },
  prefix_expression: unknown,
  string: literal,
  integer_literal: literal,
  floating_point_literal: literal,
  boolean_literal: literal,
  character_literal: literal,
  symbol_literal: literal,
  null_literal: literal,
  unit: literal,
};
