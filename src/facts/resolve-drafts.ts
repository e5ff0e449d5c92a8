// Turns what a reader recorded into facts, once all names of the file are bound: chains, types that agree, references in groups,
// exports once.
import { BUILT_IN_ROOT, type Chain, INSTANCE, parseMember, splitFirst, withoutTypeMark } from "../vocabulary/chain.ts";
import {
  COMPUTED,
  type ConversionFact,
  type DefinitionFact,
  type ExportFact,
  FILE,
  type ReferenceGroup,
  type Role,
} from "../vocabulary/facts.ts";
import { type ChainDraft, RESULT_STEP } from "./chain-drafts.ts";
import type { Enclosing } from "./enclosing.ts";
import { type Resolved, resolve } from "./scopes.ts";

/** A reference before its chain is resolved. */
export interface ReferenceDraft {
  readonly name: string;
  readonly line: number;
  readonly role: Role;
  readonly of: ChainDraft;
  readonly argumentTypes: string | null;
  /** Dropped where nothing is known of its chain. */
  readonly needsChain: boolean;
}

/** A definition while the text is read. */
export type OpenDefinition = {
  -readonly [Key in keyof Omit<DefinitionFact, "type" | "supers">]: DefinitionFact[Key];
} & {
  type: ChainDraft;
  types: readonly ChainDraft[];
  supers: readonly ChainDraft[];
  readonly returned: ChainDraft[];
};

export interface DraftResolver {
  /** The resolved draft; `wantsValue`: of a local variable, the result is its value instead of the variable. */
  resolveDraft(draft: ChainDraft, wantsValue: boolean): Resolved;
  /** The same as a chain, where a local variable is replaced by its value; null for an unknown one. */
  chainOf(draft: ChainDraft): Chain | null;
}

/** `builtIn`: names that are the language's own, such as `len`. */
export function openDraftResolver(builtIn: ReadonlySet<string>): DraftResolver {
  const resolveDraft = (draft: ChainDraft, wantsValue: boolean): Resolved => {
    const resolved = resolve(draft, wantsValue);
    if (resolved === null || resolved === "local") {
      return resolved;
    }
    // Most are on a definition or an import.
    if (resolved.chain.startsWith("@") || resolved.chain.startsWith("%")) {
      return resolved;
    }
    const { name, steps } = splitFirst(resolved.chain);
    return builtIn.has(withoutTypeMark(name)) ? { chain: BUILT_IN_ROOT + steps } : resolved;
  };
  return {
    resolveDraft,
    chainOf(draft) {
      const resolved = resolveDraft(draft, true);
      return resolved === null || resolved === "local" ? null : resolved.chain;
    },
  };
}

type ChainOf = DraftResolver["chainOf"];

/** The line of an offset, or the offset itself, whichever the facts have. */
type PlaceOf = (offset: number) => number;

export function resolveDefinition(definition: OpenDefinition, chainOf: ChainOf, placeOf: PlaceOf): DefinitionFact {
  const { name, path, kind, parent, flags } = definition;
  const { supers, parameters, signature, branches, hazards } = definition;
  // Written out: an object made by spreading another takes several times as long.
  return {
    name,
    path,
    kind,
    parent,
    startLine: placeOf(definition.startLine),
    endLine: placeOf(definition.endLine),
    nameLine: placeOf(definition.nameLine),
    flags,
    type: typeOf(definition, chainOf),
    parameters,
    signature,
    branches,
    hazards,
    supers: supers.map(chainOf).filter((chain) => chain !== null),
  };
}

/**
 * The type to store: of a variable that contains a function, what a call returns; null for a function that returns a function.
 */
function typeOf({ kind, type, types, returned, flags }: OpenDefinition, chainOf: ChainOf): Chain | null {
  const isComputed = (flags & COMPUTED) !== 0;
  const chain = (types.length > 0 ? joined(types, isComputed, chainOf) : chainOf(type)) ?? agreed(returned, chainOf);
  const isFunction = kind === "function" || kind === "method";
  const result = chain?.endsWith(RESULT_STEP) === true && !isFunction ? chain.slice(0, -RESULT_STEP.length) : chain;
  return result?.includes(RESULT_STEP) === true ? null : result;
}

/** Parts of a union that are looked into. */
const PARTS_MAX = 16;

/** The union of these types as text, with `|` between its parts. `isComputed`: one that is not known counts as a part, too. */
function joined(types: readonly ChainDraft[], isComputed: boolean, chainOf: ChainOf): Chain | null {
  const chains = new Set(types.map(chainOf));
  const known = [...chains].filter((chain) => chain !== null && !chain.startsWith(BUILT_IN_ROOT)).slice(0, PARTS_MAX);
  const isOpen = isComputed && known.length < chains.size;
  const all = isOpen ? [...known, BUILT_IN_ROOT] : known;
  return known.length > 0 ? all.join("|") : chains.has(BUILT_IN_ROOT) ? BUILT_IN_ROOT : null;
}

/** Number of `return` statements of one function that are compared. */
const RETURNS_MAX = 20;

