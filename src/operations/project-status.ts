// How a project's index stands now: what is searched and what is not, how fresh, what serves vectors. For index_status and
// health, which show more or less of it. Knows no tool.
import { z } from "zod";
import type { Freshness, ProjectIndex, VectorStatus } from "../index/project-index.ts";
import type { Corpus, WatchStatus } from "../project/corpus.ts";
import { runningProcesses } from "../system/running-processes.ts";
import type { OperationContext } from "./operation.ts";
import { type WorkInHand, workInHand } from "./work-in-hand.ts";

/** Long enough to load what is indexed, short beside an index that has to be made. */
export const STATUS_WAIT_MS = 1_000;

export interface ProjectStatus {
  readonly freshness: Freshness;
  readonly excluded: Corpus["excluded"];
  readonly vectors: VectorStatus;
  readonly watching: WatchStatus;
  /** What is being done to the index, by this process or another; null where nothing is. */
  readonly work: WorkInHand | null;
  /** True while this process works on it. */
  readonly working: boolean;
}

interface Opened {
  readonly root: string;
  readonly index: Pick<ProjectIndex, "vectorStatus" | "progress" | "working">;
  readonly corpus: { current(): Pick<Corpus, "excluded">; watchStatus(): WatchStatus };
}

/** After `freshen` has answered. */
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
    work: workInHand(index.progress(), others, root),
    working: index.working(),
  };
}

export function renderVectors({ state, kind, reason }: { state: string; kind: string | null; reason: string }): string {
  return `${state}${kind === null ? "" : ` (${kind})`}${reason === "" ? "" : `, ${reason}`}`;
}

/** The state of a part of the program; what has no kind and no reason says so by leaving them out. */
export const partField = z.object({ state: z.string(), kind: z.string().optional(), reason: z.string().optional() });

export const partOf = ({ state, kind = null, reason }: { state: string; kind?: string | null; reason: string }) => ({
  state,
  ...(kind === null ? {} : { kind }),
  ...(reason === "" ? {} : { reason }),
});

export const worker = (writtenElsewhere: boolean, working: boolean): string =>
  writtenElsewhere ? "updated by another process" : working ? "being updated" : "idle";
