// The savings as a model is told them.
import { expect, it } from "vitest";
import type { OperationContext } from "../../src/operations/operation.ts";
import { tokenSavings } from "../../src/operations/token-savings.ts";
import { anEntry } from "../statistics/entries.ts";

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

it("gives with each share the numbers that it is made of", async () => {
  const journal = {
    folder: "",
    record: () => null,
    entries: async function* () {
      yield* ENTRIES;
    },
  };
  const { structured } = await tokenSavings.run({}, { services: { journal } } as unknown as OperationContext);
  for (const kind of ["days", "projects", "clients", "tools"]) {
    const [row] = structured[kind] as readonly Row[];
    const sent = (row?.context_tokens ?? 0) + (row?.envelope_tokens ?? 0);
    const share = 1 - sent / (row?.hit_files_tokens ?? 0);
    expect(row?.saved_of_hit_files_percent, kind).toBeCloseTo(100 * share, 1);
  }
});