/** The type on which all returned values agree; a built-in one (mostly null) agrees with every other. */
function agreed(returned: readonly ChainDraft[], chainOf: ChainOf): Chain | null {
  const chains = new Set(returned.length > RETURNS_MAX ? [] : returned.map(chainOf));
  const others = [...chains].filter((chain) => chain !== BUILT_IN_ROOT);
  return others.length === 0
    ? chains.has(BUILT_IN_ROOT)
      ? BUILT_IN_ROOT
      : null
    : others.length === 1
      ? (others[0] ?? null)
      : null;
}

/** A conversion before its chains are resolved. */
export interface ConversionDraft {
  readonly value: ChainDraft;
  readonly as: ChainDraft;
  readonly line: number;
}

/**
 * The conversions whose two sides are known and differ; a value of a built-in type is left out, since no change of the project
 * affects it.
 */
export function conversionsIn(
  drafts: readonly ConversionDraft[],
  chainOf: ChainOf,
  placeOf: PlaceOf,
): ConversionFact[] {
  const found = new Map<string, ConversionFact>();
  for (const draft of drafts) {
    const [value, as] = [chainOf(draft.value), chainOf(draft.as)];
    const line = placeOf(draft.line);
    const isKept =
      value !== null &&
      as !== null &&
      value !== as &&
      value !== as + INSTANCE &&
      !value.startsWith(BUILT_IN_ROOT) &&
      // A built-in without a name, which takes any value, or only the language's own.
      splitFirst(as).name !== BUILT_IN_ROOT;
    if (isKept && !value.includes(RESULT_STEP) && !as.includes(RESULT_STEP)) {
      found.set(`${value} ${as} ${line}`, { value, as, line });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

type Use = Pick<ReferenceDraft, "line" | "role"> & ReturnType<Enclosing>;

interface Grouping {
  readonly resolveDraft: (draft: ChainDraft) => Resolved;
  /** Of FactsRules. */
  readonly extendsBuiltIns: boolean;
  readonly placeOf: PlaceOf;
  /** Null where the facts have offsets, which tell it themselves. */
  readonly enclosing: Enclosing | null;
}

const BY_OFFSET = { within: FILE, symbol: FILE, isPlain: true };

/**
 * The chain of a reference to a member of a built-in type that a project may have added (`"a".shout()`); null where the language
 * does not allow that.
 */
function onBuiltIn(chain: Chain, extendsBuiltIns: boolean): Chain | null {
  const member = extendsBuiltIns ? parseMember(chain) : null;
  return member === null ? null : `${BUILT_IN_ROOT}.${member.name}`;
}

/**
 * One group for each name, chain and arguments, in order of first reference. Plain uses of local variables and of the language's
 * own names are left out.
 */
export function groupReferences(
  drafts: readonly ReferenceDraft[],
  { resolveDraft, extendsBuiltIns, placeOf, enclosing }: Grouping,
): ReferenceGroup[] {
  const groups = new Map<string, { name: string; of: Chain | null; argumentTypes: string | null; at: Use[] }>();
  const chains = new Map<ChainDraft, Resolved>();
  for (const { name, line, role, of, argumentTypes, needsChain } of drafts) {
    const known = chains.get(of);
    const resolved = known === undefined ? resolveDraft(of) : known;
    chains.set(of, resolved);
    if (resolved === "local" || (resolved === null && needsChain)) {
      continue;
    }
    const isBuiltIn = resolved?.chain.startsWith(BUILT_IN_ROOT) === true;
    const chain = isBuiltIn ? onBuiltIn(resolved.chain, extendsBuiltIns) : (resolved?.chain ?? null);
    if (isBuiltIn && chain === null) {
      continue;
    }
    const key = `${name} ${chain ?? ""} ${argumentTypes ?? ""}`;
    const group = groups.get(key) ?? { name, of: chain, argumentTypes, at: [] };
    groups.set(key, group);
    const place = placeOf(line);
    const { within, symbol, isPlain } = enclosing?.(line, place) ?? BY_OFFSET;
    group.at.push({ line: place, role, within, symbol, isPlain });
  }
  const comesAfter = (a: Use, b: Use): boolean =>
    a.line > b.line || (a.line === b.line && (a.role > b.role || (a.role === b.role && a.symbol > b.symbol)));
  return [...groups.values()].map(({ name, of, argumentTypes, at }) => {
    // Mostly they come in order, and then need no sorting.
    if (at.some((use, index) => index > 0 && comesAfter(at[index - 1] ?? use, use))) {
      at.sort((a, b) => (comesAfter(a, b) ? 1 : comesAfter(b, a) ? -1 : 0));
    }
    const isTold = at.every(({ isPlain }) => isPlain);
    const distinct = at.filter(({ line, role, symbol }, index) => {
      const before = at[index - 1];
      return line !== before?.line || role !== before.role || (!isTold && symbol !== before.symbol);
    });
    return {
      name,
      of,
      lines: distinct.map(({ line }) => line),
      roles: distinct.map(({ role }) => role),
      ...(isTold ? {} : { within: distinct.map(({ within }) => within) }),
      argumentTypes,
    };
  });
}

/** Overloads are exported once. */
export const distinct = (exports: readonly ExportFact[]): ExportFact[] =>
  [...new Map(exports.toReversed().map((fact) => [`${fact.name} ${fact.of}`, fact])).values()].toReversed();
