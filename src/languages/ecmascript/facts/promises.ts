// Promises: `Promise<X>` is recorded as an X, which is what it gives. One with members of its own (`Promise<X> & Y`) has these, and the X
// only when it is awaited.

import { type ChainDraft, endsIn, rooted, rootOf, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { AWAITED, BUILT_IN_ROOT, definitionChain, importIn, PROMISED } from "../../../vocabulary/chain.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { ANONYMOUS, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";

const PROMISES: ReadonlySet<string> = new Set(["Promise", "PromiseLike"]);

/** Whether it is a use of the type with what the promise gives. */
export const isPromise = (node: NodeAt, walk: Walk): boolean =>
  walk.type(node) === "generic_type" && PROMISES.has(walk.text(walk.field(node, "name")));

/** From a promise to what it gives, where a type is written with its name. */
export const stepsOfPromise = (name: string): string => (PROMISES.has(name) ? STEP : "");

const STEP = `.${AWAITED}`;

/** What the value gives when it is awaited; itself, where it is no promise. */
export function awaited(value: ChainDraft): ChainDraft {
  const isKept = value === null || value.root === BUILT_IN_ROOT || endsIn(value, STEP);
  // A module that is imported while the program runs.
  const isModule = importIn(rootOf(value) ?? "") !== null;
  return isKept || isModule ? value : stepped(value, STEP);
}

/** A promise of this, with nothing but that as a member. */
export function promiseOf(gives: ChainDraft, node: NodeAt, walk: Walk): ChainDraft {
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
  definePromised(gives, at, node, walk);
  return rooted(definitionChain(at));
}

/** What a type that is a promise gives. */
export function definePromised(gives: ChainDraft, parent: DefinitionAt, node: NodeAt, walk: Walk): void {
  walk.define({ name: PROMISED, kind: "field", parent, binds: false, type: gives, ...rangeOf(node, node, walk) });
}

/** Whether a function is written with `async`. */
export const isAsync = (node: NodeAt, walk: Walk): boolean => walk.childOfType(node, "async") !== NO_NODE;
