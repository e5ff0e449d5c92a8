// Writes documents into the database: rows, chunks, symbols, facts and postings of a batch, and the removal of the old ones.
// Every method is called inside a lease's transaction, and each but `touch` makes a new generation.
import type { CorpusFile } from "../../project/corpus.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { AnalyzedDocument, DocumentStamp } from "../documents.ts";
import { packShapes } from "../encoding/chunk-shapes.ts";
import { openOutline } from "../encoding/outline.ts";
import { packOutline } from "../encoding/pack-outline.ts";
import { packAscending, unpackAscending } from "../encoding/varint.ts";
import { PostingWriter } from "../lexical/posting-writer.ts";
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
  /** Null if they are not counted yet. */
  readonly tokens: number | null;
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
  @lineCount, @firstChunk, @chunkCount, @bodyTerms, @pathTerms, @nameTerms, @tokens, @shapes, @termIds, @problems
) ON CONFLICT (id) DO UPDATE SET
  generation = excluded.generation, removed = 0, language = excluded.language, parse = excluded.parse,
  content_hash = excluded.content_hash, analysis = excluded.analysis, size = excluded.size,
  mtime_ms = excluded.mtime_ms, ctime_ms = excluded.ctime_ms, verified_at_ms = excluded.verified_at_ms,
  line_count = excluded.line_count, first_chunk = excluded.first_chunk, chunk_count = excluded.chunk_count,
  body_terms = excluded.body_terms, path_terms = excluded.path_terms, name_terms = excluded.name_terms,
  tokens = coalesce(excluded.tokens, iif(content_hash = excluded.content_hash, tokens, NULL)), chunk_shapes = excluded.chunk_shapes,
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
    putStretches: connection.prepare("INSERT INTO stretches VALUES (?, ?)"),
    dropStretches: connection.prepare("DELETE FROM stretches WHERE document = ?"),
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

export class DocumentWriter {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #postings: PostingWriter;

  constructor(connection: Connection) {
    this.#statements = prepareStatements(connection);
    this.#postings = new PostingWriter(connection);
  }

  put(files: readonly IndexedFile[]): void {
    const counters = this.#counters();
    this.#postings.begin(counters.next_document);
    const generation = counters.generation + 1;
    let { next_document: nextDocument, next_chunk: nextChunk } = counters;
    for (const indexed of files) {
      const { file, document } = indexed;
      const old = this.#statements.byPath.get(file.path);
      const id = old?.id ?? nextDocument++;
      if (old !== undefined) {
        this.#dropParts(old);
      }
      const termIds = packAscending(this.#postings.put(id, document));
      this.#putParts(id, nextChunk, document);
      this.#statements.putDocument.run({ ...rowOf(indexed), id, generation, firstChunk: nextChunk, termIds });
      nextChunk += document.chunks.length;
    }
    this.#postings.flush();
    this.#statements.setCounters.run(generation, nextDocument, nextChunk);
  }

  remove(documents: readonly number[]): void {
    this.#postings.begin(this.#counters().next_document);
    const generation = this.#nextGeneration();
    for (const id of documents) {
      const old = this.#statements.byId.get(id);
      if (old !== undefined) {
        this.#dropParts(old);
        this.#statements.removeDocument.run(generation, id);
      }
    }
    this.#postings.flush();
  }

  /** New stamps for documents whose content is unchanged. Not a new generation, since no answer changes. */
  touch(stamps: readonly DocumentStamp[]): void {
    for (const { document, size, mtimeMs, ctimeMs, verifiedAtMs, contentHash } of stamps) {
      const hash = Buffer.from(contentHash, "hex");
      this.#statements.touchDocument.run(size, mtimeMs, ctimeMs, verifiedAtMs, document, hash, verifiedAtMs);
    }
  }

  /** Token counts of whole texts; a document that has changed since is skipped. */
  countTokens(counts: readonly { document: number; contentHash: string; tokens: number }[]): void {
    const generation = this.#nextGeneration();
    for (const { document, contentHash, tokens } of counts) {
      this.#statements.setTokens.run(tokens, generation, document, Buffer.from(contentHash, "hex"));
    }
  }

  /** Marks the newest generation as holding a whole corpus. */
  markComplete(): void {
    this.#statements.complete.run();
  }

  /** Call it when the transaction of a put or remove is committed. */
  committed(): void {
    this.#postings.committed();
  }

  #counters(): Counters {
    return this.#statements.counters.get() ?? { generation: 0, next_document: 0, next_chunk: 1 };
  }

  #nextGeneration(): number {
    const { generation, next_document, next_chunk } = this.#counters();
    this.#statements.setCounters.run(generation + 1, next_document, next_chunk);
    return generation + 1;
  }

  /** Removes everything that refers to the document's row. */
  #dropParts(old: OldRow): void {
    const statements = this.#statements;
    // One without chunks has the id that the next chunk gets.
    if (old.chunk_count > 0) {
      statements.dropChunks.run(old.first_chunk);
    }
    const outline = statements.getOutline.get(old.id);
    if (outline !== undefined) {
      const names = openOutline(outline).symbols();
      for (const code of new Set(names.map(({ name }) => codeOfName(foldName(name))))) {
        statements.dropSymbols.run(code, old.id);
      }
      statements.dropOutline.run(old.id);
    }
    statements.dropFacts.run(old.id);
    statements.dropStretches.run(old.id);
    this.#postings.drop(old.id, unpackAscending(old.term_ids));
  }

  #putParts(id: number, firstChunk: number, document: AnalyzedDocument): void {
    const statements = this.#statements;
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
    if (document.stretches !== null) {
      statements.putStretches.run(id, document.stretches);
    }
  }
}

/** The columns that depend on the file alone. */
function rowOf({ file, document, contentHash, analysis, verifiedAtMs, tokens }: IndexedFile) {
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
    tokens,
    shapes: packShapes(document),
    problems: document.problems.length === 0 ? null : JSON.stringify(document.problems),
  };
}
