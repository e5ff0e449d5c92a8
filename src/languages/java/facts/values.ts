// Reads Java's expressions: their values, and the names they refer to.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  binary,
  enclosingInstance,
  forTypes,
  last,
  literal,
  nothing,
  referToMember,
  referToName,
  ternary,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, CALL, COLLECTION, ELEMENT, FUNCTION_MARK, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { instanceWithBody } from "./classes.ts";
import { countOfLambda, lambda } from "./functions.ts";
import { writtenOut } from "./imports.ts";
import { hazardOfCall, hazardOfClass, PASSES_ELEMENT, PASSES_TWO_ELEMENTS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";
import { isCollection, namedType, typeIn } from "./types.ts";
import { argumentsText, noteType, writtenType } from "./written-types.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(expression: NodeAt, walk: Walk, role: Role): ChainDraft {
  let node = expression;
  while (walk.type(node) === "parenthesized_expression") {
    node = walk.children(node)[0] ?? NO_NODE;
  }
  switch (walk.type(node)) {
    case "identifier":
      return referToName(node, walk, role);
    case "field_access": {
      const [object, name] = [walk.field(node, "object"), walk.field(node, "field")];
      const type = typeWrittenOut(node, name, walk);
      if (type !== null) {
        walk.reference(name, role, type);
        return type;
      }
      return walk.type(name) === "this"
        ? stepped(walk.value(object), INSTANCE)
        : referToMember(objectOf(node, object, walk), name, walk, role);
    }
    default:
      return walk.value(node);
  }
}

/** `a.b.Store` of `a.b.Store.open()`, where `a` is no variable. */
function typeWrittenOut(node: NodeAt, name: NodeAt, walk: Walk): ChainDraft {
  const { state } = walk;
  const [, first = null] = WITH_PACKAGE.exec(walk.text(node)) ?? [];
  const isPackage = first !== null && !state.frames.some(({ variables }) => variables.has(first));
  return isPackage ? writtenOut(node, walk.text(name), walk) : null;
}

const WITH_PACKAGE = /^(\p{Ll}\w*)(?:\s*\.\s*\p{Ll}\w*)*\s*\.\s*\p{Lu}\w*\p{Ll}\w*$/u;

/** What a member is asked of; `Outer.super.close()` asks what an Outer is. */
function objectOf(node: NodeAt, object: NodeAt, walk: Walk): ChainDraft {
  const isSuper = walk.type(object) !== "super" && walk.childOfType(node, "super") !== NO_NODE;
  const value = walk.value(object);
  return isSuper ? stepped(value, INSTANCE) : value;
}

const call: Reading = (node, walk) => {
  const [object, name] = [walk.field(node, "object"), walk.field(node, "name")];
  const text = walk.text(name);
  const value = object === NO_NODE ? null : objectOf(node, object, walk);
  const of = object === NO_NODE ? walk.name(text, true) : stepped(value, `.${text}${FUNCTION_MARK}`);
  const list = walk.field(node, "arguments");
  walk.reference(name, "call", of, argumentsText(list, walk));
  walk.hazard(hazardOfCall(text) | (walk.type(object) === "identifier" ? hazardOfClass(walk.text(object)) : 0));
  walk.visit(walk.field(node, "type_arguments"));
  const element = stepped(value, ELEMENT);
  const literal = walk.childOfType(list, "class_literal");
  for (const argument of walk.children(list)) {
    if (walk.type(argument) === "lambda_expression") {
      lambda(argument, passedTo(text, countOfLambda(argument, walk), element), walk);
    } else {
      walk.visit(argument);
    }
  }
  return literal === NO_NODE ? stepped(of, CALL) : resultByClass(text, of, literal, walk);
};

/** `element.getAnnotation(Format.class)` is a Format; of what else a library is given a class for, nobody knows what it makes of it. */
function resultByClass(method: string, of: ChainDraft, literal: NodeAt, walk: Walk): ChainDraft {
  const steps = RETURNED_OF_CLASS.get(method);
  if (steps !== undefined) {
    return stepped(namedType(typeIn(literal, walk), walk), steps);
  }
  return of?.root === BUILT_IN_ROOT ? null : stepped(of, CALL);
}

/** What methods of Java's own return for a class that they are given: an instance, or an array of them. */
const RETURNED_OF_CLASS: ReadonlyMap<string, string> = new Map([
  ["getAnnotation", INSTANCE],
  ["getDeclaredAnnotation", INSTANCE],
  ["getAnnotationsByType", INSTANCE + COLLECTION],
  ["getDeclaredAnnotationsByType", INSTANCE + COLLECTION],
]);

