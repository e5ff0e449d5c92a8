// Which names a text's scopes bind, and what a chain's root comes to once all of them are known: a name may be used above
// its definition. Knows no language and no tree.
import { CHAIN_LENGTH_MAX, CHAIN_STEPS_MAX, type Chain, type DefinitionAt } from "../../vocabulary/facts.ts";

/** A chain whose root is still a name, seen from a scope; or one that needs no scope. Null: unknown. */
export type ChainDraft = { readonly from: Scope | null; readonly root: string; readonly steps: string } | null;

/** What a name is bound to. A local variable has no definition of its own: what it holds stands for it. */
export type Binding =
  | { readonly by: "definition"; readonly at: DefinitionAt }
  | { readonly by: "import"; readonly at: number }
  | { readonly by: "local"; readonly type: ChainDraft };

export interface Scope {
  readonly outer: Scope | null;
  /** The class whose body it is; its bindings are members. */
  readonly class: DefinitionAt | null;
  /** Whether a bare name in the scopes inside of a class may be a member of it. */
  readonly membersInScope: boolean;
  readonly bindings: Map<string, Binding>;
}

/** A local may hold what another holds, and so on: no further than this. */
const LOCALS_MAX = 8;

const STEP = /\.[^.()^*[\]]+|\(\)|\^|\*|\[\]/g;

/** Null where that would be longer than a chain may be. */
export function stepped(chain: ChainDraft, steps: string): ChainDraft {
  if (chain === null) {
    return null;
  }
  const all = chain.steps + steps;
  return all.length + chain.root.length > CHAIN_LENGTH_MAX || (all.match(STEP)?.length ?? 0) > CHAIN_STEPS_MAX
    ? null
    : { ...chain, steps: all };
}

export const rooted = (root: string): ChainDraft => ({ from: null, root, steps: "" });

/** What a name holds that was only declared, or set to nothing (`None`, `null`): what it is given later is what it holds. */
export const NOTHING: ChainDraft = rooted("!");

/** The first definition or import of a name is the one meant; a local that holds two things holds nothing known. */
export function bind(scope: Scope, name: string, binding: Binding): void {
  const known = scope.bindings.get(name);
  if (known === undefined || (known.by === "local" && (binding.by !== "local" || known.type === NOTHING))) {
    scope.bindings.set(name, binding);
  } else if (known.by === "local" && binding.by === "local" && !isSame(known.type, binding.type)) {
    scope.bindings.set(name, { by: "local", type: binding.type === NOTHING ? known.type : null });
  }
}

export const isSame = (a: ChainDraft, b: ChainDraft): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.root === b.root && a.steps === b.steps);

/** A resolved chain; "local" where it is a local variable itself, of which nothing is kept; null: unknown. */
export type Resolved = { readonly chain: Chain } | "local" | null;

/** `isHeld`: of a local variable what it holds is wanted, not the variable. */
export function resolve(draft: ChainDraft, isHeld = false, locals = 0): Resolved {
  if (draft === null) {
    return null;
  }
  if (draft.from === null) {
    return { chain: draft.root + draft.steps };
  }
  for (let scope: Scope | null = draft.from, inner = false; scope !== null; scope = scope.outer) {
    // A class's members are names of its own body; inside its methods only where the language says so.
    const isSeen = scope.class === null || scope.membersInScope || !inner;
    const binding = isSeen ? scope.bindings.get(draft.root) : undefined;
    if (binding !== undefined) {
      return ofBinding(binding, draft.steps, isHeld, locals);
    }
    if (scope.class !== null && scope.membersInScope) {
      return { chain: `in@${scope.class}.${draft.root}${draft.steps}` };
    }
    inner ||= scope.class === null && scope.outer !== null;
  }
  return { chain: draft.root + draft.steps };
}

function ofBinding(binding: Binding, steps: string, isHeld: boolean, locals: number): Resolved {
  switch (binding.by) {
    case "definition":
      return { chain: `@${binding.at}${steps}` };
    case "import":
      return { chain: `%${binding.at}${steps}` };
    case "local": {
      if (steps === "" && !isHeld) {
        return "local";
      }
      const held = locals < LOCALS_MAX ? stepped(binding.type, steps) : null;
      return resolve(held, true, locals + 1);
    }
  }
}
