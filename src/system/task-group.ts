// Tasks that run side by side, where the first error ends the whole: the others finish, and no further one is started.

export class TaskGroup {
  readonly #running = new Set<Promise<void>>();
  readonly #errors: unknown[] = [];

  /** Tasks that have not ended. */
  get size(): number {
    return this.#running.size;
  }

  get hasFailed(): boolean {
    return this.#errors.length > 0;
  }

  add(work: Promise<void>): void {
    const task = work.catch((error: unknown) => this.fail(error)).finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  /** For an error outside of the tasks. */
  fail(error: unknown): void {
    this.#errors.push(error);
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
