// Reads chunks and symbols of a connection's transaction from the outlines of their documents.

import type { Connection, Statement } from "../../system/sqlite.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import { kindOfCode } from "../encoding/chunk-shapes.ts";
import { type Outline, openOutline } from "../encoding/outline.ts";
import { DamagedBytes } from "../encoding/varint.ts";
import type { ChunkRecord, SymbolRecord } from "../snapshot.ts";
import { isAlive, type TableView } from "./document-table.ts";
import { codeOfName, foldName } from "./symbol-names.ts";

interface SymbolRow {
  readonly document: DocumentId;
  readonly place: number;
}

/** Cached chunks: questions about one project ask for the same ones again. Some 3 MB. */
const CACHED_MAX = 8_192;

/** All methods throw DamagedBytes for bytes that cannot be read. */
export class OutlineReader {
  readonly #getOutline: Statement<[DocumentId], Buffer>;
  readonly #ofName: Statement<[number], SymbolRow>;
  readonly #ofNameIn: Statement<[number, DocumentId], SymbolRow>;
  /** A chunk never changes, and its id is never reused. */
  #cached = new Map<ChunkId, ChunkRecord>();

  constructor(connection: Connection) {
    this.#getOutline = connection
      .prepare<[DocumentId], Buffer>("SELECT packed FROM outline WHERE document = ?")
      .pluck();
    this.#ofName = connection.prepare("SELECT document, place FROM symbol WHERE code = ? ORDER BY document, place");
    this.#ofNameIn = connection.prepare(
      "SELECT document, place FROM symbol WHERE code = ? AND document = ? ORDER BY place",
    );
  }

  /** In the order of the ids; `view` belongs to the transaction's generation. RangeError for an id that is not in it. */
  chunks(ids: readonly ChunkId[], view: TableView): ChunkRecord[] {
    const outlineOf = this.#openOutlines();
    return ids.map((id) => {
      if (!isAlive(view, id)) {
        throw new RangeError(`chunk ${id} is not in this snapshot`);
      }
      const known = this.#cached.get(id);
      if (known !== undefined) {
        return known;
      }
      const document = view.chunks.documents[id] as DocumentId;
      const chunk = outlineOf(document).chunk(id - (view.documents[document]?.firstChunk ?? id));
      const record = { id, document, kind: kindOfCode(view.chunks.kinds[id] ?? -1), ...chunk };
      if (this.#cached.size >= CACHED_MAX) {
        this.#cached = new Map();
      }
      this.#cached.set(id, record);
      return record;
    });
  }

  /** All symbols of a document, in order of lines. */
  symbolsOf(document: DocumentId): SymbolRecord[] {
    const symbols = this.#openOutlines()(document).symbols();
    return symbols.map((symbol) => ({ document, ...symbol }));
  }

  /** Symbols with a simple name, ignoring case, by document and line. */
  symbolsNamed(name: string, document?: DocumentId): SymbolRecord[] {
    const outlineOf = this.#openOutlines();
    const folded = foldName(name);
    const code = codeOfName(folded);
    const rows = document === undefined ? this.#ofName.all(code) : this.#ofNameIn.all(code, document);
    return rows.flatMap((row) => {
      const symbol = outlineOf(row.document).symbol(row.place);
      return foldName(symbol.name) === folded ? [{ document: row.document, ...symbol }] : [];
    });
  }

  /** Opens outlines and keeps the last one, since neighbouring chunks are asked for together. */
  #openOutlines(): (document: DocumentId) => Outline {
    let last: { readonly document: DocumentId; readonly outline: Outline } | null = null;
    return (document) => {
      if (last?.document !== document) {
        const packed = this.#getOutline.get(document);
        if (packed === undefined) {
          throw new DamagedBytes(`document ${document} has no outline`);
        }
        last = { document, outline: openOutline(packed) };
      }
      return last.outline;
    };
  }
}
