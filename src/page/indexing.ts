// Indexing that was begun on the page goes on when its request ends: it takes longer than a connection lives.

type Structured = Readonly<Record<string, unknown>>;

/** An answer that takes longer says that the work goes on. */
const WAIT_MS = 20_000;

export interface Indexing {
  /** `work` runs once at a time for a project; who asks meanwhile waits for the same. */
  run(project: string, work: (signal: AbortSignal) => Promise<Structured>): Promise<Structured>;
  /** Ends all of it. */
  end(): void;
}

export function openIndexing(): Indexing {
  const running = new Map<string, Promise<Structured>>();
  const ending = new AbortController();
  return {
    async run(project, work) {
      let done = running.get(project);
      if (done === undefined) {
        done = work(ending.signal).finally(() => running.delete(project));
        running.set(project, done);
        // Who asked may be gone before it fails.
        done.catch(() => undefined);
      }
      let timer: NodeJS.Timeout | undefined;
      const later = new Promise<Structured>((resolve) => {
        timer = setTimeout(() => resolve({ outcome: "found", goes_on: true }), WAIT_MS);
      });
      return Promise.race([done, later]).finally(() => clearTimeout(timer));
    },
    end: () => ending.abort(),
  };
}
