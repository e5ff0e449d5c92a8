// Runs one piece of work at a time. A caller never gets the result of a run that began before the call, since that would miss
// what changed in between. Callers that wait for the same run share it.
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

interface Run<Result> {
  readonly outcome: Promise<Result>;
  readonly stop: AbortController;
  callers: number;
}

/** The work is aborted when every caller that waits for it has given up. */
export function oneAtATime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): (signal?: AbortSignal) => Promise<Result> {
  let waiting: Run<Result> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const schedule = (): Run<Result> => {
    const stop = new AbortController();
    const before = last;
    const begin = async () => {
      await before.catch(() => undefined);
      if (waiting?.stop === stop) waiting = null;
      throwIfCancelled(stop.signal);
      return await work(stop.signal);
    };
    const run = { outcome: begin(), stop, callers: 0 };
    last = run.outcome;
    return run;
  };

  return async (signal) => {
    throwIfCancelled(signal);
    if (waiting === null || waiting.stop.signal.aborted) waiting = schedule();
    return await joined(waiting, signal);
  };
}

function joined<Result>(run: Run<Result>, signal: AbortSignal | undefined): Promise<Result> {
  run.callers += 1;
  if (signal === undefined) return run.outcome;
  return new Promise((resolve, reject) => {
    const leave = () => {
      run.callers -= 1;
      if (run.callers === 0) run.stop.abort();
      reject(cancelled());
    };
    signal.addEventListener("abort", leave, { once: true });
    run.outcome.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
