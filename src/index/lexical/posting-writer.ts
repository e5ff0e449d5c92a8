// Collects the postings that a batch of documents gains and loses and writes each touched block once. Owns the term
// dictionary. A batch runs inside a transaction: begin, put and drop, flush; `committed` after it.

import type { Connection } from "../../system/sqlite.ts";
import type { AnalyzedDocument } from "../documents.ts";
import { BLOCK_BITS, BLOCK_SIZE, changeBlock, type SlotChanges } from "./posting-block.ts";

/** Term ids known to this connection; above this number the map is cleared. */
const KNOWN_TERMS_MAX = 200_000;

const NO_CHANGES: SlotChanges = { slots: [], entries: [] };

function prepareStatements(connection: Connection) {
  return {
    findTerm: connection.prepare<[string], number>("SELECT id FROM term WHERE text = ?").pluck(),
    putTerm: connection.prepare("INSERT INTO term VALUES (?, ?)"),
    nextTerm: connection.prepare<[], number>("SELECT next_term FROM meta").pluck(),
    setNextTerm: connection.prepare("UPDATE meta SET next_term = ?"),
    getBlock: connection
      .prepare<[number, number], Uint8Array>("SELECT entries FROM posting WHERE block = ? AND term = ?")
      .pluck(),
    putBlock: connection.prepare("INSERT OR REPLACE INTO posting VALUES (?, ?, ?)"),
    dropBlock: connection.prepare("DELETE FROM posting WHERE block = ? AND term = ?"),
  };
}

export class PostingWriter {
  readonly #statements: ReturnType<typeof prepareStatements>;
  #known = new Map<string, number>();
  /** Ids of the present batch: after a rollback, other terms would get them. */
  #fresh = new Map<string, number>();
  #nextTerm = 1;
  /** Documents from this one on have no postings before the batch. */
  #firstNew = 0;
  /** By block, then term, then slot. */
  #changes = new Map<number, Map<number, SlotChanges>>();

  constructor(connection: Connection) {
    this.#statements = prepareStatements(connection);
  }

  /** Forgets what an earlier batch left that was rolled back. `nextDocument`: the id that the next new document gets. */
  begin(nextDocument: number): void {
    this.#firstNew = nextDocument;
    this.#fresh = new Map();
    this.#changes = new Map();
    this.#nextTerm = this.#statements.nextTerm.get() ?? 1;
  }

  /** Notes a document's postings; returns the ids of its terms, ascending. */
  put(document: number, analyzed: Pick<AnalyzedDocument, "terms" | "entries" | "entryEnds">): number[] {
    const terms = analyzed.terms === "" ? [] : analyzed.terms.split("\n");
    let start = 0;
    const ids = terms.map((term, at) => {
      const end = analyzed.entryEnds[at] ?? start;
      const id = this.#idOf(term);
      this.#change(document, id, analyzed.entries.subarray(start, end));
      start = end;
      return id;
    });
    return ids.sort((a, b) => a - b);
  }

  /** Notes that a document loses its postings of these terms; a later put overrides. */
  drop(document: number, termIds: readonly number[]): void {
    for (const term of termIds) {
      this.#change(document, term, null);
    }
  }

  flush(): void {
    const { setNextTerm, getBlock, putBlock, dropBlock } = this.#statements;
    setNextTerm.run(this.#nextTerm);
    for (const [block, terms] of this.#changes) {
      // In the order of the key: neighbouring rows share pages.
      for (const term of [...terms.keys()].sort((a, b) => a - b)) {
        const changes = terms.get(term) ?? NO_CHANGES;
        const isBehind = block * BLOCK_SIZE + (changes.slots[0] ?? 0) >= this.#firstNew;
        const changed = changeBlock(getBlock.get(block, term) ?? null, changes, isBehind);
        if (changed === null) {
          dropBlock.run(block, term);
        } else {
          putBlock.run(block, term, changed);
        }
      }
    }
    this.#changes = new Map();
  }

  /** The transaction of the last batch is committed: its term ids are valid. */
  committed(): void {
    if (this.#known.size + this.#fresh.size > KNOWN_TERMS_MAX) {
      this.#known = new Map();
    }
    for (const [term, id] of this.#fresh) {
      this.#known.set(term, id);
    }
    this.#fresh = new Map();
  }

  #idOf(term: string): number {
    const known = this.#known.get(term) ?? this.#fresh.get(term);
    if (known !== undefined) {
      return known;
    }
    let id = this.#statements.findTerm.get(term);
    if (id === undefined) {
      id = this.#nextTerm++;
      this.#statements.putTerm.run(term, id);
    }
    this.#fresh.set(term, id);
    return id;
  }

  #change(document: number, term: number, entry: Uint8Array | null): void {
    const block = document >> BLOCK_BITS;
    const terms = this.#changes.get(block) ?? new Map<number, SlotChanges>();
    this.#changes.set(block, terms);
    let changes = terms.get(term);
    if (changes === undefined) {
      changes = { slots: [], entries: [] };
      terms.set(term, changes);
    }
    changes.slots.push(document & (BLOCK_SIZE - 1));
    changes.entries.push(entry);
  }
}
