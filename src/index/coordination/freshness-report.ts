// What an answer says about the state of the index: how much of the project is searchable, and what is wrong.
import type { Corpus } from "../../project/corpus.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import type { Coverage } from "../../vocabulary/search.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { embeddingProblem } from "../embeddings/embedding-failure.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type { Freshness, VectorStatus } from "../project-index.ts";
import type { UpdateJob } from "./background-work.ts";
import type { IndexParts } from "./index-parts.ts";

export interface FreshnessReport {
  /** For a request that is answered now. */
  of(request: RequestBaseline): Freshness;
  /** For the request that was answered last; the work has continued since. */
  again(): Freshness;
  /** The result of the last update; null if it succeeded. */
  noteUpdate(failure: Failure | null): void;
  vectorStatus(): VectorStatus;
  /** Why vectors cannot be made at all; null if they can, or search by meaning is off. */
  vectorFailure(): Problem | null;
}

/** `embedderFailure`: why there is no embedder although search by meaning is on. */
export function openFreshnessReport(
  { session, planner, source }: IndexParts,
  update: UpdateJob,
  embedderFailure: Failure | null,
): FreshnessReport {
  let last: RequestBaseline | null = null;
  let updateProblem: Problem | null = null;
  /** Databases that were complete when an answer said that they were rebuilt: later answers need not say it. */
  const rebuiltReported = new WeakSet<IndexHandles>();

  function coverage({ files }: Corpus, pending: number): Coverage {
    const { chunkCount } = session.handles().table.view;
    const embeddings = session.embeddings();
    return {
      files: files.size,
      filesSearchable: Math.max(0, files.size - pending),
      chunks: chunkCount,
      chunksEmbedded: embeddings === null ? 0 : Math.max(0, chunkCount - embeddings.missing()),
    };
  }

  function vectorFailure(): Problem | null {
    return embedderFailure === null
      ? (session.embeddings()?.failure()?.problem ?? null)
      : embeddingProblem(embedderFailure);
  }

  function problems(corpus: Corpus): Problem[] {
    const handles = session.handles();
    // The corpus itself reports what it has put into a class.
    const ofReading = [...update.problems()].flatMap(([path, list]) => (corpus.files.has(path) ? list : []));
    return [
      ...handles.problems.filter(({ code }) => code !== "INDEX_REBUILT" || !rebuiltReported.has(handles)),
      ...[vectorFailure(), updateProblem].filter((problem) => problem !== null),
      ...corpus.problems,
      ...ofReading,
      ...handles.table.problems(),
      ...(session.embeddings()?.problems() ?? []),
    ];
  }

  function of(request: RequestBaseline): Freshness {
    last = request;
    const { changed, total: lagging } = planner.pending(request);
    const found = problems(request.corpus);
    if (lagging === 0) {
      rebuiltReported.add(session.handles());
    }
    return {
      lagging,
      building: lagging > 0 && !session.wasComplete(),
      coverage: coverage(request.corpus, changed),
      writtenElsewhere: update.isElsewhere(),
      problems: found,
    };
  }

  return {
    of,
    again: () => of(last ?? { corpus: source.current(), sinceMs: Date.now() }),
    noteUpdate(failure) {
      updateProblem = failure === null ? null : problemOfUpdate(failure);
    },
    vectorStatus() {
      if (embedderFailure !== null) {
        return { state: "unavailable", kind: null, reason: embedderFailure.message };
      }
      return (
        session.embeddings()?.status() ?? { state: "disabled", kind: null, reason: "search by meaning is turned off" }
      );
    },
    vectorFailure,
  };
}

function problemOfUpdate({ code, message, hint }: Failure): Problem {
  return {
    code: code === "INDEX_UNAVAILABLE" ? "INDEX_READ_ONLY" : "PARSE_FAILED",
    message: `${message}; ${hint}. Answers come from the index as it was last saved.`,
  };
}
