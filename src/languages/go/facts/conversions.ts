// Places of Go's code where a value becomes an interface: what is passed to a parameter, returned, assigned, put into a literal
// or sent. Which of them are interfaces is found out when it is asked; here only what cannot be one is left out.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN } from "./names.ts";
import type { Visitor, Walk } from "./state.ts";

/** Names of types: a pointer, a slice, a function is no interface. */
const NAMED: ReadonlySet<string> = new Set(["type_identifier", "qualified_type", "generic_type"]);

/** Whether a type as written may be an interface that asks for methods. */
export function mayBeInterface(type: NodeAt, { tree }: Walk): boolean {
  const name = tree.text(type);
  return NAMED.has(tree.type(type)) && (name === "error" || !BUILT_IN.has(name));
}

/** What the declared type expects of a value; null where any value that fits it is of that type itself. */
export const expectedOf = (type: NodeAt, holds: ChainDraft, walk: Walk): ChainDraft =>
  mayBeInterface(type, walk) ? holds : null;

/** Visits the arguments of a call, each of which becomes what the parameter of its place is. */
export function readArguments(list: NodeAt, called: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  let place = 0;
  for (const argument of tree.children(list)) {
    const value = walk.value(argument);
    if (tree.type(argument) !== "comment") {
      facts.converts(value, stepped(called, `.${place}`), walk.line(argument));
      place += 1;
    }
  }
}

/** Runs `inside` as the body of a function that is declared to return these. */
export function withResults(results: readonly ChainDraft[], { state }: Walk, inside: () => void): void {
  state.results.push(results);
  inside();
  state.results.pop();
}

/** `return a, b` */
export const returned: Visitor = (node, walk) => {
  const { tree, facts, state } = walk;
  const expected = state.results.at(-1) ?? [];
  const list = tree.children(node).find((one) => tree.type(one) === "expression_list") ?? NO_NODE;
  for (const [place, one] of tree.children(list).entries()) {
    facts.converts(walk.value(one), expected[place] ?? null, walk.line(one));
  }
};

/** `ch <- value` */
export const sent: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const channel = walk.value(tree.field(node, "channel"));
  const value = tree.field(node, "value");
  facts.converts(walk.value(value), stepped(channel, "[]"), walk.line(value));
};
