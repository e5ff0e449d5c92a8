// A pool of child processes for one kind of task. Processes instead of threads: a parser or a native library that hangs,
// crashes or takes too much memory can be killed without harm to the server.

import { cancelled, Failure } from "../vocabulary/failure.ts";
import { type Job, type JobOptions, JobQueue, type Outcome } from "./job-queue.ts";
import { SIGNALS } from "./platform/signals.ts";
import { type BoundedPool, enterPool, leavePool } from "./pool-limits.ts";
import { failureOf, type WorkerMessage, WorkerProcess } from "./worker-process.ts";

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
  /** Scheduling niceness of the processes, 0 to 19; of those for urgent tasks it is 0. */
  readonly niceness?: number;
  /**
   * Whether a process starts at the ordinary priority and is lowered to `niceness` by its first task that is not urgent. Urgent tasks then get
   * others, up to `size` as well, and the lowered ones end.
   */
  readonly lowers?: boolean;
  /**
   * Whether there is one more process, at the ordinary priority, for urgent tasks alone. They then wait neither for a longer
   * task nor behind a lowered priority, which the system does not let a program raise again. It is started by the first urgent
   * task that finds no idle process.
   */
  readonly urgentProcess?: boolean;
  /**
   * Up to this many waiting tasks are left to the process that runs, if it is the only one, since starting another would take longer.
   * Where there is a process for urgent tasks, to that one. Default 0.
   */
  readonly fewTasks?: number;
}

/** Far longer than any start on a busy machine. A process that is not ready by then is replaced. */
const START_MS_MAX = 60_000;
const IDLE_MS = 30_000;
/** One that was lowered works for the background, whose next task may be three seconds away where the machine is busy. */
const LOWERED_IDLE_MS = 10_000;

export const openWorkerPool = <Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> =>
  new WorkerPool(options);

