// What the readers of Python's facts keep while they walk one file: the enclosing functions, classes and comprehensions, and what
// is learnt of each before it ends.
import { type ChainDraft, NOTHING, rooted, rootOf, stepped, writtenAs } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";

/** An assignment to an attribute of the instance, in a method: a field of the class unless its body has that name. */
export interface FieldDraft {
  readonly definition: DefinitionDraft;
  readonly of: ChainDraft;
}

export interface Frame {
  readonly kind: "file" | "class" | "function" | "comprehension";
  readonly definition: DefinitionAt;
  /** First parameter of a method; its class's frame. Null elsewhere. */
  readonly receiver: { readonly name: string; readonly class: Frame } | null;
  /** Names that are `global` or `nonlocal` here. */
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
  readonly returned: ChainDraft[];
  readonly yielded: ChainDraft[];
  /** By name. */
  readonly fields: Map<string, FieldDraft>;
  readonly isEnum: boolean;
}

/** What a text binds, as far as it tells which fixture a name means. */
export interface BoundNames {
  /** Of fixtures, those in classes too. */
  readonly fixtures: ReadonlySet<string>;
  /** Outermost names of anything. */
  readonly outermost: ReadonlySet<string>;
}

export const frameOf = (
  kind: Frame["kind"],
  definition: DefinitionAt,
  more: Partial<Pick<Frame, "receiver" | "isEnum">> = {},
): Frame => ({
  kind,
  definition,
  receiver: more.receiver ?? null,
  globals: new Set(),
  nonlocals: new Set(),
  returned: [],
  yielded: [],
  fields: new Map(),
  isEnum: more.isEnum ?? false,
});

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** The innermost last. */
  frames: [frameOf("file", FILE)] as Frame[],
  /** Variables that are only declared or None so far: a later assignment determines their type. */
  undecided: new Set<DefinitionAt>(),
  /** Null until it is asked for. */
  bound: null as BoundNames | null,
  /** Docstrings with examples. */
  examples: [] as NodeAt[],
  /** Whether the file's own text is being read, and not yet its examples. */
  isInFile: false,
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;

// The functions, classes and comprehensions that enclose a place of a Python file.

/** The innermost frame; `isWhole`: the innermost that is no comprehension. */
export function frameAt({ state }: Walk, isWhole = false): Frame {
  const { frames } = state;
  const found = isWhole ? frames.findLast(({ kind }) => kind !== "comprehension") : frames.at(-1);
  return found ?? frameOf("file", FILE);
}

/** Runs `inside` in a scope and frame of its own. */
export function inFrame<Result>(walk: Walk, frame: Frame, inside: () => Result): Result {
  const kind = frame.kind === "class" || frame.kind === "function" ? frame.kind : "block";
  return walk.within({ kind, definition: frame.definition }, () => {
    walk.state.frames.push(frame);
    const result = inside();
    walk.state.frames.pop();
    return result;
  });
}

/** The class whose instance this name is in the enclosing method. */
export function classOfReceiver({ state: { frames } }: Walk, name: string | null): Frame | null {
  const nearest = frames.findLast(({ kind, receiver }) => receiver !== null || kind === "class" || kind === "file");
  return nearest?.receiver?.name === name ? nearest.receiver.class : null;
}

/** The class of the enclosing instance is known; others are resolved when the chain is followed. */
export function memberOf(object: ChainDraft, name: string, walk: Walk): ChainDraft {
  const owner = name === "__class__" ? classOfReceiver(walk, rootOf(object)) : null;
  return owner === null ? stepped(object, `.${name}`) : rooted(definitionChain(owner.definition));
}

/** The value that all of these have, `NOTHING` aside; null where they differ. */
export function common(drafts: readonly ChainDraft[]): ChainDraft {
  const things = drafts.filter((draft) => draft !== NOTHING);
  const [first = drafts.length === 0 ? null : NOTHING] = things;
  return things.every((other) => writtenAs(other) === writtenAs(first)) ? first : null;
}
