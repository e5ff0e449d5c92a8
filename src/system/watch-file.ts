// Tells when a file changed, came or went, by a look at it now and then: whoever writes it, and on whatever file system.
// Every change after the call is told; `fs.watchFile` takes its first look some time later and is silent on what it missed.
import { type BigIntStats, statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** Looks every so many milliseconds, and keeps no process alive. The returned function ends it. */
export function watchFile(path: string, everyMs: number, onChange: () => void): () => void {
  let known = lookNow(path);
  let looking = false;
  let ended = false;

  async function look(): Promise<void> {
    // A slow file system may take longer for one look than the time between two.
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

/** A file that is not there, or may not be looked at, is in that state. */
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
