// Reads PHP's expressions: their values, and the names they refer to.

import { type ChainDraft, endsIn, isSame, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { either, leftSpine, nothing } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE } from "../../../vocabulary/chain.ts";
import { UNSAFE } from "../../../vocabulary/facts.ts";
import { anonymousClass } from "./classes.ts";
import { closure } from "./functions.ts";
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

/** What the arguments are, in order, named ones too. */
function argumentsIn(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const list = tree.children(node).filter((part) => tree.type(part) === "argument");
  return list.map((argument) => givenBy(argument, walk));
}

const givenBy = (argument: NodeAt, walk: Walk): ChainDraft =>
  walk.value(walk.tree.children(argument).findLast((part) => walk.tree.fieldOf(part) !== "name") ?? NO_NODE);

const CLOSURES: ReadonlySet<string> = new Set(["anonymous_function", "arrow_function"]);

/** `strlen(...)` is the function itself. */
const isReference = (list: NodeAt, { tree }: Walk): boolean =>
  list !== NO_NODE && tree.childOfType(list, "variadic_placeholder") !== NO_NODE;

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [called, list] = [tree.field(node, "function"), tree.field(node, "arguments")];
  if (!isName(called, walk)) {
    // The class of a value that is called (`__invoke`) determines the result.
    const of = stepped(walk.value(called), ".__invoke/()");
    argumentsIn(list, walk);
    return of;
  }
  const name = tree.text(called).replace(/^\\/, "");
  facts.hazard(hazardOfFunction(name));
  const of = named(called, "function", "call", walk);
  const values = handed(name, list, walk);
  if (name === "assert") {
    applyProofs(provenBy(tree.children(tree.children(list)[0] ?? NO_NODE)[0] ?? NO_NODE, walk), walk);
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

/** The arguments; a closure that is called with each element is read last, when the type of its parameter is known. */
function handed(name: string, list: NodeAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const places = CALLS_BACK.get(name);
  const all = tree.children(list).filter((part) => tree.type(part) === "argument");
  const callback = tree.children(all[places?.[0] ?? 0] ?? NO_NODE).at(-1) ?? NO_NODE;
  if (places === undefined || !CLOSURES.has(tree.type(callback))) {
    return argumentsIn(list, walk);
  }
  const values = all.map((argument, place) => (place === places[0] ? null : givenBy(argument, walk)));
  walk.deeper(() => closure(callback, stepped(values[places[1]] ?? null, "[]"), walk));
  return values;
}

const memberCall: Reading = (node, walk) => {
  const { tree } = walk;
  const owner = walk.value(tree.field(node, "object"));
  const of = memberOf(owner, tree.field(node, "name"), "/", "call", walk);
  return called(tree.text(tree.field(node, "name")), of, tree.field(node, "arguments"), walk);
};

const scopedCall: Reading = (node, walk) => {
  const { tree } = walk;
  const owner = scopeOf(tree.field(node, "scope"), walk);
  const of = memberOf(owner, tree.field(node, "name"), "/", "call", walk);
  return called(tree.text(tree.field(node, "name")), of, tree.field(node, "arguments"), walk);
};

function called(name: string, of: ChainDraft, list: NodeAt, walk: Walk): ChainDraft {
  const [given = null] = argumentsIn(list, walk);
  if (RETURNS_INSTANCE_OF_ARGUMENT.has(name) && given !== null && given !== NOTHING) {
    return stepped(given, "^");
  }
  return isReference(list, walk) ? null : stepped(of, "()");
}

const creation: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [made = NO_NODE] = tree.children(node);
  if (tree.type(made) === "anonymous_class") {
    return walk.deeper(() => anonymousClass(made, walk));
  }
  facts.hazard(isName(made, walk) ? hazardOfClass(tree.text(made).replace(/^\\/, "")) : 0);
  const of = isName(made, walk) ? named(made, "class", "new", walk) : walk.value(made);
  walk.visit(tree.childOfType(node, "arguments"));
  // An object stands for its class, too.
  return endsIn(of, INSTANCE) ? of : stepped(of, "^");
};

