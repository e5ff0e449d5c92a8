// Collects the postings that a batch of documents gains and loses and writes each touched block once. Owns the term
// dictionary. A batch runs inside a transaction: begin, put and drop, flush; `committed` after it.

import type { Connection } from "../../system/sqlite.ts";
import type { AnalyzedDocument } from "../documents.ts";
import { BLOCK_BITS, BLOCK_SIZE, mergeBlock } from "./posting-block.ts";

export interface PostingWriter {
  /** Forgets what an earlier batch left that was rolled back. */
  begin(): void;
  /** Notes a document's postings; returns the ids of its terms, ascending. */
  put(document: number, analyzed: Pick<AnalyzedDocument, "terms" | "entries" | "entryEnds">): number[];
  /** Notes that a document loses its postings of these terms; a later put overrides. */
  drop(document: number, termIds: readonly number[]): void;
  flush(): void;
  /** The transaction of the last batch is committed: its term ids are valid. */
  committed(): void;
}

type SlotChanges = Map<number, Uint8Array | null>;

/** Term ids known to this connection; above this number the map is cleared. */
const KNOWN_TERMS_MAX = 200_000;

export function openPostingWriter(connection: Connection): PostingWriter {
  const findTerm = connection.prepare<[string], number>("SELECT id FROM term WHERE text = ?").pluck();
  const putTerm = connection.prepare("INSERT INTO term VALUES (?, ?)");
  const getNextTerm = connection.prepare<[], number>("SELECT next_term FROM meta").pluck();
  const setNextTerm = connection.prepare("UPDATE meta SET next_term = ?");
  const getBlock = connection
    .prepare<[number, number], Uint8Array>("SELECT entries FROM posting WHERE block = ? AND term = ?")
    .pluck();
  const putBlock = connection.prepare("INSERT OR REPLACE INTO posting VALUES (?, ?, ?)");
  const dropBlock = connection.prepare("DELETE FROM posting WHERE block = ? AND term = ?");

  let known = new Map<string, number>();
  /** Ids of the present batch: after a rollback, other terms would get them. */
  let fresh = new Map<string, number>();
  let nextTerm = 1;
  /** By block, then term, then slot. */
  let changes = new Map<number, Map<number, SlotChanges>>();

  function idOf(term: string): number {
    const existing = known.get(term) ?? fresh.get(term);
    if (existing !== undefined) {
      return existing;
    }
    const id = findTerm.get(term) ?? addTerm(term);
    fresh.set(term, id);
    return id;
  }

  function addTerm(term: string): number {
    putTerm.run(term, nextTerm);
    return nextTerm++;
  }

  function change(document: number, term: number, entry: Uint8Array | null): void {
    const block = document >> BLOCK_BITS;
    const terms = changes.get(block) ?? new Map<number, SlotChanges>();
    changes.set(block, terms);
    const slots: SlotChanges = terms.get(term) ?? new Map();
    terms.set(term, slots);
    slots.set(document & (BLOCK_SIZE - 1), entry);
  }

  function put(document: number, analyzed: Pick<AnalyzedDocument, "terms" | "entries" | "entryEnds">): number[] {
    const terms = analyzed.terms === "" ? [] : analyzed.terms.split("\n");
    let start = 0;
    const ids = terms.map((term, at) => {
      const end = analyzed.entryEnds[at] ?? start;
      const id = idOf(term);
      change(document, id, analyzed.entries.subarray(start, end));
      start = end;
      return id;
    });
    return ids.sort((a, b) => a - b);
  }

  function flush(): void {
    setNextTerm.run(nextTerm);
    for (const [block, terms] of changes) {
      // In the order of the key: neighbouring rows share pages.
      for (const term of [...terms.keys()].sort((a, b) => a - b)) {
        const merged = mergeBlock(getBlock.get(block, term) ?? null, terms.get(term) ?? new Map());
        if (merged === null) {
          dropBlock.run(block, term);
        } else {
          putBlock.run(block, term, merged);
        }
      }
    }
    changes = new Map();
  }

  return {
    begin() {
      fresh = new Map();
      changes = new Map();
      nextTerm = getNextTerm.get() ?? 1;
    },
    put,
    drop(document, termIds) {
      for (const term of termIds) {
        change(document, term, null);
      }
    },
    flush,
    committed() {
      if (known.size + fresh.size > KNOWN_TERMS_MAX) {
        known = new Map();
      }
      for (const [term, id] of fresh) {
        known.set(term, id);
      }
      fresh = new Map();
    },
  };
}
