// The savings as a model is told them.
import { expect, it } from "vitest";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import { tokenSavings } from "../../../src/operations/savings/token-savings.ts";
import type { JournalEntry } from "../../../src/statistics/journal-entry.ts";
import { anEntry } from "../../statistics/entries.ts";

const ENTRIES = [
  anEntry(new Date().toISOString(), { envelopeTokens: 400 }, { contextTokens: 1_000, hitFilesTokens: 8_000 }),
  anEntry(new Date().toISOString(), { envelopeTokens: 250 }, { contextTokens: 500, hitFilesTokens: 900 }),
];

interface Row {
  readonly context_tokens: number;
  readonly envelope_tokens: number;
  readonly hit_files_tokens: number;
  readonly saved_of_hit_files_percent: number;
}

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

it("gives with each share the numbers that it is made of", async () => {
  const { structured } = await ask(ENTRIES);
  for (const kind of ["days", "projects", "clients", "tools"]) {
    const [row] = structured[kind] as readonly Row[];
    const sent = (row?.context_tokens ?? 0) + (row?.envelope_tokens ?? 0);
    const share = 1 - sent / (row?.hit_files_tokens ?? 0);
    expect(row?.saved_of_hit_files_percent, kind).toBeCloseTo(100 * share, 1);
  }
});

it("says of a tool whose answers replace no reading that they do not, and not that it sent nothing", async () => {
  const { text } = await ask([...ENTRIES, anEntry(new Date().toISOString(), { operation: "find_references" })]);
  expect(text).toContain("find_references: 1 search, none in place of reading files\n");
  expect(text).toContain("search_codebase: 2 searches, 2,150 tokens sent");
});
