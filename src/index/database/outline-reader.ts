// Reads chunks and symbols of a connection's transaction from the outlines of their documents.

import type { Connection } from "../../system/sqlite.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import { kindOfCode } from "../encoding/chunk-shapes.ts";
import { type Outline, openOutline } from "../encoding/outline.ts";
import { DamagedBytes } from "../encoding/varint.ts";
import type { ChunkRecord, SymbolRecord } from "../snapshot.ts";
import { isAlive, type TableView } from "./document-table.ts";
import { codeOfName, foldName } from "./symbol-names.ts";

export interface OutlineReader {
  /** In the order of the ids; `view` belongs to the transaction's generation. RangeError for an id that is not in it. */
  readonly chunks: (ids: readonly ChunkId[], view: TableView) => ChunkRecord[];
  /** All symbols of a document, in order of lines. */
  readonly symbolsOf: (document: DocumentId) => SymbolRecord[];
  /** Symbols with a simple name, ignoring case, by document and line. */
  readonly symbolsNamed: (name: string, document?: DocumentId) => SymbolRecord[];
}

interface SymbolRow {
  readonly document: DocumentId;
  readonly place: number;
}

/** Cached chunks: questions about one project ask for the same ones again. Some 3 MB. */
const CACHED_MAX = 8_192;

/** All methods throw DamagedBytes for bytes that cannot be read. */
export function openOutlineReader(connection: Connection): OutlineReader {
  const getOutline = connection.prepare<[DocumentId], Buffer>("SELECT packed FROM outline WHERE document = ?").pluck();
  const ofName = connection.prepare<[number], SymbolRow>(
    "SELECT document, place FROM symbol WHERE code = ? ORDER BY document, place",
  );
  const ofNameIn = connection.prepare<[number, DocumentId], SymbolRow>(
    "SELECT document, place FROM symbol WHERE code = ? AND document = ? ORDER BY place",
  );

  /** Opens outlines and keeps the last one, since neighbouring chunks are asked for together. */
  function openOutlines(): (document: DocumentId) => Outline {
    let last: { readonly document: DocumentId; readonly outline: Outline } | null = null;
    return (document) => {
      if (last?.document !== document) {
        const packed = getOutline.get(document);
        if (packed === undefined) {
          throw new DamagedBytes(`document ${document} has no outline`);
        }
        last = { document, outline: openOutline(packed) };
      }
      return last.outline;
    };
  }

  /** A chunk never changes, and its id is never reused. */
  let cached = new Map<ChunkId, ChunkRecord>();

  function cache(chunk: ChunkRecord): ChunkRecord {
    if (cached.size >= CACHED_MAX) {
      cached = new Map();
    }
    cached.set(chunk.id, chunk);
    return chunk;
  }

  return {
    chunks(ids, view) {
      const outlineOf = openOutlines();
      return ids.map((id) => {
        if (!isAlive(view, id)) {
          throw new RangeError(`chunk ${id} is not in this snapshot`);
        }
        const known = cached.get(id);
        if (known !== undefined) {
          return known;
        }
        const document = view.chunks.documents[id] as DocumentId;
        const chunk = outlineOf(document).chunk(id - (view.documents[document]?.firstChunk ?? id));
        return cache({ id, document, kind: kindOfCode(view.chunks.kinds[id] ?? -1), ...chunk });
      });
    },
    symbolsOf: (document) =>
      openOutlines()(document)
        .symbols()
        .map((symbol) => ({ document, ...symbol })),
    symbolsNamed(name, document) {
      const outlineOf = openOutlines();
      const folded = foldName(name);
      const code = codeOfName(folded);
      const rows = document === undefined ? ofName.all(code) : ofNameIn.all(code, document);
      return rows.flatMap((row) => {
        const symbol = outlineOf(row.document).symbol(row.place);
        return foldName(symbol.name) === folded ? [{ document: row.document, ...symbol }] : [];
      });
    },
  };
}
