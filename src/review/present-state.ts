// The project after the change, where that is not what is on disk: files of a commit or of git's index, laid over the index.

import type { ChangesFound } from "../change/read/analyze-changes.ts";
import type { ReadFacts } from "../change/read/base-state.ts";
import type { TextAt } from "../change/state/change.ts";
import type { OverlaidFile } from "../linking/overlay.ts";
import { compareWithCommit, type StoredBlob } from "../project/changed-since.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { Difference } from "../project/git-sides.ts";
import { readBlobs } from "../project/read-blobs.ts";
import { sha256Of } from "../system/sha256.ts";

export interface PresentState {
  /** Files whose state after the change is not the index's; null for one that is absent after the change. */
  readonly overlay: ReadonlyMap<string, OverlaidFile | null>;
  /** Their texts. */
  readonly texts: ReadonlyMap<string, string>;
  /** Paths whose text after the change could not be read: the index has another state of them. */
  readonly unread: readonly string[];
}

export interface PresentStateTask {
  readonly corpus: CorpusSource;
  readonly difference: Pick<Difference, "after" | "files">;
  readonly found: Pick<ChangesFound, "texts" | "files">;
  /** The index of what is on disk. */
  readonly documentHash: (path: string) => string | null;
  readonly readFacts: ReadFacts;
  readonly signal: AbortSignal;
}

/** Throws GIT_UNAVAILABLE, CANCELLED. */
export async function readPresentState(task: PresentStateTask): Promise<PresentState> {
  const { corpus, difference, found, signal, documentHash } = task;
  const { paths, before, gone } = await compareWithCommit(corpus, difference.after, signal);
  const stored = new Map<string, StoredBlob | null>(paths.map((path) => [path, before.get(path) ?? null]));
  for (const [path, blob] of gone) {
    stored.set(path, blob);
  }
  for (const { path } of difference.files) {
    // Compared already: their texts are in `found`.
    stored.delete(path);
  }
  const changed = new Map(found.files.map((file) => [file.path, file]));
  const texts: TextAt[] = [];
  const absent: string[] = [...stored].flatMap(([path, blob]) => (blob === null ? [path] : []));
  for (const { before: old, after } of found.texts) {
    if (after !== null && changed.get(after.path)?.contentHash !== documentHash(after.path)) {
      texts.push(after);
    }
    if (old !== null && old.path !== after?.path && documentHash(old.path) !== null) {
      absent.push(old.path);
    }
  }
  const other = await readStored(stored, corpus, documentHash, signal);
  return overlayOf({ texts: [...texts, ...other.texts], absent, unread: other.unread }, task);
}

interface StoredTexts {
  readonly texts: readonly TextAt[];
  readonly unread: readonly string[];
}

/** Texts of stored files that the project's rules admit and that the index has in another state. */
async function readStored(
  stored: ReadonlyMap<string, StoredBlob | null>,
  corpus: CorpusSource,
  documentHash: PresentStateTask["documentHash"],
  signal: AbortSignal,
): Promise<StoredTexts> {
  const wanted = [...stored].flatMap(([path, blob]) => {
    const ruling = corpus.rulingOf(path);
    return blob === null || "excluded" in ruling ? [] : [{ path, ...blob, maxBytes: ruling.maxBytes }];
  });
  const contents = await readBlobs(wanted, signal);
  const texts: TextAt[] = [];
  const unread: string[] = [];
  for (const { path, id } of wanted) {
    const content = contents.get(id) ?? "missing";
    const judged = typeof content === "string" ? null : corpus.textOf(path, content);
    if (judged === null) {
      unread.push(path);
    } else if ("text" in judged && typeof content !== "string" && sha256Of(content) !== documentHash(path)) {
      texts.push({ path, text: judged.text });
    }
  }
  return { texts, unread };
}

async function overlayOf(
  { texts, absent, unread }: StoredTexts & { readonly absent: readonly string[] },
  { readFacts, signal }: PresentStateTask,
): Promise<PresentState> {
  const overlay = new Map<string, OverlaidFile | null>(absent.map((path) => [path, null]));
  const failed: string[] = [];
  await Promise.all(
    texts.map(async ({ path, text }) => {
      const facts = await readFacts(path, text, signal);
      if ("unread" in facts) {
        failed.push(path);
      } else {
        overlay.set(path, facts);
      }
    }),
  );
  return {
    overlay,
    texts: new Map(texts.map(({ path, text }) => [path, text])),
    unread: [...unread, ...failed].sort(),
  };
}
