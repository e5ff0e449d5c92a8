// A snapshot of what is indexed and of the raw texts of all other files together, so that a question is ranked over the whole project
// while its index is being made: counts, average lengths and postings are those of both.
import type { ChunkId, ChunkKind, DocumentId } from "../../vocabulary/chunk.ts";
import type {
  ChunkRecord,
  DocumentRecord,
  LexicalAverages,
  Snapshot,
  SymbolRecord,
  TermPostings,
} from "../snapshot.ts";
import type { PlacedDocument, RawDocuments } from "./raw-documents.ts";
import { BYTES_PER_TERM, isRawId, RAW_IDS } from "./raw-ids.ts";

/** `indexed` with the raw documents that it does not have. Releasing it releases `indexed`. */
export function overRawTexts(indexed: Snapshot, raw: RawDocuments): Snapshot {
  const placed = raw.placedBeside(indexed);
  if (placed.length === 0) {
    return indexed;
  }
  const byPath = new Map(placed.map((one) => [one.record.path, one]));
  const ofDocument = (id: DocumentId): PlacedDocument => placed[id - RAW_IDS] ?? missing(id);
  const ofChunk = placesOfChunks(placed);
  const partOf = (id: ChunkId): { one: PlacedDocument; block: number } => {
    const one = placed[ofChunk(id)] ?? missing(id);
    return { one, block: id - one.record.firstChunk };
  };
  const chunkTerms = (id: ChunkId): number => {
    const { one, block } = partOf(id);
    return Math.max(1, Math.round((one.raw.blockBytes[block] ?? 0) / BYTES_PER_TERM));
  };
  const kindOf = ({ raw: { close } }: PlacedDocument, block: number): ChunkKind =>
    close?.chunks[block]?.kind ?? "block";
  const chunkAt = (id: ChunkId): ChunkRecord => {
    const { one, block } = partOf(id);
    const [startLine, endLine] = one.raw.ranges()[block] ?? [1, 1];
    const draft = one.raw.close?.chunks[block];
    return {
      id,
      document: one.record.id,
      startLine,
      endLine,
      kind: draft?.kind ?? "block",
      symbol: draft?.symbol ?? null,
      context: draft?.context ?? "",
      defines: draft?.defines ?? [],
    };
  };
  const symbolsOf = ({ raw, record }: PlacedDocument): SymbolRecord[] =>
    (raw.close?.symbols ?? raw.found?.definitions ?? []).map((symbol) => ({ ...symbol, document: record.id }));
  const named = (name: string, among: readonly PlacedDocument[]): SymbolRecord[] => {
    const wanted = name.toLowerCase();
    return among.flatMap(symbolsOf).filter((symbol) => symbol.name.toLowerCase() === wanted);
  };
  const postings = new Map<string, TermPostings>();
  const postingsOf = (term: string): TermPostings => {
    const known = postings.get(term) ?? append(indexed.postings(term), placed, raw.query.terms.indexOf(term));
    postings.set(term, known);
    return known;
  };
  return {
    ...indexed,
    databaseId: `${indexed.databaseId} and texts ${raw.state()}`,
    documentCount: indexed.documentCount + placed.length,
    chunkCount: indexed.chunkCount + placed.reduce((sum, { record }) => sum + record.chunkCount, 0),
    averages: averagesOf(indexed, placed),
    tokens: null,
    document: (id) => (isRawId(id) ? ofDocument(id).record : indexed.document(id)),
    documentAt: (path) => byPath.get(path)?.record ?? indexed.documentAt(path),
    *documents() {
      yield* indexed.documents();
      for (const { record } of placed) {
        yield record;
      }
    },
    chunks(ids) {
      const own = new Map(indexed.chunks(ids.filter((id) => !isRawId(id))).map((chunk) => [chunk.id, chunk]));
      return ids.flatMap((id) => (isRawId(id) ? chunkAt(id) : (own.get(id) ?? [])));
    },
    chunkTerms: (id) => (isRawId(id) ? chunkTerms(id) : indexed.chunkTerms(id)),
    chunkKind(id) {
      if (!isRawId(id)) {
        return indexed.chunkKind(id);
      }
      const { one, block } = partOf(id);
      return kindOf(one, block);
    },
    chunkDocument: (id) => (isRawId(id) ? partOf(id).one.record.id : indexed.chunkDocument(id)),
    postings: postingsOf,
    holdsTerm: (term) => indexed.holdsTerm(term) || postingsOf(term).documents.length > 0,
    definitions(name, document) {
      if (document === undefined) {
        return [...indexed.definitions(name), ...named(name, placed)];
      }
      return isRawId(document) ? named(name, [ofDocument(document)]) : indexed.definitions(name, document);
    },
    symbols: (id) => (isRawId(id) ? symbolsOf(ofDocument(id)) : indexed.symbols(id)),
    hasFacts: (id) => !isRawId(id) && indexed.hasFacts(id),
    mayName: (id, name) => !isRawId(id) && indexed.mayName(id, name),
    shape: (id) => (isRawId(id) ? null : indexed.shape(id)),
    inside: (id) => (isRawId(id) ? { references: [], conversions: [] } : indexed.inside(id)),
    stretches: (id) => (isRawId(id) ? null : indexed.stretches(id)),
    release: () => indexed.release(),
  };
}

