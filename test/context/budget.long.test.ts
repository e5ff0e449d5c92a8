// The budget's properties in a hundred thousand sequences:
// `npx vitest run --config vitest.reliability.config.ts test/context/budget.long.test.ts`, and PROPERTY_SEED for others.
import { it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { trySequences } from "./budget-sequences.ts";

const SEQUENCES = 100_000;

it("no sequence of 100,000 exceeds the window in real tokens, or loses a critical item without an error", async () => {
  trySequences(await loadTokenCounter(), SEQUENCES);
}, 1_200_000);
