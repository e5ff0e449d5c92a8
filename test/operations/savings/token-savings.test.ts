// The savings as a model is told them.
import { expect, it } from "vitest";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import { tokenSavings } from "../../../src/operations/savings/token-savings.ts";
import type { JournalEntry } from "../../../src/statistics/journal-entry.ts";
import { anEntry } from "../../statistics/entries.ts";
import { readTable } from "../../support/read-table.ts";

const ENTRIES = [
  anEntry(new Date().toISOString(), { envelopeTokens: 400 }, { contextTokens: 1_000, hitFilesTokens: 8_000 }),
  anEntry(new Date().toISOString(), { envelopeTokens: 250 }, { contextTokens: 500, hitFilesTokens: 900 }),
];

const ask = (entries: readonly JournalEntry[]) => {
  const journal = {
    folder: "",
    record: () => null,
    entries: async function* () {
      yield* entries;
    },
  };
  return tokenSavings.run({}, { services: { journal } } as unknown as OperationContext);
};

it("says the report's number and sentence, and the rows that they are made of", async () => {
  const { structured, text } = await ask(ENTRIES);
  const [, sentence = ""] = text.split("\n");
  expect(structured["headline"]).toEqual({ number: "3,150 tokens saved", sentence });
  expect(sentence).toMatch(
    /^2 answers took 2,150 tokens; .* would have taken 8,900\. Also subtracted: 3,600 of the tool lists/,
  );
  for (const kind of ["days", "projects", "clients", "tools"]) {
    expect(readTable(structured[kind])[0], kind).toMatchObject({
      searches: 2,
      answers_counted: 2,
      sent_tokens: 2_150,
      alternative_tokens: 8_900,
    });
  }
  expect(text).toContain(
    "\n  search_codebase, 2 searches: 2 answers counted, 2,150 tokens instead of 8,900 (75.8% saved)",
  );
});

it("says of a tool whose answers replace no reading that none is counted", async () => {
  const { text } = await ask([...ENTRIES, anEntry(new Date().toISOString(), { operation: "find_references" })]);
  expect(text).toContain("\n  find_references, 1 search, none counted");
});

it("does not list what is no search and saves nothing", async () => {
  const { text } = await ask([...ENTRIES, anEntry(new Date().toISOString(), { operation: "health" })]);
  expect(text).not.toContain("health");
  expect(text).toContain("subtracted: 1,000 of all other answers");
});

it("says that there was none", async () => {
  const { structured, text } = await ask([]);
  expect(structured).toEqual({ summary: text, outcome: "empty", from: expect.anything(), to: expect.anything() });
  expect(text).toBe("empty: no answer in the last 30 days");
});