/** An array literal: a collection, where all elements have the same value. */
const array: Reading = (node, walk) => {
  const { tree } = walk;
  const values = tree.children(node).map((element) => {
    const parts = tree.type(element) === "array_element_initializer" ? tree.children(element) : [element];
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
  const { tree, facts } = walk;
  const { left, operations } = leftSpine(node, (each) =>
    tree.type(each) === "binary_expression" ? tree.field(each, "left") : null,
  );
  let value = walk.value(left);
  const lastOf = (signs: readonly string[]): number =>
    operations.findLastIndex((each) => signs.some((sign) => tree.childOfType(each, sign) !== NO_NODE));
  const readAll = (some: readonly NodeAt[]): void => {
    for (const each of some) {
      const right = tree.field(each, "right");
      if (DIVIDES.some((sign) => tree.childOfType(each, sign) !== NO_NODE)) {
        facts.branch();
      }
      const isCheck = tree.childOfType(each, "instanceof") !== NO_NODE && isName(right, walk);
      const other = isCheck ? named(right, "class", "type", walk) : walk.value(right);
      value = tree.childOfType(each, "??") === NO_NODE ? NOTHING : (value ?? other);
    }
  };
  let read = 0;
  for (const { last, proofs } of [
    { last: lastOf(AND), proofs: provenBy },
    { last: lastOf(OR), proofs: refutedBy },
  ].sort((a, b) => a.last - b.last)) {
    const some = operations.slice(read, last + 1);
    if (some.length > 0) {
      withProofs(proofs(operations[last] ?? NO_NODE, walk), () => readAll(some), walk);
      read = last + 1;
    }
  }
  readAll(operations.slice(read));
  return value;
};

/** `a ? b : c`, and `a ?: c`. */
const conditional: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const condition = tree.field(node, "condition");
  const asked = walk.value(condition);
  const body = tree.field(node, "body");
  let yes: ChainDraft = asked;
  if (body !== NO_NODE) {
    withProofs(
      provenBy(condition, walk),
      () => {
        yes = walk.value(body);
      },
      walk,
    );
  }
  return either(yes, walk.value(tree.field(node, "alternative")));
};

const match: Reading = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(tree.field(node, "condition"));
  let value: ChainDraft = NOTHING;
  const body = tree.field(node, "body");
  for (const arm of tree.children(body)) {
    facts.branch();
    walk.visit(tree.field(arm, "conditional_expressions"));
    value = either(value, walk.value(tree.field(arm, "return_expression")));
  }
  return value;
};

/** What its only part is: `(a)`, `clone a`, `@a`. */
const same: Reading = (node, walk) => {
  const parts = walk.tree.children(node).map(walk.value);
  return parts.at(-1) ?? null;
};

const cast: Reading = (node, walk) => {
  const value = walk.value(walk.tree.field(node, "value"));
  return /^\(\s*(?:array|object)/i.test(walk.tree.text(node)) ? value : NOTHING;
};

const unsafe: Reading = (node, walk) => {
  walk.facts.hazard(UNSAFE);
  walk.visitChildren(node);
  return NOTHING;
};

const constant: Reading = (node, walk) => named(node, "constant", "read", walk);

export const phpValues: Readonly<Record<string, Reading>> = {
  name: constant,
  qualified_name: constant,
  relative_name: constant,
  relative_scope: scopeOf,
  variable_name: read,
  member_access_expression: read,
  nullsafe_member_access_expression: read,
  scoped_property_access_expression: read,
  class_constant_access_expression: read,
  subscript_expression: read,
  function_call_expression: call,
  member_call_expression: memberCall,
  nullsafe_member_call_expression: memberCall,
  scoped_call_expression: scopedCall,
  object_creation_expression: creation,
  array_creation_expression: array,
  binary_expression: binary,
  conditional_expression: conditional,
  match_expression: match,
  parenthesized_expression: same,
  clone_expression: same,
  error_suppression_expression: same,
  by_ref: same,
  update_expression: (node, walk) => written(walk.tree.field(node, "argument"), walk),
  cast_expression: cast,
  throw_expression: (node, walk) => {
    walk.visitChildren(node);
    return NOTHING;
  },
  shell_command_expression: unsafe,
  unary_op_expression: nothing,
  print_intrinsic: nothing,
  encapsed_string: nothing,
  heredoc: nothing,
  string: nothing,
  nowdoc: nothing,
  integer: nothing,
  float: nothing,
  boolean: nothing,
  null: nothing,
};
