// Random sequences of additions to a budget, and what must hold after each of them. budget.test.ts tries some hundreds,
// budget.long.test.ts a hundred thousand.
import fc from "fast-check";
import { expect } from "vitest";
import { type BudgetItem, ContextBudget, joinTexts, PRIORITIES, type Priority } from "../../src/context/budget.ts";
import type { TokenCounter } from "../../src/system/token-counter.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anyCharacter } from "../support/any-character.ts";

/** Beginnings and ends where the encoding joins what stands beside each other, and ordinary text. */
const FRAGMENTS = [
  "/",
  "//",
  "/* a */",
  "}",
  "});",
  ");\n",
  "\n",
  "\r\n",
  "\r",
  " ",
  "\t",
  "    return total;",
  "const total = items.reduce((sum, item) => sum + item.tokens, 0);",
  "'s",
  "'",
  "-",
  "1234",
  " 5",
  "é",
  "日本",
  "😀",
  "\ud83d",
  "\u2028",
  "\ufeff",
  "A",
  "zz",
  "<|endoftext|>",
  " ".repeat(499),
  "x".repeat(501),
  "=".repeat(600),
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30, unit: anyCharacter }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((lines) => "let a = b;\n".repeat(lines)) },
);

const sequence = fc.record({
  capacity: fc.integer({ min: 1, max: 400 }),
  additions: fc.array(fc.record({ text, priority: fc.constantFrom(...PRIORITIES) }), { minLength: 1, maxLength: 12 }),
});

const rank = (priority: Priority): number => PRIORITIES.indexOf(priority);

type Sequence = typeof sequence extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Throws where an addition breaks what a budget promises. */
function check(counter: TokenCounter, { capacity, additions }: Sequence) {
  const budget = new ContextBudget<BudgetItem>(counter, { tokens: capacity + 7, forResponse: 4, forSystem: 3 });
  let expected: readonly BudgetItem[] = [];
  for (const [at, addition] of additions.entries()) {
    const item = { ...addition, name: `item ${at}` };
    const before = budget.items.map((one) => one.item);
    try {
      const result = budget.add(item);
      const evicted: readonly BudgetItem[] = result.added ? result.evicted.map((one) => one.item) : [];
      expect(evicted.every(({ priority }) => rank(priority) > rank(item.priority))).toBe(true);
      expect(evicted).toEqual(evicted.toSorted((a, b) => rank(b.priority) - rank(a.priority)));
      // The last one evicted was needed, too.
      const spared = result.added ? (result.evicted.at(-1)?.tokens ?? Number.POSITIVE_INFINITY) : 0;
      expect(!result.added || budget.used + spared > capacity).toBe(true);
      expected = [...before.filter((one) => !evicted.includes(one)), ...(result.added ? [item] : [])];
      expect(result.added || item.priority !== "critical").toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect(item.priority).toBe("critical");
      expected = before;
    }
    const items = budget.items.map((one) => one.item);
    // Nothing is removed that was not reported: so no critical item is.
    expect(items).toEqual(expected);
    expect(budget.used).toBeLessThanOrEqual(capacity);
    expect(counter.count(budget.text())).toBeLessThanOrEqual(budget.used);
    const reversed = joinTexts(items.map((one) => one.text).reverse());
    expect(counter.count(reversed)).toBeLessThanOrEqual(budget.used);
  }
}

export function trySequences(counter: TokenCounter, numRuns: number): void {
  fc.assert(
    fc.property(sequence, (drawn) => check(counter, drawn)),
    { numRuns },
  );
}
