// Plans the updates of one project's index, and remembers when there is nothing to do, so that a request on unchanged files costs no
// comparison of all of them.
import type { Corpus, CorpusSource } from "../../project/corpus.ts";
import type { Generation } from "../../vocabulary/chunk.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { AnalysisIdentity } from "../documents.ts";
import { UnverifiedPaths } from "./unverified-paths.ts";
import { countPendingFiles, type PendingCounts, planUpdate, type UpdatePlan } from "./update-plan.ts";

/** The files for which a request is answered, and the wall-clock time from which reads count as made for it. */
export interface RequestBaseline {
  readonly corpus: Corpus;
  readonly sinceMs: number;
  /** Its files are only assumed: those that were indexed last. */
  readonly unchecked?: true;
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

export class UpdatePlanner {
  readonly #input: UpdatePlannerInput;
  readonly #unverified: UnverifiedPaths;
  #upToDate: UpToDate | null = null;
  #plannedSinceMs = Date.now();

  constructor(input: UpdatePlannerInput) {
    this.#input = input;
    this.#unverified = new UnverifiedPaths(input.analysis);
  }

  /** What the present files need, for the request that began last. */
  plan(): UpdatePlan {
    return this.#compare({ corpus: this.#input.source.current(), sinceMs: this.#plannedSinceMs }, planUpdate);
  }

  /** Makes this the request that plans are for. Counts what it needs. */
  begin(request: RequestBaseline): PendingCounts {
    const counts = this.pending(request);
    this.#plannedSinceMs = request.sinceMs;
    return counts;
  }

  /** How many files are not known to be indexed in their present state. */
  pending(request: RequestBaseline): PendingCounts {
    return this.#isUpToDate(request.corpus) ? NOTHING_PENDING : this.#compare(request, countPendingFiles);
  }

  /** Call it after an update: if these files need nothing more, that is remembered. */
  finish(corpus: Corpus): void {
    const { total } = this.pending({ corpus, sinceMs: Number.POSITIVE_INFINITY });
    const handles = this.#input.handles();
    this.#upToDate = total > 0 ? null : { corpus, handles, generation: handles.table.view.generation };
  }

  #compare<Result>(
    { corpus: { files }, sinceMs }: RequestBaseline,
    by: (...args: Parameters<typeof countPendingFiles>) => Result,
  ): Result {
    const { table } = this.#input.handles();
    const basis = { analysis: this.#input.analysis, verifiedSinceMs: sinceMs };
    return by(files, table.stamps, basis, this.#unverified.among(files, table));
  }

  #isUpToDate(corpus: Corpus): boolean {
    const handles = this.#input.handles();
    return (
      this.#upToDate?.corpus === corpus &&
      this.#upToDate.handles === handles &&
      this.#upToDate.generation === handles.table.view.generation
    );
  }
}
