// Functions as arguments in Scala: values of their parameters, of `_` and of `case` patterns, and their
// results.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { either } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { argumentStep } from "../../../vocabulary/chain.ts";
import { blockKind, nameOf } from "./modifiers.ts";
import { bindPattern } from "./patterns.ts";
import type { Walk } from "./state.ts";
import { bindTypeParameters } from "./types.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(["lambda_expression", "case_block", "indented_cases"]);
export const isFunction = (node: NodeAt, walk: Walk): boolean => FUNCTIONS.has(walk.type(node));

/**
 * Reads the arguments of a call; returns the result of the function among them, if there is one. `taking`: the class whose fields the
 * arguments may name, or an instance of it.
 */
export function argumentsOf(
  list: NodeAt,
  one: ChainDraft,
  walk: Walk,
  taking: ChainDraft = null,
): { first: ChainDraft; made: ChainDraft } {
  let first: ChainDraft = null;
  let made: ChainDraft = null;
  if (isFunction(list, walk)) {
    return { first, made: functionOf(list, one, walk) };
  }
  if (walk.fields(list, "lambda_start").length > 0) {
    return { first, made: functionBehindColon(list, one, walk) };
  }
  walk.within({ kind: blockKind(walk) }, () => {
    for (const [at, part] of walk.children(list).entries()) {
      const type = walk.type(part);
      if (isFunction(part, walk)) {
        made = functionOf(part, one, walk);
      } else if (type === "assignment_expression" && walk.type(walk.field(part, "left")) === "identifier") {
        // `f(x = 3)` names a parameter, and the field that it sets.
        const label = walk.field(part, "left");
        if (taking !== null) {
          walk.reference(label, "write", stepped(taking, argumentStep(nameOf(label, walk))));
        }
        walk.visit(walk.field(part, "right"));
      } else {
        const value = withPlaceholder(part, one, walk);
        first = at === 0 ? value : first;
        made = at === 0 ? value : made;
      }
    }
  });
  return { first, made };
}

/** `items.map: item =>`, and the body below. */
const functionBehindColon = (node: NodeAt, one: ChainDraft, walk: Walk): ChainDraft =>
  walk.within({ kind: "function" }, () => {
    const start = walk.fields(node, "lambda_start").filter((part) => walk.isNamed(part));
    const names = start.flatMap((part) => (walk.type(part) === "bindings" ? walk.children(part) : [part]));
    bindNames(names, one, walk);
    const body = walk.children(node).filter((part) => !start.includes(part));
    return body.map((part) => walk.value(part)).at(-1) ?? null;
  });

/** What `_` represents here. */
export const placeholderIn = ({ state }: Walk): ChainDraft => state.placeholders.at(-1) ?? null;

/** Reads an argument in which `_` represents this. */
export function withPlaceholder(node: NodeAt, one: ChainDraft, walk: Walk): ChainDraft {
  walk.state.placeholders.push(one);
  const value = walk.value(node);
  walk.state.placeholders.pop();
  return value;
}

/** `x => …`, `(a: Item, b) => …`, `{ case x => … }`; `one`: the value of the first parameter. */
export function functionOf(node: NodeAt, one: ChainDraft, walk: Walk): ChainDraft {
  if (walk.type(node) !== "lambda_expression") {
    return walk.deeper(() => casesOf(node, one, walk));
  }
  return walk.deeper(() =>
    walk.within({ kind: "function" }, () => {
      bindTypeParameters(node, walk);
      const list = walk.field(node, "parameters");
      const names = walk.type(list) === "bindings" ? walk.children(list) : [list];
      bindNames(names, one, walk);
      const body = walk.children(node).filter((part) => !/parameters$/.test(walk.fieldOf(part) ?? ""));
      return body.map((part) => walk.value(part)).at(-1) ?? null;
    }),
  );
}

/** The parameters of a function; `one`: the value of the only one. */
function bindNames(names: readonly NodeAt[], one: ChainDraft, walk: Walk): void {
  for (const each of names) {
    const type = walk.field(each, "type");
    const name = walk.type(each) === "binding" ? walk.field(each, "name") : each;
    const value = type === NO_NODE ? (names.length === 1 ? one : null) : walk.value(type);
    if (walk.type(name) === "identifier") {
      walk.local(nameOf(name, walk), value);
    }
  }
}

/** `case x => …`; `one`: the value that the patterns are matched against. */
export function casesOf(node: NodeAt, one: ChainDraft, walk: Walk): ChainDraft {
  const values: ChainDraft[] = [];
  for (const clause of walk.children(node)) {
    if (walk.type(clause) !== "case_clause") {
      walk.visit(clause);
      continue;
    }
    values.push(caseOf(clause, one, walk));
  }
  return values.reduce(either, NOTHING);
}

/** One `case`; its value. */
export function caseOf(clause: NodeAt, one: ChainDraft, walk: Walk): ChainDraft {
  walk.branch();
  return walk.within({ kind: "block" }, () => {
    const pattern = walk.field(clause, "pattern");
    bindPattern(pattern, one, walk);
    const parts = walk.children(clause).filter((part) => part !== pattern);
    return parts.map((part) => walk.value(part)).at(-1) ?? null;
  });
}
