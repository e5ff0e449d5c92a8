// One child process of a worker pool: its start, its end and its messages.
import { type ChildProcess, fork } from "node:child_process";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";
import { lowerPriority } from "./lower-priority.ts";
import { enterProcess, leaveProcess, noteUsage, type Usage } from "./own-processes.ts";

/** Messages from parent to child. */
export type HostMessage = { readonly initial: unknown } | { readonly id: number; readonly task: unknown };
/** Messages from child to parent: `ready` once, then one answer per task. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly id: number; readonly result: unknown; readonly usage: Usage }
  | { readonly id: number | null; readonly error: WorkerError; readonly usage: Usage };
/** An error that crosses the process boundary; `code` null is a defect, not a Failure. */
export interface WorkerError {
  readonly code: FailureCode | null;
  readonly message: string;
  readonly hint: string;
}

export interface ProcessOptions {
  /** Absolute path of the built entry, which calls serveTasks. */
  readonly entry: string;
  /** Sent before any task. */
  readonly initial?: unknown;
  readonly execArgv?: readonly string[];
  readonly niceness: number;
}

export function failureOf(error: WorkerError): Error {
  return error.code === null ? new Error(error.message) : new Failure(error.code, error.message, { hint: error.hint });
}

/** `onGone` is called once when the process fails to start or ends, for any reason. */
export function startProcess(
  { entry, initial, execArgv = [], niceness }: ProcessOptions,
  onMessage: (message: WorkerMessage) => void,
  onGone: (how: string) => void,
): ChildProcess {
  const child = fork(entry, [], {
    serialization: "advanced",
    // stdout belongs to the protocol of the parent process.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [...execArgv],
  });
  if (niceness !== 0 && child.pid !== undefined) {
    lowerPriority(child.pid, niceness);
  }
  const { pid } = child;
  if (pid !== undefined) {
    enterProcess(pid, niceness);
    child.on("exit", () => leaveProcess(pid));
  }
  child.on("message", (message: WorkerMessage) => {
    if ("usage" in message) {
      noteUsage(pid ?? 0, message.usage);
    }
    onMessage(message);
  });
  // Without a process there is no exit event. Other errors concern messages to a process that is ending anyway.
  child.on("error", (error) => child.pid === undefined && onGone(`could not be started (${error.message})`));
  child.on("exit", (code, signal) => onGone(`exited early (${signal ?? `exit ${code}`})`));
  child.send({ initial } satisfies HostMessage, () => undefined);
  return child;
}

/**
 * Kills a process and resolves when it is gone. An orderly end would save nothing: all that it could write is a temporary file,
 * which nobody reads before it is complete.
 */
export function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once("exit", () => resolve());
    child.ref();
    child.kill("SIGKILL");
  });
}
