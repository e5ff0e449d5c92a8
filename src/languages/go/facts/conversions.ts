// Places of Go's code where a value becomes an interface: what is passed to a parameter, returned, assigned, put into a literal
// or sent. Which of them are interfaces is found out when it is asked; here only what cannot be one is left out.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN } from "./names.ts";
import type { Visitor, Walk } from "./state.ts";

/** Names of types: a pointer, a slice, a function is no interface. */
const NAMED: ReadonlySet<string> = new Set(["type_identifier", "qualified_type", "generic_type"]);

/** Whether a type as written may be an interface that asks for methods. */
export function mayBeInterface(type: NodeAt, walk: Walk): boolean {
  const name = walk.text(type);
  return NAMED.has(walk.type(type)) && (name === "error" || !BUILT_IN.has(name));
}

/** What the declared type expects of a value; null where any value that fits it is of that type itself. */
export const expectedOf = (type: NodeAt, holds: ChainDraft, walk: Walk): ChainDraft =>
  mayBeInterface(type, walk) ? holds : null;

/** Visits the arguments of a call, each of which becomes what the parameter of its place is. */
export function readArguments(list: NodeAt, called: ChainDraft, walk: Walk): void {
  let place = 0;
  for (const argument of walk.children(list)) {
    const value = walk.value(argument);
    if (walk.type(argument) !== "comment") {
      walk.converts(value, stepped(called, `.${place}`), walk.line(argument));
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
  const { state } = walk;
  const expected = state.results.at(-1) ?? [];
  const list = walk.children(node).find((one) => walk.type(one) === "expression_list") ?? NO_NODE;
  for (const [place, one] of walk.children(list).entries()) {
    walk.converts(walk.value(one), expected[place] ?? null, walk.line(one));
  }
};

/** `ch <- value` */
export const sent: Visitor = (node, walk) => {
  const channel = walk.value(walk.field(node, "channel"));
  const value = walk.field(node, "value");
  walk.converts(walk.value(value), stepped(channel, "[]"), walk.line(value));
};
