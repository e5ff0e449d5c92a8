// The files of a move as they are on disk, each with where its imports stand.
import pLimit from "p-limit";
import type { DocumentRecord } from "../../index/snapshot.ts";
import type { ImportingText } from "../../languages/contract/import-statements.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { Built, EditScene } from "../change-set.ts";
import { refused } from "./refusals.ts";

export interface MoveText extends ImportingText {
  readonly contentHash: string;
}

export type ReadTexts = { readonly kind: "read"; readonly texts: ReadonlyMap<string, MoveText> } | Built;

/** The analyser has several workers, and a definition may have hundreds of users. */
export const READ_AT_ONCE = 8;

/** By path. Stale where a file differs from the index; refused where one cannot be read. */
export async function readTexts(
  { corpus, analyzer, signal }: EditScene,
  documents: readonly DocumentRecord[],
): Promise<ReadTexts> {
  const read = async (document: DocumentRecord): Promise<MoveText | Built> => {
    const { path, contentHash } = document;
    const found = await readUnchanged(corpus, document);
    if (found === null) {
      return { kind: "stale", message: `${path} changed while it was read: ask again`, candidates: [] };
    }
    const layout = await analyzer.layoutOf(path, found.text, signal);
    if (layout === null || "unread" in layout) {
      const why = layout === null ? "its imports are not written by this tool" : layout.unread;
      return refused("unsupported", path, null, `${path}: ${why}`, "change this file by hand first");
    }
    return { path, text: found.text, contentHash, ...layout };
  };
  const texts = new Map<string, MoveText>();
  for (const one of await pLimit(READ_AT_ONCE).map(documents, read)) {
    if ("kind" in one) {
      return one;
    }
    texts.set(one.path, one);
  }
  return { kind: "read", texts };
}
