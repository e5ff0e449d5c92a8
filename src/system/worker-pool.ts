// A pool of child processes that work on one kind of task. Processes, not threads: a parser or a native library
// that hangs, crashes or eats memory is ended without harm to the server. Knows nothing of the tasks.
import type { ChildProcess } from "node:child_process";
import { cancelled, Failure } from "../vocabulary/failure.ts";
import { type Job, type JobOptions, type Outcome, openJobQueue } from "./job-queue.ts";
import { type BoundedPool, enterPool, leavePool } from "./pool-limits.ts";
import { endProcess, failureOf, type HostMessage, startProcess, type WorkerMessage } from "./worker-process.ts";

export interface WorkerPoolOptions {
  /** Absolute path of the built entry, which calls serveTasks. */
  readonly entry: string;
  /** Most processes at once, the one for urgent tasks not counted; they are started only as tasks wait. */
  readonly size: number;
  /** Sent to every process before its first task. */
  readonly initial?: unknown;
  readonly execArgv?: readonly string[];
  /** The last idle process is ended after this many milliseconds; default 30,000. */
  readonly idleMs?: number;
  /** An idle process that is not the last one is ended after this many milliseconds; default as the last one. */
  readonly spareIdleMs?: number;
  /** Scheduling niceness of the processes, 0 to 19. */
  readonly niceness?: number;
  /**
   * One process more, at the ordinary priority, which does urgent tasks alone: they wait neither for a longer task nor
   * behind a lowered priority, which the system does not let a program raise again. Started by the first urgent task
   * that finds no idle process.
   */
  readonly urgentProcess?: boolean;
  /**
   * So many tasks that wait are left to that process, where it is the only one: to start another for them would take longer
   * than to do them. Default 0.
   */
  readonly fewTasks?: number;
}

export interface WorkerPool<Task, Result> {
  readonly size: number;
  run(task: Task, options?: JobOptions): Promise<Result>;
  /** Ends all idle processes now. */
  trim(): void;
  /** Process ids of those that run. */
  pids(): readonly number[];
  /** Rejects what waits with CANCELLED and kills every process. */
  close(): Promise<void>;
}

interface Worker {
  readonly child: ChildProcess;
  /** Does urgent tasks alone. */
  readonly urgent: boolean;
  /** Prepared, and so fit for a task. */
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Far beyond any start on a busy machine; a process that is not ready by then is replaced. */
const START_MS_MAX = 60_000;
const IDLE_MS = 30_000;

export function openWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const workers = new Set<Worker>();
  /** All that have not ended, those too that were let go and are about to. */
  const processes = new Set<ChildProcess>();
  const queue = openJobQueue();
  let most = Number.POSITIVE_INFINITY;
  let closed = false;

  const size = () => Math.min(options.size, most);
  const count = (which: (worker: Worker) => boolean) => [...workers].filter(which).length;
  /** Whether what waits is left to the process for urgent tasks. */
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
      // The urgent one is the last to go: it serves any task that matters.
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
      worker.timer = setTimeout(
        () => kill(worker, message, "see what the task was working on; it is skipped"),
        timeoutMs,
      );
    }
    const message: HostMessage = { id: job.id, task: job.task };
    // A failed send is a dying process: its exit event settles the job.
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
      // The process could not prepare: every waiting task would meet the same end.
      retire(worker);
      queue.settleAll(outcome);
      return;
    }
    finish(worker, outcome);
    next(worker);
  }

  /** A process that is gone takes its task along; one that never became ready, the task that waited for it. */
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
        // Where it was ended from here, its task has its answer, and the next ones have their processes.
        if (workers.has(worker) || worker.job !== null) {
          lose(worker, new Error(`a worker process ${how}`));
        }
      },
    );
    const worker: Worker = { child, urgent: forUrgent, ready: false, job: null, timer: undefined };
    workers.add(worker);
    processes.add(child);
    worker.timer = setTimeout(
      () => kill(worker, "a worker did not start", "see `context-broker doctor`"),
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
    // Nothing that they still say is heard: an idle process is not waited for, and so the program would end before it.
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
