// Saved results in memory, for tests that need no disk.
import { DOCUMENT_BYTES_MAX, type StorageBackend } from "../../src/storage/backend.ts";
import { foldName, type ResultName } from "../../src/storage/names.ts";
import { alreadyExists, tooLarge } from "../../src/storage/refusals.ts";

/** `now` gives milliseconds since the epoch. */
export function openMemoryBackend(now: () => number = Date.now): StorageBackend {
  const documents = new Map<ResultName, { readonly text: string; readonly modifiedMs: number }>();
  return {
    address: (name) => `memory:${name}`,
    list: async () => ({
      entries: Array.from(documents, ([name, { text, modifiedMs }]) => ({
        name,
        size: Buffer.byteLength(text),
        modifiedMs,
      })),
      problems: [],
    }),
    read: async (name) => documents.get(name)?.text ?? null,
    write: async (name, text, { overwrite }) => {
      if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) {
        throw tooLarge(name, Buffer.byteLength(text));
      }
      const taken = Array.from(documents.keys()).find((other) => foldName(other) === foldName(name));
      if (taken !== undefined && !(overwrite && taken === name)) {
        throw alreadyExists(name, taken, "memory");
      }
      documents.set(name, { text, modifiedMs: now() });
    },
    delete: async (name) => documents.delete(name),
  };
}
