// The parts of one project's index that its work and its requests share.

import type { CorpusSource } from "../../project/corpus.ts";
import { MEMORY_LIMIT_MB } from "../../system/memory-plan.ts";
import type { Pace } from "../../system/pace.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { ChunkEmbeddings } from "../embeddings/chunk-embeddings.ts";
import type { AnalysisStore } from "../ingest/analysis-store.ts";
import { type DocumentAnalyzer, openDocumentAnalyzer } from "../ingest/analyze-documents.ts";
import { FirstFiles } from "../ingest/first-files.ts";
import { UpdatePlanner } from "../ingest/update-planner.ts";
import { FirstTextsReader } from "../raw-text/first-texts.ts";
import { IndexSession } from "./index-session.ts";
import { type Jobs, openJobs } from "./jobs.ts";
import type { ProjectIndexOptions } from "./project-index-options.ts";
import { WorkProgress } from "./work-progress.ts";

export interface IndexParts {
  readonly source: CorpusSource;
  readonly analyzer: DocumentAnalyzer;
  /** What texts of any project were analysed to before; null: it is not used. */
  readonly analyses: AnalysisStore | null;
  readonly session: IndexSession;
  readonly jobs: Jobs;
  readonly planner: UpdatePlanner;
  /** Which files a request wants first. */
  readonly first: FirstFiles;
  /** What requests are answered from until the index is complete. */
  readonly texts: FirstTextsReader;
  readonly progress: WorkProgress;
  /** How far a path is from the source, 0 to 1; such files are indexed later. */
  readonly sideDistance: (path: string) => number;
  readonly pace: Pace | undefined;
  readonly uncheckedFrom: number;
}

/** Files of a project that are looked at within some 150 ms. */
const UNCHECKED_FROM = 8_000;

/** INDEX_UNAVAILABLE where the index's folder can be neither written nor read. */
export async function openIndexParts(options: ProjectIndexOptions): Promise<IndexParts> {
  const { folder, corpus: source, pace, sideDistance = () => 0, analyses = null } = options;
  const { uncheckedFrom = UNCHECKED_FROM } = options;
  const jobs = openJobs();
  const progress = new WorkProgress(pace, options.onProgress);
  const analyzer = options.analyzer ?? openAnalyzerOf(options);
  const session = await IndexSession.open({
    folder,
    root: source.root,
    jobs,
    openEmbeddings: (handles) => openEmbeddingsOf(options, { handles, jobs, progress, sideDistance }),
    onReplaced: () => progress.forget(),
  });
  const planner = new UpdatePlanner({ source, analysis: analyzer.identity, handles: () => session.handles() });
  const first = new FirstFiles();
  const texts = new FirstTextsReader(source, options.extensions);
  const parts = { source, analyzer, analyses, session, jobs, planner, first, texts, progress, sideDistance, pace };
  return { ...parts, uncheckedFrom };
}

function openAnalyzerOf({ extensions, analysisWorkers, analysisEntry }: ProjectIndexOptions): DocumentAnalyzer {
  const entry = analysisEntry === undefined ? {} : { entry: analysisEntry };
  return openDocumentAnalyzer({ extensions, workers: analysisWorkers, ...entry });
}

function openEmbeddingsOf(
  options: ProjectIndexOptions,
  parts: Pick<IndexParts, "jobs" | "progress" | "sideDistance"> & { readonly handles: IndexHandles },
): ChunkEmbeddings | null {
  const { embedder, vectors: store, vectorKind: mode, hnswFrom, memoryLimitMb = MEMORY_LIMIT_MB } = options;
  if (embedder === null || store === null) {
    return null;
  }
  return new ChunkEmbeddings({
    handles: parts.handles,
    source: options.corpus,
    embedder,
    store,
    team: options.team ?? null,
    mode,
    hnswFrom,
    memoryLimitMb,
    sideDistance: parts.sideDistance,
    pace: options.pace,
    signal: parts.jobs.signal,
    onProgress: (done, total) => parts.progress.report({ phase: "embedding", done, total }),
  });
}
