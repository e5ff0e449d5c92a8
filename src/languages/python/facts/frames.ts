// What the readers of Python keep between nodes of one text: the functions, classes and comprehensions around, and what is
// learnt of each before it ends.

import type { DefinitionDraft, FactsBuilder } from "../../../facts/facts-builder.ts";
import { type ChainDraft, NOTHING } from "../../../facts/scopes.ts";
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

export interface PythonFile {
  readonly frames: Frame[];
  /** Variables at the top of which nothing is known yet but that they are there. */
  readonly undecided: Set<DefinitionAt>;
  /** Where the comment that was read last ends. */
  commentLine: number;
}

const files = new WeakMap<FactsBuilder, PythonFile>();

export function fileOf(facts: FactsBuilder): PythonFile {
  const known = files.get(facts);
  if (known !== undefined) {
    return known;
  }
  const file: PythonFile = { frames: [frameOf("file", FILE)], undecided: new Set(), commentLine: 0 };
  files.set(facts, file);
  return file;
}

export function frameOf(
  kind: Frame["kind"],
  definition: DefinitionAt,
  more: Partial<Pick<Frame, "receiver" | "isEnum">> = {},
): Frame {
  return {
    kind,
    definition,
    receiver: more.receiver ?? null,
    globals: new Set(),
    nonlocals: new Set(),
    returned: [],
    yielded: [],
    fields: new Map(),
    isEnum: more.isEnum ?? false,
  };
}

/** The innermost frame; `isWhole`: the innermost that is no comprehension. */
export function frameAt(facts: FactsBuilder, isWhole = false): Frame {
  const { frames } = fileOf(facts);
  const found = isWhole ? frames.findLast(({ kind }) => kind !== "comprehension") : frames.at(-1);
  return found ?? frameOf("file", FILE);
}

/** Runs `inside` in a scope and frame of its own. */
export function inFrame(facts: FactsBuilder, frame: Frame, inside: () => void): void {
  const kind = frame.kind === "class" || frame.kind === "function" ? frame.kind : "block";
  const { frames } = fileOf(facts);
  facts.within({ kind, definition: frame.definition }, () => {
    frames.push(frame);
    inside();
    frames.pop();
  });
}

/** The class whose instance this name is in the method around. */
export function classOfReceiver(facts: FactsBuilder, name: string): Frame | null {
  const { frames } = fileOf(facts);
  for (let i = frames.length - 1; i >= 0; i -= 1) {
    const frame = frames[i];
    if (frame === undefined || frame.kind === "class" || frame.kind === "file") {
      return null;
    }
    if (frame.receiver !== null) {
      return frame.receiver.name === name ? frame.receiver.class : null;
    }
  }
  return null;
}

/** The one thing that all of these are, what is nothing left out; null where they differ. */
export function common(drafts: readonly ChainDraft[]): ChainDraft {
  const things = drafts.filter((draft) => draft !== NOTHING);
  const first = things[0];
  if (first === undefined) {
    return drafts.length === 0 ? null : NOTHING;
  }
  return things.every((other) => other?.root === first?.root && other?.steps === first?.steps) ? first : null;
}
