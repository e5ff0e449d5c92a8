// The state of a project's index: what is searched and what is not, how fresh it is, which vector index is in use. For
// index_status and health, which show different parts of it.
import { z } from "zod";
import type { EmbeddingOutlook, Freshness, ProjectIndex, VectorStatus } from "../../index/project-index.ts";
import type { Corpus, WatchStatus } from "../../project/corpus.ts";
import { runningProcesses } from "../../system/running-processes.ts";
import { formatNumber, renderCount, renderDuration } from "../../vocabulary/shown-text.ts";
import type { OperationContext } from "../contract/operation.ts";
import { type CurrentWork, currentWork } from "./current-work.ts";

/** Milliseconds: long enough to load an existing index, short compared with building one. */
export const STATUS_WAIT_MS = 1_000;

export interface ProjectStatus {
  readonly freshness: Freshness;
  readonly excluded: Corpus["excluded"];
  readonly vectors: VectorStatus;
  /** What is left to embed; null if nothing is. */
  readonly outlook: EmbeddingOutlook | null;
  readonly watching: WatchStatus;
  /** Current work on the index, by this or another process; null if there is none. */
  readonly work: CurrentWork | null;
  /** True while this process works on it. */
  readonly working: boolean;
}

interface Opened {
  readonly root: string;
  readonly index: Pick<ProjectIndex, "vectorStatus" | "outlook" | "progress" | "working">;
  readonly corpus: { current(): Pick<Corpus, "excluded">; watchStatus(): WatchStatus };
}

/** Call it after `freshen` has resolved. */
export function projectStatus(
  { root, index, corpus }: Opened,
  freshness: Freshness,
  { services }: Pick<OperationContext, "services">,
): ProjectStatus {
  const others = runningProcesses(services.settings.cacheFolder).filter(({ pid }) => pid !== process.pid);
  return {
    freshness,
    excluded: corpus.current().excluded,
    vectors: index.vectorStatus(),
    outlook: index.outlook(),
    watching: corpus.watchStatus(),
    work: currentWork(index.progress(), others, root),
    working: index.working(),
  };
}

/** States of the vectors in plain words; others are plain already. */
const STATES: Readonly<Record<string, string>> = { applied: "complete", stale: "incomplete", disabled: "off" };

/** "complete (exact)", "incomplete: 14 of 4,208 chunks are searchable by meaning" */
export function renderVectors({ state, kind, reason }: { state: string; kind: string | null; reason: string }): string {
  const how = kind === null || state === "stale" ? "" : ` (${kind})`;
  return `${STATES[state] ?? state}${how}${reason === "" ? "" : `: ${reason}`}`;
}

/** Absent figures: nothing was embedded on this machine yet. */
export const outlookField = z.object({
  chunks: z.number(),
  per_second: z.number().optional(),
  seconds: z.number().optional(),
});

export const outlookOf = ({ chunks, perSecond, seconds }: EmbeddingOutlook): z.input<typeof outlookField> => ({
  chunks,
  ...(perSecond === null || seconds === null
    ? {}
    : { per_second: Math.round(perSecond * 10) / 10, seconds: Math.round(seconds) }),
});

/** "8,285 chunks left to embed: about 1:37 min, at 85 a second as measured on this machine" */
export const renderOutlook = ({ chunks, perSecond, seconds }: EmbeddingOutlook): string =>
  `${renderCount(chunks, "chunk")} left to embed${
    perSecond === null || seconds === null
      ? ""
      : `: about ${renderDuration(seconds)}, at ${formatNumber(Math.max(1, Math.round(perSecond)))} a second as measured on this machine`
  }`;

/** The state of a part of the program; kind and reason are absent if there is none. */
export const partField = z.object({ state: z.string(), kind: z.string().optional(), reason: z.string().optional() });

export const partOf = ({ state, kind = null, reason }: { state: string; kind?: string | null; reason: string }) => ({
  state,
  ...(kind === null ? {} : { kind }),
  ...(reason === "" ? {} : { reason }),
});

export const worker = (writtenElsewhere: boolean, working: boolean): string =>
  writtenElsewhere ? "updated by another process" : working ? "being updated" : "idle";
