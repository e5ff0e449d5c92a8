// Answers cached by everything they were computed from: memory first, then disk. A key contains the database, its generation,
// the vectors' state and everything else, so an entry cannot be stale: what changes the answer changes the key. The caller
// verifies that the generation matches the present files.
import type { ChangedFiles } from "../../project/changed-since.ts";
import { log } from "../../system/log.ts";
import { sha256Of } from "../../system/sha256.ts";
import type { ModelId } from "../../vocabulary/chunk.ts";
import type { SearchRequest } from "../../vocabulary/search.ts";
import type { PartStatus, SearchResult } from "../answer/search-result.ts";
import { DiskCache } from "./disk-cache.ts";

/** Raise it when a result's form changes: entries of other versions are not read. */
const RESULT_VERSION = 5;
/** Answers in memory, and their characters as JSON together (2 bytes each at most). */
const MEMORY_ANSWERS_MAX = 200;
const MEMORY_CHARACTERS_MAX = 8_000_000;

/** All that an answer depends on. Two searches with equal inputs have equal answers. */
export interface CacheInputs {
  readonly projectRoot: string;
  readonly databaseId: string;
  readonly generation: number;
  /** Normalised. */
  readonly query: string;
  readonly request: Omit<SearchRequest, "query">;
  /** The present result of the filter's `changedSince`; null without one. */
  readonly changed: ChangedFiles | null;
  readonly model: ModelId | null;
  /** Whether the model reads the query's language. */
  readonly isRead: boolean;
  readonly rankingVersion: number;
  /** Kind of vector search and how many vectors it holds, and why there is none. */
  readonly vectorState: string;
  readonly encoding: string;
  /** What else the envelope repeats: coverage, problems, classes excluded, tokens of the project. */
  readonly envelope: unknown;
}

export type CacheKey = string;

export function cacheKey(inputs: CacheInputs): CacheKey {
  const { filter, explain = false, ...fields } = inputs.request;
  const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();
  const canonical = {
    ...inputs,
    version: RESULT_VERSION,
    request: Object.entries({ ...fields, explain }).sort(([one], [other]) => (one < other ? -1 : 1)),
    filter: [sorted(filter.paths), sorted(filter.languages), sorted(filter.kinds)],
  };
  return sha256Of(JSON.stringify(canonical));
}

export interface CachedAnswer {
  readonly result: SearchResult;
  readonly layer: "memory" | "disk";
}

/** Map keeps the order of insertion: the first entry is the one least recently used. */
class MemoryLayer {
  readonly #answers = new Map<CacheKey, { readonly characters: number; readonly result: SearchResult }>();
  #characters = 0;

  get(key: CacheKey): SearchResult | null {
    const entry = this.#answers.get(key);
    if (entry === undefined) {
      return null;
    }
    this.#answers.delete(key);
    this.#answers.set(key, entry);
    return entry.result;
  }

  set(key: CacheKey, result: SearchResult, characters: number): void {
    this.#remove(key);
    this.#answers.set(key, { characters, result });
    this.#characters += characters;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MEMORY_ANSWERS_MAX && this.#characters <= MEMORY_CHARACTERS_MAX) {
        return;
      }
      this.#remove(oldest);
    }
  }

  #remove(key: CacheKey): void {
    this.#characters -= this.#answers.get(key)?.characters ?? 0;
    this.#answers.delete(key);
  }
}

function parseResult(json: string, key: CacheKey): SearchResult | null {
  try {
    const entry: unknown = JSON.parse(json);
    // The disk layer verifies the bytes; the key names the form.
    return typeof entry === "object" && entry !== null && "hits" in entry ? (entry as SearchResult) : null;
  } catch (error) {
    log("warn", "cached answer is not JSON", { key, error: String(error) });
    return null;
  }
}

/** A disk layer that cannot be opened is reported by `diskStatus` and done without. */
export class QueryCache {
  readonly #memory = new MemoryLayer();
  readonly #disk: DiskCache | null;

  /** `folder`: the project's index folder; null keeps answers in memory only. */
  constructor(folder: string | null) {
    this.#disk = folder === null ? null : new DiskCache(folder);
  }

  /** How the disk layer is doing. */
  get diskStatus(): PartStatus {
    return this.#disk?.status ?? { state: "disabled", detail: "" };
  }

  lookup(key: CacheKey): CachedAnswer | null {
    const known = this.#memory.get(key);
    if (known !== null) {
      return { result: known, layer: "memory" };
    }
    const json = this.#disk?.get(key) ?? null;
    const result = json === null ? null : parseResult(json, key);
    if (json === null || result === null) {
      return null;
    }
    this.#memory.set(key, result, json.length);
    return { result, layer: "disk" };
  }

  /** Keeps an answer that is complete; the caller makes sure that it is. */
  store(key: CacheKey, result: SearchResult): void {
    const json = JSON.stringify(result);
    this.#memory.set(key, result, json.length);
    this.#disk?.set(key, json);
  }

  close(): void {
    this.#disk?.close();
  }
}
