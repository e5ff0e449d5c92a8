// Decides when the server ends: stdin closed, a signal, or the parent process has exited.
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../system/log.ts";
import { endWithParent, hasParentEnded } from "../system/parent-watch.ts";
import { SIGNALS } from "../system/platform/signals.ts";

/** The process ends after this many milliseconds at the latest; on a busy machine that takes 300 more. */
const END_MS_MAX = 1_700;
/** A client that closes stdin after a last question still gets its answer if that takes no longer, in milliseconds. */
const ANSWER_MS_MAX = 1_250;
/** How often the parent is checked, in milliseconds. */
const PARENT_CHECK_MS = 1_000;
/** A process that is too busy to notice that its parent is gone is killed after this many milliseconds. */
const HUNG_MS_MAX = PARENT_CHECK_MS + END_MS_MAX + 1_000;
/** With more unexpected errors than this within a minute, the process gives up. */
const DEFECTS_A_MINUTE_MAX = 50;

export interface Lifetime {
  /** Where the client's messages come from. */
  readonly input: Readable;
  readonly stdout: NodeJS.EventEmitter;
  /** Resolves when no request is open. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Ends the process with code 0, after `close`, at the first of: end of stdin, SIGTERM, SIGINT, SIGHUP, a broken stdout,
 * the parent's death. A second signal ends it at once.
 *
 * Unexpected errors outside a request are logged and survived: the index commits in transactions and every file is
 * renamed into place, so that a callback that threw leaves nothing half-done. A flood of them ends the process with 1.
 */
export function superviseLifetime({ input, stdout, answered, close }: Lifetime): void {
  const end = endOnSignals(answered, close);
  input.once("end", () => end("stdin ended", 0, ANSWER_MS_MAX));
  input.once("close", () => end("stdin closed", 0, ANSWER_MS_MAX));
  // While a daemon starts, stdin is read and stdout written, and either may have ended already.
  if (input.readableEnded || input.destroyed || ("destroyed" in stdout && stdout.destroyed === true)) {
    end("stdin or stdout ended", 0, ANSWER_MS_MAX);
  }
  input.on("error", (error) => end(`stdin failed: ${error.message}`));
  // A client that closes stderr gets no log; its requests are still answered.
  process.stderr.on("error", () => undefined);
  stdout.on("error", (error: Error) => end(`stdout failed: ${error.message}`));
  setInterval(() => {
    if (hasParentEnded()) {
      end("the parent process has exited");
    }
  }, PARENT_CHECK_MS).unref();
  // Delayed, so that `initialize` is answered first.
  setTimeout(() => endWithParent(HUNG_MS_MAX), PARENT_CHECK_MS).unref();

  surviveDefects(() => end("too many unexpected errors", 1));
}

/**
 * The same for a server that listens: no client ends it, only a signal or a flood of unexpected errors. Call the returned function to end it for
 * another reason.
 */
export function superviseListening(close: () => Promise<void>): (reason: string) => void {
  const end = endOnSignals(() => Promise.resolve(), close);
  process.stderr.on("error", () => undefined);
  surviveDefects(() => end("too many unexpected errors", 1));
  return end;
}

type End = (reason: string, code?: number, graceMs?: number) => void;

/** Ends the process after `close` at a signal; a second one ends it at once. The returned function ends it in the same way. */
function endOnSignals(answered: () => Promise<void>, close: () => Promise<void>): End {
  let ending = false;
  const end: End = (reason, code = 0, graceMs = 0) => {
    if (ending) {
      return;
    }
    ending = true;
    log("info", "server ends", { reason });
    const timer = setTimeout(() => process.exit(code), END_MS_MAX);
    const grace = graceMs === 0 ? Promise.resolve() : Promise.race([answered(), delay(graceMs)]);
    grace.then(close).then(
      () => process.exit(code),
      (error: unknown) => {
        log("error", "closing failed", { error: String(error) });
        clearTimeout(timer);
        process.exit(code);
      },
    );
  };
  for (const signal of SIGNALS.ends) {
    process.on(signal, () => (ending ? process.exit(0) : end(signal)));
  }
  return end;
}

/** Unexpected errors outside a request are logged and survived; `giveUp` is called at a flood of them. */
function surviveDefects(giveUp: () => void): void {
  let recent: number[] = [];
  const survive = (kind: string) => (error: unknown) => {
    const now = Date.now();
    recent = [...recent.filter((time) => now - time < 60_000), now];
    log("error", kind, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (recent.length > DEFECTS_A_MINUTE_MAX) {
      giveUp();
    }
  };
  process.on("uncaughtException", survive("unexpected error outside a request"));
  process.on("unhandledRejection", survive("unexpected rejection outside a request"));
}
