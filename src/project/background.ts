// Work that waits until the process is idle: it starts some time after the last request and is aborted by the next one.

export interface BackgroundWork {
  readonly isDue: () => boolean;
  /** True while a caller still waits for a result although its request has ended; background work would slow it down. */
  readonly isBusy: () => boolean;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/** Milliseconds without a request after which the work begins. */
const QUIET_MS = 250;
/** A caller that has been busy for longer than this (milliseconds) is not answering a question, and gains from the work. */
const BUSY_MAX_MS = 10_000;

export class Background {
  readonly #work: BackgroundWork;
  #timer: NodeJS.Timeout | undefined;
  #running: AbortController | null = null;
  #closed = false;

  constructor(work: BackgroundWork) {
    this.#work = work;
  }

  /** A request begins: running work is aborted. */
  giveWay(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  /** A request has ended. */
  resume(): void {
    if (!this.#closed && this.#work.isDue()) this.#beginWhenQuiet(performance.now());
  }

  /** Aborts running work; none starts again. */
  close(): void {
    this.#closed = true;
    this.giveWay();
  }

  /** `wasBusy`: a caller was waiting a moment ago, and its answer may still be on its way. */
  #beginWhenQuiet(sinceMs: number, wasBusy = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isBusy = this.#work.isBusy();
      if ((isBusy || wasBusy) && performance.now() - sinceMs < BUSY_MAX_MS) this.#beginWhenQuiet(sinceMs, isBusy);
      else this.#begin();
    }, QUIET_MS).unref();
  }

  #begin(): void {
    const own = new AbortController();
    this.#running = own;
    // The next request meets the same error and can report it to its caller.
    this.#work
      .work(own.signal)
      .catch(() => undefined)
      .finally(() => {
        if (this.#running === own) this.#running = null;
      });
  }
}