export class WorkerPool<Task, Result> implements BoundedPool {
  readonly size: number;
  readonly #options: WorkerPoolOptions;
  readonly #queue = new JobQueue();
  /** The processes that take tasks. */
  readonly #workers = new Set<WorkerProcess>();
  /** All processes that have not ended, including those that were told to. */
  readonly #running = new Set<WorkerProcess>();
  #most = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.size = options.size;
    enterPool(this);
  }

  run(task: Task, options: JobOptions = {}): Promise<Result> {
    if (this.#closed) {
      return Promise.reject(cancelled("the worker pool is closed"));
    }
    const outcome = this.#queue.enter(task, options);
    this.#dispatch();
    return outcome as Promise<Result>;
  }

  /** Ends all idle processes now. */
  readonly trim = (): void => this.#retireIdle(() => true);

  limit(most: number | null): void {
    this.#most = Math.max(1, most ?? Number.POSITIVE_INFINITY);
    this.#retireIdle((worker) => this.#isExcess(worker));
    this.#dispatch();
  }

  get busy(): boolean {
    return this.#workers.size > 0;
  }

  /** Process ids of the running processes. */
  pids(): readonly number[] {
    return [...this.#workers].flatMap(({ child }) => child.pid ?? []);
  }

  /** Rejects waiting tasks with CANCELLED and kills every process. */
  readonly close = async (): Promise<void> => {
    this.#closed = true;
    leavePool(this);
    const outcome: Outcome = { error: cancelled("the worker pool is closed") };
    this.#queue.settleAll(outcome);
    const ending = [...this.#workers];
    // Their remaining messages are ignored: idle processes are not waited for, and the program would end before them.
    this.#workers.clear();
    for (const worker of ending) {
      worker.finish(outcome);
    }
    await Promise.all([...this.#running].map((worker) => worker.end()));
  };

  #count(which: (worker: WorkerProcess) => boolean): number {
    return [...this.#workers].filter(which).length;
  }

  get #limit(): number {
    return Math.min(this.size, this.#most);
  }

  get #lowers(): boolean {
    return this.#options.lowers ?? false;
  }

  #isExcess(worker: WorkerProcess): boolean {
    if (this.#lowers) {
      return (worker.urgent ? this.#count(({ urgent }) => urgent) : this.#workers.size) > this.#limit;
    }
    return !worker.urgent && this.#count(({ urgent }) => !urgent) > this.#limit;
  }

  /** Whether the waiting tasks are left to the only process. */
  get #isFew(): boolean {
    const { urgentProcess = false, fewTasks = 0 } = this.#options;
    const { urgent, ordinary } = this.#queue;
    const [only, ...others] = this.#workers;
    // A lowered process is no help where somebody waits.
    const mayTake = only?.urgent === (urgentProcess || urgent > 0) || (this.#lowers && urgent === 0);
    return only !== undefined && others.length === 0 && mayTake && urgent + ordinary <= fewTasks;
  }

  #jobFor(worker: WorkerProcess): Job | undefined {
    if (this.#lowers) {
      const isLeft = !worker.urgent && this.#count(({ urgent, isReady }) => urgent && isReady) > 0;
      return this.#queue.next(isLeft ? "ordinary" : "any");
    }
    return this.#queue.next(worker.urgent && !this.#isFew ? "urgent" : "any");
  }

  /** Gives the waiting tasks to idle processes, and starts the processes that are lacking. */
  #dispatch(): void {
    if (this.#closed) {
      return;
    }
    const idle = [...this.#workers].filter((worker) => worker.isIdle);
    // Where a task lowers its process, those that are lowered already take it.
    const first = this.#lowers ? -1 : 1;
    for (const worker of idle.sort((a, b) => first * (Number(b.urgent) - Number(a.urgent)))) {
      const job = this.#jobFor(worker);
      if (job !== undefined) {
        this.#assign(worker, job);
      }
    }
    if (this.#lowers) {
      while (this.#lacksOrdinary()) {
        this.#start(true);
      }
      return;
    }
    const { urgentProcess = false } = this.#options;
    if (urgentProcess && this.#queue.urgent > 0 && this.#count(({ urgent }) => urgent) === 0) {
      this.#start(true);
    }
    while (this.#lacking() > 0 && this.#count(({ urgent }) => !urgent) < this.#limit) {
      this.#start(false);
    }
  }

  /** Whether one more process at the ordinary priority is to be started, where tasks lower it. */
  #lacksOrdinary(): boolean {
    if (this.#isFew) {
      return false;
    }
    const starting = this.#count(({ isReady }) => !isReady);
    const { urgent, ordinary } = this.#queue;
    return (
      (urgent > starting && this.#count((worker) => worker.urgent) < this.#limit) ||
      (urgent + ordinary > starting && this.#workers.size < this.#limit)
    );
  }

  /** How many more tasks wait than processes are starting. */
  #lacking(): number {
    if (this.#isFew) {
      return 0;
    }
    const starting = (forUrgent: boolean) => this.#count(({ isReady, urgent }) => !isReady && urgent === forUrgent);
    const { urgent, ordinary } = this.#queue;
    return urgent + ordinary - starting(false) - (urgent > 0 ? starting(true) : 0);
  }

  #start(urgent: boolean): void {
    const niceness = urgent ? 0 : (this.#options.niceness ?? 0);
    const worker: WorkerProcess = new WorkerProcess({ ...this.#options, niceness }, urgent, {
      message: (message) => this.#receive(worker, message),
      gone: (how) => this.#noteGone(worker, how),
    });
    this.#workers.add(worker);
    this.#running.add(worker);
    worker.setTimer(START_MS_MAX, () => this.#kill(worker, "a worker did not start", "run `context-broker doctor`"));
  }

  #receive(worker: WorkerProcess, message: WorkerMessage): void {
    if (!this.#workers.has(worker)) {
      return;
    }
    if ("ready" in message) {
      worker.isReady = true;
      this.#continue(worker);
      return;
    }
    const outcome = "error" in message ? { error: failureOf(message.error) } : { result: message.result };
    if (message.id === null) {
      // The process could not prepare: every waiting task would fail the same way.
      this.#retire(worker);
      this.#queue.settleAll(outcome);
      return;
    }
    worker.finish(outcome);
    this.#continue(worker);
  }

  /** What a process does after a task: the next one, or rest, or end. */
  #continue(worker: WorkerProcess): void {
    if (this.#isExcess(worker)) {
      this.#retire(worker);
      return;
    }
    const job = this.#jobFor(worker);
    if (job === undefined) {
      this.#rest(worker);
    } else {
      this.#assign(worker, job);
    }
  }

  #assign(worker: WorkerProcess, job: Job): void {
    if (this.#lowers && worker.urgent && !job.urgent) {
      worker.lower(this.#options.niceness ?? 0);
    }
    worker.assign(job);
    const { timeoutMs } = job;
    if (timeoutMs !== undefined) {
      const message = `a worker took longer than ${timeoutMs} ms`;
      worker.setTimer(timeoutMs, () => this.#kill(worker, message, "the file or text it worked on is skipped"));
    }
  }

  #rest(worker: WorkerProcess): void {
    const { idleMs = IDLE_MS, spareIdleMs = idleMs } = this.#options;
    const isLowered = this.#lowers && !worker.urgent;
    const spareMs = isLowered ? LOWERED_IDLE_MS : Math.min(spareIdleMs, idleMs);
    worker.rest(spareMs, () => {
      if (this.#isSpare(worker)) {
        this.#retire(worker);
      } else {
        worker.rest(idleMs - spareMs, () => this.#retire(worker));
      }
    });
  }

  /** The last process for urgent tasks is none, since it can take any task; one that was lowered is of no use to the next urgent one. */
  #isSpare({ urgent }: WorkerProcess): boolean {
    const ofUrgent = this.#count((worker) => worker.urgent);
    return this.#lowers ? !urgent || ofUrgent > 1 : !urgent && this.#workers.size > 1;
  }

  #retire(worker: WorkerProcess): void {
    this.#workers.delete(worker);
    worker.disconnect();
  }

  #retireIdle(which: (worker: WorkerProcess) => boolean): void {
    for (const worker of [...this.#workers].filter(({ isIdle }) => isIdle)) {
      if (which(worker)) {
        this.#retire(worker);
      }
    }
  }

  #kill(worker: WorkerProcess, message: string, hint: string): void {
    this.#workers.delete(worker);
    worker.child.kill(SIGNALS.atOnce);
    this.#lose(worker, new Failure("TIMED_OUT", message, { hint }));
  }

  #noteGone(worker: WorkerProcess, how: string): void {
    this.#running.delete(worker);
    // If the pool ended it, its task has been answered, and other processes take the next ones.
    if (this.#workers.has(worker) || worker.job !== null) {
      this.#lose(worker, new Error(`a worker process ${how}`));
    }
  }

  /** A process that ended fails its task; one that was never ready fails the task that waited for it. */
  #lose(worker: WorkerProcess, error: Error): void {
    this.#workers.delete(worker);
    const job = worker.isReady ? undefined : this.#jobFor(worker);
    worker.finish({ error });
    job?.settle({ error });
    this.#dispatch();
  }
}
