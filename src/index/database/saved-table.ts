// The table of documents as a file of columns beside the database: to make 60,000 rows from SQLite's values takes several times as long as
// from these. It is of one generation; what was committed since is read from the database. It is checked before it is used, and can always
// be made again. That a file was found unchanged raises no generation: such a file may be looked into once more.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { removeAbandonedWrites, writeFileAtomically } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { ChunkId, DocumentId, Generation } from "../../vocabulary/chunk.ts";
import { PARSE_STATES } from "../../vocabulary/chunk.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import { messageOf } from "../../vocabulary/failure.ts";
import type { DocumentStamp } from "../documents.ts";
import type { DocumentRecord } from "../snapshot.ts";
import type { IndexDatabase } from "./database.ts";
import type { DocumentTable, SavedTable } from "./document-table.ts";

/** 1: first format. A file of another version is made again. */
const TABLE_FORMAT = 1;
export const TABLE_FILE = "documents.table";
/** The rest of it after the JSON is spaces. */
const HEADER_BYTES = 8_192;
const HASH_BYTES = 32;
/** A table of fewer documents is read as fast from the database. */
const DOCUMENTS_MIN = 2_000;
const BEHIND_SHARE = 0.05;

const headerSchema = z.object({
  format: z.literal(TABLE_FORMAT),
  databaseId: z.string(),
  generation: z.int().min(1),
  documents: z.int().min(0),
  chunks: z.int().min(0),
  pathBytes: z.int().min(0),
  languages: z.array(z.string().nullable()),
  analyses: z.array(z.string()),
  problemBytes: z.int().min(0),
  /** CRC-32 of the columns. */
  crc32: z.int().min(0),
});
type Header = z.output<typeof headerSchema>;

/** The columns over one buffer, those of wide values first, so that each begins where its values may. */
function columnsOf(bytes: Uint8Array, { documents, chunks, pathBytes, problemBytes }: Header) {
  let at = bytes.byteOffset;
  const next =
    <Column>(make: (buffer: ArrayBufferLike, at: number, length: number) => Column, width: number) =>
    (length: number): Column => {
      const column = make(bytes.buffer, at, length);
      at += length * width;
      return column;
    };
  const reals = next((...place) => new Float64Array(...place), 8);
  const wholes = next((...place) => new Uint32Array(...place), 4);
  const small = next((...place) => new Uint8Array(...place), 1);
  return {
    sizes: reals(documents),
    mtimes: reals(documents),
    ctimes: reals(documents),
    verified: reals(documents),
    ids: wholes(documents),
    lineCounts: wholes(documents),
    firstChunks: wholes(documents),
    chunkCounts: wholes(documents),
    bodyTerms: wholes(documents),
    pathTerms: wholes(documents),
    nameTerms: wholes(documents),
    /** One more than there are; 0 where they are not counted. */
    tokens: wholes(documents),
    terms: wholes(chunks),
    kinds: small(chunks),
    languages: small(documents),
    parses: small(documents),
    analyses: small(documents),
    hashes: small(documents * HASH_BYTES),
    paths: small(pathBytes),
    problems: small(problemBytes),
  };
}

const bytesOf = ({ documents, chunks, pathBytes, problemBytes }: Header): number =>
  documents * (4 * 8 + 8 * 4 + 3 + HASH_BYTES) + chunks * 5 + pathBytes + problemBytes;

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** The place of a value in a list that grows with it. */
function placeIn<Value>(values: Value[]): (value: Value) => number {
  const places = new Map<Value, number>();
  return (value) => {
    const known = places.get(value) ?? values.push(value) - 1;
    places.set(value, known);
    return known;
  };
}

/** Null where a column has no room for a value. */
function pack(databaseId: string, table: DocumentTable): Buffer | null {
  const { view, stamps } = table;
  const rows = view.documents.flatMap((record) => {
    const stamp = record && stamps.get(record.path);
    return record === undefined || stamp?.document !== record.id ? [] : [{ record, stamp }];
  });
  const paths = Buffer.from(rows.map(({ record }) => record.path).join("\0"));
  const chunks = rows.reduce((end, { record }) => Math.max(end, record.firstChunk + record.chunkCount), 0);
  const problems = Buffer.from(JSON.stringify(table.problemsById()));
  const header: Header = {
    format: TABLE_FORMAT,
    databaseId,
    generation: view.generation,
    documents: rows.length,
    chunks,
    pathBytes: paths.length,
    languages: [],
    analyses: [],
    problemBytes: problems.length,
    crc32: 0,
  };
  const bytes = Buffer.alloc(HEADER_BYTES + bytesOf(header));
  const body = bytes.subarray(HEADER_BYTES);
  const columns = columnsOf(body, header);
  const [languageOf, analysisOf] = [placeIn(header.languages), placeIn(header.analyses)];
  for (const [at, { record, stamp }] of rows.entries()) {
    columns.sizes[at] = record.size;
    columns.mtimes[at] = stamp.mtimeMs;
    columns.ctimes[at] = stamp.ctimeMs;
    columns.verified[at] = stamp.verifiedAtMs;
    columns.ids[at] = record.id;
    columns.lineCounts[at] = record.lineCount;
    columns.firstChunks[at] = record.firstChunk;
    columns.chunkCounts[at] = record.chunkCount;
    columns.bodyTerms[at] = record.bodyTerms;
    columns.pathTerms[at] = record.pathTerms;
    columns.nameTerms[at] = record.nameTerms;
    columns.tokens[at] = record.tokens === null ? 0 : record.tokens + 1;
    columns.languages[at] = languageOf(record.language);
    columns.parses[at] = PARSE_STATES.indexOf(record.parse);
    columns.analyses[at] = analysisOf(stamp.analysis);
    body.write(record.contentHash, columns.hashes.byteOffset - body.byteOffset + at * HASH_BYTES, "hex");
  }
  columns.terms.set(view.chunks.terms.subarray(0, chunks));
  columns.kinds.set(view.chunks.kinds.subarray(0, chunks));
  columns.paths.set(paths);
  columns.problems.set(problems);
  header.crc32 = crc32(body);
  const head = Buffer.from(JSON.stringify(header));
  if (header.languages.length > 255 || header.analyses.length > 255 || head.length > HEADER_BYTES) {
    return null;
  }
  bytes.fill(" ", 0, HEADER_BYTES);
  head.copy(bytes);
  return bytes;
}

