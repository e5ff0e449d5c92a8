// How simple names are compared, and the number under which the database finds the symbols of one.
import { crc32 } from "node:zlib";

/** Case does not count. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Four bytes in SQLite, as a signed number. Other names may have the same: who finds by it compares the names. */
export function codeOfName(folded: string): number {
  return crc32(folded) | 0;
}
