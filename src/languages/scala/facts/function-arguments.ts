// Functions as arguments in Scala: values of their parameters, of `_` and of `case` patterns, and their
// results.

import { type ChainDraft, NOTHING } from "../../../facts/chain-drafts.ts";
import { either } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { blockKind, nameOf } from "./modifiers.ts";
import { bindPattern } from "./patterns.ts";
import type { Walk } from "./state.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(["lambda_expression", "case_block"]);
export const isFunction = (node: NodeAt, { tree }: Walk): boolean => FUNCTIONS.has(tree.type(node));

/** Reads the arguments of a call; returns the result of the function among them, if there is one. */
export function argumentsOf(list: NodeAt, one: ChainDraft, walk: Walk): { first: ChainDraft; made: ChainDraft } {
  const { tree, facts } = walk;
  let first: ChainDraft = null;
  let made: ChainDraft = null;
  if (isFunction(list, walk)) {
    return { first, made: functionOf(list, one, walk) };
  }
  facts.within({ kind: blockKind(walk) }, () => {
    for (const [at, part] of tree.children(list).entries()) {
      const type = tree.type(part);
      if (isFunction(part, walk)) {
        made = functionOf(part, one, walk);
      } else if (type === "assignment_expression" && tree.type(tree.field(part, "left")) === "identifier") {
        // `f(x = 3)` names a parameter.
        walk.visit(tree.field(part, "right"));
      } else {
        const value = withPlaceholder(part, one, walk);
        first = at === 0 ? value : first;
        made = at === 0 ? value : made;
      }
    }
  });
  return { first, made };
}

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
  const { tree, facts } = walk;
  if (tree.type(node) === "case_block") {
    return walk.deeper(() => casesOf(node, one, walk));
  }
  return walk.deeper(() =>
    facts.within({ kind: "function" }, () => {
      const list = tree.field(node, "parameters");
      const names = tree.type(list) === "bindings" ? tree.children(list) : [list];
      for (const each of names) {
        const type = tree.field(each, "type");
        const name = tree.type(each) === "binding" ? tree.field(each, "name") : each;
        const value = type === NO_NODE ? (names.length === 1 ? one : null) : walk.value(type);
        if (tree.type(name) === "identifier") {
          facts.local(nameOf(name, walk), value);
        }
      }
      const body = tree.children(node).filter((part) => tree.fieldOf(part) !== "parameters");
      return body.map((part) => walk.value(part)).at(-1) ?? null;
    }),
  );
}

/** `case x => …`; `one`: the value that the patterns are matched against. */
export function casesOf(node: NodeAt, one: ChainDraft, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const values: ChainDraft[] = [];
  for (const clause of tree.children(node)) {
    if (tree.type(clause) !== "case_clause") {
      walk.visit(clause);
      continue;
    }
    facts.branch();
    facts.within({ kind: "block" }, () => {
      const pattern = tree.field(clause, "pattern");
      bindPattern(pattern, one, walk);
      const parts = tree.children(clause).filter((part) => part !== pattern);
      values.push(parts.map((part) => walk.value(part)).at(-1) ?? null);
    });
  }
  return values.reduce(either, NOTHING);
}
