// The extension point for places where saved results are kept. test/storage/backend-conformance.ts defines it in tests; disk
// and memory pass it. A backend handles names and text, and does not know what the text means.
import type { Problem } from "../vocabulary/failure.ts";
import type { ResultName } from "./names.ts";

/** Bytes of one stored document, UTF-8; both reading and writing refuse more. */
export const DOCUMENT_BYTES_MAX: number = 16 * 1024 * 1024;

export interface StoredEntry {
  readonly name: ResultName;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, of the last write. */
  readonly modifiedMs: number;
}

export interface StoredListing {
  /** In no particular order. */
  readonly entries: readonly StoredEntry[];
  /** Files there that are no saved results: SAVED_RESULT_UNREADABLE. */
  readonly problems: readonly Problem[];
}

export interface StorageBackend {
  /** Where a name is or would be kept, for people to read: an absolute path on disk. */
  address(name: ResultName): string;
  list(): Promise<StoredListing>;
  /** Null where there is none. DOCUMENT_INVALID for one that is too large or not UTF-8. */
  read(name: ResultName): Promise<string | null>;
  /**
   * Whole or not at all, and safe against a crash when the promise resolves. ALREADY_EXISTS where the name, or one
   * that differs from it in case only, is taken; `overwrite` replaces exactly the same name.
   */
  write(name: ResultName, text: string, options: { readonly overwrite: boolean }): Promise<void>;
  /** False where there was none. */
  delete(name: ResultName): Promise<boolean>;
}
