import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openByteWriter, packAscending, unpackAscending } from "../../../src/index/encoding/varint.ts";
import {
  changeBlock,
  type DocumentEntry,
  packEntry,
  type SlotChanges,
  visitBlock,
} from "../../../src/index/lexical/posting-block.ts";

type Entries = Map<number, DocumentEntry>;

function unpack(bytes: Uint8Array | null): Entries {
  const entries = new Map<number, DocumentEntry & { ordinals: number[]; counts: number[] }>();
  let last: (DocumentEntry & { ordinals: number[]; counts: number[] }) | undefined;
  visitBlock(bytes ?? new Uint8Array(), {
    document(slot, path, names) {
      last = { path, names, ordinals: [], counts: [] };
      entries.set(slot, last);
    },
    chunk(ordinal, count) {
      last?.ordinals.push(ordinal);
      last?.counts.push(count);
    },
  });
  return entries;
}

function packed(entry: DocumentEntry): Uint8Array {
  const writer = openByteWriter();
  packEntry(entry, writer);
  return writer.take();
}

const packAll = (entries: Entries): SlotChanges => ({
  slots: [...entries.keys()],
  entries: [...entries.values()].map(packed),
});
/** The block of these entries alone. */
const blockOf = (entries: Entries) => changeBlock(null, packAll(entries), false);
const sorted = (entries: Entries) => new Map([...entries].sort(([a], [b]) => a - b));

const entry: fc.Arbitrary<DocumentEntry> = fc
  .record({
    path: fc.nat({ max: 300 }),
    names: fc.nat({ max: 300 }),
    chunks: fc.uniqueArray(fc.tuple(fc.nat({ max: 5_000 }), fc.integer({ min: 1, max: 100_000 })), {
      selector: ([ordinal]) => ordinal,
      maxLength: 30,
    }),
  })
  .map(({ path, names, chunks }) => {
    const inOrder = chunks.sort(([a], [b]) => a - b);
    return { path, names, ordinals: inOrder.map(([at]) => at), counts: inOrder.map(([, count]) => count) };
  });
const entries: fc.Arbitrary<Entries> = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 255 }), entry), { selector: ([slot]) => slot, maxLength: 20 })
  .map((list) => new Map(list));

describe("a block of postings", () => {
  it("reads back what was written, by ascending slot", () => {
    fc.assert(
      fc.property(entries, (written) => {
        expect([...unpack(blockOf(written))]).toEqual([...sorted(written)]);
      }),
    );
  });

  it("after changes is the block that is written from their outcome", () => {
    fc.assert(
      fc.property(entries, entries, fc.array(fc.nat({ max: 255 })), (before, put, dropped) => {
        const added = packAll(put);
        const changes = {
          slots: [...dropped, ...added.slots],
          entries: [...dropped.map(() => null), ...added.entries],
        };
        const outcome: Entries = new Map(before);
        for (const slot of dropped) {
          outcome.delete(slot);
        }
        for (const [slot, changed] of put) {
          outcome.set(slot, changed);
        }
        expect(changeBlock(blockOf(before), changes, false)).toEqual(blockOf(outcome));
      }),
    );
  });

  it("is the same whether new entries are put behind its own or with them", () => {
    fc.assert(
      fc.property(entries, fc.nat({ max: 255 }), fc.boolean(), (all, split, inOrder) => {
        const before: Entries = new Map([...all].filter(([slot]) => slot < split));
        const behind = new Map([...(inOrder ? sorted(all) : all)].filter(([slot]) => slot >= split));
        expect(changeBlock(blockOf(before), packAll(behind), true)).toEqual(blockOf(all));
      }),
    );
  });

  it("with nothing left is no block", () => {
    const block = blockOf(new Map([[7, { path: 1, names: 0, ordinals: [], counts: [] }]]));
    expect(changeBlock(block, { slots: [7], entries: [null] }, false)).toBeNull();
  });

  it("is small: one chunk that holds a term once takes three bytes", () => {
    expect(blockOf(new Map([[9, { path: 0, names: 0, ordinals: [4], counts: [1] }]]))).toEqual(Uint8Array.of(9, 4, 8));
  });

  it("cut short is an error, not other postings", () => {
    const block = blockOf(new Map([[9, { path: 2, names: 3, ordinals: [4], counts: [70] }]]));
    expect(() => unpack(block?.subarray(0, 4) ?? null)).toThrow(RangeError);
  });
});

describe("packed ascending numbers", () => {
  it("read back", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 40 })), (numbers) => {
        const ascending = numbers.sort((a, b) => a - b);
        expect(unpackAscending(packAscending(ascending))).toEqual(ascending);
      }),
    );
  });
});
