// A bar on the last line of a terminal, for long work. Nothing at all where nobody looks.
import type { Progress } from "../operations/operation.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

/** Redrawing more often shows nothing more, milliseconds. */
const INTERVAL_MS = 80;
/** A rate needs so much of a phase to mean something, milliseconds. */
const RATE_AFTER_MS = 1_500;
const BAR_COLUMNS_MAX = 32;
const CLEAR_LINE = "\r\u001b[2K";

export interface ProgressBar {
  show(progress: Progress): void;
  /** Takes the bar away before anything else is written. */
  clear(): void;
}

export function openProgressBar(err: Output, now: () => number = Date.now): ProgressBar {
  if (!err.terminal) {
    return { show: () => undefined, clear: () => undefined };
  }
  let phase = { message: "", startedAt: 0, startedDone: 0 };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    show: (progress) => {
      if (progress.message !== phase.message) {
        phase = { message: progress.message, startedAt: now(), startedDone: progress.done };
        drawnAt = Number.NEGATIVE_INFINITY;
      }
      if (now() - drawnAt < INTERVAL_MS && progress.done < progress.total) {
        return;
      }
      drawnAt = now();
      drawn = true;
      const elapsedMs = now() - phase.startedAt;
      err.write(CLEAR_LINE + renderBar(progress, progress.done - phase.startedDone, elapsedMs, err));
    },
    clear: () => {
      if (drawn) {
        err.write(CLEAR_LINE);
        drawn = false;
      }
    },
  };
}

/** One line that fits the terminal: what, how much of it, and how long it will still take. */
export function renderBar({ done, total, message }: Progress, doneNow: number, elapsedMs: number, err: Output): string {
  const { cyan, dim } = styleOf(err);
  const label = visible(message).replace(/\s+/g, " ");
  if (total <= 0) {
    return `${label}  ${done.toLocaleString("en")}`.slice(0, err.columns - 1);
  }
  const share = Math.min(1, Math.max(0, done / total));
  const counts = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  const left =
    elapsedMs >= RATE_AFTER_MS && doneNow > 0 ? `  ${duration(((total - done) / doneNow) * elapsedMs)} left` : "";
  const room = err.columns - 1 - label.length - counts.length - left.length - 4;
  const columns = Math.min(BAR_COLUMNS_MAX, room);
  if (columns < 4) {
    return `${label} ${counts}`.slice(0, err.columns - 1);
  }
  const full = Math.round(share * columns);
  return `${label}  ${cyan("━".repeat(full))}${dim("─".repeat(columns - full))}  ${counts}${left}`;
}

/** `8 s`, `2:05 min`, `1:10 h`. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const pair = (whole: number, part: number) => `${whole}:${String(part).padStart(2, "0")}`;
  if (seconds < 60) {
    return `${seconds} s`;
  }
  return seconds < 3600
    ? `${pair(Math.floor(seconds / 60), seconds % 60)} min`
    : `${pair(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60))} h`;
}
