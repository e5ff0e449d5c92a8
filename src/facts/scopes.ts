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
import { type ChainDraft, isSame, NOTHING, stepped } from "./chain-drafts.ts";

/** The value of a local variable from one moment of the walk until the next assignment to it. */
interface Held {
  readonly since: number;
  readonly type: ChainDraft;
}

/** What a name is bound to. A local variable has no definition of its own: its value is used in its place. */
type Binding =
  /** `holds`: values that are assigned after the definition. From the first on, the name is treated as a local variable. */
  | { readonly by: "definition"; readonly at: DefinitionAt; readonly holds?: Held[] }
  | { readonly by: "import"; readonly at: number }
  | { readonly by: "local"; readonly holds: Held[] };

export interface Scope {
  readonly outer: Scope | null;
  /**
   * Whether it is a function's scope: its body runs at another time than the enclosing code, so any value of an outer variable is
   * possible.
   */
  readonly isFunction: boolean;
  /** The class whose body it is; its bindings are members. */
  readonly class: DefinitionAt | null;
  /** Whether a bare name in the scopes inside of a class may be a member of it. */
  readonly membersInScope: boolean;
  /** Whether a function's name may be that of something else that can be called. */
  readonly callsOthers: boolean;
  /** Whether a local variable is seen only behind the statement that makes it. */
  readonly bindsInOrder: boolean;
  readonly bindings: Map<string, Binding>;
}

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
export function bindLocal(scope: Scope, name: string, type: ChainDraft, since: number): void {
  const known = scope.bindings.get(name);
  if (known === undefined) {
    scope.bindings.set(name, { by: "local", holds: [{ since, type }] });
  } else if (known.by === "local") {
    known.holds.push({ since, type });
  } else if (known.by === "definition") {
    scope.bindings.set(name, { ...known, holds: [...(known.holds ?? []), { since, type }].slice(-HOLDS_MAX) });
  }
}

/** With more assignments than this, a variable has no value where the moment is unknown. */
const HOLDS_MAX = 20;

/**
 * The value of a local variable at a moment: that of the last assignment before it; without one, the value on which all
 * assignments agree.
 */
function valueAt(holds: readonly Held[], moment: number): ChainDraft {
  let [low, high] = [0, holds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((holds[middle]?.since ?? 0) <= moment) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const last = holds[low - 1];
  if (last !== undefined && last.type !== NOTHING) {
    return last.type;
  }
  const types = holds.length > HOLDS_MAX ? [] : holds.map(({ type }) => type).filter((type) => type !== NOTHING);
  const [first = null] = types;
  return types.length === 0 ? NOTHING : types.every((type) => isSame(type, first)) ? first : null;
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
  !bindsInOrder || binding.by !== "local" || (binding.holds[0]?.since ?? 0) <= moment;

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
      return binding.holds !== undefined && (binding.holds[0]?.since ?? 0) <= at
        ? ofBinding({ by: "local", holds: binding.holds }, draft, wantsValue, locals)
        : { chain: definitionChain(binding.at) + steps };
    case "import":
      return { chain: importChain(binding.at, isFunctionName(root)) + steps };
    case "local": {
      if (steps === "" && !wantsValue) {
        return "local";
      }
      const value = locals < LOCALS_MAX ? stepped(valueAt(binding.holds, at), steps) : null;
      return resolve(value, true, locals + 1);
    }
  }
}
