// Tasks that run side by side, where the first error ends the whole: the others finish, and no further one is started.

export class TaskGroup {
  readonly #running = new Set<Promise<void>>();
  readonly #errors: unknown[] = [];
  #since = 0;
  #busyMs = 0;

  /** Tasks that have not ended. */
  get size(): number {
    return this.#running.size;
  }

  get hasFailed(): boolean {
    return this.#errors.length > 0;
  }

  /** How long there have been tasks. */
  get busyMs(): number {
    return this.#busyMs + (this.size === 0 ? 0 : performance.now() - this.#since);
  }

  add(work: Promise<void>): void {
    const task = work.catch((error: unknown) => this.fail(error)).finally(() => this.#ended(task));
    if (this.size === 0) {
      this.#since = performance.now();
    }
    this.#running.add(task);
  }

  /** For an error outside of the tasks. */
  fail(error: unknown): void {
    this.#errors.push(error);
  }

  #ended(task: Promise<void>): void {
    const busyMs = this.busyMs;
    this.#running.delete(task);
    if (this.size === 0) {
      this.#busyMs = busyMs;
    }
  }

  /** Waits until a task has ended. */
  async next(): Promise<void> {
    await Promise.race(this.#running);
  }

  /** Waits for all tasks, and throws the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.hasFailed) {
      throw this.#errors[0];
    }
  }
}
