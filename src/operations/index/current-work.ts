// What is being done to an index and how long it will take: for progress, for the status, for people. Measures nothing.
import { z } from "zod";
import type { IndexProgress } from "../../index/project-index.ts";
import { type RunningProcess, workOf } from "../../system/running-processes.ts";
import { formatNumber, renderCount, renderDuration } from "../../vocabulary/shown-text.ts";

export const workField = z.object({
  pid: z.number(),
  phase: z.string(),
  done: z.number(),
  total: z.number(),
  per_second: z.number().nullable(),
  seconds_left: z.number().nullable(),
  paused: z.string().nullable(),
});

export type CurrentWork = z.input<typeof workField>;

/** What this process does; otherwise what another one reports; null if no process works. */
export function currentWork(
  own: IndexProgress | null,
  others: readonly RunningProcess[],
  root: string,
): CurrentWork | null {
  if (own !== null && own.done > 0) {
    return workFields(process.pid, own);
  }
  for (const other of others) {
    const work = workOf(other, root);
    if (work !== null) {
      return workFields(other.pid, work);
    }
  }
  return own === null ? null : workFields(process.pid, own);
}

const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

function workFields(pid: number, work: Omit<IndexProgress, "phase"> & { readonly phase: string }): CurrentWork {
  const { phase, done, total, perSecond, secondsLeft, paused } = work;
  return { pid, phase, done, total, per_second: tenths(perSecond), seconds_left: tenths(secondsLeft), paused };
}

const UNITS: Readonly<Record<string, string>> = { embedding: "chunk" };

/** `embedding, 1,200 of 8,568 chunks, 95.2 a second, 1:17 min left`. */
export function renderWork({ phase, done, total, per_second, seconds_left, paused }: CurrentWork): string {
  const parts = [
    phase,
    ...(total === 0 ? [] : [`${formatNumber(done)} of ${renderCount(total, UNITS[phase] ?? "file")}`]),
    ...(per_second === null ? [] : [`${formatNumber(per_second)} a second`]),
    ...(seconds_left === null ? [] : [`${renderDuration(seconds_left)} left`]),
    ...(paused === null ? [] : [`paused: ${paused}`]),
  ];
  return parts.join(", ");
}
