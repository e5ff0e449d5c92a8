// A pool of child processes that work on one kind of task. Processes, not threads: a parser or a native library
// that hangs, crashes or eats memory is ended without harm to the server. Knows nothing of the tasks.
import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { cancelled, Failure, type FailureCode } from "../vocabulary/failure.ts";

export interface WorkerPoolOptions {
  /** Absolute path of the built entry, which calls serveTasks. */
  readonly entry: string;
  /** Most processes at once; they are started only as tasks wait. */
  readonly size: number;
  /** Sent to every process before its first task. */
  readonly initial?: unknown;
  readonly execArgv?: readonly string[];
  /** An idle process is ended after this many milliseconds; default 30,000. */
  readonly idleMs?: number;
  /** So many processes are kept however idle; default 0. */
  readonly keep?: number;
  /** Scheduling niceness of the processes, 0 to 19. */
  readonly niceness?: number;
}

export interface TaskOptions {
  /**
   * Ends the wait at once. A task not yet begun is dropped; one that is running is let finish, its result unused,
   * since tasks are short and a process is dear to start.
   */
  readonly signal?: AbortSignal | undefined;
  /** A process that works longer on the task is killed and the task rejected with TIMED_OUT. */
  readonly timeoutMs?: number;
  /** Goes ahead of all tasks that are not. */
  readonly urgent?: boolean;
}

export interface WorkerPool<Task, Result> {
  readonly size: number;
  run(task: Task, options?: TaskOptions): Promise<Result>;
  /** Rejects what waits with CANCELLED and ends every process within two seconds. */
  close(): Promise<void>;
}

/** Parent to child. */
export type HostMessage = { readonly initial: unknown } | { readonly id: number; readonly task: unknown };
/** Child to parent; `ready` once, then one answer a task. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number | null; readonly error: WorkerError };
/** An error that crosses the process boundary; `code` null is a defect, not a Failure. */
export interface WorkerError {
  readonly code: FailureCode | null;
  readonly message: string;
  readonly hint: string;
}

interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly timeoutMs: number | undefined;
  readonly settle: (outcome: { result: unknown } | { error: Error }) => void;
}

interface Worker {
  readonly child: ChildProcess;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

const CLOSE_GRACE_MS = 1_000;

function failureOf(error: WorkerError): Error {
  return error.code === null ? new Error(error.message) : new Failure(error.code, error.message, { hint: error.hint });
}

export function openWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const workers = new Set<Worker>();
  const urgent: Job[] = [];
  const queue: Job[] = [];
  let nextId = 1;
  let closed = false;

  const takeJob = () => urgent.shift() ?? queue.shift();

  function finish(worker: Worker, outcome: { result: unknown } | { error: Error }): void {
    clearTimeout(worker.timer);
    const job = worker.job;
    worker.job = null;
    job?.settle(outcome);
  }

  function retire(worker: Worker): void {
    workers.delete(worker);
    clearTimeout(worker.timer);
    if (worker.child.connected) {
      worker.child.disconnect();
    }
  }

  function rest(worker: Worker): void {
    worker.child.unref();
    worker.child.channel?.unref();
    worker.timer = setTimeout(() => {
      if (workers.size > (options.keep ?? 0)) {
        retire(worker);
      }
    }, options.idleMs ?? 30_000).unref();
  }

  function assign(worker: Worker, job: Job): void {
    clearTimeout(worker.timer);
    worker.job = job;
    worker.child.ref();
    worker.child.channel?.ref();
    if (job.timeoutMs !== undefined) {
      worker.timer = setTimeout(() => {
        workers.delete(worker);
        worker.child.kill("SIGKILL");
        finish(worker, {
          error: new Failure("TIMED_OUT", `a worker took longer than ${job.timeoutMs} ms`, {
            hint: "see what the task was working on; it is skipped",
          }),
        });
        dispatch();
      }, job.timeoutMs);
    }
    const message: HostMessage = { id: job.id, task: job.task };
    // A failed send is a dying process: its exit event settles the job.
    worker.child.send(message, () => undefined);
  }

  function next(worker: Worker): void {
    const job = takeJob();
    if (job === undefined) {
      rest(worker);
    } else {
      assign(worker, job);
    }
  }

  function receive(worker: Worker, message: WorkerMessage): void {
    if ("ready" in message || !workers.has(worker)) {
      return;
    }
    const outcome = "error" in message ? { error: failureOf(message.error) } : { result: message.result };
    finish(worker, outcome);
    if (message.id === null) {
      // The process could not prepare: every waiting task would meet the same end.
      retire(worker);
      for (let job = takeJob(); job !== undefined; job = takeJob()) {
        job.settle(outcome);
      }
      return;
    }
    next(worker);
  }

  function start(): Worker {
    const child = fork(options.entry, [], {
      serialization: "advanced",
      // stdout belongs to the protocol of the parent process.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [...(options.execArgv ?? [])],
    });
    const worker: Worker = { child, job: null, timer: undefined };
    workers.add(worker);
    lowerPriority(child, options.niceness ?? 0);
    child.on("message", (message: WorkerMessage) => receive(worker, message));
    const gone = (how: string) => {
      workers.delete(worker);
      finish(worker, { error: new Error(`a worker process ${how}`) });
      dispatch();
    };
    // Without a process there is no exit event; the other errors are of messages to a process that ends anyway.
    child.on("error", (error) => child.pid === undefined && gone(`does not start (${error.message})`));
    child.on("exit", (code, signal) => gone(`ended early (${signal ?? `exit ${code}`})`));
    child.send({ initial: options.initial } satisfies HostMessage, () => undefined);
    return worker;
  }

  function dispatch(): void {
    while (!closed && urgent.length + queue.length > 0) {
      const idle = [...workers].find((worker) => worker.job === null);
      if (idle === undefined && workers.size >= options.size) {
        return;
      }
      const job = takeJob();
      if (job !== undefined) {
        assign(idle ?? start(), job);
      }
    }
  }

  function run(task: Task, { signal, timeoutMs, urgent: first = false }: TaskOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (closed || signal?.aborted === true) {
        reject(cancelled(closed ? "the worker pool is closed" : undefined));
        return;
      }
      const lane = first ? urgent : queue;
      const onAbort = () => {
        const at = lane.indexOf(job);
        if (at >= 0) {
          lane.splice(at, 1);
        }
        reject(cancelled());
      };
      const job: Job = {
        id: nextId++,
        task,
        timeoutMs,
        settle: (outcome) => {
          signal?.removeEventListener("abort", onAbort);
          if ("error" in outcome) {
            reject(outcome.error);
          } else {
            resolve(outcome.result as Result);
          }
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      lane.push(job);
      dispatch();
    });
  }

  async function close(): Promise<void> {
    closed = true;
    for (let job = takeJob(); job !== undefined; job = takeJob()) {
      job.settle({ error: cancelled("the worker pool is closed") });
    }
    await Promise.all([...workers].map(end));
  }

  return { size: options.size, run, close };
}

function end(worker: Worker): Promise<void> {
  const { child } = worker;
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_GRACE_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.ref();
    if (child.connected) {
      child.disconnect();
    }
  });
}

function lowerPriority(child: ChildProcess, niceness: number): void {
  if (niceness === 0 || child.pid === undefined) {
    return;
  }
  try {
    setPriority(child.pid, niceness);
  } catch {
    // The process may have ended already, or the system forbids it: it then runs at the ordinary priority.
  }
}
