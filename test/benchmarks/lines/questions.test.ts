import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { complaintOf } from "../run-bench.ts";
import { readRows } from "./asked.ts";
import { parseOptions } from "./options.ts";
import { keepQuestions, readQuestions } from "./questions.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

function fileOf(...rows: readonly unknown[]): string {
  const file = join(temporary.path, "questions.jsonl");
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
  return file;
}
const ANSWER = { path: "a.ts", start_line: 3, end_line: 5 };
const PLAIN = { repo: "one", kind: "plain", question: "how", answers: [ANSWER], why: "it says so" };
const NONE = { repo: "two", kind: "none", question: "what", answers: [] };

describe("questions", () => {
  it("are read, each once", () => {
    const file = fileOf(PLAIN, NONE);
    expect(readQuestions([file, file])).toMatchObject([
      { repo: "one", kind: "plain", question: "how", answers: [{ path: "a.ts", startLine: 3, endLine: 5 }] },
      { repo: "two", kind: "none", answers: [] },
    ]);
  });

  it("have answers unless they are to have none", () => {
    for (const wrong of [
      { ...PLAIN, answers: [] },
      { ...NONE, answers: [ANSWER] },
      { ...PLAIN, answers: [{ ...ANSWER, end_line: 2 }] },
      { ...PLAIN, kind: "other" },
    ]) {
      expect(() => readQuestions([fileOf(wrong)]), JSON.stringify(wrong)).toThrow("questions.jsonl:1: ");
    }
    expect(() => readQuestions([join(temporary.path, "nowhere")])).toThrow("cannot be read");
  });

  it("are kept by repository and kind", () => {
    const questions = readQuestions([fileOf(PLAIN, NONE)]);
    const kept = (only: string[], kinds: string[]) => keepQuestions(questions, only, kinds).map(({ repo }) => repo);
    expect(kept([], [])).toEqual(["one", "two"]);
    expect(kept(["two"], [])).toEqual(["two"]);
    expect(kept([], ["plain"])).toEqual(["one"]);
    expect(() => kept(["three"], [])).toThrow("--only: no question has three");
    expect(() => kept([], ["odd"])).toThrow("--kinds: no question has odd");
    expect(() => kept(["one"], ["none"])).toThrow("there is no question to ask");
  });
});

describe("options", () => {
  const needed = ["--questions", "q.jsonl", "--repositories", "/repos"];

  it("are read", () => {
    const options = parseOptions(
      [
        ...needed,
        "--only",
        "a,b",
        "--kinds",
        "plain",
        "--top-k",
        "5",
        "--setting",
        "model=/m",
        "--arm",
        "../x/dist/main.js",
      ],
      "/home/me",
    );
    expect(options).toMatchObject({
      questions: ["/home/me/q.jsonl"],
      repositories: "/repos",
      only: ["a", "b"],
      kinds: ["plain"],
      topK: 5,
      maxTokens: null,
      settings: { CONTEXT_BROKER_MODEL: "/m" },
      arms: ["/home/x/dist/main.js"],
      vectors: true,
      baselines: false,
    });
  });

  it("say what is wrong with them", () => {
    expect(complaintOf(parseOptions, [])).toContain("--questions is missing");
    expect(complaintOf(parseOptions, ["--questions", "q"])).toContain("--repositories is missing");
    expect(complaintOf(parseOptions, [...needed, "--setting", "model"])).toContain("is not NAME=VALUE");
    expect(complaintOf(parseOptions, [...needed, "--top-k", "0"])).toContain("--top-k must be");
  });
});

it("results that are not there are named", () => {
  expect(() => readRows(join(temporary.path, "none.jsonl"))).toThrow("there are no results");
});
