// The facts of the changed files before the change. They are laid over the index, so that names in unchanged files resolve to
// what they meant before.
import { setMaxListeners } from "node:events";
import type { TextFacts } from "../../languages/text-facts.ts";
import type { OverlaidFile, Overlay } from "../../linking/overlay.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { TextPair } from "../state/change.ts";

export type ReadFacts = (
  path: string,
  text: string,
  signal: AbortSignal,
) => Promise<TextFacts | { readonly unread: string }>;

export interface BaseState {
  /** Every changed file under its path before the change, and null for the path of one that was not there. */
  readonly overlay: Overlay;
  /** Paths whose earlier text could not be read, or not in time: what led through them is not known. */
  readonly unread: readonly string[];
}

/** Reads all texts at once; workers analyse them in any order. Throws CANCELLED if the caller's signal is aborted. */
export async function readBaseState(
  texts: readonly TextPair[],
  readFacts: ReadFacts,
  timeMsMax: number,
  signal: AbortSignal,
): Promise<BaseState> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(timeMsMax)))]);
  // One listener for each text: Node warns from the eleventh on.
  setMaxListeners(0, limited);
  const overlay = new Map<string, OverlaidFile | null>();
  const unread: string[] = [];
  for (const { after } of texts) {
    if (after !== null) {
      overlay.set(after.path, null);
    }
  }
  const read = async ({ path, text }: { readonly path: string; readonly text: string }): Promise<void> => {
    const facts = await readFacts(path, text, limited).catch((error: unknown) => {
      const isLate = error instanceof Failure && error.code === "CANCELLED" && !signal.aborted;
      if (isLate) {
        return { unread: "out of time" };
      }
      throw error;
    });
    if ("unread" in facts) {
      overlay.delete(path);
      unread.push(path);
    } else {
      overlay.set(path, facts);
    }
  };
  await Promise.all(texts.flatMap(({ before }) => (before === null ? [] : [read(before)])));
  return { overlay, unread };
}
