// Expressions of JavaScript and TypeScript: the names they refer to, and the value of each.

import { type ChainDraft, NOTHING, ownerOf, stepped, writtenAs } from "../../../facts/chain-drafts.ts";
import { last, leftSpine, nothing } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { defineAssigned, defineAttached } from "./classes.ts";
import { arrayAs, valueAs } from "./expected.ts";
import { insideFunction } from "./functions.ts";
import { instanceOf, useOf } from "./generics.ts";
import { hazardOfCall, hazardOfWrite } from "./hazards.ts";
import { requiredModule } from "./modules.ts";
import { referenceName, useAs } from "./names.ts";
import { DECLARED_RESULT, EXPECTED, inner, isFunction } from "./node-text.ts";
import { assign, bindPattern } from "./patterns.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { defineAssignment, EXPORTS } from "./statements.ts";
import { argumentsOf, builtInType } from "./type-names.ts";
import { anyOf } from "./unions.ts";

/** Methods of arrays and promises that pass an element to a function: which of its parameters get one. */
const FIRST = [
  "forEach",
  "map",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "some",
  "every",
  "flatMap",
];
const PASSES_ELEMENTS: ReadonlyMap<string, readonly boolean[]> = new Map<string, readonly boolean[]>([
  ...[...FIRST, "then"].map((name): [string, boolean[]] => [name, [true]]),
  ["reduce", [false, true]],
  ["sort", [true, true]],
  ["toSorted", [true, true]],
]);

/** Methods of arrays that take more elements. */
const TAKES_EACH: ReadonlySet<string> = new Set(["push", "unshift"]);

/** Functions that return their first argument, or a collection of it. */
const RETURNS_FIRST_ARGUMENT: ReadonlySet<string> = new Set([
  ...[
    "Object.freeze",
    "Object.seal",
    "Object.assign",
    "Object.values",
    "Array.from",
    "Promise.resolve",
    "Object.entries",
  ],
]);

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const module = requiredModule(node, walk);
  if (module !== undefined) {
    return module;
  }
  const callee = tree.field(node, "function");
  const used = useAs(callee, "call", walk);
  facts.hazard(hazardOfCall(callee, walk));
  const called = useOf(node, used, argumentsOf(tree.field(node, "type_arguments"), walk), walk);
  const list = tree.field(node, "arguments");
  const method = tree.type(callee) === "member_expression" ? tree.text(tree.field(callee, "property")) : "";
  const receiver = ownerOf(used);
  // A promise is treated as the value that it resolves to.
  const each = method === "then" ? receiver : stepped(receiver, "[]");
  const known = PASSES_ELEMENTS.get(method)?.map((isPassed) => (isPassed ? each : null)) ?? [];
  const [given = null, mapped] = readArguments(
    list,
    called,
    { known, each: TAKES_EACH.has(method) ? each : null },
    walk,
  );
  if (mapped !== undefined && tree.text(callee) === "Array.from") {
    return stepped(mapped, "*");
  }
  if (method === "map" || method === "flatMap" || method === "then") {
    return method === "map" ? stepped(given, "*") : given;
  }
  const isOfFirst = method !== "" && RETURNS_FIRST_ARGUMENT.has(tree.text(callee));
  return isOfFirst ? stepped(given, method === "entries" ? "*" : "") : stepped(called, "()");
};

/** What is known of the parameters of a method of arrays and the like. */
interface Expectations {
  /** Values of the parameters of its first argument, a function. */
  readonly known?: readonly ChainDraft[];
  /** What each of its arguments is expected to be. */
  readonly each?: ChainDraft;
}

/**
 * Visits the arguments of a call; functions and objects among them get the types of the parameters. Returns the value of the
 * first (of a function: what it returns), and what a function in second place returns.
 */
