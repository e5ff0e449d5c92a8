import { beforeAll, describe, expect, it } from "vitest";
import { type BudgetItem, ContextBudget, joinTexts, type Priority } from "../../src/context/budget.ts";
import { loadTokenCounter, type TokenCounter } from "../../src/system/token-counter.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { trySequences } from "./budget-sequences.ts";

let counter: TokenCounter;
beforeAll(async () => {
  counter = await loadTokenCounter();
});

/** An item whose text costs about as many tokens as it has words. */
const words = (name: string, priority: Priority, count: number): BudgetItem => ({
  name,
  priority,
  text: Array.from({ length: count }, () => "word").join(" "),
});

const open = (room: number) => new ContextBudget(counter, { tokens: room + 30, forResponse: 20, forSystem: 10 });
const names = (items: readonly { readonly item: BudgetItem }[]) => items.map(({ item }) => item.name);

describe("a budget", () => {
  it("has a window of 100,000 tokens, of which 6,000 are reserved", () => {
    expect(new ContextBudget(counter).capacity).toBe(94_000);
    expect(() => new ContextBudget(counter, { tokens: 6_000 })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining("4,000 for the response") }),
    );
  });

  it("evicts the least important first, of these the oldest, and says which", () => {
    const budget = open(100);
    budget.add(words("old high", "high", 20));
    budget.add(words("old low", "low", 20));
    budget.add(words("medium", "medium", 20));
    budget.add(words("new low", "low", 20));
    const result = budget.add(words("critical", "critical", 50));
    expect(result.added && names(result.evicted)).toEqual(["old low", "new low"]);
    expect(names(budget.items)).toEqual(["old high", "medium", "critical"]);
  });

  it("refuses what does not fit, says by how much, and evicts nothing of the same priority", () => {
    const budget = open(100);
    budget.add(words("first", "medium", 60));
    const tokens = budget.cost(words("second", "medium", 60).text);
    expect(budget.add(words("second", "medium", 60))).toEqual({ added: false, tokens, missing: tokens - budget.left });
    expect(names(budget.items)).toEqual(["first"]);
    expect(budget.add(words("third", "high", 60))).toMatchObject({ added: true });
    expect(names(budget.items)).toEqual(["third"]);
  });

  it("fails for a critical item that cannot fit, and stays as it was", () => {
    const budget = open(100);
    budget.add(words("overview", "critical", 60));
    budget.add(words("history", "low", 20));
    expect(() => budget.add(words("task", "critical", 60))).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/^task takes \d+ tokens and is critical/),
      }),
    );
    expect(names(budget.items)).toEqual(["overview", "history"]);
  });

  it("is trimmed to leave room, down to its critical items", () => {
    const budget = open(100);
    budget.add(words("overview", "critical", 30));
    budget.add(words("low", "low", 20));
    budget.add(words("high", "high", 20));
    expect(names(budget.trim(40))).toEqual(["low"]);
    expect(names(budget.trim(1_000))).toEqual(["high"]);
    expect(names(budget.items)).toEqual(["overview"]);
  });
});

it("texts are joined by a blank line, and one that begins with a slash is cut off from the sign in front", () => {
  expect(joinTexts(["\n\n  a\n", "", "b", "// c"])).toBe("  a\n\nb\n \n// c");
  // What that is for: the encoding takes the sign, the line ends and the slashes as one word.
  expect(counter.count("}\n\n//")).not.toBe(counter.count("}\n\n") + counter.count("//"));
});

it("no sequence of additions exceeds the window in real tokens, or loses a critical item without an error", () => {
  trySequences(counter, propertyRuns(900));
});
