// The functions, classes and comprehensions that enclose a place of a Python file.
import { type ChainDraft, NOTHING, rooted, rootOf, stepped, writtenAs } from "../../../facts/chain-drafts.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { type Frame, frameOf, type Walk } from "./state.ts";

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
