// What the files of a project held, now and a while ago: an answer that was given while they changed is true if it shows
// what some file held between the question and the answer. Knows nothing of questions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeText } from "../../../src/project/decode.ts";

export interface TreeHistory {
  readonly root: string;
  /** Remembers what these files hold, does the work that changes them, and ends that state with it. */
  change<Result>(paths: readonly string[], work: () => Result | Promise<Result>): Promise<Result>;
  /** Every text that the file had since then (performance.now()); "null" among them where it was not there. */
  textsSince(path: string, sinceMs: number): (string | null)[];
}

interface PastText {
  readonly text: string | null;
  untilMs: number;
}

/** Longer than any question waits for its answer, in milliseconds. */
const KEPT_MS = 400_000;

export function openTreeHistory(root: string): TreeHistory {
  const past = new Map<string, PastText[]>();

  function textNow(path: string): string | null {
    try {
      return decodeText(readFileSync(join(root, path))).text;
    } catch (error) {
      if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) {
        return null;
      }
      throw error;
    }
  }

  function forgetOld(): void {
    const from = performance.now() - KEPT_MS;
    for (const [path, texts] of past) {
      const kept = texts.filter(({ untilMs }) => untilMs >= from);
      if (kept.length === 0) {
        past.delete(path);
      } else {
        past.set(path, kept);
      }
    }
  }

  return {
    root,
    async change(paths, work) {
      const ending = paths.map((path) => {
        const one: PastText = { text: textNow(path), untilMs: Number.POSITIVE_INFINITY };
        past.set(path, [...(past.get(path) ?? []), one]);
        return one;
      });
      try {
        return await work();
      } finally {
        const untilMs = performance.now();
        for (const one of ending) {
          one.untilMs = untilMs;
        }
        forgetOld();
      }
    },
    textsSince: (path, sinceMs) => [
      textNow(path),
      ...(past.get(path) ?? []).filter(({ untilMs }) => untilMs >= sinceMs).map(({ text }) => text),
    ],
  };
}
