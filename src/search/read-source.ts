// Places to the lines they stand for: read through the admitted corpus and verified against what was indexed. Holds few
// files at once, and of each no more than is shown. Knows no budget.
import type { DocumentRecord } from "../index/snapshot.ts";
import type { CorpusSource, ReadOutcome } from "../project/corpus.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Hit } from "../vocabulary/search.ts";
import { lineStarts } from "../vocabulary/text.ts";
import type { JoinedHit } from "./join-hits.ts";

/** Files read at the same time: a disk is kept busy, and no more than these are in memory whole. */
const READS_MAX = 8;

/** Some lines of a file. */
export interface SourceText {
  readonly text: string;
  /** Offsets into the text, as `lineStarts` gives them. */
  readonly starts: readonly number[];
  /** 1-based line of the file that the text begins with. */
  readonly firstLine: number;
}

/** A hit with its lines, verified. */
export interface FoundHit extends JoinedHit {
  readonly source: SourceText;
  /** Hex SHA-256 of the whole file's bytes. */
  readonly contentHash: string;
  /** Tokens of the hit's lines where the index has counted them, else null. */
  readonly wholeTokens: number | null;
}

export interface FoundHits {
  readonly hits: readonly FoundHit[];
  /** Files that are no longer as indexed: none of their lines is shown. */
  readonly changedFiles: readonly string[];
  readonly problems: readonly Problem[];
}

/** Where a line begins in the text; the text's end for a line behind its last. */
export const startOf = ({ text, starts, firstLine }: SourceText, line: number): number =>
  starts[line - firstLine] ?? text.length;

/** The lines `startLine` to `endLine` (1-based, inclusive) without the last one's line end. */
export function linesOf(source: SourceText, startLine: number, endLine: number): string {
  return source.text.slice(startOf(source, startLine), startOf(source, endLine + 1)).replace(/\r\n$|\n$|\r$/, "");
}

/** A copy: a slice would keep the whole file's text alive. */
const detached = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");

function excerpt(file: SourceText, { startLine, endLine }: Hit): SourceText {
  const text = detached(file.text.slice(startOf(file, startLine), startOf(file, endLine + 1)));
  return { text, starts: lineStarts(text), firstLine: startLine };
}

const gone = (path: string): Problem => ({
  code: "FILE_CHANGED_WHILE_READ",
  path,
  message: "changed after it was indexed; its hits are left out of this answer",
});

/** Null where the corpus no longer admits the path: it was removed, or became a link, since it was indexed. */
async function readAdmitted(corpus: CorpusSource, path: string): Promise<ReadOutcome | null> {
  try {
    return await corpus.read(path);
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return null;
    }
    throw error;
  }
}

/** Calls `work` for each value, READS_MAX at a time. */
async function forEachInTurn<Value>(values: readonly Value[], work: (value: Value) => Promise<void>): Promise<void> {
  const queue = values.values();
  const worker = async () => {
    for (const value of queue) {
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: READS_MAX }, worker));
}

/** Reads each file once and keeps the hits whose file is byte for byte what was indexed. */
export async function readSources(
  joined: readonly JoinedHit[],
  documents: ReadonlyMap<string, DocumentRecord>,
  corpus: CorpusSource,
): Promise<FoundHits> {
  const paths = [...new Set(joined.map(({ hit }) => hit.path))].sort();
  const found = new Map<JoinedHit, FoundHit>();
  const changed = new Set<string>();
  const problems = new Map<string, readonly Problem[]>();
  await forEachInTurn(paths, async (path) => {
    const outcome = await readAdmitted(corpus, path);
    const document = documents.get(path);
    if (outcome === null || "excluded" in outcome || outcome.contentHash !== document?.contentHash) {
      changed.add(path);
      return;
    }
    problems.set(path, outcome.problems);
    const file: SourceText = { text: outcome.text, starts: lineStarts(outcome.text), firstLine: 1 };
    for (const one of joined.filter(({ hit }) => hit.path === path)) {
      found.set(one, {
        ...one,
        source: one.whole ? file : excerpt(file, one.hit),
        contentHash: outcome.contentHash,
        wholeTokens: one.whole ? document.tokens : null,
      });
    }
  });
  const changedFiles = paths.filter((path) => changed.has(path));
  return {
    hits: joined.flatMap((one) => found.get(one) ?? []),
    changedFiles,
    problems: [...paths.flatMap((path) => problems.get(path) ?? []), ...changedFiles.map(gone)],
  };
}
