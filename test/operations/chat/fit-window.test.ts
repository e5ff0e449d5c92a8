// What a full window leaves out: the oldest question first, then what matters least; never what the task names.
import { beforeAll, describe, expect, it } from "vitest";
import { ContextBudget } from "../../../src/context/budget.ts";
import { type Fitting, fitWindow } from "../../../src/operations/chat/fit-window.ts";
import type { GatheredItem, PreparedContext } from "../../../src/reason/contract/prepared-context.ts";
import { EXPLAIN } from "../../../src/reason/prompts/forms.ts";
import { writePrompt } from "../../../src/reason/prompts/write-prompt.ts";
import { loadTokenCounter, type TokenCounter } from "../../../src/system/token-counter.ts";

let counter: TokenCounter;
beforeAll(async () => {
  counter = await loadTokenCounter();
});

const source = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `const value${at} = ${at};`).join("\n");
const item = (path: string, priority: GatheredItem["priority"], lines: number): GatheredItem => {
  const stretches = lines === 0 ? [] : [{ startLine: 1, endLine: lines, source: source(lines) }];
  return { path, symbol: "f", why: "named", priority, stretches };
};
const ITEMS = [
  item("low.ts", "low", 20),
  item("named.ts", "critical", 20),
  item("high.ts", "high", 20),
  item("medium.ts", "medium", 20),
  item("none.ts", "high", 0),
];
const GATHERED: PreparedContext = {
  intent: "explain",
  parts: [],
  items: ITEMS,
  leftOut: [],
  shownBefore: [],
  lookUps: {},
  change: null,
  named: [],
  background: [],
};
const EXCHANGES = ["first", "second", "third"].map((question) => ({ question, answer: source(20) }));
const FITTING: Fitting = { task: "explain f", gathered: GATHERED, overview: "a shop", exchanges: EXCHANGES };

const fit = (tokens: number) =>
  fitWindow(FITTING, new ContextBudget(counter, { tokens, forResponse: 0, forSystem: 0 }));
const kept = (tokens: number) => {
  const { context, trimmed } = fit(tokens);
  return { paths: context.items.map(({ path }) => path), earlier: context.background.length - 1, trimmed };
};

describe("a window", () => {
  it("that has room for all has all, in their order", () => {
    expect(kept(10_000)).toEqual({ paths: ITEMS.map(({ path }) => path), earlier: 3, trimmed: [] });
  });

  it("loses questions from the oldest on, then items by priority, and says which", () => {
    const all = fit(10_000).used;
    const two = kept(all - 1);
    expect(two).toMatchObject({ earlier: 2, trimmed: ['the question "first"'] });
    expect(fit(all - 1).context.background.at(-1)?.text).toMatch(/^Question: third\n\nAnswer: const/);
    const [perItem, few] = [all / 7, kept(Math.ceil((all / 7) * 2.5))];
    expect(perItem).toBeGreaterThan(100);
    expect(few.paths).toEqual(["named.ts", "high.ts", "none.ts"]);
    expect(few.trimmed).toEqual([
      "medium.ts:1-20",
      "low.ts:1-20",
      ...["third", "second", "first"].map((one) => `the question "${one}"`),
    ]);
  });

  it("too small for what the task names is an error", () => {
    expect(() => fit(100)).toThrow("named.ts:1-20 takes");
  });

  it("is never exceeded by the prompt, whose frame has tokens of its own", () => {
    for (const tokens of [500, 1_000, 1_500, 2_000]) {
      const { context, used, capacity } = fit(tokens);
      const { prompt } = writePrompt(context, { task: "explain f", part: null, form: EXPLAIN });
      expect(used).toBeLessThanOrEqual(capacity);
      expect(counter.count(prompt)).toBeLessThanOrEqual(tokens + 300);
    }
  });
});
