// Reports that a file changed, appeared or vanished by examining it at intervals, on any file system. Every change after the
// call is reported; `fs.watchFile` first looks some time later and misses what changed before.
import { type BigIntStats, statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** Examines the file every `everyMs` milliseconds, and keeps no process alive. The returned function ends it. */
export function watchFile(path: string, everyMs: number, onChange: () => void): () => void {
  let known = lookNow(path);
  let looking = false;
  let ended = false;

  async function look(): Promise<void> {
    // On a slow file system one look may take longer than the interval.
    if (looking) {
      return;
    }
    looking = true;
    const now = await stat(path, { bigint: true }).then(stateOf, codeOf);
    looking = false;
    if (now !== known && !ended) {
      known = now;
      onChange();
    }
  }

  const timer = setInterval(() => void look(), everyMs).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

function lookNow(path: string): string {
  try {
    return stateOf(statSync(path, { bigint: true }));
  } catch (error) {
    return codeOf(error);
  }
}

const stateOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ctimeNs} ${ino}`;

/** The error code represents the state of a file that is missing or may not be examined. */
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
