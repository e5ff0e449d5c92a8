// Ranked chunks to the lines they stand for: read through the admitted corpus, verified against what was indexed, and
// joined where chunks of one file touch. Knows no budget.
import type { DocumentRecord } from "../index/snapshot.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Detail, Hit } from "../vocabulary/search.ts";
import { lineStarts } from "../vocabulary/text.ts";

/** A file's text by lines. */
export interface SourceText {
  readonly text: string;
  /** As `lineStarts` gives them. */
  readonly starts: readonly number[];
}

/** A hit with the file it was verified in. */
export interface FoundHit {
  readonly hit: Hit;
  /** The chunk itself, for who has room for less than the hit's lines. */
  readonly coreStart: number;
  readonly file: SourceText;
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

/** The lines `startLine` to `endLine` (1-based, inclusive) without the last one's line end. */
export function linesOf({ text, starts }: SourceText, startLine: number, endLine: number): string {
  const end = endLine < starts.length ? (starts[endLine] ?? text.length) : text.length;
  return text.slice(starts[startLine - 1] ?? 0, end).replace(/\r\n$|\n$|\r$/, "");
}

const touches = (a: Hit, b: Hit): boolean => a.startLine <= b.endLine + 1 && b.startLine <= a.endLine + 1;

const union = (a: Hit, b: Hit): Hit => ({
  ...a,
  startLine: Math.min(a.startLine, b.startLine),
  endLine: Math.max(a.endLine, b.endLine),
});

/** Joins hits of one file that touch: the better one keeps its place, name and score, and takes the other's lines. */
export function mergeTouching(hits: readonly Hit[]): Hit[] {
  let merged: Hit[] = [];
  for (const hit of hits) {
    const same = merged.filter((other) => other.path === hit.path && touches(other, hit));
    const [best] = same;
    if (best === undefined) {
      merged.push(hit);
      continue;
    }
    // A hit that closes the gap between two earlier ones joins all three.
    const joined = [...same.slice(1), hit].reduce(union, best);
    merged = merged.filter((other) => !same.slice(1).includes(other)).map((other) => (other === best ? joined : other));
  }
  return merged;
}

function wholeFiles(hits: readonly Hit[], documents: ReadonlyMap<string, DocumentRecord>): Hit[] {
  const seen = new Set<string>();
  return hits.flatMap((hit) => {
    if (seen.has(hit.path)) {
      return [];
    }
    seen.add(hit.path);
    return [{ ...hit, startLine: 1, endLine: documents.get(hit.path)?.lineCount ?? hit.endLine }];
  });
}

const gone = (path: string): Problem => ({
  code: "FILE_CHANGED_WHILE_READ",
  path,
  message: "changed after it was indexed; its hits are left out of this answer",
});

/** Reads each file once and keeps the hits whose file is byte for byte what was indexed. */
export async function readSources(
  hits: readonly Hit[],
  documents: ReadonlyMap<string, DocumentRecord>,
  detail: Detail,
  corpus: CorpusSource,
): Promise<FoundHits> {
  const shown = detail === "files" ? wholeFiles(hits, documents) : mergeTouching(hits);
  const paths = [...new Set(hits.map(({ path }) => path))];
  const files = new Map<string, { file: SourceText; contentHash: string }>();
  const problems: Problem[] = [];
  await Promise.all(
    paths.map(async (path) => {
      const outcome = await readAdmitted(corpus, path);
      if (outcome === null || "excluded" in outcome || outcome.contentHash !== documents.get(path)?.contentHash) {
        return;
      }
      files.set(path, {
        file: { text: outcome.text, starts: lineStarts(outcome.text) },
        contentHash: outcome.contentHash,
      });
      problems.push(...outcome.problems);
    }),
  );
  const changedFiles = paths.filter((path) => !files.has(path)).sort();
  const bestLine = new Map([...hits].reverse().map((hit) => [hit.path, hit.startLine]));
  return {
    hits: shown.flatMap((hit) => {
      const read = files.get(hit.path);
      const coreStart = detail === "files" ? (bestLine.get(hit.path) ?? 1) : hit.startLine;
      const wholeTokens = detail === "files" ? (documents.get(hit.path)?.tokens ?? null) : null;
      return read === undefined ? [] : [{ hit, coreStart, wholeTokens, ...read }];
    }),
    changedFiles,
    problems: [...problems.sort((a, b) => ((a.path ?? "") < (b.path ?? "") ? -1 : 1)), ...changedFiles.map(gone)],
  };
}

/** Null where the corpus no longer admits the path: it was removed, or became a link, since it was indexed. */
async function readAdmitted(corpus: CorpusSource, path: string) {
  try {
    return await corpus.read(path);
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return null;
    }
    throw error;
  }
}
