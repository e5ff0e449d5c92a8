// Reads chunks and symbols of a connection's transaction: rows that say where, and what stands there in the documents'
// outlines.
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import { DamagedBytes } from "../lexical/varint.ts";
import type { ChunkRecord, SymbolRecord } from "../snapshot.ts";
import { kindOfCode } from "./chunk-shapes.ts";
import type { Connection } from "./database.ts";
import { type Outline, openOutline } from "./outline.ts";
import { codeOfName, foldName } from "./symbol-names.ts";

export interface OutlineReader {
  /** In the order of the ids; a RangeError for one that is not there, DamagedBytes for what cannot be read. */
  readonly chunks: (ids: readonly ChunkId[]) => ChunkRecord[];
  /** The symbols of a simple name, by document and line; case does not count. */
  readonly symbols: (name: string, document?: DocumentId) => SymbolRecord[];
}

interface ChunkRow {
  readonly id: ChunkId;
  readonly document: DocumentId;
  readonly start_line: number;
  readonly end_line: number;
  readonly kind: number;
  readonly names: Uint8Array;
}

interface SymbolRow {
  readonly document: DocumentId;
  readonly place: number;
}

export function openOutlineReader(connection: Connection): OutlineReader {
  const getChunk = connection.prepare<[number], ChunkRow>(
    "SELECT id, document, start_line, end_line, kind, names FROM chunk WHERE id = ?",
  );
  const getOutline = connection
    .prepare<[DocumentId], Uint8Array>("SELECT packed FROM outline WHERE document = ?")
    .pluck();
  const ofName = connection.prepare<[number], SymbolRow>(
    "SELECT document, place FROM symbol WHERE code = ? ORDER BY document, place",
  );
  const ofNameIn = connection.prepare<[number, DocumentId], SymbolRow>(
    "SELECT document, place FROM symbol WHERE code = ? AND document = ? ORDER BY place",
  );

  /** Opens outlines, the same one once in a row: neighbours are asked for together. */
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

  return {
    chunks(ids) {
      const outlineOf = openOutlines();
      return ids.map((id) => {
        const row = getChunk.get(id);
        if (row === undefined) {
          throw new RangeError(`chunk ${id} is not in this snapshot`);
        }
        const { document, start_line: startLine, end_line: endLine } = row;
        return {
          id,
          document,
          startLine,
          endLine,
          kind: kindOfCode(row.kind),
          ...outlineOf(document).namesOf(row.names),
        };
      });
    },
    symbols(name, document) {
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
