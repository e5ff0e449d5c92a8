// Reads Python's expressions: their values, and the names they refer to.

import { BUILT_IN_VALUE, type ChainDraft, NOTHING, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, superChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { annotated } from "./annotations.ts";
import { bindTarget, iterated, parametersOf } from "./bindings.ts";
import { KNOWN_CALLS } from "./known-calls.ts";
import { hazardsOf } from "./names.ts";
import { keyed } from "./names-in-strings.ts";
import { common, frameAt, frameOf, inFrame, memberOf, type Reading, type Walk } from "./state.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
    case "identifier":
      return referToName(node, walk, role);
    case "attribute": {
      const name = walk.field(node, "attribute");
      const object = walk.value(walk.field(node, "object"));
      const of = memberOf(object, walk.text(name), walk);
      walk.reference(name, role, of);
      return of;
    }
    case "subscript": {
      if (hasKey(node, walk)) {
        return walk.deeper(() => walk.value(node));
      }
      // A generic class with its arguments is that class.
      const of = walk.deeper(() => referred(walk.field(node, "value"), walk, role));
      for (const argument of walk.fields(node, "subscript")) {
        annotated(argument, walk);
      }
      return of;
    }
    case "parenthesized_expression":
      return walk.deeper(() => referred(walk.children(node)[0] ?? NO_NODE, walk, role));
    default:
      return walk.value(node);
  }
}

/** `handlers["save"]`: in quotes, what is no class has a key there, and no type. */
function hasKey(node: NodeAt, walk: Walk): boolean {
  const value = walk.field(node, "value");
  const name = walk.type(value) === "attribute" ? walk.field(value, "attribute") : value;
  const isGeneric =
    walk.type(name) === "identifier" && /^(?:\p{Lu}|(?:list|dict|set|tuple|type)$)/u.test(walk.text(name));
  return !isGeneric && walk.fields(node, "subscript").some((one) => walk.type(one) === "string");
}

const call: Reading = (node, walk) => {
  const callee = walk.field(node, "function");
  const args = walk.field(node, "arguments");
  if (walk.type(args) === "generator_expression") {
    referred(callee, walk, "call");
    return walk.value(args);
  }
  const name = walk.end(callee) - walk.start(callee) > NAME_MAX ? "" : walk.text(callee);
  walk.hazard(hazardsOf(name));
  if (name === "super" && walk.enclosingClass() !== FILE) {
    walk.visit(args);
    return rooted(superChain(walk.enclosingClass()));
  }
  return calledAs("call", callee, args, walk);
};

/** A longer name of a function is no known one. */
const NAME_MAX = 60;

/** The value of the call, whose function is recorded with this role. */
export function calledAs(role: Role, callee: NodeAt, args: NodeAt, walk: Walk): ChainDraft {
  const of = referred(callee, walk, role);
  const isShort = walk.end(callee) - walk.start(callee) <= NAME_MAX;
  const known = isShort ? KNOWN_CALLS[walk.text(callee).split(".").at(-1) ?? ""] : undefined;
  return known?.(walk.children(args), walk, callee) ?? plainCall(of, args, walk);
}

function plainCall(of: ChainDraft, args: NodeAt, walk: Walk): ChainDraft {
  walk.visit(args);
  return stepped(of, "()");
}

const lambda: Reading = (node, walk) => stepped(readLambda(node, walk), RESULT_STEP);

/** The result of a call. */
export function readLambda(node: NodeAt, walk: Walk): ChainDraft {
  const parameters = parametersOf(walk.field(node, "parameters"), walk);
  return inFrame(walk, frameOf("function", walk.enclosing()), () => {
    for (const { name, holds } of parameters) {
      walk.local(name, holds);
    }
    return walk.value(walk.field(node, "body"));
  });
}

