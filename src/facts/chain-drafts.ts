// Chains under construction: a root whose meaning is not known yet, the steps that readers append to it, and the scopes in which the
// root is looked up once all names are known (`scopes.ts`).
import {
  BUILT_IN_ROOT,
  CALL,
  CHAIN_LENGTH_MAX,
  CHAIN_STEPS_MAX,
  COLLECTION,
  countSteps,
  definitionIn,
  ELEMENT,
  INSTANCE,
  KEYS,
  parseMember,
} from "../vocabulary/chain.ts";
import type { DefinitionAt } from "../vocabulary/facts.ts";

/**
 * A chain whose root is still a name, seen from a scope at a moment of the reading; or one that needs no scope.
 * Null: unknown.
 */
export type ChainDraft = {
  readonly from: Scope | null;
  readonly at: number;
  readonly root: string;
  readonly steps: string;
} | null;

/** The value of a local variable from one moment of the walk until the next assignment to it. */
export interface Assignment {
  readonly since: number;
  readonly value: ChainDraft;
}

/** What a name is bound to. A local variable has no definition of its own: its value is used in its place. */
export type Binding =
  /** `assignments`: those after the definition. From the first on, the name is treated as a local variable. */
  | { readonly by: "definition"; readonly at: DefinitionAt; readonly assignments?: Assignment[] }
  | { readonly by: "import"; readonly at: number }
  | { readonly by: "local"; readonly assignments: Assignment[] };

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

/** The step from a function to the value that a call returns. It is used while chains are built and is not stored. */
export const RESULT_STEP = "=>";

/** The chain with these steps appended; null where that would be longer than a chain may be. */
export function stepped(chain: ChainDraft, steps: string): ChainDraft {
  if (chain === null || steps === "") {
    return chain;
  }
  // The elements of a built-in collection are unknown.
  if (chain.root === BUILT_IN_ROOT && chain.steps === "" && steps.startsWith(ELEMENT)) {
    return null;
  }
  const all = chain.steps === "" ? steps : cancelled(chain.steps + steps);
  if (all.includes(RESULT_STEP) && !all.endsWith(RESULT_STEP)) {
    return null;
  }
  const isLong = all.length + chain.root.length > CHAIN_LENGTH_MAX;
  return isLong || (all.length > CHAIN_STEPS_MAX && countSteps(all) > CHAIN_STEPS_MAX)
    ? null
    : { from: chain.from, at: chain.at, root: chain.root, steps: all };
}

function cancelled(steps: string): string {
  let left = steps;
  for (let before = ""; before !== left; ) {
    before = left;
    left = before
      .replace(COLLECTION + ELEMENT, "")
      .replace(KEYS + KEYS, "")
      .replace(RESULT_STEP + CALL, "");
  }
  return left;
}

/** Whether the last step of a draft is this one. */
export const endsIn = (draft: ChainDraft, step: string): boolean => draft?.steps.endsWith(step) === true;

/** The draft without this step at its end; null for one that does not end in it. */
export const withoutLast = (draft: ChainDraft, step: string): ChainDraft =>
  draft?.steps.endsWith(step) === true ? { ...draft, steps: draft.steps.slice(0, -step.length) } : null;

/** The type that a draft is an instance of, as `stepped(type, "^")` made it; null for anything else. */
export const typeOfInstance = (draft: ChainDraft): ChainDraft => withoutLast(draft, INSTANCE);

/** What a draft is a member of, as `stepped(owner, ".name")` made it; null for anything else. */
export function ownerOf(draft: ChainDraft): ChainDraft {
  const owner = draft === null ? undefined : parseMember(draft.root + draft.steps)?.owner;
  return draft === null || owner === undefined ? null : { ...draft, steps: owner.slice(draft.root.length) };
}

export const rooted = (root: string): ChainDraft => ({ from: null, at: 0, root, steps: "" });

/** The value of a name that was only declared, or set to nothing (`None`, `null`): a later assignment determines its value. */
export const NOTHING: ChainDraft = rooted(BUILT_IN_ROOT);

/** A value of the language's own. Not `NOTHING`: a later assignment does not determine another. */
export const BUILT_IN_VALUE: ChainDraft = rooted(BUILT_IN_ROOT);

/** What a draft without steps is; null for any other. */
export const rootOf = (draft: ChainDraft): string | null => (draft?.steps === "" ? draft.root : null);

/** The definition that a draft is; null for anything else. */
export const definitionOfDraft = (draft: ChainDraft): DefinitionAt | null => definitionIn(rootOf(draft) ?? "");

/** A draft as it was written, from whatever scope; "" for null. */
export const writtenAs = (draft: ChainDraft): string => (draft === null ? "" : draft.root + draft.steps);

export const isSame = (a: ChainDraft, b: ChainDraft): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.root === b.root && a.steps === b.steps);
