// Files that git has and that a sparse checkout leaves out: nothing on disk shows them, but what they hold breaks like any other file.
// They are read from git's objects.
import { dirname, isAbsolute, join } from "node:path";
import { listOf, type StoredBlob } from "./changed-since.ts";
import type { CorpusSource } from "./corpus.ts";
import { localDisk } from "./disk.ts";
import { parseIndex } from "./git-listing.ts";
import { readBlobs } from "./read-blobs.ts";
import { enclosingRepository, whyNotRead } from "./repository.ts";

/** Files that are read at once, and bytes of such files that one question reads altogether: those beyond are counted as not read. */
const FILES_AT_ONCE = 200;
const BYTES_MAX = 128 * 1024 * 1024;
/** Milliseconds for all of them. */
const TIME_MS = 2_000;

export interface AbsentText {
  readonly path: string;
  readonly text: string;
}

export interface AbsentTexts {
  /** Those that have one of the words. Sorted by path. */
  readonly texts: readonly AbsentText[];
  /** Whose content git does not have here, or that were not read in time. */
  readonly unread: readonly string[];
}

const NONE: AbsentTexts = { texts: [], unread: [] };

/**
 * The admitted files that a sparse checkout leaves out and that contain one of `words` as a text. None without a sparse checkout. Throws
 * GIT_UNAVAILABLE, CANCELLED.
 */
export async function absentFilesWith(
  source: CorpusSource,
  words: readonly string[],
  signal: AbortSignal,
): Promise<AbsentTexts> {
  const absent = words.length === 0 ? new Map<string, StoredBlob>() : await absentFiles(source, signal);
  if (absent.size === 0) {
    return NONE;
  }
  const wanted = [...absent].flatMap(([path, blob]) => {
    const ruling = source.rulingOf(path);
    return "excluded" in ruling ? [] : [{ path, ...blob, maxBytes: ruling.maxBytes }];
  });
  const needles = words.map((word) => Buffer.from(word));
  const texts: AbsentText[] = [];
  const unread: string[] = [];
  const until = performance.now() + TIME_MS;
  let bytes = 0;
  for (let at = 0; at < wanted.length; ) {
    const batch = wanted.slice(at, at + FILES_AT_ONCE);
    at += batch.length;
    if (bytes > BYTES_MAX || performance.now() > until) {
      unread.push(...batch.map(({ path }) => path));
      continue;
    }
    const contents = await readBlobs(batch, signal);
    for (const { path, id } of batch) {
      const content = contents.get(id) ?? "missing";
      if (content === "missing") {
        unread.push(path);
      } else if (content !== "oversized") {
        bytes += content.length;
        const judged = needles.some((needle) => content.includes(needle)) ? source.textOf(path, content) : null;
        texts.push(...(judged !== null && "text" in judged ? [{ path, text: judged.text }] : []));
      }
    }
  }
  return { texts: texts.sort((a, b) => (a.path < b.path ? -1 : 1)), unread };
}

/** Whether git has a file there that a sparse checkout leaves out. Throws GIT_UNAVAILABLE, CANCELLED. */
export const isAbsent = async (source: CorpusSource, path: string, signal: AbortSignal): Promise<boolean> =>
  (await absentFiles(source, signal)).has(path);

/** By project-relative path: what git's index has and marks as not to be checked out, and what is not on disk. */
async function absentFiles({ root }: CorpusSource, signal: AbortSignal): Promise<ReadonlyMap<string, StoredBlob>> {
  // Several projects together have a name in place of a folder.
  const repository = isAbsolute(root) ? enclosingRepository(root, localDisk) : null;
  if (repository === null || !isSparse(repository.indexFile) || whyNotRead(repository, localDisk) !== null) {
    return new Map();
  }
  const listed = await listOf(root, { command: "ls-files", options: ["-z", "--stage", "--debug"] }, signal);
  const { skipped } = parseIndex(listed, 0);
  return new Map(
    [...skipped].flatMap(([path, id]) =>
      localDisk.stamp(join(root, path)) === null ? [[path, { id, folder: root }] as const] : [],
    ),
  );
}

/** git keeps the patterns of a sparse checkout there, of each worktree for itself, and the file stays when it is switched off. */
const isSparse = (indexFile: string): boolean =>
  localDisk.stamp(join(dirname(indexFile), "info", "sparse-checkout")) !== null;
