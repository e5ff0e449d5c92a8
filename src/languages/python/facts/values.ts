// Reads Python's expressions: their values, and the names they refer to.

import {
  BUILT_IN_VALUE,
  type ChainDraft,
  NOTHING,
  RESULT_STEP,
  rooted,
  rootOf,
  stepped,
} from "../../../facts/chain-drafts.ts";
import { forTypes, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, definitionChain, superChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { annotated, annotatedClass } from "./annotations.ts";
import { bindTarget, iterated, parametersOf } from "./bindings.ts";
import { classOfReceiver, common, frameAt, inFrame } from "./frames.ts";
import { hazardsOf } from "./names.ts";
import { frameOf, type Reading, type Walk } from "./state.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "identifier":
      return referToName(node, walk, role);
    case "attribute": {
      const name = tree.field(node, "attribute");
      const object = walk.value(tree.field(node, "object"));
      const of = memberOf(object, tree.text(name), walk);
      walk.reference(name, role, of);
      return of;
    }
    case "subscript": {
      // A generic class with its arguments is that class.
      const of = walk.deeper(() => referred(tree.field(node, "value"), walk, role));
      for (const argument of tree.fields(node, "subscript")) {
        annotated(argument, walk);
      }
      return of;
    }
    case "parenthesized_expression":
      return walk.deeper(() => referred(tree.children(node)[0] ?? NO_NODE, walk, role));
    default:
      return walk.value(node);
  }
}

/** The class of the enclosing instance is known; others are resolved when the chain is followed. */
function memberOf(object: ChainDraft, name: string, walk: Walk): ChainDraft {
  const owner = name === "__class__" ? classOfReceiver(walk, rootOf(object)) : null;
  return owner === null ? stepped(object, `.${name}`) : rooted(definitionChain(owner.definition));
}

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const callee = tree.field(node, "function");
  const args = tree.field(node, "arguments");
  if (tree.type(args) === "generator_expression") {
    referred(callee, walk, "call");
    return walk.value(args);
  }
  const name = tree.end(callee) - tree.start(callee) > 60 ? "" : tree.text(callee);
  facts.hazard(hazardsOf(name));
  if (name === "super" && facts.enclosingClass !== FILE) {
    walk.visit(args);
    return rooted(superChain(facts.enclosingClass));
  }
  const of = referred(callee, walk, "call");
  const known = KNOWN_CALLS[name.split(".").at(-1) ?? ""];
  return known?.(tree.children(args), walk) ?? plainCall(of, args, walk);
};

function plainCall(of: ChainDraft, args: NodeAt, walk: Walk): ChainDraft {
  walk.visit(args);
  return stepped(of, "()");
}

/** The value of a call with these arguments, which it visits; undefined where it is as that of any other call. */
type KnownCall = (args: readonly NodeAt[], walk: Walk) => ChainDraft | undefined;

/** The first argument, all others visited too; `steps` lead from it to the value of the call. */
const first =
  (steps: string): KnownCall =>
  ([argument, ...others], walk) => {
    if (argument === undefined || walk.tree.type(argument) === "keyword_argument") {
      return undefined;
    }
    const value = walk.value(argument);
    others.forEach(walk.visit);
    return stepped(value, steps);
  };

const cast: KnownCall = ([type, value, ...more], walk) => {
  if (type === undefined || value === undefined || more.length > 0) {
    return undefined;
  }
  const of = annotated(type, walk);
  walk.visit(value);
  return of;
};

const typeOf: KnownCall = ([argument, ...others], walk) =>
  argument === undefined || others.length > 0 ? undefined : memberOf(walk.value(argument), "__class__", walk);

/** A type variable is what it is bound to. */
const typeVariable: KnownCall = (args, walk) => {
  let of: ChainDraft = null;
  for (const argument of args) {
    const isBound = walk.tree.text(walk.tree.field(argument, "name")) === "bound";
    if (isBound) {
      of = annotatedClass(walk.tree.field(argument, "value"), walk);
    } else {
      walk.visit(argument);
    }
  }
  return of;
};

/** Built-in functions whose result follows from their arguments. */
const KNOWN_CALLS: Readonly<Record<string, KnownCall>> = Object.assign(Object.create(null), {
  ...forTypes(first(""), ..."list sorted set tuple frozenset reversed iter copy deepcopy".split(" ")),
  next: first("[]"),
  cast,
  type: typeOf,
  TypeVar: typeVariable,
});

const lambda: Reading = (node, walk) => stepped(readLambda(node, walk), RESULT_STEP);

/** The result of a call. */
export function readLambda(node: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const parameters = parametersOf(tree.field(node, "parameters"), walk);
  return inFrame(walk, frameOf("function", facts.enclosing), () => {
    for (const { name, holds } of parameters) {
      facts.local(name, holds);
    }
    return walk.value(tree.field(node, "body"));
  });
}

const comprehension: Reading = (node, walk) => {
  const value = inFrame(walk, frameOf("comprehension", walk.facts.enclosing), () => {
    walk.visitChildren(node, "body");
    return element(walk.tree.field(node, "body"), walk);
  });
  return stepped(value, "*");
};

/** The value of an element of a collection; of a dictionary's pair, of what comes after the colon. */
function element(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  if (tree.type(node) !== "pair") {
    return walk.value(node);
  }
  walk.visit(tree.field(node, "key"));
  return walk.value(tree.field(node, "value"));
}

/** A list, dictionary or set literal: a collection, if all elements have the same value. */
const collection: Reading = (node, walk) => {
  const one = common(walk.tree.children(node).map((child) => element(child, walk)));
  return one === null || one === NOTHING || one.root === BUILT_IN_ROOT ? BUILT_IN_VALUE : stepped(one, "*");
};

const literal: Reading = () => BUILT_IN_VALUE;

/** Its parts are visited; its value is of the language's own. */
const builtIn: Reading = (node, walk) => {
  walk.visitChildren(node);
  return BUILT_IN_VALUE;
};

const inner: Reading = (node, walk) => {
  const children = walk.tree.children(node).map(walk.value);
  return children.length === 1 ? (children[0] ?? null) : null;
};

const conditional: Reading = (node, walk) => {
  walk.facts.branch();
  const [then = NO_NODE, condition = NO_NODE, otherwise = NO_NODE] = walk.tree.children(node);
  const values = [walk.value(then), walk.value(otherwise)];
  walk.visit(condition);
  return common(values);
};

/** `a or b` is mostly a default for what may be missing. */
const boolean: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const left = walk.value(tree.field(node, "left"));
  const right = walk.value(tree.field(node, "right"));
  const isOr = tree.text(tree.field(node, "operator")) === "or";
  return isOr && left !== null && left !== NOTHING ? left : right;
};

const subscript: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "value"));
  const at = tree.fields(node, "subscript");
  at.forEach(walk.visit);
  return at.some((one) => tree.type(one) === "slice") ? value : stepped(value, "[]");
};

const walrus: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "value"));
  bindTarget(tree.field(node, "name"), value, walk, { range: node, isWhole: true });
  return value;
};

const yielded: Reading = (node, walk) => {
  const { tree } = walk;
  const isFrom = tree.childOfType(node, "from") !== NO_NODE;
  const [value = NOTHING] = tree.children(node).map(walk.value);
  frameAt(walk, true).yielded.push(isFrom ? stepped(value, "[]") : value);
  return null;
};

/** `for x in xs` of a comprehension. */
const forIn: Reading = (node, walk) => {
  const { tree } = walk;
  const target = tree.field(node, "left");
  bindTarget(target, iterated(target, tree.field(node, "right"), walk), walk, { range: node });
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
