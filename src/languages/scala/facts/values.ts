// Reads Scala's expressions: their values, and the names they refer to.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  either,
  enclosingInstance,
  forTypes,
  last,
  leftSpine,
  literal,
  nothing,
  referToMember,
  referToName,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CALL, COLLECTION, ELEMENT, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { isCapitalized } from "../../contract/written-names.ts";
import { instanceOf } from "./classes.ts";
import { argumentsOf, casesOf, isFunction, placeholderIn, withPlaceholder } from "./function-arguments.ts";
import { blockKind, nameOf } from "./modifiers.ts";
import { CREATES_COLLECTION, FLATTENS, MAKES, MAYBE, ONE, PASSES_ELEMENT, SAME } from "./names.ts";
import { bindPattern } from "./patterns.ts";
import type { Reading, Walk } from "./state.ts";

/** A callee or target, and what it is asked of. */
interface Referred {
  readonly of: ChainDraft;
  readonly on: ChainDraft;
  readonly name: string;
}

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): Referred {
  switch (walk.type(node)) {
    case "identifier":
    case "operator_identifier": {
      const name = nameOf(node, walk);
      // `$value` in code in quotes is what `value` is.
      if (walk.state.quotes > 0 && /^\$./.test(name)) {
        const of = walk.name(name.slice(1));
        walk.refer(name.slice(1), walk.line(node), role, of);
        return { of, on: null, name: "" };
      }
      if (name === "this" || name === "super") {
        return { of: enclosingInstance(walk, name === "this" ? "self" : "super"), on: null, name: "" };
      }
      return { of: referToName(node, walk, role, name), on: null, name };
    }
    case "field_expression": {
      const member = walk.field(node, "field");
      const name = nameOf(member, walk);
      const object = walk.field(node, "value");
      if (name === "this" || name === "super") {
        const of = stepped(walk.typeName(nameOf(object, walk)), INSTANCE);
        return { of: name === "this" ? of : null, on: null, name: "" };
      }
      const on = walk.value(object);
      return { of: referToMember(on, member, walk, role, name), on, name };
    }
    default:
      return { of: walk.value(node), on: null, name: "" };
  }
}

/** The result of the method `on.name`, if it is one of collections; else `of`. `made`: the result of the function passed to it. */
function resultOf(of: ChainDraft, on: ChainDraft, name: string, made: ChainDraft): ChainDraft {
  const element = stepped(on, ELEMENT);
  if (ONE.has(name)) {
    return MAYBE.has(name) ? stepped(element, COLLECTION) : element;
  }
  if (SAME.has(name)) {
    return stepped(element, COLLECTION);
  }
  return MAKES.has(name)
    ? stepped(made, COLLECTION)
    : FLATTENS.has(name)
      ? stepped(stepped(made, ELEMENT), COLLECTION)
      : of;
}

const call: Reading = (node, walk) => {
  const called = walk.field(node, "function");
  const isGeneric = walk.type(called) === "generic_function";
  const typed = isGeneric ? last(walk.field(called, "type_arguments"), walk) : null;
  const callee = isGeneric ? walk.field(called, "function") : called;
  const isCurried = walk.type(callee) === "call_expression";
  const { of, on, name } = referred(callee, walk, "call");
  const one = PASSES_ELEMENT.has(name) ? stepped(on, ELEMENT) : null;
  const taking = name === "copy" ? (on ?? enclosingInstance(walk)) : isCapitalized(name) ? of : null;
  const { first, made } = argumentsOf(walk.field(node, "arguments"), one, walk, taking);
  if (isCurried) {
    return of;
  }
  const makesMany = CREATES_COLLECTION.has(name) && walk.type(callee) === "identifier";
  return makesMany ? stepped(typed ?? first, COLLECTION) : resultOf(stepped(of, CALL), on, name, made);
};

/** `a map f`, `a -> b`: a word is a method of the left; signs mostly are no one's. */
const infix: Reading = (node, walk) => {
  const { left, operations } = leftSpine(node, (each) =>
    walk.type(each) === "infix_expression" ? walk.field(each, "left") : null,
  );
  let on = walk.value(left);
  for (const each of operations) {
    const operator = walk.field(each, "operator");
    const name = nameOf(operator, walk);
    const isRight = name.endsWith(":");
    const of = stepped(isRight ? null : on, `.${name}`);
    if (!COMMON.has(name)) {
      walk.reference(operator, "call", of);
    }
    const right = walk.field(each, "right");
    const one = PASSES_ELEMENT.has(name) ? stepped(on, ELEMENT) : null;
    const isBlock = walk.type(right) === "block" || isFunction(right, walk);
    const made = isBlock ? argumentsOf(right, one, walk).made : withPlaceholder(right, one, walk);
    on = COMMON.has(name) ? null : resultOf(stepped(of, CALL), on, name, made);
  }
  return on;
};

