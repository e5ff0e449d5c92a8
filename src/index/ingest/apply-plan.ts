// Carries out an update plan under the words lease: reads, analyses and writes in bounded batches, one transaction each. If it
// is stopped, complete batches are done and the rest has not begun.
import type { CorpusFile, CorpusSource, CorpusText } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { TaskGroup } from "../../system/task-group.ts";
import { type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { DocumentWriter, IndexedFile } from "../database/document-writer.ts";
import type { Lease } from "../database/writer-lease.ts";
import type { AnalysisIdentity, DocumentStamp } from "../documents.ts";
import type { DocumentAnalyzer } from "./analyze-documents.ts";
import type { FileQueue } from "./file-queue.ts";
import { analysisName, isCurrentAnalysis, type UpdatePlan } from "./update-plan.ts";

export interface UpdateInput {
  readonly plan: UpdatePlan;
  /** The plan's changed files in the order of indexing, which may change meanwhile. */
  readonly queue: FileQueue;
  readonly stamps: ReadonlyMap<string, DocumentStamp>;
  readonly source: CorpusSource;
  readonly analyzer: DocumentAnalyzer;
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
/** Enough that no worker waits for a text. With more, files that are put first would wait longer. */
const IN_FLIGHT_PER_WORKER = 3;
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

type FileOutcome = IndexedFile | { readonly touched: DocumentStamp } | { readonly excluded: readonly Problem[] };

/** Null for a file that the corpus no longer admits; the next refresh handles it. */
async function indexFile(input: UpdateInput, file: CorpusFile): Promise<FileOutcome | null> {
  const { source, analyzer, stamps, signal } = input;
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
  const document = await analyzer.analyze(file.path, read.text, signal);
  const problems = [...read.problems, ...document.problems];
  const analysis = isMixed(read) ? MIXED_ANALYSIS : analysisName(analyzer.identity);
  return { file: read.file, contentHash, verifiedAtMs, analysis, document: { ...document, problems } };
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
  const countMax = input.analyzer.parallelism * IN_FLIGHT_PER_WORKER;
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
  #documents: IndexedFile[] = [];
  #touched: DocumentStamp[] = [];
  #bytes = 0;
  #since = performance.now();
  #committing: Promise<void> = Promise.resolve();

  constructor(input: UpdateInput) {
    this.#input = input;
  }

  async add(outcome: IndexedFile | { readonly touched: DocumentStamp }): Promise<void> {
    if ("touched" in outcome) {
      this.#touched.push(outcome.touched);
    } else {
      this.#documents.push(outcome);
      this.#bytes += outcome.file.size;
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
    const { lease, writer, onCommit, signal } = this.#input;
    // If a file was written again meanwhile, only its last state counts.
    const newest = new Map(this.#documents.map((document) => [document.file.path, document]));
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
    this.indexed += files.length;
    this.#since = performance.now();
    onCommit(stamps);
  }
}
