// What every storage backend does. A new backend calls this with a way to open itself, twice on the same contents.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DOCUMENT_BYTES_MAX, type StorageBackend } from "../../src/storage/backend.ts";
import { checkName } from "../../src/storage/names.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";

const NAME = checkName("auth flow");
const OTHER = checkName("other");

async function names(backend: StorageBackend): Promise<string[]> {
  return (await backend.list()).entries.map((entry) => entry.name).sort();
}

export function describeBackend(kind: string, open: () => Promise<StorageBackend>): void {
  describe(`${kind} is a storage backend`, () => {
    test("is empty at first, without trouble", async () => {
      const backend = await open();
      expect(await backend.list()).toEqual({ entries: [], problems: [] });
      expect(await backend.read(NAME)).toBeNull();
      expect(await backend.delete(NAME)).toBe(false);
    });

    test("keeps text exactly", async () => {
      const backend = await open();
      const text = `{"a":"line\\n","b":"認証 😀  "}\r\n\tend`;
      await backend.write(NAME, text, { overwrite: false });
      expect(await backend.read(NAME)).toBe(text);
      expect(await backend.read(OTHER)).toBeNull();
      const { entries } = await backend.list();
      expect(entries).toEqual([{ name: NAME, size: Buffer.byteLength(text), modifiedMs: expect.any(Number) }]);
    });

    test("does not overwrite unless asked", async () => {
      const backend = await open();
      await backend.write(NAME, "first", { overwrite: false });
      await expect(backend.write(NAME, "second", { overwrite: false })).rejects.toMatchObject({
        code: "ALREADY_EXISTS",
      });
      expect(await backend.read(NAME)).toBe("first");
      await backend.write(NAME, "third", { overwrite: true });
      expect(await backend.read(NAME)).toBe("third");
      expect(await names(backend)).toEqual([NAME]);
    });

    test("takes names that differ by case only for one", async () => {
      const backend = await open();
      await backend.write(NAME, "first", { overwrite: false });
      const shouted = checkName("AUTH Flow");
      for (const overwrite of [false, true]) {
        const attempt = backend.write(shouted, "second", { overwrite });
        await expect(attempt).rejects.toMatchObject({ code: "ALREADY_EXISTS", message: expect.stringContaining(NAME) });
      }
      expect(await names(backend)).toEqual([NAME]);
      expect(await backend.read(NAME)).toBe("first");
    });

    test("deletes one and leaves the others", async () => {
      const backend = await open();
      await backend.write(NAME, "1", { overwrite: false });
      await backend.write(OTHER, "2", { overwrite: false });
      expect(await backend.delete(NAME)).toBe(true);
      expect(await backend.delete(NAME)).toBe(false);
      expect(await names(backend)).toEqual([OTHER]);
      await backend.write(NAME, "again", { overwrite: false });
      expect(await backend.read(NAME)).toBe("again");
    });

    test("refuses what is too large and keeps nothing of it", async () => {
      const backend = await open();
      const large = "x".repeat(DOCUMENT_BYTES_MAX + 1);
      await expect(backend.write(NAME, large, { overwrite: false })).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect(await backend.list()).toEqual({ entries: [], problems: [] });
    });

    test("lets exactly one of many writers have a name", async () => {
      const backend = await open();
      const texts = Array.from({ length: 8 }, (_, writer) => `writer ${writer}`.repeat(500));
      const outcomes = await Promise.allSettled(texts.map((text) => backend.write(NAME, text, { overwrite: false })));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      expect(await backend.read(NAME)).toBe(texts[winner]);
    });

    test("never shows a mix of two overwritings", async () => {
      const backend = await open();
      const texts = Array.from({ length: 6 }, (_, writer) => String(writer).repeat(100_000));
      await backend.write(NAME, texts[0] ?? "", { overwrite: false });
      const writing = Promise.all(texts.map((text) => backend.write(NAME, text, { overwrite: true })));
      const seen = await Promise.all(Array.from({ length: 20 }, () => backend.read(NAME)));
      await writing;
      expect(texts).toEqual(expect.arrayContaining(seen));
      expect(texts).toContain(await backend.read(NAME));
    });

    test("behaves as a map from names to texts", async () => {
      const name = fc.constantFrom("a", "b", "c d").map(checkName);
      const step = fc.oneof(
        fc.record({ kind: fc.constant("write" as const), name, text: fc.string({ unit: anyCharacter }) }),
        fc.record({ kind: fc.constant("delete" as const), name }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const backend = await open();
          const model = new Map<string, string>();
          for (const { name: stale } of (await backend.list()).entries) {
            await backend.delete(stale);
          }
          for (const change of steps) {
            if (change.kind === "write") {
              await backend.write(change.name, change.text, { overwrite: true });
              model.set(change.name, change.text);
            } else {
              expect(await backend.delete(change.name)).toBe(model.delete(change.name));
            }
          }
          expect(await names(backend)).toEqual([...model.keys()].sort());
          for (const [known, text] of model) {
            expect(await backend.read(checkName(known))).toBe(text);
          }
        }),
        { numRuns: propertyRuns(25) },
      );
    });
  });
}