/** What a collection's method passes to a lambda with this number of parameters. */
function passedTo(method: string, count: number, element: ChainDraft): ChainDraft[] {
  if (count === 1) {
    return PASSES_ELEMENT.has(method) ? [element] : [];
  }
  return PASSES_TWO_ELEMENTS.has(method) ? [element, element] : method === "forEach" ? [NOTHING, element] : [];
}

const creation: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const [first = NO_NODE] = walk.children(node);
  // `outer.new Inner()`
  const outer = first < type && !/annotation|type_arguments/.test(walk.type(first)) ? first : NO_NODE;
  walk.hazard(hazardOfClass(walk.text(type)));
  const of = outer === NO_NODE ? namedType(type, walk, "new") : referToMember(walk.value(outer), type, walk, "new");
  const isGeneric = walk.type(type) === "generic_type" && outer === NO_NODE;
  const value = isGeneric ? collectionOf(type, of, walk) : stepped(of, INSTANCE);
  walk.visit(walk.field(node, "arguments"));
  const body = walk.childOfType(node, "class_body");
  return body === NO_NODE ? value : instanceWithBody(body, of, walk);
};

/**
 * `new ArrayList<Store>()` is a collection of stores, as a variable of that type; its names are already recorded as references.
 */
function collectionOf(type: NodeAt, of: ChainDraft, walk: Walk): ChainDraft {
  const argument = walk.children(walk.childOfType(type, "type_arguments")).at(-1) ?? NO_NODE;
  const name = walk.text(walk.children(type)[0] ?? NO_NODE);
  return isCollection(name, walk) && walk.type(argument) === "type_identifier"
    ? stepped(walk.name(walk.text(argument)), INSTANCE + COLLECTION)
    : stepped(of, INSTANCE);
}

const arrayCreation: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "type"));
  walk.visitChildren(node, "type");
  return stepped(value, COLLECTION);
};

const assignment: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "right"));
  referred(walk.field(node, "left"), walk, "write");
  return value;
};

/** `Store::load`, `this::load`, `Store::new`. */
const methodReference: Reading = (node, walk) => {
  const [object = NO_NODE, ...others] = walk.children(node);
  const name = others.findLast((part) => walk.type(part) === "identifier") ?? NO_NODE;
  if (name === NO_NODE) {
    if (walk.childOfType(node, "new") !== NO_NODE && /identifier|generic_type/.test(walk.type(object))) {
      namedType(object, walk, "new");
    } else {
      walk.visit(object);
    }
    return null;
  }
  const isType = /type/.test(walk.type(object));
  const value = isType ? namedType(object, walk, "read") : walk.value(object);
  referToMember(value, name, walk, "read", `${walk.text(name)}${FUNCTION_MARK}`);
  return null;
};

/** `x instanceof Store s` */
const instanceOf: Reading = (node, walk) => {
  walk.visit(walk.field(node, "left"));
  const value = walk.value(walk.field(node, "right"));
  const name = walk.field(node, "name");
  if (name !== NO_NODE) {
    walk.local(walk.text(name), value);
    noteType(walk.text(name), writtenType(walk.field(node, "right"), walk), walk);
  }
  walk.visit(walk.field(node, "pattern"));
  return NOTHING;
};

const classLiteral: Reading = (node, walk) => {
  walk.visit(typeIn(node, walk));
  return NOTHING;
};

export const javaValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referred(node, walk, "read"), "identifier", "field_access"),
  scoped_identifier: (node, walk) => namedType(node, walk, "read"),
  this: (_, walk) => enclosingInstance(walk),
  super: (_, walk) => enclosingInstance(walk, "super"),
  method_invocation: call,
  object_creation_expression: creation,
  array_creation_expression: arrayCreation,
  array_access(node, walk) {
    const value = walk.value(walk.field(node, "array"));
    walk.visit(walk.field(node, "index"));
    return stepped(value, ELEMENT);
  },
  parenthesized_expression: last,
  cast_expression(node, walk) {
    const [type = NO_NODE] = walk.fields(node, "type");
    const value = walk.value(type);
    walk.visitChildren(node, "type");
    return value;
  },
  binary_expression: binary(/^(?:&&|\|\|)$/, NOTHING),
  ternary_expression: ternary,
  assignment_expression: assignment,
  method_reference: methodReference,
  instanceof_expression: instanceOf,
  class_literal: classLiteral,
  ...forTypes(nothing, "unary_expression", "string_literal"),
  ...forTypes(literal, "character_literal", "true", "false", "null_literal", "decimal_floating_point_literal"),
  ...forTypes(literal, "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal"),
  binary_integer_literal: literal,
  update_expression: (node, walk) => {
    referred(walk.children(node)[0] ?? NO_NODE, walk, "write");
    return NOTHING;
  },
};
