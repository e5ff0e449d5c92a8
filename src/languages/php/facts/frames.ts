// What is known around a place of a PHP text: its namespace and what `use` calls things, the class whose `parent` is meant, and the
// variables of the function. A function sees no variables but its own, so a variable goes by its name and its function's number.

import { ofClassAround } from "../../../facts/common.ts";
import type { FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Walk } from "../../../facts/read-facts.ts";
import { type ChainDraft, NOTHING } from "../../../facts/scopes.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { SUPERGLOBALS } from "./names.ts";

/** A function, or the file. An arrow function has the number of the one around it, whose variables it sees. */
interface Frame {
  readonly number: number;
  readonly isArrow: boolean;
  readonly bound: Set<string>;
  readonly seen: Set<string>;
  /** Variables that were given an empty array last. */
  readonly empty: Set<string>;
  /** What it gives back, and what it yields: who yields gives no more than that. */
  readonly returned: ChainDraft[];
  readonly yielded: ChainDraft[];
}

interface Around {
  namespace: string;
  /** Whole names by what they are called here. */
  aliases: Map<string, string>;
  readonly frames: Frame[];
  functions: number;
  /** What the class around extends. */
  readonly parents: Map<DefinitionAt, ChainDraft>;
  /** What the comment that ends on this line says that variables hold. */
  readonly announced: Map<string, { readonly held: ChainDraft; readonly line: number }>;
  /** Parameters of types that comments declare, and what they are bound to. */
  templates: ReadonlyMap<string, ChainDraft>;
  /** Fields of which nothing says what they hold. */
  readonly untyped: Set<DefinitionAt>;
}

const frameOf = (number: number, isArrow = false): Frame => ({
  number,
  isArrow,
  bound: new Set(),
  seen: new Set(),
  empty: new Set(),
  returned: [],
  yielded: [],
});

const arounds = new WeakMap<FactsBuilder, Around>();

export function around(facts: FactsBuilder): Around {
  const known = arounds.get(facts) ?? {
    namespace: "",
    aliases: new Map(),
    frames: [frameOf(0)],
    functions: 0,
    parents: new Map(),
    announced: new Map(),
    templates: new Map(),
    untyped: new Set(),
  };
  arounds.set(facts, known);
  return known;
}

const here = (facts: FactsBuilder): Frame => around(facts).frames.at(-1) ?? frameOf(0);
const keyOf = (name: string, facts: FactsBuilder): string => `$${name}#${here(facts).number}`;

/** What the variable of this name holds here; `$this` is the class around. */
export function variable(name: string, facts: FactsBuilder): ChainDraft {
  if (name === "this") {
    return ofClassAround(facts);
  }
  if (SUPERGLOBALS.has(name)) {
    return NOTHING;
  }
  here(facts).seen.add(name);
  return facts.name(keyOf(name, facts));
}

export function bindVariable(name: string, held: ChainDraft, facts: FactsBuilder): void {
  if (name !== "" && name !== "this") {
    here(facts).bound.add(name);
    here(facts).empty.delete(name);
    facts.local(keyOf(name, facts), held, true);
  }
}

/** A field of `$this` goes by such a name where something is proven of it. */
export const fieldVariable = (field: string): string => `this->${field}`;
export const isBound = (name: string, facts: FactsBuilder): boolean => here(facts).bound.has(name);

/** A variable that a comment declares, which ends on this line. */
export function announce(name: string, held: ChainDraft, line: number, facts: FactsBuilder): void {
  bindVariable(name, held, facts);
  around(facts).announced.set(name, { held, line });
}

/** What a comment directly above says that a variable is given. */
export function announced(name: string, line: number, facts: FactsBuilder): ChainDraft {
  const told = around(facts).announced.get(name);
  return told?.line === line - 1 ? told.held : null;
}

/** Binds what is read and given nothing anywhere: of that nothing is known. */
export function closeFrame(facts: FactsBuilder): void {
  const { seen, bound } = here(facts);
  for (const name of seen) {
    if (!bound.has(name)) {
      facts.local(keyOf(name, facts), null, true);
    }
  }
}

/** Reads what is inside of a function. */
export function inFunction(isArrow: boolean, inside: () => void, facts: FactsBuilder): void {
  const all = around(facts);
  const outer = here(facts);
  all.functions += isArrow ? 0 : 1;
  const frame = frameOf(isArrow ? outer.number : all.functions, isArrow);
  all.frames.push(frame);
  inside();
  if (!isArrow) {
    closeFrame(facts);
  }
  all.frames.pop();
  for (const name of isArrow ? frame.seen : []) {
    if (!frame.bound.has(name)) {
      outer.seen.add(name);
    }
  }
}

export const givesBack = (of: ChainDraft, facts: FactsBuilder): void => void here(facts).returned.push(of);
export const yields = (of: ChainDraft, facts: FactsBuilder): void => void here(facts).yielded.push(of);
export const givenBack = (facts: FactsBuilder): Pick<Frame, "returned" | "yielded"> => here(facts);

/** What the class around extends; null where that is not known. */
export const parentOf = ({ facts }: Walk): ChainDraft => around(facts).parents.get(facts.enclosingClass) ?? null;
