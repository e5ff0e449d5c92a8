// Reads the lines of places through the admitted corpus and verifies them against the index. Keeps few files in memory at once,
// and of each only what may be shown.
import pLimit from "p-limit";
import type { DocumentRecord } from "../../index/snapshot.ts";
import { shownText } from "../../languages/searched-text.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { READS_MAX, readUnchanged } from "../../project/read-admitted.ts";
import { detached } from "../../system/detached.ts";
import { type LineRange, spanOf } from "../../vocabulary/chunk.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import { clipped, lineAt, type NumberedLine, type SourceText, sourceText, startOf } from "../../vocabulary/text.ts";
import type { SurroundedHit } from "./join-hits.ts";
import { enclosingSignature, type ImportStatement, importStatements } from "./source-context.ts";

/** A hit with its lines, verified. */
export interface FoundHit extends SurroundedHit {
  /** The lines of the hit's reach, of what encloses it, and of the places that it touches. */
  readonly source: SourceText;
  /** The signatures that enclose the hit's best chunk, and the line that names its symbol, in order. */
  readonly signature: readonly NumberedLine[];
  /** The imports before it, used or not. */
  readonly imports: readonly ImportStatement[];
  /** Hex SHA-256 of the whole file's bytes. */
  readonly contentHash: string;
  /** Tokens of the hit's lines where the index has counted them, else null. */
  readonly wholeTokens: number | null;
}

export interface FoundHits {
  readonly hits: readonly FoundHit[];
  /** Files that changed since they were indexed: none of their lines is shown. */
  readonly changedFiles: readonly string[];
  readonly problems: readonly Problem[];
}

const excerpt = (file: SourceText, { startLine, endLine }: LineRange): SourceText =>
  sourceText(detached(file.text.slice(startOf(file, startLine), startOf(file, endLine + 1))), startLine);

const detachedLine = ({ line, text }: NumberedLine): NumberedLine => ({ line, text: detached(text) });

const importsBefore = (file: SourceText, language: string | null, line: number): ImportStatement[] =>
  importStatements(file, language, line).map(({ lines, names }) => ({
    lines: lines.map(detachedLine),
    names: names.map(detached),
  }));

/** Of the hit's own symbol alone: what encloses that is in its name. */
function signatureOf(file: SourceText, { context, coreStart, nameLine, reach }: SurroundedHit): NumberedLine[] {
  const enclosing = enclosingSignature(file, context, coreStart).filter(
    ({ line }) => reach.startLine <= line && line <= reach.endLine,
  );
  const isThere = nameLine === null || enclosing.some(({ line }) => line === nameLine);
  const named = isThere ? [] : [{ line: nameLine, text: lineAt(file, nameLine) }];
  return [...enclosing, ...named]
    .sort((a, b) => a.line - b.line)
    .map(clipped)
    .map(detachedLine);
}

const changedWhileRead = (path: string): Problem => ({
  code: "FILE_CHANGED_WHILE_READ",
  path,
  message: "changed while this answer was made; its hits are left out",
});

/** Reads each file once and keeps the hits whose file is byte for byte what was indexed. */
export async function readSources(
  joined: readonly SurroundedHit[],
  documents: ReadonlyMap<string, DocumentRecord>,
  corpus: CorpusSource,
): Promise<FoundHits> {
  const paths = [...new Set(joined.map(({ hit }) => hit.path))].sort();
  const found = new Map<SurroundedHit, FoundHit>();
  const changed = new Set<string>();
  const problems = new Map<string, readonly Problem[]>();
  await pLimit(READS_MAX).map(paths, async (path) => {
    const document = documents.get(path);
    const outcome = document === undefined ? null : await readUnchanged(corpus, document);
    if (document === undefined || outcome === null) {
      changed.add(path);
      return;
    }
    problems.set(path, outcome.problems);
    const file = sourceText(shownText(path, outcome.text), 1);
    const ofFile = joined.filter(({ hit }) => hit.path === path);
    const imports = importsBefore(file, document.language, Math.max(...ofFile.map(({ coreStart }) => coreStart)));
    for (const one of ofFile) {
      found.set(one, {
        ...one,
        source: one.whole ? file : excerpt(file, spanOf(one.reach, one.run, ...one.enclosing)),
        signature: signatureOf(file, one),
        imports,
        contentHash: outcome.contentHash,
        wholeTokens: one.whole ? document.tokens : null,
      });
    }
  });
  const changedFiles = paths.filter((path) => changed.has(path));
  return {
    hits: joined.flatMap((one) => found.get(one) ?? []),
    changedFiles,
    problems: [...paths.flatMap((path) => problems.get(path) ?? []), ...changedFiles.map(changedWhileRead)],
  };
}
