// What an answer says about the state of the index: how much of the project is searchable, and what is wrong.
import type { Corpus } from "../../project/corpus.ts";
import type { Failure, Problem } from "../../vocabulary/failure.ts";
import type { Coverage } from "../../vocabulary/search.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { embeddingProblem } from "../embeddings/embedding-failure.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type { FirstTexts, Freshness, VectorStatus } from "../project-index.ts";
import type { UpdateJob } from "./background-work.ts";
import type { IndexParts } from "./index-parts.ts";

export class FreshnessReport {
  readonly #parts: IndexParts;
  readonly #update: UpdateJob;
  readonly #embedderFailure: Failure | null;
  #last: RequestBaseline | null = null;
  #updateProblem: Problem | null = null;
  /** Databases that were complete when an answer said that they were rebuilt: later answers need not say it. */
  readonly #rebuiltReported = new WeakSet<IndexHandles>();

  /** `embedderFailure`: why there is no embedder although search by meaning is on. */
  constructor(parts: IndexParts, update: UpdateJob, embedderFailure: Failure | null) {
    this.#parts = parts;
    this.#update = update;
    this.#embedderFailure = embedderFailure;
  }

  /** For a request that is answered now, from these texts as well. */
  of(request: RequestBaseline, texts?: FirstTexts): Freshness {
    const { session, planner, source } = this.#parts;
    this.#last = request;
    const { unchecked } = request;
    const { changed, total: lagging } =
      unchecked === true ? { changed: 0, total: request.corpus.files.size } : planner.pending(request);
    const problems = this.#problems(request.corpus);
    if (lagging === 0) {
      this.#rebuiltReported.add(session.handles());
    }
    return {
      lagging,
      ...(unchecked === undefined ? {} : { unchecked }),
      building: lagging > 0 && !session.wasComplete(),
      coverage: this.#coverage(request.corpus, changed),
      writtenElsewhere: this.#update.isElsewhere(),
      problems,
      ...(texts === undefined || lagging === 0 ? {} : { texts: new Map([[source.root, texts]]) }),
    };
  }

  /** For the request that was answered last; the work has continued since. */
  again(): Freshness {
    const corpus = this.#parts.source.current();
    const last = this.#last;
    const isChecked = last?.unchecked === true && last.corpus !== corpus;
    return this.of(last === null || isChecked ? { corpus, sinceMs: Date.now() } : last);
  }

  /** The result of the last update; null if it succeeded. */
  noteUpdate(failure: Failure | null): void {
    this.#updateProblem = failure === null ? null : problemOfUpdate(failure);
  }

  vectorStatus(): VectorStatus {
    if (this.#embedderFailure !== null) {
      return { state: "unavailable", kind: null, reason: this.#embedderFailure.message };
    }
    const embeddings = this.#parts.session.embeddings();
    return embeddings?.status() ?? { state: "disabled", kind: null, reason: "search by meaning is turned off" };
  }

  /** Why vectors cannot be made at all; null if they can, or search by meaning is off. */
  vectorFailure(): Problem | null {
    return this.#embedderFailure === null
      ? (this.#parts.session.embeddings()?.failure()?.problem ?? null)
      : embeddingProblem(this.#embedderFailure);
  }

  #coverage({ files }: Corpus, pending: number): Coverage {
    const { session } = this.#parts;
    const { chunkCount } = session.handles().table.view;
    const embeddings = session.embeddings();
    return {
      files: files.size,
      filesSearchable: Math.max(0, files.size - pending),
      chunks: chunkCount,
      chunksEmbedded: embeddings === null ? 0 : Math.max(0, chunkCount - embeddings.missing()),
    };
  }

  #problems(corpus: Corpus): Problem[] {
    const { session } = this.#parts;
    const handles = session.handles();
    // The corpus itself reports what it has put into a class.
    const ofReading = [...this.#update.problems()].flatMap(([path, list]) => (corpus.files.has(path) ? list : []));
    return [
      ...handles.problems.filter(({ code }) => code !== "INDEX_REBUILT" || !this.#rebuiltReported.has(handles)),
      ...[this.vectorFailure(), this.#updateProblem].filter((problem) => problem !== null),
      ...corpus.problems,
      ...ofReading,
      ...handles.table.problems(),
      ...(session.embeddings()?.problems() ?? []),
    ];
  }
}

function problemOfUpdate({ code, message, hint }: Failure): Problem {
  return {
    code: code === "INDEX_UNAVAILABLE" ? "INDEX_READ_ONLY" : "PARSE_FAILED",
    message: `${message}; ${hint}. Answers come from the index as it was last saved.`,
  };
}
