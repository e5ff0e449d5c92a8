// The budget's properties in ten thousand sequences, or as many as BUDGET_SEQUENCES says; PROPERTY_SEED draws others:
// `BUDGET_SEQUENCES=100000 npx vitest run --config vitest.reliability.config.ts test/context/budget.long.test.ts` (two minutes).
import { it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { trySequences } from "./budget-sequences.ts";

const SEQUENCES = Number(process.env["BUDGET_SEQUENCES"] ?? 10_000);

it(`no sequence of ${SEQUENCES} exceeds the window in real tokens, or loses a critical item without an error`, async () => {
  trySequences(await loadTokenCounter(), SEQUENCES);
}, 1_200_000);
