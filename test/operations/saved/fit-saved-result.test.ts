// What a budget leaves of a saved result. Documents come with clones, so that their sizes are anyone's choice.
import { describe, expect, it } from "vitest";
import { fitSavedResult, type SavedAnswer } from "../../../src/operations/saved/fit-saved-result.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { savedAnswer } from "./saved-answer.ts";

const textOf = ({ files, document }: SavedAnswer) =>
  [document["query"], ...files.map(({ path, content }) => `${path}\n${content ?? ""}`)].join("\n");
const render = (answer: SavedAnswer) => [textOf(answer), JSON.stringify(answer)];

const answerOf = (files: number, content: string, changes: Partial<SavedAnswer> = {}): SavedAnswer =>
  savedAnswer(
    Array.from({ length: files }, (_, at) => ({ path: `src/file-${at}.ts`, state: "unchanged" as const, content })),
    changes,
  );

const SOURCE = "export const value = compute(1, 2, 3);\n";

describe("a budget", () => {
  it.each([
    { what: "everything", budget: 4_000, contents: 3, listed: 3, query: "sessions" },
    { what: "the content of the first files", budget: 280, contents: 2, listed: 3, query: "sessions" },
  ])("has room for $what", async ({ budget, contents, listed, query }) => {
    const fitted = await fitSavedResult(answerOf(3, SOURCE.repeat(3)), budget, render);
    expect(fitted.files.filter(({ content }) => content !== null)).toHaveLength(contents);
    expect(fitted.files).toHaveLength(listed);
    expect(fitted).toMatchObject({ files_omitted: 3 - contents, document: { query } });
    expect(fitted).not.toHaveProperty("files_unlisted");
  });

  it.each([
    { what: "thousands of files", whole: answerOf(4_000, SOURCE.repeat(90)) },
    { what: "one enormous file", whole: answerOf(1, SOURCE.repeat(400_000)) },
    { what: "an enormous question", whole: answerOf(9, SOURCE, { document: { query: "why ".repeat(500_000) } }) },
    {
      what: "thousands of problems",
      whole: answerOf(9, SOURCE, {
        problems: Array.from({ length: 5_000 }, () => ({ code: "SAVED_RESULT_UNREADABLE", message: SOURCE })),
      }),
    },
  ])("holds for $what, in both forms", async ({ whole }) => {
    const counter = await loadTokenCounter();
    for (const budget of [200, 1_000]) {
      const fitted = await fitSavedResult(whole, budget, render);
      expect(counter.count(textOf(fitted))).toBeLessThanOrEqual(budget);
      expect(counter.count(JSON.stringify(fitted))).toBeLessThanOrEqual(budget);
      expect(fitted.files_unlisted ?? 0).toBe(whole.files.length - fitted.files.length);
    }
  });

  it("that cannot even name the result is refused", async () => {
    const whole = answerOf(1, SOURCE, { path: "/a folder with a name".repeat(100) });
    await expect(fitSavedResult(whole, 200, render)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
