// Finds the lines of a project's files that match a pattern, as the files are on disk, within a time limit. Files in which no
// line can match are skipped after a look at their bytes; the rest is read through the admitted corpus.

import { roleOf } from "../../languages/file-role.ts";
import { searchedText } from "../../languages/searched-text.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { HARD_MAX_FILE_BYTES } from "../../project/rules.ts";
import { openSlicer, type Slicer } from "../../system/slices.ts";
import { sourceText } from "../../vocabulary/text.ts";
import { openSieve } from "./byte-filter.ts";
import type { LineMatches } from "./match-lines.ts";
import { MATCHES_AT_ONCE, type Matcher, openMatcher } from "./matcher.ts";
import type { TextPattern } from "./pattern.ts";
import { type ShownLine, showLine } from "./show-line.ts";

/** Files passed to a matcher at once: few enough to keep the time limit. */
const BATCH_FILES = 32;
/** UTF-16 units. */
const BATCH_LENGTH = 1_000_000;

export interface TextSearch {
  readonly corpus: CorpusSource;
  readonly pattern: TextPattern;
  /** Which of the admitted files are searched. */
  readonly paths: Iterable<string>;
  /** Most lines returned, over all files; the rest is counted. */
  readonly most: number;
  /** Lines before and after each. */
  readonly context: number;
  readonly timeMs: number;
  readonly signal: AbortSignal;
}

export interface FileHits {
  readonly path: string;
  /** Hex SHA-256 of the bytes that were searched. */
  readonly contentHash: string;
  /** Lines of it that match. */
  readonly count: number;
  readonly lines: readonly ShownLine[];
}

export interface TextFound {
  /** The source itself before what is beside it, then by path. */
  readonly files: readonly FileHits[];
  readonly count: number;
  /** Files that were looked through. */
  readonly looked: number;
  readonly left: number;
  /** Files in which the pattern takes too long: their lines were not all tried. */
  readonly givenUp: readonly string[];
}

interface Candidates {
  readonly paths: readonly string[];
  readonly all: number;
  readonly left: number;
}

interface ReadText {
  readonly path: string;
  readonly contentHash: string;
  readonly text: string;
}

/** Throws CANCELLED. A file that is not admitted any more when it is to be read is skipped. */
export async function searchText(search: TextSearch): Promise<TextFound> {
  const { pattern, most, timeMs, signal } = search;
  const started = performance.now();
  const slicer = openSlicer(signal);
  const candidates = await sieve(search, slicer, started + timeMs);
  const { all, left } = candidates;
  if (candidates.paths.length === 0) {
    return { files: [], count: 0, looked: all - left, left, givenUp: [] };
  }
  const leftMs = started + timeMs - performance.now();
  // The time to start a process on a slow machine must not count as time that the pattern takes.
  const matcher = await openMatcher(pattern, most, signal);
  try {
    return await match(search, candidates, matcher, slicer, performance.now() + leftMs);
  } finally {
    await matcher.close();
  }
}

async function sieve({ corpus, pattern, paths }: TextSearch, slicer: Slicer, deadlineMs: number): Promise<Candidates> {
  const mayContain = openSieve(pattern);
  const source: string[] = [];
  const beside: string[] = [];
  let all = 0;
  let left = 0;
  for (const path of paths) {
    all++;
    await slicer.yieldIfDue();
    if (performance.now() > deadlineMs) {
      left++;
      continue;
    }
    const bytes = mayContain === null ? null : corpus.peek(path, HARD_MAX_FILE_BYTES);
    if (mayContain === null || bytes === null || mayContain(bytes)) {
      (roleOf(path) === null ? source : beside).push(path);
    }
  }
  return { paths: [...source.sort(), ...beside.sort()], all, left };
}

async function match(
  search: TextSearch,
  { paths, all, left }: Candidates,
  matcher: Matcher,
  slicer: Slicer,
  deadlineMs: number,
): Promise<TextFound> {
  const files: FileHits[] = [];
  const givenUp: string[] = [];
  let count = 0;
  let shown = 0;
  let done = 0;
  const add = (read: ReadText, matches: LineMatches): void => {
    if (!matches.complete) {
      givenUp.push(read.path);
    }
    if (matches.count > 0) {
      files.push(hitsOf(read, matches, search.most - shown, search.context));
      count += matches.count;
      shown += files.at(-1)?.lines.length ?? 0;
    }
  };
  const running: { readonly batch: Batch; readonly results: Promise<readonly LineMatches[] | null> }[] = [];
  for (let read = 0; ; ) {
    while (running.length < MATCHES_AT_ONCE && read < paths.length && performance.now() < deadlineMs) {
      const batch = await readBatch(search.corpus, paths, read, slicer, deadlineMs);
      const texts = batch.texts.map(({ text }) => text);
      const results = matcher.match(texts, deadlineMs - performance.now());
      // Asked for in its turn, if at all.
      results.catch(() => undefined);
      running.push({ batch, results });
      read = batch.next;
    }
    const first = running.shift();
    const results = (await first?.results) ?? null;
    if (first === undefined || results === null) {
      break;
    }
    first.batch.texts.forEach((text, at) => {
      const matches = results[at];
      if (matches !== undefined) {
        add(text, matches);
      }
    });
    done = first.batch.next;
  }
  const unread = paths.length - done;
  return { files, count, looked: all - left - unread - givenUp.length, left: left + unread + givenUp.length, givenUp };
}

interface Batch {
  readonly texts: readonly ReadText[];
  /** The first path after it. */
  readonly next: number;
}

/** At least one file from `from` on, while there is time. */
async function readBatch(
  corpus: CorpusSource,
  paths: readonly string[],
  from: number,
  slicer: Slicer,
  deadlineMs: number,
): Promise<Batch> {
  const texts: ReadText[] = [];
  let length = 0;
  let next = from;
  do {
    await slicer.yieldIfDue();
    const path = paths[next++] ?? "";
    const read = await readAdmitted(corpus, path);
    if (read !== null && "text" in read) {
      texts.push({ path, contentHash: read.contentHash, text: searchedText(path, read.text) });
      length += read.text.length;
    }
  } while (next < paths.length && next - from < BATCH_FILES && length < BATCH_LENGTH && performance.now() < deadlineMs);
  return { texts, next };
}

function hitsOf(read: ReadText, { count, first }: LineMatches, most: number, context: number): FileHits {
  const { path, contentHash } = read;
  const shown = first.slice(0, Math.max(0, most));
  const source = sourceText(shown.length === 0 ? "" : read.text, 1);
  return { path, contentHash, count, lines: shown.map((one) => showLine(source, one, context)) };
}
