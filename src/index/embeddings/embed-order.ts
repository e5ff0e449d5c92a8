// The order in which chunks get their vectors, the hottest first: what answers asked for, what changed since, then the
// files that were changed lately, the edited before the others, source before side files, and of these the ones
// that define most. Any order ends with the same vectors.
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { TableView } from "../database/document-table.ts";
import type { DocumentStamp } from "../documents.ts";
import { chunkIdsOf } from "../snapshot.ts";
import type { ChunkSet } from "./chunk-set.ts";

export interface EmbedOrderInput {
  readonly view: () => TableView;
  /** By path. */
  readonly stamps: ReadonlyMap<string, DocumentStamp>;
  readonly pending: Pick<ChunkSet, "has" | "descending" | "last">;
  /** Chunks that answers needed and did not get; removed here as they are chosen. */
  readonly asked: Set<ChunkId>;
  /** How far a path is from the source, 0 to 1. */
  readonly sideDistance: (path: string) => number;
}

/** Chunks chosen at once: what is edited or asked for meanwhile waits for one round at most. */
const ROUND = 128;
const HOUR_MS = 3_600_000;

/**
 * How long ago a file was changed, as seen from the newest one, in steps that double: 0 within the hour, 1 within three.
 * The files of one check-out are of one step, and then the rest of the order decides.
 */
const coldness = (ageMs: number): number => Math.floor(Math.log2(1 + Math.max(0, ageMs) / HOUR_MS));

/** Those of the documents that the view has, the hottest first. */
export function hottestFirst(
  { view, stamps, sideDistance }: Pick<EmbedOrderInput, "view" | "stamps" | "sideDistance">,
  documents: Iterable<DocumentId>,
): DocumentId[] {
  const all = view().documents;
  const records = [...documents].flatMap((id) => all[id] ?? []);
  if (records.length < 2) {
    return records.map(({ id }) => id);
  }
  let newestMs = 0;
  for (const { mtimeMs } of stamps.values()) {
    newestMs = Math.max(newestMs, mtimeMs);
  }
  const edited = editedDocuments(all);
  const ranked = records.map(({ id, path, nameTerms, firstChunk }) => ({
    id,
    cold: coldness(newestMs - (stamps.get(path)?.mtimeMs ?? 0)),
    edited: edited.has(id) ? firstChunk : -1,
    sideDistance: sideDistance(path),
    nameTerms,
  }));
  ranked.sort(
    (a, b) =>
      a.cold - b.cold ||
      b.edited - a.edited ||
      a.sideDistance - b.sideDistance ||
      b.nameTerms - a.nameTerms ||
      a.id - b.id,
  );
  return ranked.map(({ id }) => id);
}

/**
 * Documents that were indexed again after others that came later: a changed document keeps its id, and its chunks get new
 * ones, so that they are younger than those of a document behind it.
 */
function editedDocuments(documents: TableView["documents"]): Set<DocumentId> {
  const edited = new Set<DocumentId>();
  let oldestBehind = Number.POSITIVE_INFINITY;
  for (let at = documents.length - 1; at >= 0; at--) {
    const { id, firstChunk = oldestBehind } = documents[at] ?? {};
    if (id !== undefined && firstChunk > oldestBehind) {
      edited.add(id);
    }
    oldestBehind = Math.min(oldestBehind, firstChunk);
  }
  return edited;
}

/** For one run: a chunk that stays pending although it was chosen is not chosen again, unless it is asked for. */
export class EmbedOrder {
  readonly #input: EmbedOrderInput;
  /** The documents to choose from, the hottest last. */
  #order: DocumentId[] = [];
  /** Documents that were in the order. */
  readonly #ordered = new Set<DocumentId>();
  /** Chunks from this id on were added since. */
  #seenEnd: number;
  /** Documents that changed since and were not chosen yet. */
  #changed: DocumentId[] = [];

  constructor(input: EmbedOrderInput) {
    this.#input = input;
    this.#seenEnd = input.pending.last() + 1;
  }

  /** The pending chunks of the next documents, ascending in each; empty once every document was chosen. */
  next(): ChunkId[] {
    const { pending, asked } = this.#input;
    const last = pending.last();
    if (last >= this.#seenEnd) {
      // The newest changes go first.
      this.#changed = [...this.#documentsOf(pending.descending(last, this.#seenEnd as ChunkId)), ...this.#changed];
      this.#seenEnd = last + 1;
    }
    const round = this.#documentsOf(asked).flatMap((document) => this.#pendingOf(document));
    asked.clear();
    while (round.length < ROUND) {
      const document = this.#changed.shift() ?? this.#nextInOrder();
      if (document === undefined) {
        break;
      }
      round.push(...this.#pendingOf(document));
    }
    return round;
  }

  #nextInOrder(): DocumentId | undefined {
    if (this.#order.length === 0) {
      // At first all documents that lack vectors; then those whose old chunks have come to lack one.
      const { pending } = this.#input;
      const lacking = this.#documentsOf(pending.descending(pending.last(), 0 as ChunkId));
      const added = lacking.filter((document) => !this.#ordered.has(document));
      this.#order = hottestFirst(this.#input, added).reverse();
      for (const document of this.#order) {
        this.#ordered.add(document);
      }
    }
    return this.#order.pop();
  }

  #documentsOf(chunks: Iterable<ChunkId>): DocumentId[] {
    const { documents } = this.#input.view().chunks;
    const found = new Set<DocumentId>();
    for (const chunk of chunks) {
      found.add((documents[chunk] ?? -1) as DocumentId);
    }
    return [...found];
  }

  #pendingOf(document: DocumentId): ChunkId[] {
    const record = this.#input.view().documents[document];
    return record === undefined ? [] : chunkIdsOf(record).filter((chunk) => this.#input.pending.has(chunk));
  }
}
