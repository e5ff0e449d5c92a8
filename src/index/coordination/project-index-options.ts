// What a project's index is opened with.
import type { Embedder } from "../../embedding/embedder.ts";
import type { TeamIndex } from "../../embedding/team-index.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { Pace } from "../../system/pace.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import type { AnalysisStore } from "../ingest/analysis-store.ts";
import type { DocumentAnalyzer } from "../ingest/analyze-documents.ts";
import type { IndexProgress } from "../project-index.ts";
import type { VectorMode } from "../vectors/choose.ts";

export interface ProjectIndexOptions {
  /** Folder of this project's database and derived files; made when missing. */
  readonly folder: string;
  readonly corpus: CorpusSource;
  /** Null, or a null store, if search by meaning is off. The caller closes both. */
  readonly embedder: Embedder | null;
  readonly vectors: VectorStore | null;
  /** What a team's server has of this project. Default: none. The caller closes it. */
  readonly team?: TeamIndex | null;
  /** Why there is no embedder although search by meaning is on; null if it is off, or there is one. */
  readonly embedderFailure?: Failure | null;
  /** `auto` scans exactly below `hnswFrom` chunks. */
  readonly vectorKind: VectorMode;
  readonly hnswFrom: number;
  /** What this program's processes may take together, in MB. Default: MEMORY_LIMIT_MB. */
  readonly memoryLimitMb?: number;
  /** Further file name extensions and the language that reads them. */
  readonly extensions: Readonly<Record<string, string>>;
  /** How far a path is from the source, 0 to 1; such files are indexed later. Default: 0 for all. */
  readonly sideDistance?: (path: string) => number;
  /** When background work may continue. Default: always. */
  readonly pace?: Pace;
  /** A request may be answered before so many files, or more, are compared with the index. Default: UNCHECKED_FROM. */
  readonly uncheckedFrom?: number;
  /** Receives the progress of all work that this process does on the index. */
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Processes that analyse; 0 takes the cores there are. */
  readonly analysisWorkers: number;
  /** What texts of any project were analysed to before. Default: it is not used. The caller closes it. */
  readonly analyses?: AnalysisStore;
  /** Path of another analysis worker, for tests of crashes. */
  readonly analysisEntry?: string;
  /** Analyses instead of the index's own workers; closed with the index. */
  readonly analyzer?: DocumentAnalyzer;
}
