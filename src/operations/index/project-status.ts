// The state of a project's index: what is searched and what is not, how fresh it is, which vector index is in use. For
// index_status and health, which show different parts of it.
import { z } from "zod";
import type { Freshness, ProjectIndex, VectorStatus } from "../../index/project-index.ts";
import type { Corpus, WatchStatus } from "../../project/corpus.ts";
import { runningProcesses } from "../../system/running-processes.ts";
import type { OperationContext } from "../contract/operation.ts";
import { type CurrentWork, currentWork } from "./current-work.ts";

/** Milliseconds: long enough to load an existing index, short compared with building one. */
export const STATUS_WAIT_MS = 1_000;

export interface ProjectStatus {
  readonly freshness: Freshness;
  readonly excluded: Corpus["excluded"];
  readonly vectors: VectorStatus;
  readonly watching: WatchStatus;
  /** Current work on the index, by this or another process; null if there is none. */
  readonly work: CurrentWork | null;
  /** True while this process works on it. */
  readonly working: boolean;
}

interface Opened {
  readonly root: string;
  readonly index: Pick<ProjectIndex, "vectorStatus" | "progress" | "working">;
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

/** The state of a part of the program; kind and reason are absent if there is none. */
export const partField = z.object({ state: z.string(), kind: z.string().optional(), reason: z.string().optional() });

export const partOf = ({ state, kind = null, reason }: { state: string; kind?: string | null; reason: string }) => ({
  state,
  ...(kind === null ? {} : { kind }),
  ...(reason === "" ? {} : { reason }),
});

export const worker = (writtenElsewhere: boolean, working: boolean): string =>
  writtenElsewhere ? "updated by another process" : working ? "being updated" : "idle";
