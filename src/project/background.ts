// Work that waits until the process is idle: it starts some time after the last request and is aborted by the next one.

export interface Background {
  /** A request begins: running work is aborted. */
  giveWay(): void;
  /** A request has ended. */
  resume(): void;
  /** Aborts running work; none starts again. */
  close(): void;
}

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

export function openBackground({ isDue, isBusy, work }: BackgroundWork): Background {
  let timer: NodeJS.Timeout | undefined;
  let running: AbortController | null = null;
  let closed = false;

  function beginWhenQuiet(sinceMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isBusy() && performance.now() - sinceMs < BUSY_MAX_MS) beginWhenQuiet(sinceMs);
      else begin();
    }, QUIET_MS);
    timer.unref();
  }

  function begin(): void {
    const own = new AbortController();
    running = own;
    // The next request meets the same error and can report it to its caller.
    work(own.signal)
      .catch(() => undefined)
      .finally(() => {
        if (running === own) running = null;
      });
  }

  function giveWay(): void {
    clearTimeout(timer);
    running?.abort();
  }

  return {
    giveWay,
    resume() {
      if (!closed && isDue()) beginWhenQuiet(performance.now());
    },
    close() {
      closed = true;
      giveWay();
    },
  };
}
