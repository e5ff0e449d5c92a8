// Counts the tokens of documents that have no count yet, after the update; the reported savings are exact then. It has its own lease,
// so that it never delays an edit.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CorpusSource } from "../../project/corpus.ts";
import { log } from "../../system/log.ts";
import type { Pace } from "../../system/pace.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { writerOf } from "../database/database.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import type { DocumentRecord } from "../snapshot.ts";
import type { AnalysisStore } from "./analysis-store.ts";
import type { DocumentAnalyzer } from "./analyze-documents.ts";

export interface CountInput {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
  readonly analyzer: DocumentAnalyzer;
  /** Takes the counts as well. */
  readonly analyses: AnalysisStore | null;
  /** Whether this process answers questions meanwhile, or will. */
  readonly attended: boolean;
  readonly pace?: Pace | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

interface Counted {
  readonly document: number;
  readonly path: string;
  readonly contentHash: string;
  readonly tokens: number;
}

/** Each commit is a new generation that every open snapshot has to catch up with, so commits are few and large. */
const BATCH = 512;

/** Up to this many bytes are counted even in a process that answers questions, so that an edit starts no process. */
const OWN_BYTES_MAX = 200_000;

type Count = (text: string) => Promise<number>;

async function ownCounter(): Promise<Count> {
  const counter = await loadTokenCounter();
  return async (text) => {
    await nextTurn();
    return counter.count(text);
  };
}

/** Ends when all documents are counted that can be, or at once if another process counts. */
export async function countPending(input: CountInput): Promise<void> {
  const { handles, analyzer, signal } = input;
  const uncounted = handles.table.view.documents.filter(
    (record): record is DocumentRecord => record !== undefined && record.tokens === null,
  );
  const { writer } = handles;
  if (uncounted.length === 0 || writer === null) {
    return;
  }
  // A process for it costs a command half a CPU second.
  const isOwn = !input.attended || uncounted.reduce((sum, { size }) => sum + size, 0) <= OWN_BYTES_MAX;
  const lease = tryAcquireLease(writerOf(handles.database), "tokens");
  if (lease === null) {
    return;
  }
  try {
    const count = isOwn ? await ownCounter() : (text: string) => analyzer.countTokens(text, signal);
    for (let from = 0; from < uncounted.length; from += BATCH) {
      throwIfCancelled(signal);
      const counts = await countEach(input, uncounted.slice(from, from + BATCH), count);
      await lease.commit(() => writer.countTokens(counts), signal);
      handles.snapshots.follow();
      input.analyses?.countTokens(counts.flatMap((counted) => analysedAs(input, counted)));
      input.onProgress(Math.min(uncounted.length, from + BATCH), uncounted.length);
    }
  } finally {
    lease.release();
    if (!isOwn) {
      // The workers hold the token table, whose memory the model needs.
      analyzer.endIdle();
    }
  }
}

/** Nothing if the file was analysed again meanwhile. */
function analysedAs({ handles }: CountInput, { path, contentHash, tokens }: Counted) {
  const stamp = handles.table.stamps.get(path);
  return stamp?.contentHash === contentHash ? [{ path, contentHash, analysis: stamp.analysis, tokens }] : [];
}

/** How long it counts before it asks the pace again, in milliseconds: asking for each small file would take minutes. */
const PACE_MS = 200;

/** One after another: each process that counts loads a table of 60 MB. */
async function countEach(input: CountInput, records: readonly DocumentRecord[], count: Count): Promise<Counted[]> {
  const counted: Counted[] = [];
  let nextPaceMs = Number.NEGATIVE_INFINITY;
  for (const record of records) {
    throwIfCancelled(input.signal);
    if (performance.now() >= nextPaceMs) {
      await input.pace?.wait(input.signal);
      nextPaceMs = performance.now() + PACE_MS;
    }
    const tokens = await countOne(input, record, count);
    if (tokens !== null) {
      counted.push({ document: record.id, path: record.path, contentHash: record.contentHash, tokens });
    }
  }
  return counted;
}

/** Null for a file that has changed or vanished, or whose counting failed: it is then estimated from its size. */
async function countOne({ source }: CountInput, record: DocumentRecord, count: Count): Promise<number | null> {
  try {
    const read = await source.read(record.path);
    if ("excluded" in read || read.contentHash !== record.contentHash) {
      return null;
    }
    return await count(read.text);
  } catch (error) {
    if (error instanceof Failure && error.code === "CANCELLED") {
      throw error;
    }
    log("info", "index.not-counted", { path: record.path, reason: String(error) });
    return null;
  }
}
