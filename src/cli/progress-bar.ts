// A progress bar on the last line of a terminal. Draws nothing if the output is not a terminal.

import type { Progress } from "../operations/contract/operation.ts";
import { formatNumber, renderDuration } from "../vocabulary/shown-text.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

/** Shortest time between redraws, in milliseconds. */
const INTERVAL_MS = 80;
const BAR_COLUMNS_MAX = 32;
const CLEAR_LINE = "\r\u001b[2K";

export interface ProgressBar {
  show(progress: Progress): void;
  /** Removes the bar before anything else is written. */
  clear(): void;
}

export function openProgressBar(err: Output, now: () => number = Date.now): ProgressBar {
  if (!err.terminal) {
    return { show: () => undefined, clear: () => undefined };
  }
  let phase = "";
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    show: (progress) => {
      if (progress.message !== phase) {
        phase = progress.message;
        drawnAt = Number.NEGATIVE_INFINITY;
      }
      if (now() - drawnAt < INTERVAL_MS && progress.done < progress.total) {
        return;
      }
      drawnAt = now();
      drawn = true;
      err.write(CLEAR_LINE + renderBar(progress, err));
    },
    clear: () => {
      if (drawn) {
        err.write(CLEAR_LINE);
        drawn = false;
      }
    },
  };
}

const timeLeft = (seconds: number | null) => (seconds === null ? "" : `  ${renderDuration(seconds)} left`);

/** One line that fits the terminal: what, how much of it, and the time left. */
export function renderBar(progress: Progress, err: Output): string {
  const { done, total, message, secondsLeft = null, paused = null } = progress;
  const { cyan, dim } = styleOf(err);
  const label = visible(message).replace(/\s+/g, " ");
  if (total <= 0) {
    return `${label}  ${formatNumber(done)}`.slice(0, err.columns - 1);
  }
  const share = Math.min(1, Math.max(0, done / total));
  const counts = `${formatNumber(done)} of ${formatNumber(total)}`;
  const left = paused === null ? timeLeft(secondsLeft) : `  ${paused}`;
  const room = err.columns - 1 - label.length - counts.length - left.length - 4;
  const columns = Math.min(BAR_COLUMNS_MAX, room);
  if (columns < 4) {
    // Leaves parts out instead of cutting them: a number cut short would be another number.
    const fitting = [`${label} ${counts}`, counts, `${Math.floor(share * 100)}%`];
    return fitting.find((text) => text.length < err.columns) ?? "";
  }
  const full = Math.round(share * columns);
  return `${label}  ${cyan("━".repeat(full))}${dim("─".repeat(columns - full))}  ${counts}${left}`;
}
