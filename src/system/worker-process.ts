// One child process of a worker pool, with the task that it works on: its start, its end, its messages and its timer.
import { type ChildProcess, fork } from "node:child_process";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";
import type { Job, Outcome } from "./job-queue.ts";
import { enterProcess, leaveProcess, noteLowered, noteUsage, type Usage } from "./own-processes.ts";
import { PRIORITY } from "./platform/priority.ts";
import { SIGNALS } from "./platform/signals.ts";

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

export interface ProcessEvents {
  message(message: WorkerMessage): void;
  /** Called once when the process fails to start or ends, for any reason. */
  gone(how: string): void;
}

export function failureOf(error: WorkerError): Error {
  return error.code === null ? new Error(error.message) : new Failure(error.code, error.message, { hint: error.hint });
}

export class WorkerProcess {
  /** For urgent tasks. */
  urgent: boolean;
  readonly child: ChildProcess;
  /** Prepared for tasks. */
  isReady = false;
  job: Job | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProcessOptions, urgent: boolean, events: ProcessEvents) {
    this.urgent = urgent;
    this.child = startProcess(options, events);
  }

  get isIdle(): boolean {
    return this.isReady && this.job === null;
  }

  /** Runs `act` after `ms` milliseconds, unless the process changes its state or is given another timer before. */
  setTimer(ms: number, act: () => void): NodeJS.Timeout {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
    return this.#timer;
  }

  /** For good: the system does not let a program raise a priority again. */
  lower(niceness: number): void {
    this.urgent = false;
    const { pid } = this.child;
    if (pid !== undefined) {
      PRIORITY.lower(pid, niceness);
      noteLowered(pid, niceness);
    }
  }

  assign(job: Job): void {
    clearTimeout(this.#timer);
    this.job = job;
    this.child.ref();
    this.child.channel?.ref();
    // If sending fails, the process is dying: its exit event settles the job.
    this.child.send({ id: job.id, task: job.task } satisfies HostMessage, () => undefined);
  }

  /** Answers the task, if there is one. */
  finish(outcome: Outcome): void {
    clearTimeout(this.#timer);
    this.job?.settle(outcome);
    this.job = null;
  }

  /** Lets this program end although the process runs, and calls `then` after `ms` milliseconds without a task. */
  rest(ms: number, then: () => void): void {
    this.child.unref();
    this.child.channel?.unref();
    this.setTimer(ms, then).unref();
  }

  /** Lets an idle process end by itself. */
  disconnect(): void {
    clearTimeout(this.#timer);
    if (this.child.connected) {
      this.child.disconnect();
    }
  }

  /**
   * Kills the process and resolves when it is gone. An orderly end would save nothing: all that it could write is a temporary
   * file, which is not read before it is complete.
   */
  end(): Promise<void> {
    const { child } = this;
    return new Promise((resolve) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.once("exit", () => resolve());
      child.ref();
      child.kill(SIGNALS.atOnce);
    });
  }
}

function startProcess(
  { entry, initial, execArgv = [], niceness }: ProcessOptions,
  events: ProcessEvents,
): ChildProcess {
  const child = fork(entry, [], {
    serialization: "advanced",
    // stdout belongs to the protocol of the parent process.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [...execArgv],
  });
  const { pid } = child;
  if (pid !== undefined) {
    if (niceness !== 0) {
      PRIORITY.lower(pid, niceness);
    }
    enterProcess(pid, niceness);
    child.on("exit", () => leaveProcess(pid));
  }
  child.on("message", (message: WorkerMessage) => {
    if ("usage" in message) {
      noteUsage(pid ?? 0, message.usage);
    }
    events.message(message);
  });
  // Without a process there is no exit event. Other errors concern messages to a process that is ending anyway.
  child.on("error", (error) => pid === undefined && events.gone(`could not be started (${error.message})`));
  child.on("exit", (code, signal) => events.gone(`exited early (${signal ?? `exit ${code}`})`));
  child.send({ initial } satisfies HostMessage, () => undefined);
  return child;
}
