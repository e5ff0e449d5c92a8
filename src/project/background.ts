// Work that can wait until nobody does: begun some time after the last request, given up when the next one comes.
// Knows nothing of the work.

export interface Background {
  /** A request begins: what runs gives way. */
  giveWay(): void;
  /** A request has ended. */
  resume(): void;
  /** Gives way for good. */
  close(): void;
}

export interface BackgroundWork {
  readonly isDue: () => boolean;
  /** Somebody waits for what came of a request, although that has ended: the work would take their time. */
  readonly isBusy: () => boolean;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/** Milliseconds without a request after which the work begins. */
const QUIET_MS = 250;
/** Whoever is busy for longer, in milliseconds, is not answering a question, and gains by the work. */
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
    // The next request meets the same trouble, and has someone to tell of it.
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
