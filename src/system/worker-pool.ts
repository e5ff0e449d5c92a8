// A pool of child processes for one kind of task. Processes instead of threads: a parser or a native library that hangs,
// crashes or takes too much memory can be killed without harm to the server.
import type { ChildProcess } from "node:child_process";
import { cancelled, Failure } from "../vocabulary/failure.ts";
import { type Job, type JobOptions, type Outcome, openJobQueue } from "./job-queue.ts";
import { type BoundedPool, enterPool, leavePool } from "./pool-limits.ts";
import { endProcess, failureOf, type HostMessage, startProcess, type WorkerMessage } from "./worker-process.ts";

export interface WorkerPoolOptions {
  /** Absolute path of the built entry, which calls serveTasks. */
  readonly entry: string;
  /** Largest number of processes, without the one for urgent tasks. They are started only while tasks wait. */
  readonly size: number;
  /** Sent to every process before its first task. */
  readonly initial?: unknown;
  readonly execArgv?: readonly string[];
  /** The last idle process ends after this many milliseconds; default 30,000. */
  readonly idleMs?: number;
  /** Other idle processes end after this many milliseconds; by default the same. */
  readonly spareIdleMs?: number;
  /** Scheduling niceness of the processes, 0 to 19. */
  readonly niceness?: number;
  /**
   * Whether there is one more process, at the ordinary priority, for urgent tasks alone. They then wait neither for a longer
   * task nor behind a lowered priority, which the system does not let a program raise again. It is started by the first urgent
   * task that finds no idle process.
   */
  readonly urgentProcess?: boolean;
  /**
   * Up to this many waiting tasks are left to that process if it is the only one, since starting another would take longer.
   * Default 0.
   */
  readonly fewTasks?: number;
}

export interface WorkerPool<Task, Result> {
  readonly size: number;
  run(task: Task, options?: JobOptions): Promise<Result>;
  /** Ends all idle processes now. */
  trim(): void;
  /** Process ids of the running processes. */
  pids(): readonly number[];
  /** Rejects waiting tasks with CANCELLED and kills every process. */
  close(): Promise<void>;
}

interface Worker {
  readonly child: ChildProcess;
  /** Takes urgent tasks only. */
  readonly urgent: boolean;
  /** Prepared and ready for a task. */
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Far longer than any start on a busy machine. A process that is not ready by then is replaced. */
const START_MS_MAX = 60_000;
const IDLE_MS = 30_000;

export function openWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const workers = new Set<Worker>();
  /** All processes that have not ended, including those that were told to. */
  const processes = new Set<ChildProcess>();
  const queue = openJobQueue();
  let most = Number.POSITIVE_INFINITY;
  let closed = false;

  const size = () => Math.min(options.size, most);
  const count = (which: (worker: Worker) => boolean) => [...workers].filter(which).length;
  /** Whether the waiting tasks are left to the process for urgent tasks. */
  const isFew = () =>
    [...workers].every(({ urgent }) => urgent) &&
    workers.size > 0 &&
    queue.urgent + queue.ordinary <= (options.fewTasks ?? 0);
  const jobFor = (worker: Worker) => queue.next(worker.urgent && !isFew());
  const isIdle = (worker: Worker) => worker.ready && worker.job === null;
  const isExcess = (worker: Worker) => !worker.urgent && count((other) => !other.urgent) > size();

  function finish(worker: Worker, outcome: Outcome): void {
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
    const idleMs = options.idleMs ?? IDLE_MS;
    const spareMs = Math.min(options.spareIdleMs ?? idleMs, idleMs);
    worker.timer = setTimeout(() => {
      // The urgent process ends last, since it can take any task.
      if (workers.size > 1 && !worker.urgent) {
        retire(worker);
      } else {
        worker.timer = setTimeout(() => retire(worker), idleMs - spareMs).unref();
      }
    }, spareMs).unref();
  }

  function kill(worker: Worker, message: string, hint: string): void {
    workers.delete(worker);
    worker.child.kill("SIGKILL");
    lose(worker, new Failure("TIMED_OUT", message, { hint }));
  }

