// The questions a project is asked.
import { expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { questionsFor } from "./questions.ts";

it("are as many as asked for, distinct, in the project's own words, and the same in every run", async () => {
  const root = packagePath("src");
  const questions = await questionsFor(root, 120);
  expect(questions).toHaveLength(120);
  expect(new Set(questions).size).toBe(120);
  expect(
    questions.filter((question) => /embed|vector|corpus|chunk|symbol|snapshot/i.test(question)).length,
  ).toBeGreaterThan(3);
  expect(await questionsFor(root, 120)).toEqual(questions);
});
