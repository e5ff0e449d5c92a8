// Plans the updates of one project's index, and remembers when there is nothing to do, so that a request on unchanged files costs no
// comparison of all of them.
import type { Corpus, CorpusSource } from "../../project/corpus.ts";
import type { Generation } from "../../vocabulary/ids.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { AnalysisIdentity } from "../documents.ts";
import { openUnverifiedPaths } from "./unverified-paths.ts";
import { countPendingFiles, type PendingCounts, planUpdate, type UpdatePlan } from "./update-plan.ts";

/** The files for which a request is answered, and the wall-clock time from which reads count as made for it. */
export interface RequestBaseline {
  readonly corpus: Corpus;
  readonly sinceMs: number;
}

export interface UpdatePlanner {
  /** What the present files need, for the request that began last. */
  plan(): UpdatePlan;
  /** Makes this the request that plans are for. Counts what it needs. */
  begin(request: RequestBaseline): PendingCounts;
  /** How many files are not known to be indexed in their present state. */
  pending(request: RequestBaseline): PendingCounts;
  /** Call it after an update: if these files need nothing more, that is remembered. */
  finish(corpus: Corpus): void;
}

/** A state of files and index in which nothing was to do, even for files written just before. */
interface UpToDate {
  readonly corpus: Corpus;
  readonly handles: IndexHandles;
  readonly generation: Generation;
}

const NOTHING_PENDING: PendingCounts = { changed: 0, removed: 0, total: 0 };

export interface UpdatePlannerInput {
  readonly source: Pick<CorpusSource, "current">;
  readonly analysis: AnalysisIdentity;
  readonly handles: () => IndexHandles;
}

export function openUpdatePlanner({ source, analysis, handles }: UpdatePlannerInput): UpdatePlanner {
  const unverified = openUnverifiedPaths(analysis);
  let upToDate: UpToDate | null = null;
  let plannedSinceMs = Date.now();

  function compare<Result>(
    { corpus: { files }, sinceMs }: RequestBaseline,
    by: (...args: Parameters<typeof countPendingFiles>) => Result,
  ): Result {
    const { table } = handles();
    return by(files, table.stamps, { analysis, verifiedSinceMs: sinceMs }, unverified.among(files, table));
  }

  const isUpToDate = (corpus: Corpus): boolean =>
    upToDate?.corpus === corpus &&
    upToDate.handles === handles() &&
    upToDate.generation === handles().table.view.generation;

  const pending = (request: RequestBaseline): PendingCounts =>
    isUpToDate(request.corpus) ? NOTHING_PENDING : compare(request, countPendingFiles);

  return {
    plan: () => compare({ corpus: source.current(), sinceMs: plannedSinceMs }, planUpdate),
    begin(request) {
      const counts = pending(request);
      plannedSinceMs = request.sinceMs;
      return counts;
    },
    pending,
    finish(corpus) {
      const { total } = pending({ corpus, sinceMs: Number.POSITIVE_INFINITY });
      upToDate = total > 0 ? null : { corpus, handles: handles(), generation: handles().table.view.generation };
    },
  };
}
