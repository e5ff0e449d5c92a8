// The names that a text's scopes bind, and what the root of a chain draft is once all of them are known: a name may be used above
// its definition.
import {
  bareNameChain,
  type Chain,
  definitionChain,
  importChain,
  isFunctionName,
  unmarked,
  withoutTypeMark,
} from "../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../vocabulary/facts.ts";
import {
  type Assignment,
  type Binding,
  type ChainDraft,
  isSame,
  NOTHING,
  type Scope,
  stepped,
} from "./chain-drafts.ts";

/** With more assignments than this, a variable has no value where the moment is unknown. */
const ASSIGNMENTS_MAX = 20;

/** Longest sequence of local variables that is followed: `a = b; b = c; …`. */
const LOCALS_MAX = 8;

/** The first definition or import of a name is the one meant. */
export function bind(scope: Scope, name: string, binding: Exclude<Binding, { by: "local" }>): void {
  const known = scope.bindings.get(name);
  if (known === undefined || known.by === "local") {
    scope.bindings.set(name, binding);
  }
}

/** `since` must not be smaller than in the call before. */
export function bindLocal(scope: Scope, name: string, value: ChainDraft, since: number): void {
  const known = scope.bindings.get(name);
  if (known === undefined) {
    scope.bindings.set(name, { by: "local", assignments: [{ since, value }] });
  } else if (known.by === "local") {
    known.assignments.push({ since, value });
  } else if (known.by === "definition") {
    scope.bindings.set(name, {
      ...known,
      assignments: [...(known.assignments ?? []), { since, value }].slice(-ASSIGNMENTS_MAX),
    });
  }
}

/**
 * The value of a local variable at a moment: that of the last assignment before it; without one, the value on which all
 * assignments agree.
 */
function valueAt(assignments: readonly Assignment[], moment: number): ChainDraft {
  let [low, high] = [0, assignments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((assignments[middle]?.since ?? 0) <= moment) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const last = assignments[low - 1];
  if (last !== undefined && last.value !== NOTHING) {
    return last.value;
  }
  const all = assignments.length > ASSIGNMENTS_MAX ? [] : assignments.map(({ value }) => value);
  const known = all.filter((value) => value !== NOTHING);
  const [first = null] = known;
  return known.length === 0 ? NOTHING : known.every((value) => isSame(value, first)) ? first : null;
}

/** A resolved chain; "local" where it is a local variable itself, of which nothing is kept; null: unknown. */
export type Resolved = { readonly chain: Chain } | "local" | null;

/** `wantsValue`: of a local variable, the result is its value instead of the variable. */
export function resolve(draft: ChainDraft, wantsValue = false, locals = 0): Resolved {
  if (draft === null) {
    return null;
  }
  if (draft.from === null) {
    return { chain: draft.root + draft.steps };
  }
  let moment = draft.at;
  /** The innermost class that does not declare the name, but may inherit it. */
  let heir: DefinitionAt | null = null;
  for (let scope: Scope | null = draft.from, inner = false; scope !== null; scope = scope.outer) {
    // A class's members are visible as bare names in its body; in its methods only where the language has `membersInScope`.
    const isSeen = scope.class === null || scope.membersInScope || !inner;
    // An inherited member hides the names of enclosing scopes, except for the local variables of a function.
    const isLocal = scope.class === null && scope.outer !== null;
    const binding = isSeen && (heir === null || isLocal) ? bindingIn(scope, draft.root) : undefined;
    if (binding !== undefined && isBoundAt(scope, binding, draft.at)) {
      return ofBinding(binding, { ...draft, at: moment }, wantsValue, locals);
    }
    if (heir === null && scope.membersInScope) {
      heir = scope.class;
    }
    inner ||= isLocal;
    moment = scope.isFunction ? 0 : moment;
  }
  const root = heir === null ? withoutTypeMark(draft.root) : draft.root;
  return { chain: bareNameChain(heir ?? FILE, root + draft.steps) };
}

/** `let size = size(text)` calls what an enclosing scope names so. */
const isBoundAt = ({ bindsInOrder }: Scope, binding: Binding, moment: number): boolean =>
  !bindsInOrder || binding.by !== "local" || (binding.assignments[0]?.since ?? 0) <= moment;

/** An import binds a function and anything else that the module exports by that name. */
function bindingIn({ bindings, callsOthers }: Scope, root: string): Binding | undefined {
  const own = bindings.get(root);
  const name = unmarked(root);
  if (own !== undefined || name === root) {
    return own;
  }
  const other = bindings.get(name);
  return callsOthers || other?.by === "import" ? other : undefined;
}

function ofBinding(binding: Binding, draft: NonNullable<ChainDraft>, wantsValue: boolean, locals: number): Resolved {
  const { at, root, steps } = draft;
  switch (binding.by) {
    case "definition":
      return binding.assignments !== undefined && (binding.assignments[0]?.since ?? 0) <= at
        ? ofBinding({ by: "local", assignments: binding.assignments }, draft, wantsValue, locals)
        : { chain: definitionChain(binding.at) + steps };
    case "import":
      return { chain: importChain(binding.at, isFunctionName(root)) + steps };
    case "local": {
      if (steps === "" && !wantsValue) {
        return "local";
      }
      const value = locals < LOCALS_MAX ? stepped(valueAt(binding.assignments, at), steps) : null;
      return resolve(value, true, locals + 1);
    }
  }
}
