// Counts the tokens of documents that were not counted yet, after all words are in: savings are then exact. Under a
// lease of its own, so that it never keeps an edit waiting.
import type { CorpusSource } from "../project/corpus.ts";
import { log } from "../system/log.ts";
import type { Pace } from "../system/pace.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { DocumentAnalyzer } from "./analyze-documents.ts";
import { writerOf } from "./database.ts";
import type { IndexHandles } from "./index-handles.ts";
import type { DocumentRecord } from "./snapshot.ts";
import { tryAcquireLease } from "./writer-lease.ts";

export interface CountInput {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
  readonly analyzer: DocumentAnalyzer;
  readonly pace?: Pace | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

interface Counted {
  readonly document: number;
  readonly contentHash: string;
  readonly tokens: number;
}

/** Each commit is a new generation, which costs every open snapshot a catch-up: few and large. */
const BATCH = 512;

/** Ends when all are counted that can be; at once where another process counts. */
export async function countPending(input: CountInput): Promise<void> {
  const { handles, signal } = input;
  const uncounted = handles.table.view.documents.filter(
    (record): record is DocumentRecord => record !== undefined && record.tokens === null,
  );
  const { writer } = handles;
  if (uncounted.length === 0 || writer === null) {
    return;
  }
  const lease = tryAcquireLease(writerOf(handles.database), "tokens");
  if (lease === null) {
    return;
  }
  try {
    for (let from = 0; from < uncounted.length; from += BATCH) {
      throwIfCancelled(signal);
      const counts = await countEach(input, uncounted.slice(from, from + BATCH));
      await lease.commit(() => writer.countTokens(counts), signal);
      handles.snapshots.follow();
      input.onProgress(Math.min(uncounted.length, from + BATCH), uncounted.length);
    }
  } finally {
    lease.release();
  }
}

async function countEach(input: CountInput, records: readonly DocumentRecord[]): Promise<Counted[]> {
  const counted: Counted[] = [];
  const queue = [...records];
  const lane = async () => {
    for (let record = queue.pop(); record !== undefined; record = queue.pop()) {
      throwIfCancelled(input.signal);
      await input.pace?.turn(input.signal);
      const tokens = await countOne(input, record);
      if (tokens !== null) {
        counted.push({ document: record.id, contentHash: record.contentHash, tokens });
      }
    }
  };
  await Promise.all(Array.from({ length: input.analyzer.parallelism }, lane));
  return counted;
}

/** Null for a file that has changed or gone, or whose counting failed: its size stands for it. */
async function countOne({ source, analyzer, signal }: CountInput, record: DocumentRecord): Promise<number | null> {
  try {
    const read = await source.read(record.path);
    if ("excluded" in read || read.contentHash !== record.contentHash) {
      return null;
    }
    return await analyzer.countTokens(read.text, signal);
  } catch (error) {
    if (error instanceof Failure && error.code === "CANCELLED") {
      throw error;
    }
    log("info", "index.not-counted", { path: record.path, reason: String(error) });
    return null;
  }
}
