// Joins the snapshots of several projects into one, so that ranking and linking need no code for several projects. Counts, average lengths and
// postings are those of all documents together, so that scores compare across the projects.
import type { ChunkId, DocumentId, Generation } from "../../vocabulary/chunk.ts";
import { type InnerFolder, joinedPath, ownPath, placeOfPath } from "../../vocabulary/joined-path.ts";
import type {
  ChunkRecord,
  DocumentRecord,
  LexicalAverages,
  NearTerm,
  Snapshot,
  SymbolRecord,
  TermPostings,
} from "../snapshot.ts";
import { joinVectors } from "./join-vectors.ts";
import { idIn, idOf, moveIds, placeOfId } from "./joined-ids.ts";
import { withoutDocuments } from "./without-documents.ts";

/** A project's snapshot with its place. Places may have gaps, where a project was left out. */
export interface PlacedSnapshot {
  readonly place: number;
  readonly snapshot: Snapshot;
}

/** The mean of the projects' averages, weighted by their numbers of texts; 1 if there are no texts. */
function joinAverages(parts: readonly PlacedSnapshot[]): LexicalAverages {
  const mean = (field: keyof LexicalAverages, count: (snapshot: Snapshot) => number): number => {
    const all = parts.reduce((sum, { snapshot }) => sum + count(snapshot), 0);
    const sum = parts.reduce((total, { snapshot }) => total + count(snapshot) * snapshot.averages[field], 0);
    return all === 0 ? 1 : sum / all;
  };
  const documents = ({ documentCount }: Snapshot): number => documentCount;
  return {
    chunkTerms: mean("chunkTerms", ({ chunkCount }) => chunkCount),
    bodyTerms: mean("bodyTerms", documents),
    pathTerms: mean("pathTerms", documents),
    nameTerms: mean("nameTerms", documents),
  };
}

function joinPostings(parts: readonly { readonly place: number; readonly postings: TermPostings }[]): TermPostings {
  const documents = parts.reduce((sum, { postings }) => sum + postings.documents.length, 0);
  const chunks = parts.reduce((sum, { postings }) => sum + postings.chunks.length, 0);
  const joined: TermPostings = {
    documents: new Int32Array(documents),
    pathCounts: new Int32Array(documents),
    nameCounts: new Int32Array(documents),
    chunkStarts: new Int32Array(documents + 1),
    chunks: new Int32Array(chunks),
    chunkCounts: new Int32Array(chunks),
  };
  let [document, chunk] = [0, 0];
  for (const { place, postings } of parts) {
    moveIds(postings.documents, place, joined.documents, document);
    moveIds(postings.chunks, place, joined.chunks, chunk);
    joined.pathCounts.set(postings.pathCounts, document);
    joined.nameCounts.set(postings.nameCounts, document);
    joined.chunkCounts.set(postings.chunkCounts, chunk);
    for (let i = 0; i < postings.documents.length; i++) {
      joined.chunkStarts[document + i + 1] = chunk + (postings.chunkStarts[i + 1] ?? 0);
    }
    document += postings.documents.length;
    chunk += postings.chunks.length;
  }
  return joined;
}

/** The nearest corrections of each term, nearest first; those of the same distance in alphabetical order. */
function joinNear(lists: readonly (readonly NearTerm[])[]): NearTerm[] {
  const nearest = new Map<string, NearTerm>();
  for (const one of lists.flat()) {
    if (one.distance < (nearest.get(one.term)?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest.set(one.term, one);
    }
  }
  return [...nearest.values()].sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1));
}

