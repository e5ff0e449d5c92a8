// The order in which chunks get their vectors, the hottest first: what answers asked for, what changed since, then the
// files that were changed lately, the edited before the others, source before side files, and of these the ones
// that define most. Any order ends with the same vectors.
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { TableView } from "../database/document-table.ts";
import type { DocumentStamp } from "../documents.ts";
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

export interface EmbedOrder {
  /** The pending chunks of the next documents, ascending in each; empty once every document was chosen. */
  next(): ChunkId[];
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
): readonly DocumentId[] {
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

/** Made for one run: a chunk that stays pending although it was chosen is not chosen again, unless it is asked for. */
export function openEmbedOrder(input: EmbedOrderInput): EmbedOrder {
  const { view, pending, asked } = input;
  let order: readonly DocumentId[] = [];
  let at = 0;
  /** Documents of the orders so far. */
  const ordered = new Set<DocumentId>();
  /** Chunks from this id on came after this was opened. */
  let seenEnd = pending.last() + 1;
  /** Documents that changed since and were not chosen yet. */
  let changed: DocumentId[] = [];

  const documentsOf = (chunks: Iterable<ChunkId>): DocumentId[] => {
    const documents = new Set<DocumentId>();
    for (const chunk of chunks) {
      documents.add((view().chunks.documents[chunk] ?? -1) as DocumentId);
    }
    return [...documents];
  };

  function pendingOf(document: DocumentId): ChunkId[] {
    const record = view().documents[document];
    const chunks: ChunkId[] = [];
    const end = (record?.firstChunk ?? 0) + (record?.chunkCount ?? 0);
    for (let chunk = record?.firstChunk ?? (0 as ChunkId); chunk < end; chunk++) {
      if (pending.has(chunk as ChunkId)) {
        chunks.push(chunk as ChunkId);
      }
    }
    return chunks;
  }

  function nextDocument(): DocumentId | undefined {
    const hot = changed.shift();
    if (hot !== undefined) {
      return hot;
    }
    if (at >= order.length) {
      // At first all that lack something; then what an old chunk has come to lack meanwhile.
      const lacking = documentsOf(pending.descending(pending.last(), 0 as ChunkId));
      order = hottestFirst(
        input,
        lacking.filter((document) => !ordered.has(document)),
      );
      for (const document of order) {
        ordered.add(document);
      }
      at = 0;
    }
    return order[at++];
  }

  function takeAsked(): ChunkId[] {
    const documents = documentsOf(asked);
    asked.clear();
    return documents.flatMap(pendingOf);
  }

  return {
    next() {
      const last = pending.last();
      if (last >= seenEnd) {
        // What came last goes first.
        changed = [...documentsOf(pending.descending(last, seenEnd as ChunkId)), ...changed];
        seenEnd = last + 1;
      }
      const round = takeAsked();
      while (round.length < ROUND) {
        const document = nextDocument();
        if (document === undefined) {
          break;
        }
        round.push(...pendingOf(document));
      }
      return round;
    },
  };
}
