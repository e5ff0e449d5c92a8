// How simple names are compared, and the code by which the database finds the symbols with a name.
import { crc32 } from "node:zlib";

/** Ignores case. */
export const foldName = (name: string): string => name.normalize("NFKC").toLowerCase();

/** A signed 32-bit number in SQLite. Different names may have the same code, so names are compared after the look-up. */
export const codeOfName = (folded: string): number => crc32(folded) | 0;
