// Writes documents into the database: rows, chunks, symbols, facts and postings of a batch, and the removal of the old ones.
// Every function is called inside a lease's transaction, and each but `touch` makes a new generation.
import type { CorpusFile } from "../../project/corpus.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { AnalyzedDocument, DocumentStamp } from "../documents.ts";
import { packShapes } from "../encoding/chunk-shapes.ts";
import { openOutline } from "../encoding/outline.ts";
import { packOutline } from "../encoding/pack-outline.ts";
import { packAscending, unpackAscending } from "../encoding/varint.ts";
import { openPostingWriter } from "../lexical/posting-writer.ts";
import { codeOfName, foldName } from "./symbol-names.ts";

/** A file as read and analysed. */
export interface IndexedFile {
  readonly file: CorpusFile;
  /** Hex SHA-256 of the bytes. */
  readonly contentHash: string;
  /** Wall clock just before the file was read, milliseconds since the epoch. */
  readonly verifiedAtMs: number;
  /** Name of the analysis, from analysisName. */
  readonly analysis: string;
  readonly document: AnalyzedDocument;
}

export interface DocumentWriter {
  put(files: readonly IndexedFile[]): void;
  remove(documents: readonly number[]): void;
  /** New stamps for documents whose content is unchanged. Not a new generation, since no answer changes. */
  touch(stamps: readonly DocumentStamp[]): void;
  /** Token counts of whole texts; a document that has changed since is skipped. */
  countTokens(counts: readonly { document: number; contentHash: string; tokens: number }[]): void;
  /** Marks the newest generation as holding a whole corpus. */
  markComplete(): void;
  /** Call it when the transaction of a put or remove is committed. */
  committed(): void;
}

interface OldRow {
  readonly id: number;
  readonly first_chunk: number;
  readonly chunk_count: number;
  readonly term_ids: Uint8Array;
}

interface Counters {
  readonly generation: number;
  readonly next_document: number;
  readonly next_chunk: number;
}

const PUT_DOCUMENT = `
INSERT INTO document VALUES (
  @id, @path, @generation, 0, @language, @parse, @contentHash, @analysis, @size, @mtimeMs, @ctimeMs, @verifiedAtMs,
  @lineCount, @firstChunk, @chunkCount, @bodyTerms, @pathTerms, @nameTerms, NULL, @shapes, @termIds, @problems
) ON CONFLICT (id) DO UPDATE SET
  generation = excluded.generation, removed = 0, language = excluded.language, parse = excluded.parse,
  content_hash = excluded.content_hash, analysis = excluded.analysis, size = excluded.size,
  mtime_ms = excluded.mtime_ms, ctime_ms = excluded.ctime_ms, verified_at_ms = excluded.verified_at_ms,
  line_count = excluded.line_count, first_chunk = excluded.first_chunk, chunk_count = excluded.chunk_count,
  body_terms = excluded.body_terms, path_terms = excluded.path_terms, name_terms = excluded.name_terms,
  tokens = iif(content_hash = excluded.content_hash, tokens, NULL), chunk_shapes = excluded.chunk_shapes,
  term_ids = excluded.term_ids, problems = excluded.problems`;

const REMOVE_DOCUMENT = `
UPDATE document SET generation = ?, removed = 1, first_chunk = 0, chunk_count = 0, body_terms = 0, path_terms = 0,
  name_terms = 0, tokens = NULL, chunk_shapes = x'', term_ids = x'', problems = NULL WHERE id = ?`;

function prepareStatements(connection: Connection) {
  return {
    counters: connection.prepare<[], Counters>("SELECT generation, next_document, next_chunk FROM meta"),
    setCounters: connection.prepare("UPDATE meta SET generation = ?, next_document = ?, next_chunk = ?"),
    byPath: connection.prepare<[string], OldRow>(
      "SELECT id, first_chunk, chunk_count, term_ids FROM document WHERE path = ?",
    ),
    byId: connection.prepare<[number], OldRow>(
      "SELECT id, first_chunk, chunk_count, term_ids FROM document WHERE id = ?",
    ),
    putDocument: connection.prepare(PUT_DOCUMENT),
    removeDocument: connection.prepare(REMOVE_DOCUMENT),
    putChunks: connection.prepare("INSERT INTO chunk VALUES (?, ?)"),
    dropChunks: connection.prepare("DELETE FROM chunk WHERE first = ?"),
    getOutline: connection.prepare<[number], Buffer>("SELECT packed FROM outline WHERE document = ?").pluck(),
    putOutline: connection.prepare("INSERT INTO outline VALUES (?, ?)"),
    dropOutline: connection.prepare("DELETE FROM outline WHERE document = ?"),
    putSymbol: connection.prepare("INSERT INTO symbol VALUES (?, ?, ?)"),
    dropSymbols: connection.prepare("DELETE FROM symbol WHERE code = ? AND document = ?"),
    putFacts: connection.prepare("INSERT INTO facts VALUES (?, ?, ?, ?)"),
    dropFacts: connection.prepare("DELETE FROM facts WHERE document = ?"),
    touchDocument: connection.prepare(
      `UPDATE document SET size = ?, mtime_ms = ?, ctime_ms = ?, verified_at_ms = ?
     WHERE id = ? AND removed = 0 AND content_hash = ? AND verified_at_ms < ?`,
    ),
    setTokens: connection.prepare(
      "UPDATE document SET tokens = ?, generation = ? WHERE id = ? AND removed = 0 AND content_hash = ?",
    ),
    complete: connection.prepare("UPDATE meta SET complete_generation = generation"),
  };
}