/** What the first loop runs over is read outside: in a class's body, by the names of that. */
const comprehension: Reading = (node, walk) => {
  const body = walk.field(node, "body");
  const [loop = NO_NODE, ...others] = walk.children(node).filter((one) => one !== body);
  const target = walk.field(loop, "left");
  const each = iterated(target, walk.field(loop, "right"), walk);
  const value = inFrame(walk, frameOf("comprehension", walk.enclosing()), () => {
    bindTarget(target, each, walk, { range: loop });
    others.forEach(walk.visit);
    return element(body, walk);
  });
  return stepped(value, "*");
};

/** The value of an element of a collection; of a dictionary's pair, of what comes after the colon. */
function element(node: NodeAt, walk: Walk): ChainDraft {
  if (walk.type(node) !== "pair") {
    return walk.value(node);
  }
  walk.visit(walk.field(node, "key"));
  return walk.value(walk.field(node, "value"));
}

/** A list, dictionary or set literal: a collection, if all elements have the same value. */
const collection: Reading = (node, walk) => {
  const one = common(walk.children(node).map((child) => element(child, walk)));
  return one === null || one === NOTHING || one.root === BUILT_IN_ROOT ? BUILT_IN_VALUE : stepped(one, "*");
};

const literal: Reading = () => BUILT_IN_VALUE;

/** Its parts are visited; its value is of the language's own. */
const builtIn: Reading = (node, walk) => {
  walk.visitChildren(node);
  return BUILT_IN_VALUE;
};

const inner: Reading = (node, walk) => {
  const children = walk.children(node).map(walk.value);
  return children.length === 1 ? (children[0] ?? null) : null;
};

const conditional: Reading = (node, walk) => {
  walk.branch();
  const [then = NO_NODE, condition = NO_NODE, otherwise = NO_NODE] = walk.children(node);
  const values = [walk.value(then), walk.value(otherwise)];
  walk.visit(condition);
  return common(values);
};

/** `a or b` is mostly a default for what may be missing. */
const boolean: Reading = (node, walk) => {
  walk.branch();
  const left = walk.value(walk.field(node, "left"));
  const right = walk.value(walk.field(node, "right"));
  const isOr = walk.text(walk.field(node, "operator")) === "or";
  return isOr && left !== null && left !== NOTHING ? left : right;
};

const subscript: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "value"));
  const at = walk.fields(node, "subscript");
  const [only = NO_NODE] = at;
  const named = at.length === 1 ? keyed(walk.field(node, "value"), value, only, walk) : undefined;
  if (named !== undefined) {
    return named.of;
  }
  at.forEach(walk.visit);
  return at.some((one) => walk.type(one) === "slice") ? value : stepped(value, "[]");
};

const walrus: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "value"));
  bindTarget(walk.field(node, "name"), value, walk, { range: node, isWhole: true });
  return value;
};

const yielded: Reading = (node, walk) => {
  const isFrom = walk.childOfType(node, "from") !== NO_NODE;
  const [value = NOTHING] = walk.children(node).map(walk.value);
  frameAt(walk, true).yielded.push(isFrom ? stepped(value, "[]") : value);
  return null;
};

/** `for x in xs` of a comprehension. */
const forIn: Reading = (node, walk) => {
  const target = walk.field(node, "left");
  bindTarget(target, iterated(target, walk.field(node, "right"), walk), walk, { range: node });
  return null;
};

export const pythonValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referred(node, walk, "read"), "identifier", "attribute"),
  call,
  lambda,
  subscript,
  named_expression: walrus,
  yield: yielded,
  ...forTypes(comprehension, "list_comprehension", "set_comprehension", "dictionary_comprehension"),
  generator_expression: comprehension,
  for_in_clause: forIn,
  ...forTypes(collection, "list", "set", "dictionary", "tuple"),
  ...forTypes(inner, "await", "parenthesized_expression"),
  conditional_expression: conditional,
  boolean_operator: boolean,
  ...forTypes(builtIn, "not_operator", "comparison_operator", "string", "concatenated_string"),
  ...forTypes(literal, "integer", "float", "true", "false"),
  none: () => NOTHING,
};
