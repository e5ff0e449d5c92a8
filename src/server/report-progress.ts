// Combines the progress of an operation's phases into one rising number, as the protocol requires.

import type { Progress } from "../operations/contract/operation.ts";
import { renderDuration } from "../vocabulary/shown-text.ts";

/** Shortest time between notifications, in milliseconds. */
const INTERVAL_MS = 100;

export interface ProgressNote {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** Each phase starts where the last one ended; notes that do not rise, or come too soon, are dropped. */
export function riseProgress(send: (note: ProgressNote) => void, now: () => number = Date.now): (at: Progress) => void {
  let phase = "";
  let base = 0;
  let sent = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  return ({ done, total, message, secondsLeft = null, paused = null }) => {
    if (message !== phase) {
      phase = message;
      base = sent;
    }
    const progress = base + done;
    const last = total > 0 && done >= total;
    if (progress <= sent || (now() - sentAt < INTERVAL_MS && !last)) {
      return;
    }
    sent = progress;
    sentAt = now();
    send({
      progress,
      ...(total > 0 ? { total: base + Math.max(total, done) } : {}),
      message: [
        total > 0 ? `${message}: ${done} of ${total}` : `${message}: ${done}`,
        ...(secondsLeft === null ? [] : [`${renderDuration(secondsLeft)} left`]),
        ...(paused === null ? [] : [`paused: ${paused}`]),
      ].join(", "),
    });
  };
}