const COMMON: ReadonlySet<string> = new Set("== != && || + - * / % < > <= >= eq ne :: ::: ++ += -= -> & |".split(" "));

/** `for { a <- items; b = a.name } yield b` */
const forExpression: Reading = (node, walk) => {
  walk.branch();
  return walk.within({ kind: "block" }, () => {
    for (const steps of walk.fields(node, "enumerators")) {
      for (const step of walk.type(steps) === "enumerators" ? walk.children(steps) : []) {
        enumerator(step, walk);
      }
    }
    const value = walk.value(walk.field(node, "body"));
    return walk.childOfType(node, "yield") === NO_NODE ? NOTHING : stepped(value, COLLECTION);
  });
};

function enumerator(node: NodeAt, walk: Walk): void {
  if (walk.type(node) !== "enumerator") {
    walk.visit(node);
    return;
  }
  const [pattern = NO_NODE, value = NO_NODE, ...others] = walk.children(node);
  if (value === NO_NODE || walk.type(pattern) === "guard") {
    walk.visitChildren(node);
    return;
  }
  const of = walk.value(value);
  bindPattern(pattern, walk.childOfType(node, "=") === NO_NODE ? stepped(of, ELEMENT) : of, walk);
  others.forEach(walk.visit);
}

/** The last of what is in it. */
const inside: Reading = (node, walk) => last(node, walk, NOTHING);

const block: Reading = (node, walk) => walk.within({ kind: blockKind(walk) }, () => inside(node, walk));

const choice: Reading = (node, walk) => {
  walk.branch();
  walk.visit(walk.field(node, "condition"));
  const value = ["consequence", "alternative"].map((field) => {
    const part = walk.field(node, field);
    return part === NO_NODE ? NOTHING : walk.value(part);
  });
  return value.reduce(either, NOTHING);
};

/** What these give is of the type that they are given. */
const OF_ITS_TYPE: ReadonlySet<string> = new Set(["asInstanceOf", "summon", "implicitly", "summonInline"]);

export const scalaValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referred(node, walk, "read").of, "identifier", "operator_identifier"),
  field_expression: (node, walk) => {
    const { of, on, name } = referred(node, walk, "read");
    return on === null ? of : resultOf(of, on, name, null);
  },
  generic_function(node, walk) {
    const { of, name } = referred(walk.field(node, "function"), walk, "call");
    const typed = last(walk.field(node, "type_arguments"), walk);
    return OF_ITS_TYPE.has(name) ? typed : name === "isInstanceOf" ? NOTHING : stepped(of, CALL);
  },
  call_expression: call,
  infix_expression: infix,
  instance_expression: instanceOf,
  wildcard: (_, walk) => placeholderIn(walk),
  match_expression(node, walk) {
    const value = walk.value(walk.field(node, "value"));
    let type: ChainDraft = null;
    for (const body of walk.fields(node, "body")) {
      type = /^(?:case_block|indented_cases)$/.test(walk.type(body)) ? casesOf(body, value, walk) : type;
    }
    return type;
  },
  for_expression: forExpression,
  if_expression: choice,
  try_expression(node, walk) {
    const value = walk.value(walk.field(node, "body"));
    walk.visitChildren(node, "body");
    return value;
  },
  ...forTypes(block, "block", "indented_block"),
  parenthesized_expression: inside,
  quote_expression(node, walk) {
    walk.state.quotes += 1;
    walk.visitChildren(node);
    walk.state.quotes -= 1;
    return null;
  },
  // `(aisle = 3)`: the name is that of an element.
  tuple_expression(node, walk) {
    for (const part of walk.children(node)) {
      walk.visit(walk.type(part) === "assignment_expression" ? walk.field(part, "right") : part);
    }
    return null;
  },
  assignment_expression(node, walk) {
    walk.visit(walk.field(node, "right"));
    referred(walk.field(node, "left"), walk, "write");
    return NOTHING;
  },
  ascription_expression(node, walk) {
    const [value = NO_NODE, ...types] = walk.children(node);
    walk.visit(value);
    return types.map((type) => walk.value(type)).at(-1) ?? null;
  },
  interpolated_string_expression(node, walk) {
    walk.visitChildren(node, "interpolator");
    return NOTHING;
  },
  throw_expression: nothing,
  return_expression: (node, walk) => {
    const value = inside(node, walk);
    walk.returns(value);
    return NOTHING;
  },
  ...forTypes(literal, "string", "integer_literal", "floating_point_literal", "boolean_literal"),
  ...forTypes(literal, "character_literal", "symbol_literal", "null_literal", "unit"),
};