function readArguments(
  list: NodeAt,
  called: ChainDraft,
  { known = [], each = null }: Expectations,
  walk: Walk,
): ChainDraft[] {
  const { tree } = walk;
  if (tree.type(list) !== "arguments") {
    walk.visit(list);
    return [];
  }
  const given: ChainDraft[] = [];
  const parts = tree.children(list).filter((part) => tree.type(part) !== "comment");
  for (const [at, part] of parts.entries()) {
    if (isFunction(part, walk)) {
      // `Array.from(all, (one) => …)`; of anything else the second's parameters are as declared.
      const [first = null] = given;
      const isMapping = at === 1 && writtenAs(called) === "Array.from";
      const told = at === 0 ? known : isMapping ? [stepped(first, "[]")] : [];
      const gives = insideFunction(part, walk, { known: told, expected: stepped(called, `.${at}`) });
      if (at < 2) {
        given[at] = gives;
      }
    } else {
      const value = valueAs(part, each ?? stepped(called, `.${at}`), walk);
      given[0] = at === 0 ? value : (given[0] ?? null);
    }
  }
  return given;
}

/** Of what they are made from: `new Set(orders)`. */
const MADE_OF: ReadonlySet<string> = new Set(["Set", "WeakSet"]);

const construct: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const made = tree.field(node, "constructor");
  const value = useAs(made, "new", walk);
  facts.hazard(hazardOfCall(made, walk));
  const given = argumentsOf(tree.field(node, "type_arguments"), walk);
  const list = tree.field(node, "arguments");
  const [first] = readArguments(list, value, {}, walk);
  if (given.length === 0 && MADE_OF.has(tree.text(made))) {
    return first ?? stepped(value, "^");
  }
  const builtIn = given.length === 0 ? undefined : builtInType(tree.text(made), given);
  return builtIn ?? instanceOf(node, value, given, walk);
};

const DIVIDES: ReadonlySet<string> = new Set(["&&", "||", "??"]);

/** `a + b + c` is nested to the left, as deep as it is long. */
const binary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const { left, operations } = leftSpine(node, (each) =>
    tree.type(each) === "binary_expression" ? tree.field(each, "left") : null,
  );
  let value = walk.value(left);
  for (const each of operations) {
    const operator = tree.text(tree.field(each, "operator"));
    if (DIVIDES.has(operator)) {
      facts.branch();
    }
    const right = walk.value(tree.field(each, "right"));
    value =
      operator === "&&" ? right : DIVIDES.has(operator) ? (value === NOTHING ? right : (value ?? right)) : NOTHING;
  }
  return value;
};

/** The target of an assignment, as the type that an object assigned to it should have; records no references. */
function declaredOf(left: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  switch (tree.type(left)) {
    case "identifier":
    case "this":
      return facts.name(tree.text(left));
    case "member_expression": {
      const object = declaredOf(tree.field(left, "object"), walk);
      return stepped(object, `.${tree.text(tree.field(left, "property"))}`);
    }
    default:
      return null;
  }
}

/** `declares`: whether what is assigned to a member of `this` may declare that. */
function assigned(node: NodeAt, declares: boolean, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const left = tree.field(node, "left");
  const exported = EXPORTS.test(tree.text(left)) ? defineAssignment(node, walk) : undefined;
  if (exported !== undefined) {
    return exported;
  }
  const value = valueAs(tree.field(node, "right"), declaredOf(left, walk), walk);
  switch (tree.type(left)) {
    case "identifier":
      referenceName(left, "write", walk);
      break;
    case "member_expression":
      if (tree.type(tree.field(left, "object")) !== "this") {
        defineAttached(node, value, walk);
      } else if (declares) {
        defineAssigned(node, tree.field(left, "property"), value, walk);
      }
      useAs(left, "write", walk);
      facts.hazard(hazardOfWrite(left, walk));
      break;
    default:
      bindPattern(left, value, walk, assign(walk));
  }
  return value;
}

/** `a ||= b`, has either value, as `a || b` has; other operators return nothing of a project's. */
const augmented: Reading = (node, walk) => {
  const { tree } = walk;
  const before = useAs(tree.field(node, "left"), "write", walk);
  const value = walk.value(tree.field(node, "right"));
  const operator = tree.text(tree.field(node, "operator"));
  return !DIVIDES.has(operator.slice(0, -1)) ? NOTHING : before === null || before === NOTHING ? value : before;
};