export function openDocumentWriter(connection: Connection): DocumentWriter {
  const statements = prepareStatements(connection);
  const postings = openPostingWriter(connection);

  function current(): Counters {
    return statements.counters.get() ?? { generation: 0, next_document: 0, next_chunk: 1 };
  }

  /** Removes everything that refers to the document's row. */
  function dropParts(old: OldRow): void {
    // One without chunks has the id that the next chunk gets.
    if (old.chunk_count > 0) {
      statements.dropChunks.run(old.first_chunk);
    }
    const outline = statements.getOutline.get(old.id);
    if (outline !== undefined) {
      for (const code of codesOf(openOutline(outline).symbols())) {
        statements.dropSymbols.run(code, old.id);
      }
      statements.dropOutline.run(old.id);
    }
    statements.dropFacts.run(old.id);
    postings.drop(old.id, unpackAscending(old.term_ids));
  }

  function putParts(id: number, firstChunk: number, document: AnalyzedDocument): void {
    const outline = packOutline(document);
    statements.putOutline.run(id, outline.bytes);
    if (document.chunks.length > 0) {
      statements.putChunks.run(firstChunk, document.embeddingKeys);
    }
    document.symbols.forEach(({ name }, ordinal) => {
      statements.putSymbol.run(codeOfName(foldName(name)), id, outline.places[ordinal]);
    });
    if (document.facts !== null) {
      statements.putFacts.run(id, document.facts.names, document.facts.shape, document.facts.mentions);
    }
  }

  function put(files: readonly IndexedFile[]): void {
    postings.begin();
    const start = current();
    const generation = start.generation + 1;
    let nextDocument = start.next_document;
    let nextChunk = start.next_chunk;
    for (const indexed of files) {
      const { file, document } = indexed;
      const old = statements.byPath.get(file.path);
      const id = old?.id ?? nextDocument++;
      if (old !== undefined) {
        dropParts(old);
      }
      const termIds = postings.put(id, document);
      putParts(id, nextChunk, document);
      statements.putDocument.run({
        ...rowOf(indexed),
        id,
        generation,
        firstChunk: nextChunk,
        termIds: packAscending(termIds),
      });
      nextChunk += document.chunks.length;
    }
    postings.flush();
    statements.setCounters.run(generation, nextDocument, nextChunk);
  }

  function remove(documents: readonly number[]): void {
    postings.begin();
    const { generation, next_document, next_chunk } = current();
    for (const id of documents) {
      const old = statements.byId.get(id);
      if (old !== undefined) {
        dropParts(old);
        statements.removeDocument.run(generation + 1, id);
      }
    }
    postings.flush();
    statements.setCounters.run(generation + 1, next_document, next_chunk);
  }

  function touch(stamps: readonly DocumentStamp[]): void {
    for (const { document, size, mtimeMs, ctimeMs, verifiedAtMs, contentHash } of stamps) {
      statements.touchDocument.run(
        size,
        mtimeMs,
        ctimeMs,
        verifiedAtMs,
        document,
        Buffer.from(contentHash, "hex"),
        verifiedAtMs,
      );
    }
  }

  return {
    put,
    remove,
    touch,
    countTokens(counts) {
      const { generation, next_document, next_chunk } = current();
      for (const { document, contentHash, tokens } of counts) {
        statements.setTokens.run(tokens, generation + 1, document, Buffer.from(contentHash, "hex"));
      }
      statements.setCounters.run(generation + 1, next_document, next_chunk);
    },
    markComplete() {
      statements.complete.run();
    },
    committed: postings.committed,
  };
}

/** The columns that depend on the file alone. */
function rowOf({ file, document, contentHash, analysis, verifiedAtMs }: IndexedFile) {
  return {
    path: file.path,
    language: document.language,
    parse: document.parse,
    contentHash: Buffer.from(contentHash, "hex"),
    analysis,
    size: file.size,
    mtimeMs: file.mtimeMs,
    ctimeMs: file.ctimeMs,
    verifiedAtMs,
    lineCount: document.lineCount,
    chunkCount: document.chunks.length,
    bodyTerms: document.chunkTerms.reduce((sum, count) => sum + count, 0),
    pathTerms: document.pathTerms,
    nameTerms: document.nameTerms,
    shapes: packShapes(document),
    problems: document.problems.length === 0 ? null : JSON.stringify(document.problems),
  };
}

function codesOf(symbols: readonly { readonly name: string }[]): Set<number> {
  return new Set(symbols.map(({ name }) => codeOfName(foldName(name))));
}