  function assign(worker: Worker, job: Job): void {
    clearTimeout(worker.timer);
    worker.job = job;
    worker.child.ref();
    worker.child.channel?.ref();
    const { timeoutMs } = job;
    if (timeoutMs !== undefined) {
      const message = `a worker took longer than ${timeoutMs} ms`;
      worker.timer = setTimeout(() => kill(worker, message, "the file or text it worked on is skipped"), timeoutMs);
    }
    const message: HostMessage = { id: job.id, task: job.task };
    // If sending fails, the process is dying: its exit event settles the job.
    worker.child.send(message, () => undefined);
  }

  function next(worker: Worker): void {
    if (isExcess(worker)) {
      retire(worker);
      return;
    }
    const job = jobFor(worker);
    if (job === undefined) {
      rest(worker);
    } else {
      assign(worker, job);
    }
  }

  function receive(worker: Worker, message: WorkerMessage): void {
    if (!workers.has(worker)) {
      return;
    }
    if ("ready" in message) {
      clearTimeout(worker.timer);
      worker.ready = true;
      next(worker);
      return;
    }
    const outcome = "error" in message ? { error: failureOf(message.error) } : { result: message.result };
    if (message.id === null) {
      // The process could not prepare: every waiting task would fail the same way.
      retire(worker);
      queue.settleAll(outcome);
      return;
    }
    finish(worker, outcome);
    next(worker);
  }

  /** A process that ended fails its task; one that was never ready fails the task that waited for it. */
  function lose(worker: Worker, error: Error): void {
    workers.delete(worker);
    if (!worker.ready) {
      worker.job ??= jobFor(worker) ?? null;
    }
    finish(worker, { error });
    dispatch();
  }

  function start(forUrgent: boolean): void {
    const child = startProcess(
      { ...options, niceness: forUrgent ? 0 : (options.niceness ?? 0) },
      (message) => receive(worker, message),
      (how) => {
        processes.delete(child);
        // If the pool ended it, its task has been answered, and other processes take the next ones.
        if (workers.has(worker) || worker.job !== null) {
          lose(worker, new Error(`a worker process ${how}`));
        }
      },
    );
    const worker: Worker = { child, urgent: forUrgent, ready: false, job: null, timer: undefined };
    workers.add(worker);
    processes.add(child);
    worker.timer = setTimeout(
      () => kill(worker, "a worker did not start", "run `context-broker doctor`"),
      START_MS_MAX,
    );
  }

  function dispatch(): void {
    if (closed) {
      return;
    }
    for (const worker of [...workers].filter(isIdle).sort((a, b) => Number(b.urgent) - Number(a.urgent))) {
      const job = jobFor(worker);
      if (job !== undefined) {
        assign(worker, job);
      }
    }
    const starting = (forUrgent: boolean) => count((worker) => !worker.ready && worker.urgent === forUrgent);
    if (options.urgentProcess === true && queue.urgent > 0 && count((worker) => worker.urgent) === 0) {
      start(true);
    }
    const lacking = () =>
      isFew() ? 0 : queue.urgent + queue.ordinary - starting(false) - (queue.urgent > 0 ? starting(true) : 0);
    while (lacking() > 0 && count((worker) => !worker.urgent) < size()) {
      start(false);
    }
  }

  function run(task: Task, options: JobOptions = {}): Promise<Result> {
    if (closed) {
      return Promise.reject(cancelled("the worker pool is closed"));
    }
    const outcome = queue.enter(task, options);
    dispatch();
    return outcome as Promise<Result>;
  }

  function retireIdle(which: (worker: Worker) => boolean): void {
    for (const worker of [...workers].filter(isIdle)) {
      if (which(worker)) {
        retire(worker);
      }
    }
  }

  const bounded: BoundedPool = {
    trim: () => retireIdle(() => true),
    limit(limit) {
      most = Math.max(1, limit ?? Number.POSITIVE_INFINITY);
      retireIdle(isExcess);
      dispatch();
    },
    get busy() {
      return workers.size > 0;
    },
  };
  enterPool(bounded);

  async function close(): Promise<void> {
    closed = true;
    leavePool(bounded);
    const outcome: Outcome = { error: cancelled("the worker pool is closed") };
    queue.settleAll(outcome);
    const ending = [...workers];
    // Their remaining messages are ignored: idle processes are not waited for, and the program would end before them.
    workers.clear();
    for (const worker of ending) {
      finish(worker, outcome);
    }
    await Promise.all([...processes].map(endProcess));
  }

  return {
    size: options.size,
    run,
    trim: bounded.trim,
    pids: () => [...workers].flatMap(({ child }) => child.pid ?? []),
    close,
  };
}
