// Waits for the answer to a call that is placed. It ends in any case: with the answer, or when Emacs does not begin in time, does not end in
// time, is gone, or the client does not want the answer any more.
import { setTimeout as pause } from "node:timers/promises";
import { cancelled } from "../vocabulary/failure.ts";
import type { RunningForm } from "./emacsclient.ts";
import type { PlacedCall } from "./exchange.ts";
import { EXPLAIN } from "./explain.ts";

export interface Waiting {
  readonly placed: PlacedCall;
  readonly tool: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onWaiting: (message: string) => void;
  readonly isGone: () => boolean;
  /** Tells Emacs to run the call, or to cancel it. */
  readonly run: (verb: "run" | "cancel") => RunningForm;
}

/** How often the folder is looked at, in milliseconds: often at first, since most tools answer at once. */
const LOOK_MS_MIN = 4;
const LOOK_MS_MAX = 100;
/** How often the client hears that the call goes on, in milliseconds. */
const NOTE_MS = 2_000;
/** What Emacs gets on top of the time it asked for, in milliseconds, so that its own end comes first. */
const LATER_MS_MORE = 5_000;

export async function awaitAnswer(waiting: Waiting): Promise<{ text: string } | { value: unknown }> {
  const { placed, run } = waiting;
  const form = run("run");
  try {
    await begun(waiting, form);
    return await answered(waiting);
  } catch (error) {
    if (placed.isClaimed() && placed.answer() === null && !waiting.isGone()) {
      // A question to the user goes away, and nothing that has not begun is run.
      run("cancel");
    }
    throw error;
  } finally {
    form.end();
    placed.clear();
  }
}

/** Throws where the call was withdrawn: then it never runs. */
async function begun({ placed, tool, waitMs, signal, isGone }: Waiting, form: RunningForm): Promise<void> {
  let refusal: string | null = null;
  void form.outcome.then((outcome) => {
    refusal = outcome.kind === "failed" ? outcome.reason : null;
  });
  const end = Date.now() + waitMs;
  for await (const _ of looks()) {
    if (placed.isClaimed()) {
      return;
    }
    const why = signal.aborted
      ? cancelled()
      : isGone()
        ? EXPLAIN.gone(tool, false)
        : refusal !== null
          ? EXPLAIN.unclaimed(tool, refusal)
          : Date.now() >= end
            ? EXPLAIN.notBegun(tool, waitMs)
            : null;
    if (why !== null) {
      if (placed.withdraw()) {
        throw why;
      }
      return;
    }
  }
}

async function answered({ placed, tool, waitMs, signal, onWaiting, isGone }: Waiting) {
  let allowed = waitMs;
  let since = Date.now();
  let end = since + allowed;
  let noted = since;
  let reason = "";
  for await (const _ of looks()) {
    // Looked at before the answer: an Emacs that ends after its last answer has given it.
    const hasGone = isGone();
    const answer = placed.answer();
    if (answer !== null) {
      if ("error" in answer) {
        throw EXPLAIN.byEmacs(answer.error);
      }
      return answer;
    }
    if (signal.aborted) {
      throw cancelled();
    }
    if (hasGone) {
      throw EXPLAIN.gone(tool, true);
    }
    const later = placed.later();
    const now = Date.now();
    if (later !== null && JSON.stringify(later) !== reason) {
      reason = JSON.stringify(later);
      since = now;
      allowed = later.seconds * 1_000 + LATER_MS_MORE;
      end = now + allowed;
    }
    if (now >= end) {
      throw EXPLAIN.stillRuns(tool, allowed);
    }
    if (now - noted >= NOTE_MS) {
      noted = now;
      onWaiting(later?.message ?? `Emacs runs ${tool}`);
    }
  }
  throw EXPLAIN.stillRuns(tool, allowed);
}

/** One after the other, with growing pauses. */
async function* looks(): AsyncGenerator<void, void, undefined> {
  for (let ms = LOOK_MS_MIN; ; ms = Math.min(ms * 1.5, LOOK_MS_MAX)) {
    yield;
    await pause(ms);
  }
}