function unpack(bytes: Buffer, databaseId: string, newest: Generation): SavedTable | null {
  const parsed = headerSchema.safeParse(JSON.parse(bytes.toString("utf8", 0, HEADER_BYTES)));
  const header = parsed.success ? parsed.data : null;
  const body = bytes.subarray(HEADER_BYTES);
  const isGood =
    header?.databaseId === databaseId &&
    header.generation <= newest &&
    body.length === bytesOf(header) &&
    crc32(body) === header.crc32;
  if (header === null || !isGood) {
    return null;
  }
  const columns = columnsOf(body, header);
  const paths = bufferOf(columns.paths).toString().split("\0");
  const hashes = bufferOf(columns.hashes).toString("hex");
  const documents = Array.from(columns.ids, (number, at) => {
    const id = number as DocumentId;
    const path = paths[at] ?? "";
    const contentHash = hashes.slice(2 * HASH_BYTES * at, 2 * HASH_BYTES * (at + 1));
    const size = columns.sizes[at] ?? 0;
    const tokens = columns.tokens[at] ?? 0;
    const record: DocumentRecord = {
      id,
      path,
      language: header.languages[columns.languages[at] ?? 0] ?? null,
      parse: PARSE_STATES[columns.parses[at] ?? 0] ?? "fallback",
      contentHash,
      size,
      lineCount: columns.lineCounts[at] ?? 0,
      firstChunk: (columns.firstChunks[at] ?? 0) as ChunkId,
      chunkCount: columns.chunkCounts[at] ?? 0,
      bodyTerms: columns.bodyTerms[at] ?? 0,
      pathTerms: columns.pathTerms[at] ?? 0,
      nameTerms: columns.nameTerms[at] ?? 0,
      tokens: tokens === 0 ? null : tokens - 1,
    };
    const stamp: DocumentStamp = {
      document: id,
      path,
      size,
      mtimeMs: columns.mtimes[at] ?? 0,
      ctimeMs: columns.ctimes[at] ?? 0,
      verifiedAtMs: columns.verified[at] ?? 0,
      analysis: header.analyses[columns.analyses[at] ?? 0] ?? "",
      contentHash,
    };
    return { record, stamp };
  });
  return {
    generation: header.generation as Generation,
    kinds: columns.kinds,
    terms: columns.terms,
    documents,
    problems: new Map(JSON.parse(bufferOf(columns.problems).toString()) as [DocumentId, readonly Problem[]][]),
  };
}

/** The saved table of this database, of a generation that it has; null where there is none that can be used. */
export function loadTable({ folder, id }: Pick<IndexDatabase, "folder" | "id">, newest: Generation): SavedTable | null {
  try {
    return unpack(readFileSync(join(folder, TABLE_FILE)), id, newest);
  } catch (error) {
    log("debug", "index.table-not-loaded", { reason: messageOf(error) });
    return null;
  }
}

/** Whether so many documents have changed since the table was saved that it should be saved again. */
export const isWorthSaving = ({ behind, view }: DocumentTable): boolean =>
  view.documentCount >= DOCUMENTS_MIN && behind > view.documentCount * BEHIND_SHARE;

/** Answers whether it was saved. Never rejects: without the file, starting takes longer. */
export async function saveTable({ folder, id, writer }: IndexDatabase, table: DocumentTable): Promise<boolean> {
  const { behind } = table;
  try {
    const bytes = pack(id, table);
    // A power cut may take back the last commits, and others would get their generations: the file must not have them.
    if (bytes === null || writer === null || !areCommitsKept(writer)) {
      return false;
    }
    const file = join(folder, TABLE_FILE);
    await writeFileAtomically(file, bytes);
    await removeAbandonedWrites(file);
    table.behind -= behind;
    return true;
  } catch (error) {
    log("info", "index.table-not-saved", { reason: messageOf(error) });
    return false;
  }
}

/** Writes all commits from the log to the database, which syncs both; false where a reader of an older one holds it up. */
function areCommitsKept(writer: Connection): boolean {
  const [result] = writer.pragma("wal_checkpoint(PASSIVE)") as { busy: number; log: number; checkpointed: number }[];
  return result?.busy === 0 && result.log === result.checkpointed;
}
