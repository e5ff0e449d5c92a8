// The functions, classes and comprehensions that enclose a place of a Python file.
import { type ChainDraft, NOTHING, writtenAs } from "../../../facts/chain-drafts.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { type Frame, frameOf, type Walk } from "./state.ts";

/** The innermost frame; `isWhole`: the innermost that is no comprehension. */
export function frameAt({ state }: Walk, isWhole = false): Frame {
  const { frames } = state;
  const found = isWhole ? frames.findLast(({ kind }) => kind !== "comprehension") : frames.at(-1);
  return found ?? frameOf("file", FILE);
}

/** Runs `inside` in a scope and frame of its own. */
export function inFrame({ facts, state }: Walk, frame: Frame, inside: () => void): void {
  const kind = frame.kind === "class" || frame.kind === "function" ? frame.kind : "block";
  facts.within({ kind, definition: frame.definition }, () => {
    state.frames.push(frame);
    inside();
    state.frames.pop();
  });
}

/** The class whose instance this name is in the enclosing method. */
export function classOfReceiver({ state: { frames } }: Walk, name: string | null): Frame | null {
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
  return things.every((other) => writtenAs(other) === writtenAs(first)) ? first : null;
}