/** Reads chunks by project, each project's in one call, and returns them in the order asked. */
function chunksOf(ids: readonly ChunkId[], snapshotAt: (place: number) => Snapshot): ChunkRecord[] {
  const byPlace = new Map<number, ChunkId[]>();
  for (const id of ids) {
    const list = byPlace.get(placeOfId(id)) ?? [];
    byPlace.set(placeOfId(id), list);
    list.push(idIn(id));
  }
  const records = new Map<ChunkId, ChunkRecord>();
  for (const [place, own] of byPlace) {
    for (const chunk of snapshotAt(place).chunks(own)) {
      const id = idOf(place, chunk.id);
      records.set(id, { ...chunk, id, document: idOf(place, chunk.document) });
    }
  }
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Without the files of inner projects that an outer one has, whose copies stay: there, imports lead to them by their paths. */
function withoutCopies(parts: readonly PlacedSnapshot[], inner: readonly InnerFolder[]): readonly PlacedSnapshot[] {
  return parts.map(({ place, snapshot }) => {
    const outer = inner
      .filter((folder) => folder.place === place)
      .flatMap(({ prefix }) => {
        const found = parts.find((part) => part.place === placeOfPath(prefix));
        return found === undefined ? [] : [{ documentAt: found.snapshot.documentAt, folder: ownPath(prefix) }];
      });
    const isCopy = (path: string): boolean =>
      outer.some(({ documentAt, folder }) => documentAt(`${folder}${path}`) !== undefined);
    return { place, snapshot: outer.length === 0 ? snapshot : withoutDocuments(snapshot, isCopy) };
  });
}

/**
 * Releasing it releases them all. `all`: at least one, in order of their places. `inner`: the projects that lie inside another one; a file that
 * both have is one document, at its path in the outer one, and is found at its path in the inner one as well.
 */
export function joinSnapshots(all: readonly PlacedSnapshot[], inner: readonly InnerFolder[] = []): Snapshot {
  const parts = inner.length === 0 ? all : withoutCopies(all, inner);
  const byPlace: (Snapshot | undefined)[] = [];
  for (const { place, snapshot } of parts) {
    byPlace[place] = snapshot;
  }
  const snapshotAt = (place: number): Snapshot => {
    const snapshot = byPlace[place];
    if (snapshot === undefined) {
      throw new Error(`no project has the place ${place}`);
    }
    return snapshot;
  };
  const of = (id: DocumentId | ChunkId): Snapshot => snapshotAt(placeOfId(id));
  const records = new Map<DocumentId, DocumentRecord>();
  const placed = (place: number, own: DocumentRecord): DocumentRecord => {
    const id = idOf(place, own.id);
    const known = records.get(id) ?? {
      ...own,
      id,
      path: joinedPath(place, own.path),
      firstChunk: idOf(place, own.firstChunk),
    };
    records.set(id, known);
    return known;
  };
  const symbolsOf = (place: number, symbols: readonly SymbolRecord[]): SymbolRecord[] =>
    symbols.map((symbol) => ({ ...symbol, document: idOf(place, symbol.document) }));
  const sum = (count: (snapshot: Snapshot) => number): number =>
    parts.reduce((total, { snapshot }) => total + count(snapshot), 0);
  return {
    databaseId: parts.map(({ snapshot: { databaseId, generation } }) => `${databaseId} ${generation}`).join(","),
    generation: sum(({ generation }) => generation) as Generation,
    documentCount: sum(({ documentCount }) => documentCount),
    chunkCount: sum(({ chunkCount }) => chunkCount),
    averages: joinAverages(parts),
    tokens: null,
    document: (id) => records.get(id) ?? placed(placeOfId(id), of(id).document(idIn(id))),
    documentAt(path) {
      const places = [
        path,
        ...inner.filter(({ place }) => place === placeOfPath(path)).map(({ prefix }) => `${prefix}${ownPath(path)}`),
      ];
      for (const one of places) {
        const place = placeOfPath(one);
        const own = place === null ? undefined : byPlace[place]?.documentAt(ownPath(one));
        if (own !== undefined && place !== null) {
          return placed(place, own);
        }
      }
      return undefined;
    },
    *documents() {
      for (const { place, snapshot } of parts) {
        for (const document of snapshot.documents()) {
          yield placed(place, document);
        }
      }
    },
    chunks: (ids) => chunksOf(ids, snapshotAt),
    chunkTerms: (id) => of(id).chunkTerms(idIn(id)),
    chunkKind: (id) => of(id).chunkKind(idIn(id)),
    chunkDocument: (id) => idOf(placeOfId(id), of(id).chunkDocument(idIn(id))),
    postings: (term, chunksEnough) =>
      joinPostings(parts.map(({ place, snapshot }) => ({ place, postings: snapshot.postings(term, chunksEnough) }))),
    holdsTerm: (term) => parts.some(({ snapshot }) => snapshot.holdsTerm(term)),
    nearTerms: (term, nearness) => joinNear(parts.map(({ snapshot }) => snapshot.nearTerms(term, nearness))),
    termsFrom: (prefix, most) =>
      [...new Set(parts.flatMap(({ snapshot }) => snapshot.termsFrom(prefix, most)))].sort().slice(0, most),
    definitions: (name, document) =>
      document === undefined
        ? parts.flatMap(({ place, snapshot }) => symbolsOf(place, snapshot.definitions(name)))
        : symbolsOf(placeOfId(document), of(document).definitions(name, idIn(document))),
    symbols: (document) => symbolsOf(placeOfId(document), of(document).symbols(idIn(document))),
    hasFacts: (document) => of(document).hasFacts(idIn(document)),
    mayName: (document, name) => of(document).mayName(idIn(document), name),
    shape: (document) => of(document).shape(idIn(document)),
    inside: (document) => of(document).inside(idIn(document)),
    stretches: (document) => of(document).stretches(idIn(document)),
    vectors: joinVectors(byPlace.map((snapshot) => snapshot?.vectors ?? null)),
    release() {
      for (const { snapshot } of parts) {
        snapshot.release();
      }
    },
  };
}