/** One of both. */
const ternary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  walk.visit(tree.field(node, "condition"));
  const outcomes = ["consequence", "alternative"].map((field) => walk.value(tree.field(node, field)));
  return anyOf(node, outcomes, walk);
};

const array: Reading = (node, walk) => arrayAs(node, null, walk);

const within: Reading = (node, walk) => walk.value(inner(node, walk));

/** `x as T` is a T; `x satisfies T` and `f<T>` are what they were. An object there has the members of T. */
const cast: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [expression = NO_NODE, type = NO_NODE] = tree.children(node);
  const isObject = expression !== NO_NODE && type !== NO_NODE && tree.type(expression) === "object";
  if (!isObject) {
    const value = walk.value(expression);
    const wanted = walk.value(type);
    return type === NO_NODE || tree.type(node) !== "as_expression" ? value : wanted;
  }
  const wanted = walk.value(type);
  let result: ChainDraft = null;
  facts.within({ kind: "block" }, () => {
    facts.local(EXPECTED, wanted);
    facts.local(DECLARED_RESULT, wanted);
    result = walk.value(expression);
  });
  return tree.type(node) === "as_expression" ? wanted : result;
};

/** Of TypeScript, where classes declare all that they have. */
export const typedExpressions: Readonly<Record<string, Reading>> = {
  assignment_expression: (node, walk) => assigned(node, false, walk),
};

export const expressions: Readonly<Record<string, Reading>> = {
  call_expression: call,
  new_expression: construct,
  binary_expression: binary,
  ternary_expression: ternary,
  assignment_expression: (node, walk) => assigned(node, true, walk),
  augmented_assignment_expression: augmented,
  array,
  spread_element: (node, walk) => stepped(walk.value(inner(node, walk)), "[]"),
  subscript_expression(node, walk) {
    const object = walk.value(walk.tree.field(node, "object"));
    walk.visit(walk.tree.field(node, "index"));
    return stepped(object, "[]");
  },
  parenthesized_expression: within,
  non_null_expression: within,
  await_expression: within,
  instantiation_expression: cast,
  as_expression: cast,
  satisfies_expression: cast,
  type_assertion: (node, walk) => {
    const [types = NO_NODE, expression = NO_NODE] = walk.tree.children(node);
    const [wanted = null] = argumentsOf(types, walk);
    valueAs(expression, wanted, walk);
    return wanted;
  },
  sequence_expression: last,
  unary_expression: nothing,
  template_string: nothing,
  string: () => NOTHING,
  number: () => NOTHING,
  regex: () => NOTHING,
  true: () => NOTHING,
  false: () => NOTHING,
  null: () => NOTHING,
  undefined: () => NOTHING,
};

const write: Visitor = (node, walk) => {
  const { tree } = walk;
  useAs(tree.field(node, "argument"), "write", walk);
};

/** `Foo` of `<Foo/>`; in lower case it is an element of the page. */
const element: Visitor = (node, walk) => {
  const { tree } = walk;
  const name = tree.field(node, "name");
  const isOwn = name !== NO_NODE && !/^[a-z]/.test(tree.text(name));
  const isMember = tree.type(name) === "member_expression";
  if (isOwn || isMember) {
    useAs(name, tree.type(node) === "jsx_closing_element" ? "read" : "call", walk);
  }
  walk.visitChildren(node, "name");
};

export const uses: Readonly<Record<string, Visitor>> = {
  update_expression: write,
  jsx_opening_element: element,
  jsx_closing_element: element,
  jsx_self_closing_element: element,
  jsx_namespace_name: () => undefined,
  decorator(node, walk) {
    const { tree } = walk;
    const what = inner(node, walk);
    const isCall = tree.type(what) === "call_expression";
    useAs(isCall ? tree.field(what, "function") : what, "decorate", walk);
    walk.visit(isCall ? tree.field(what, "arguments") : NO_NODE);
  },
};
