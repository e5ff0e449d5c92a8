// The functions and classes that enclose a place of a PHP text, and the variables that are bound there. A function sees no variables
// but its own, so a variable is bound under its name and its function's number.

import { type ChainDraft, NOTHING } from "../../../facts/chain-drafts.ts";
import { enclosingInstance } from "../../../facts/common.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { SUPERGLOBALS } from "./names.ts";
import { type Frame, frameOf, type Walk } from "./state.ts";

export const here = ({ state }: Walk): Frame => state.frames.at(-1) ?? frameOf(0);
const keyOf = (name: string, walk: Walk): string => `$${name}#${here(walk).number}`;

/** The value of the variable of this name here; `$this` is an instance of the enclosing class. */
export function variable(name: string, walk: Walk): ChainDraft {
  if (name === "this") {
    return enclosingInstance(walk);
  }
  if (SUPERGLOBALS.has(name)) {
    return NOTHING;
  }
  here(walk).seen.add(name);
  return walk.name(keyOf(name, walk));
}

export function bindVariable(name: string, value: ChainDraft, walk: Walk): void {
  if (name !== "" && name !== "this") {
    here(walk).bound.add(name);
    here(walk).empty.delete(name);
    walk.local(keyOf(name, walk), value, true);
  }
}

/** The variable that stands for a field of `$this` of which a condition proves something. */
export const fieldVariable = (field: string): string => `this->${field}`;
export const isBound = (name: string, walk: Walk): boolean => here(walk).bound.has(name);

/** Binds a variable that a comment declares; `line`: the last of the comment. */
export function bindDocumented(name: string, value: ChainDraft, line: number, walk: Walk): void {
  bindVariable(name, value, walk);
  walk.state.documented.set(name, { value, line });
}

/** The type that a comment directly above declares for a variable. */
export function documentedValue(name: string, line: number, walk: Walk): ChainDraft {
  const known = walk.state.documented.get(name);
  return known !== undefined && walk.isRightAbove(known.line, line) ? known.value : null;
}

/** Binds variables that are read but never assigned, with an unknown value. */
export function closeFrame(walk: Walk): void {
  const { seen, bound } = here(walk);
  for (const name of seen) {
    if (!bound.has(name)) {
      walk.local(keyOf(name, walk), null, true);
    }
  }
}

/** Reads what is inside of a function, which an arrow function shares with the enclosing one. */
export function inFunction(
  walk: Walk,
  inside: () => void,
  { isArrow = false, definition = walk.enclosing() }: { isArrow?: boolean; definition?: DefinitionAt } = {},
): void {
  walk.within({ kind: "function", definition }, () => inFrame(walk, isArrow, inside));
}

function inFrame(walk: Walk, isArrow: boolean, inside: () => void): void {
  const { state } = walk;
  const outer = here(walk);
  state.functions += isArrow ? 0 : 1;
  const frame = frameOf(isArrow ? outer.number : state.functions);
  state.frames.push(frame);
  inside();
  if (!isArrow) {
    closeFrame(walk);
  }
  state.frames.pop();
  for (const name of isArrow ? frame.seen : []) {
    if (!frame.bound.has(name)) {
      outer.seen.add(name);
    }
  }
}

/** The superclass of the enclosing class; null for none or an unknown one. */
export const parentOf = (walk: Walk): ChainDraft => walk.state.parents.get(walk.enclosingClass()) ?? null;
