// Texts that nobody writes by hand: how they are made, and what the facts of all of them must hold.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../src/vocabulary/facts.ts";
import { analyze } from "../languages/check.ts";

/** By what they are. */
export type Texts = Readonly<Record<string, string>>;

export const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

export const around = (count: number, before: string, inside: string, after: string): string =>
  before.repeat(count) + inside + after.repeat(count);

/** The path says the language. */
export async function factsOf(path: string, text: string): Promise<Facts> {
  const { facts } = await analyze(path, text, { parseTimeMsMax: 20_000 });
  if (facts === null) {
    throw new Error("no facts");
  }
  return facts;
}

/** What is deep is left out in part, and counted; of what is long all is read, to the `other` behind it. */
export function holdsBounds(deep: Texts, long: Texts, read: (text: string, name: string) => Promise<Facts>): void {
  describe("what is nested thousands deep", () => {
    test.each(Object.entries(deep))("%s", async (name, text) => {
      const facts = await read(text, name);
      expect(facts.left).toBeGreaterThan(0);
      expect(facts.references.every(({ of }) => of === null || of.length <= 200)).toBe(true);
    });
  });

  describe("what goes on and on", () => {
    test.each(Object.entries(long))("%s", async (name, text) => {
      const facts = await read(text, name);
      expect(facts.left).toBe(0);
      expect(facts.references.some((mention) => mention.name === "other")).toBe(true);
    });
  });
}
