// Expressions of JavaScript and TypeScript: the names they refer to, and the value of each.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, last, literal, nothing, readBinary, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FILE, GLOBAL } from "../../../vocabulary/facts.ts";
import { globalProperty } from "../outline.ts";
import { defineAssigned, defineAttached } from "./classes.ts";
import { arrayAs, valueAs } from "./expected.ts";
import { hazardOfWrite } from "./hazards.ts";
import { useAs } from "./names.ts";
import { DECLARED_RESULT, EXPECTED, inner, innerValue, isFunction, NAME, rangeOf, stringOf } from "./node-text.ts";
import { assign, bindPattern, declareLocal } from "./patterns.ts";
import { awaited } from "./promises.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { defineAssignment, EXPORTS } from "./statements.ts";
import { argumentsOf } from "./type-names.ts";
import { anyOf, outcomesOf } from "./unions.ts";

const DIVIDES = /^(?:&&|\|\||\?\?)$/;

const binary: Reading = (node, walk) => {
  const left = walk.field(node, "left");
  if (walk.type(left) === "private_property_identifier") {
    // `#size in value`: of any value that has it.
    walk.reference(left, "read", null);
  }
  const key = walk.text(walk.field(node, "operator")) === "in" ? (stringOf(left, walk) ?? "") : "";
  if (NAME.test(key)) {
    // `"size" in order`
    const of = walk.value(walk.field(node, "right"));
    walk.referenceKnown(key, walk.line(left), "read", stepped(of, `.${key}`));
    return NOTHING;
  }
  return readBinary(node, walk, DIVIDES, (operator, left, right) =>
    operator === "&&" ? right : DIVIDES.test(operator) ? eitherOf(left, right) : NOTHING,
  );
};

/** `a || b` */
const eitherOf = (left: ChainDraft, right: ChainDraft): ChainDraft => (left === NOTHING ? right : (left ?? right));

/** The target of an assignment, as the type that an object assigned to it should have; records no references. */
function declaredOf(left: NodeAt, walk: Walk): ChainDraft {
  switch (walk.type(left)) {
    case "identifier":
    case "this":
      return walk.name(walk.text(left));
    case "member_expression": {
      const object = declaredOf(walk.field(left, "object"), walk);
      return stepped(object, `.${walk.text(walk.field(left, "property"))}`);
    }
    default:
      return null;
  }
}

/** `window.open = openStore`: another name for it in all files, the first time; whether it is that. */
function defineGlobal(node: NodeAt, type: ChainDraft, walk: Walk): boolean {
  const { state } = walk;
  const property = walk.field(walk.field(node, "left"), "property");
  const name = walk.text(property);
  if (walk.type(walk.field(node, "right")) !== "identifier" || state.globals.has(name)) {
    return false;
  }
  state.globals.add(name);
  const known = { name, kind: "field", parent: FILE, qualifier: "window", binds: false, flags: GLOBAL } as const;
  walk.define({ ...known, type, ...rangeOf(node, property, walk) });
  return true;
}

/** Whether it is `using file = open()`, which the grammar of TypeScript reads as an assignment; or a later part of one. */
function isUsing(node: NodeAt, walk: Walk): boolean {
  const around = walk.parent(node);
  const [first = node] = walk.type(around) === "sequence_expression" ? walk.children(around) : [];
  return walk.childOfType(first, "using") !== NO_NODE;
}

/** `declares`: whether what is assigned to a member of `this` may declare that. */
function assigned(node: NodeAt, declares: boolean, walk: Walk): ChainDraft {
  const left = walk.field(node, "left");
  if (isUsing(node, walk)) {
    const made = walk.value(walk.field(node, "right"));
    bindPattern(left, made, walk, declareLocal(walk));
    return made;
  }
  const exported = EXPORTS.test(walk.text(left)) ? defineAssignment(node, walk) : undefined;
  if (exported !== undefined) {
    return exported;
  }
  const value = valueAs(walk.field(node, "right"), declaredOf(left, walk), walk);
  switch (walk.type(left)) {
    case "identifier":
      referToName(left, walk, "write");
      break;
    case "member_expression":
      if (globalProperty(walk, left) !== null && defineGlobal(node, value, walk)) {
        walk.visit(walk.field(left, "object"));
      } else {
        if (walk.type(walk.field(left, "object")) !== "this") {
          defineAttached(node, value, walk);
        } else if (declares) {
          defineAssigned(node, walk.field(left, "property"), value, walk);
        }
        useAs(left, "write", walk);
      }
      walk.hazard(hazardOfWrite(left, walk));
      break;
    default:
      bindPattern(left, value, walk, assign(walk));
  }
  return value;
}

