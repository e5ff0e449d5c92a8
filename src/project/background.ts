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

/** Milliseconds without a request after which the work begins. */
const QUIET_MS = 250;

export function openBackground(isDue: () => boolean, work: (signal: AbortSignal) => Promise<unknown>): Background {
  let timer: NodeJS.Timeout | undefined;
  let running: AbortController | null = null;
  let closed = false;

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
      if (closed || !isDue()) return;
      clearTimeout(timer);
      timer = setTimeout(begin, QUIET_MS);
      timer.unref();
    },
    close() {
      closed = true;
      giveWay();
    },
  };
}
