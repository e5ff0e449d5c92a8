// Carries out an update plan under the words lease: reads, analyses and writes in bounded batches, one transaction each. If it
// is stopped, complete batches are done and the rest has not begun.
import type { CorpusFile, CorpusSource, CorpusText } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { TaskGroup } from "../../system/task-group.ts";
import { type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { DocumentWriter, IndexedFile } from "../database/document-writer.ts";
import type { Lease } from "../database/writer-lease.ts";
import type { AnalysisIdentity, DocumentStamp } from "../documents.ts";
import type { AnalysisStore, AnalyzedEntry } from "./analysis-store.ts";
import { type DocumentAnalyzer, IN_FLIGHT_PER_PROCESS } from "./analyze-documents.ts";
import type { FileQueue } from "./file-queue.ts";
import { analysisName, isCurrentAnalysis, type UpdatePlan } from "./update-plan.ts";

export interface UpdateInput {
  readonly plan: UpdatePlan;
  /** The plan's changed files in the order of indexing, which may change meanwhile. */
  readonly queue: FileQueue;
  readonly stamps: ReadonlyMap<string, DocumentStamp>;
  readonly source: CorpusSource;
  readonly analyzer: DocumentAnalyzer;
  /** Where texts that were analysed before are looked up; null: nowhere. */
  readonly analyses: AnalysisStore | null;
  readonly writer: DocumentWriter;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  /** Called after every file. */
  readonly onProgress: (done: number, total: number) => void;
  /** After every commit; `touched` are documents found unchanged. */
  readonly onCommit: (touched: readonly DocumentStamp[]) => void;
  /** Called once before the first file, with a function that commits at once what has been analysed. */
  readonly onBegin: (flush: () => Promise<void>) => void;
}

export interface UpdateReport {
  readonly indexed: number;
  readonly removed: number;
  /** Admitted files whose content is not searched, by path, with the problems of reading them. */
  readonly excluded: ReadonlyMap<string, readonly Problem[]>;
}

/** A commit blocks the event loop: some 50 ms for this many documents. */
const BATCH_DOCUMENTS = 64;
const BATCH_BYTES = 1_500_000;
/** The first files of a large project become searchable within this time. */
const BATCH_MS = 300;
/** Texts read and not yet committed, in bytes: bounds memory. */
const FLIGHT_BYTES = 12_000_000;
/**
 * For each process. One more spends 1.4 s of processor time before it is as fast as the first, as long as the first takes for half of
 * these bytes.
 */
const BYTES_PER_PROCESS = 3_000_000;
const REMOVALS_PER_COMMIT = 200;

export async function applyPlan(input: UpdateInput): Promise<UpdateReport> {
  const removed = await removeDocuments(
    input,
    input.plan.removed.map(({ document }) => document),
  );
  const batch = new Batch(input);
  input.onBegin(() => batch.flush());
  const excluded = new Map<string, readonly Problem[]>();
  const excludedDocuments: number[] = [];
  let done = 0;
  await inFlight(input, async (file) => {
    const outcome = await indexFile(input, file);
    done += 1;
    input.onProgress(done, input.queue.total);
    if (outcome !== null && "excluded" in outcome) {
      excluded.set(file.path, outcome.excluded);
      const stamp = input.stamps.get(file.path);
      if (stamp !== undefined) {
        excludedDocuments.push(stamp.document);
      }
    } else if (outcome !== null) {
      await batch.add(outcome);
    }
    input.queue.done(file.path);
  });
  await batch.flush();
  return { indexed: batch.indexed, removed: removed + (await removeDocuments(input, excludedDocuments)), excluded };
}

async function removeDocuments(input: UpdateInput, documents: readonly number[]): Promise<number> {
  for (let from = 0; from < documents.length; from += REMOVALS_PER_COMMIT) {
    throwIfCancelled(input.signal);
    const some = documents.slice(from, from + REMOVALS_PER_COMMIT);
    await input.lease.commit(() => input.writer.remove(some), input.signal);
    input.writer.committed();
    input.onCommit([]);
  }
  return documents.length;
}

/**
 * For an index that cannot be written: reads the files that look changed, and returns new stamps for the documents that are up to
 * date all the same.
 */
export async function findUnchanged(
  input: Pick<UpdateInput, "plan" | "stamps" | "source" | "analyzer" | "signal">,
): Promise<DocumentStamp[]> {
  const unchanged: DocumentStamp[] = [];
  for (const { path } of input.plan.changed) {
    throwIfCancelled(input.signal);
    const stamp = input.stamps.get(path);
    const verifiedAtMs = Date.now();
    const read = stamp === undefined ? null : await readAdmitted(input.source, path);
    if (read !== null && !("excluded" in read)) {
      const touched = restamped(stamp, read, input.analyzer.identity, verifiedAtMs);
      if (touched !== null) {
        unchanged.push(touched);
      }
    }
  }
  return unchanged;
}

/** `fresh`: the analysis, if the store does not have it yet. */
type AnalyzedFile = { readonly indexed: IndexedFile; readonly fresh: AnalyzedEntry | null };

type FileOutcome = AnalyzedFile | { readonly touched: DocumentStamp } | { readonly excluded: readonly Problem[] };

/** Null for a file that the corpus no longer admits; the next refresh handles it. */
async function indexFile(input: UpdateInput, file: CorpusFile): Promise<FileOutcome | null> {
  const { source, analyzer, analyses, stamps, signal } = input;
  const verifiedAtMs = Date.now();
  const read = await readAdmitted(source, file.path);
  if (read === null) {
    return null;
  }
  if ("excluded" in read) {
    return { excluded: read.problems };
  }
  const { contentHash } = read;
  const touched = restamped(stamps.get(file.path), read, analyzer.identity, verifiedAtMs);
  if (touched !== null) {
    return { touched };
  }
  const mixed = isMixed(read);
  const analysis = mixed ? MIXED_ANALYSIS : analysisName(analyzer.identity);
  const text = { path: file.path, contentHash, analysis };
  const stored = mixed ? null : (analyses?.read(text) ?? null);
  const document = stored?.document ?? (await analyzer.analyze(file.path, read.text, signal));
  const problems = [...read.problems, ...document.problems];
  const tokens = stored?.tokens ?? null;
  return {
    indexed: { file: read.file, contentHash, verifiedAtMs, analysis, document: { ...document, problems }, tokens },
    fresh: stored === null && !mixed ? { ...text, document } : null,
  };
}

/** No analysis has this name: the file counts as changed until it has been read without a concurrent write. */
const MIXED_ANALYSIS = "0:mixed";

const isMixed = ({ problems }: CorpusText): boolean => problems.some(({ code }) => code === "FILE_CHANGED_WHILE_READ");

/** The document's new stamp, if the document is what this content would be indexed as; otherwise null. */
function restamped(
  stamp: DocumentStamp | undefined,
  read: CorpusText,
  wanted: AnalysisIdentity,
  verifiedAtMs: number,
): DocumentStamp | null {
  if (stamp?.contentHash !== read.contentHash || !isCurrentAnalysis(stamp.analysis, wanted)) {
    return null;
  }
  const { size, mtimeMs, ctimeMs } = read.file;
  return { ...stamp, size, mtimeMs, ctimeMs, verifiedAtMs };
}

/** Runs `work` on every changed file, with a bounded number and volume at once; the first error stops the rest. */
async function inFlight(input: UpdateInput, work: (file: CorpusFile) => Promise<void>): Promise<void> {
  const planned = input.plan.changed.reduce((sum, { size }) => sum + size, 0);
  const processes = Math.min(input.analyzer.parallelism, Math.ceil(planned / BYTES_PER_PROCESS));
  const countMax = Math.max(1, processes) * IN_FLIGHT_PER_PROCESS;
  const tasks = new TaskGroup();
  let bytes = 0;
  for (;;) {
    while (!tasks.hasFailed && (tasks.size >= countMax || (tasks.size > 0 && bytes > FLIGHT_BYTES))) {
      await tasks.next();
    }
    const file = tasks.hasFailed || input.signal.aborted ? undefined : await input.queue.next();
    if (file === undefined && tasks.size === 0) {
      break;
    }
    if (file === undefined) {
      // A file that was written while it was being read is queued again when that is done.
      await tasks.next();
      continue;
    }
    bytes += file.size;
    const ended = () => {
      bytes -= file.size;
    };
    tasks.add(work(file).finally(ended));
  }
  await tasks.end();
  throwIfCancelled(input.signal);
}

/** Collects documents and commits them when there are enough, one commit at a time. */
class Batch {
  indexed = 0;
  readonly #input: UpdateInput;
  #documents: AnalyzedFile[] = [];
  #touched: DocumentStamp[] = [];
  #bytes = 0;
  #since = performance.now();
  #committing: Promise<void> = Promise.resolve();

  constructor(input: UpdateInput) {
    this.#input = input;
  }

  async add(outcome: AnalyzedFile | { readonly touched: DocumentStamp }): Promise<void> {
    if ("touched" in outcome) {
      this.#touched.push(outcome.touched);
    } else {
      this.#documents.push(outcome);
      this.#bytes += outcome.indexed.file.size;
    }
    const count = this.#documents.length + this.#touched.length / 8;
    if (count >= BATCH_DOCUMENTS || this.#bytes >= BATCH_BYTES || performance.now() - this.#since > BATCH_MS) {
      await this.flush();
    }
  }

  flush(): Promise<void> {
    this.#committing = this.#committing.then(() => this.#commit());
    return this.#committing;
  }

  async #commit(): Promise<void> {
    const { lease, writer, analyses, onCommit, signal } = this.#input;
    // If a file was written again meanwhile, only its last state counts.
    const newest = new Map(this.#documents.map(({ indexed }) => [indexed.file.path, indexed]));
    const fresh = this.#documents.flatMap((document) => document.fresh ?? []);
    const files = [...newest.values()].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
    const stamps = this.#touched;
    this.#documents = [];
    this.#touched = [];
    this.#bytes = 0;
    if (files.length + stamps.length === 0 || signal.aborted) {
      return;
    }
    const write = () => {
      if (files.length > 0) {
        writer.put(files);
      }
      writer.touch(stamps);
    };
    await lease.commit(write, signal);
    writer.committed();
    analyses?.write(fresh);
    this.indexed += files.length;
    this.#since = performance.now();
    onCommit(stamps);
  }
}