function missing(id: number): never {
  throw new Error(`no raw text has the id ${id}`);
}

/** The place of the document that a chunk is of. */
function placesOfChunks(placed: readonly PlacedDocument[]): (id: ChunkId) => number {
  const firsts = Int32Array.from(placed, ({ record }) => record.firstChunk);
  return (id) => {
    let low = 0;
    let high = firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((firsts[middle] ?? 0) <= id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  };
}

function averagesOf(indexed: Snapshot, placed: readonly PlacedDocument[]): LexicalAverages {
  const sum = (count: (record: DocumentRecord) => number): number =>
    placed.reduce((total, { record }) => total + count(record), 0);
  const body = sum(({ bodyTerms }) => bodyTerms);
  const { averages, documentCount, chunkCount } = indexed;
  const joined = (field: keyof LexicalAverages, total: number, count: number, before: number): number =>
    Math.max(1, (averages[field] * before + total) / Math.max(1, before + count));
  const chunks = sum(({ chunkCount: count }) => count);
  return {
    chunkTerms: joined("chunkTerms", body, chunks, chunkCount),
    bodyTerms: joined("bodyTerms", body, placed.length, documentCount),
    pathTerms: joined(
      "pathTerms",
      sum(({ pathTerms }) => pathTerms),
      placed.length,
      documentCount,
    ),
    nameTerms: joined(
      "nameTerms",
      sum(({ nameTerms }) => nameTerms),
      placed.length,
      documentCount,
    ),
  };
}

/** The postings of the database, then those of the raw texts: their ids are higher. */
function append(indexed: TermPostings, placed: readonly PlacedDocument[], term: number): TermPostings {
  const documents = [...indexed.documents];
  const pathCounts = [...indexed.pathCounts];
  const nameCounts = [...indexed.nameCounts];
  const chunkStarts = documents.length === 0 ? [0] : [...indexed.chunkStarts];
  const chunks = [...indexed.chunks];
  const chunkCounts = [...indexed.chunkCounts];
  for (const { raw, record } of term < 0 ? [] : placed) {
    const { found } = raw;
    const inBlocks = found?.inBlocks[term] ?? null;
    const [inPath, inNames] = [found?.inPath[term] ?? 0, found?.inNames[term] ?? 0];
    if (inBlocks === null && inPath + inNames === 0) {
      continue;
    }
    documents.push(record.id);
    pathCounts.push(inPath);
    nameCounts.push(inNames);
    for (const [at, block] of (inBlocks?.blocks ?? []).entries()) {
      chunks.push(record.firstChunk + block);
      chunkCounts.push(inBlocks?.counts[at] ?? 0);
    }
    chunkStarts.push(chunks.length);
  }
  return {
    documents: Int32Array.from(documents),
    pathCounts: Int32Array.from(pathCounts),
    nameCounts: Int32Array.from(nameCounts),
    chunkStarts: Int32Array.from(chunkStarts),
    chunks: Int32Array.from(chunks),
    chunkCounts: Int32Array.from(chunkCounts),
  };
}
