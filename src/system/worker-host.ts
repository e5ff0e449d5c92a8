// The child's side of a worker pool: prepares once, then answers one task at a time.
import process from "node:process";
import { Failure } from "../vocabulary/failure.ts";
import { thisUsage } from "./own-processes.ts";
import { endWithParent } from "./parent-watch.ts";
import { SIGNALS } from "./platform/signals.ts";
import type { HostMessage, WorkerError, WorkerMessage } from "./worker-process.ts";

function errorOf(error: unknown): WorkerError {
  if (error instanceof Failure) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: null, message, hint: "" };
}

function answer(message: WorkerMessage): void {
  // Sending fails if the parent is gone; "disconnect" then ends this process.
  process.send?.(message, () => undefined);
}

export interface HostOptions {
  /** Set if a task may block the event loop for long or for ever: the process then still ends with its parent. */
  readonly mayHang?: boolean;
}

/** A process that returns to its event loop ends by itself long before this. */
const ORPHAN_MS_MAX = 500;

/**
 * Serves the tasks of the pool that forked this process. `prepare` runs once with the pool's `initial` value and
 * answers the function that does a task; where it throws, every task is rejected with its error.
 */
export function serveTasks<Initial, Task, Result>(
  prepare: (initial: Initial) => Promise<(task: Task) => Promise<Result>>,
  { mayHang = false }: HostOptions = {},
): void {
  if (mayHang) {
    endWithParent(ORPHAN_MS_MAX);
  }
  let prepared: Promise<(task: Task) => Promise<Result>> | undefined;

  async function work(id: number, task: Task): Promise<void> {
    try {
      const perform = await prepared;
      if (perform === undefined) {
        throw new Error("a task came before the initial value");
      }
      answer({ id, result: await perform(task), usage: thisUsage() });
    } catch (error) {
      answer({ id, error: errorOf(error), usage: thisUsage() });
    }
  }

  // A terminal's ^C reaches the whole group; the parent decides what it means.
  for (const signal of SIGNALS.keyboard) {
    process.on(signal, () => undefined);
  }
  process.on("disconnect", () => process.exit(0));
  process.on("message", (message: HostMessage) => {
    if ("initial" in message) {
      prepared = prepare(message.initial as Initial);
      prepared.then(
        () => answer({ ready: true }),
        (error: unknown) => answer({ id: null, error: errorOf(error), usage: thisUsage() }),
      );
      return;
    }
    void work(message.id, message.task as Task);
  });
}