/** `a ||= b` has the value of `a || b`; the value of other operators is no project's. */
const augmented: Reading = (node, walk) => {
  const before = useAs(walk.field(node, "left"), "write", walk);
  const value = walk.value(walk.field(node, "right"));
  const operator = walk.text(walk.field(node, "operator"));
  return DIVIDES.test(operator.slice(0, -1)) ? eitherOf(before, value) : NOTHING;
};

/** One of both. */
const ternary: Reading = (node, walk) => {
  walk.branch();
  walk.visit(walk.field(node, "condition"));
  return anyOf(node, outcomesOf(node, walk), walk);
};

const array: Reading = (node, walk) => arrayAs(node, null, walk);

function withoutParentheses(node: NodeAt, walk: Walk): NodeAt {
  let at = node;
  while (walk.type(at) === "parenthesized_expression") {
    at = inner(at, walk);
  }
  return at;
}

/** `x as T` is a T; `x satisfies T` and `f<T>` are what they were. An object there has the members of T. */
const cast: Reading = (node, walk) => {
  const [expression = NO_NODE, type = NO_NODE] = walk.children(node);
  const isObject = expression !== NO_NODE && type !== NO_NODE && walk.type(expression) === "object";
  if (type !== NO_NODE && isFunction(withoutParentheses(expression, walk), walk)) {
    const wanted = walk.value(type);
    const value = valueAs(expression, wanted, walk);
    return walk.type(node) === "as_expression" ? wanted : value;
  }
  if (!isObject) {
    const value = walk.value(expression);
    const wanted = walk.value(type);
    return type === NO_NODE || walk.type(node) !== "as_expression" ? value : wanted;
  }
  const wanted = walk.value(type);
  const result = walk.within({ kind: "block" }, () => {
    walk.local(EXPECTED, wanted);
    walk.local(DECLARED_RESULT, wanted);
    return walk.value(expression);
  });
  return walk.type(node) === "as_expression" ? wanted : result;
};

/** Of TypeScript, where classes declare all that they have. */
export const typedExpressions: Readonly<Record<string, Reading>> = {
  assignment_expression: (node, walk) => assigned(node, false, walk),
};

export const expressions: Readonly<Record<string, Reading>> = {
  binary_expression: binary,
  ternary_expression: ternary,
  assignment_expression: (node, walk) => assigned(node, true, walk),
  augmented_assignment_expression: augmented,
  array,
  spread_element: (node, walk) => stepped(walk.value(inner(node, walk)), "[]"),
  ...forTypes(innerValue, "parenthesized_expression", "non_null_expression"),
  await_expression: (node, walk) => awaited(innerValue(node, walk)),
  ...forTypes(cast, "instantiation_expression", "as_expression", "satisfies_expression"),
  type_assertion: (node, walk) => {
    const [types = NO_NODE, expression = NO_NODE] = walk.children(node);
    const [wanted = null] = argumentsOf(types, walk);
    valueAs(expression, wanted, walk);
    return wanted;
  },
  sequence_expression: last,
  ...forTypes<Reading>(nothing, "unary_expression", "template_string"),
  ...forTypes<Reading>(literal, "string", "number", "regex", "true", "false", "null", "undefined"),
};

const write: Visitor = (node, walk) => void useAs(walk.field(node, "argument"), "write", walk);

export const uses: Readonly<Record<string, Visitor>> = {
  update_expression: write,
  decorator(node, walk) {
    const what = inner(node, walk);
    const isCall = walk.type(what) === "call_expression";
    useAs(isCall ? walk.field(what, "function") : what, "decorate", walk);
    walk.visit(isCall ? walk.field(what, "arguments") : NO_NODE);
  },
};
