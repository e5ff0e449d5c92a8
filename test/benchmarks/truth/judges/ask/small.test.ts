// The judge of `ask` in small: the route and the calls of each question over the fixtures, without running the tools.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseRoutes } from "../../../../../src/intelligence/ask/choose-route.ts";
import { worst } from "../../../../../src/intelligence/ask/chosen.ts";
import { resolveSubject } from "../../../../../src/intelligence/ask/resolve-subject.ts";
import { planCalls } from "../../../../../src/operations/code/ask/ask-calls.ts";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { withSlashes } from "../../../../../src/system/platform/below.ts";
import { memoryProject } from "../../../../support/memory-project.ts";
import { type AskAnswer, judgeAnswer, KEPT_ASIDE, OPEN, readQuestions } from "./questions.ts";

async function projectOf(name: string) {
  const root = packagePath(`fixtures/linking/${name}`);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(root.length + 1))).sort();
  const files = Object.fromEntries(
    paths.filter((path) => path !== "edges.txt").map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
  return (await memoryProject(files, { withVectors: false })).snapshot;
}

const SMALL = readQuestions(packagePath("fixtures/benchmarks/truth/ask.tsv"));

describe.each([...new Set(SMALL.map(({ repository }) => repository))])("questions about the project in %s", (name) => {
  const snapshot = projectOf(name);

  it.each(SMALL.filter(({ repository }) => repository === name))("$question", async (question) => {
    const open = await snapshot;
    const { chosen } = chooseRoutes(question.question, (text) => resolveSubject(open, text));
    const answer: AskAnswer = {
      confidence: worst(chosen.map(({ confidence }) => confidence)),
      evidence: chosen.flatMap((one) => planCalls(one, null)),
    };
    expect(judgeAnswer(question, answer), JSON.stringify(answer)).toBe("right");
  });
});

describe("the judge", () => {
  const question = {
    repository: "shop",
    question: "who calls Store.add",
    tools: [["find_references"]],
    mayBeNone: false,
    subject: "src/store.ts#Store.add",
  };
  const asked = (tool: string, input: Record<string, unknown>, confidence: AskAnswer["confidence"] = "high") => ({
    confidence,
    evidence: [{ tool, input }],
  });

  it.each([
    [asked("find_references", { symbol: "src/store.ts#Store.add", roles: ["call"] }), "right"],
    [asked("find_references", { symbol: "Store.add" }), "right"],
    [asked("find_references", { symbol: "Store::add" }), "right"],
    [asked("find_references", { symbol: "add" }), "other subject"],
    [asked("find_references", { symbol: "src/cart.ts#Store.add" }), "other subject"],
    [asked("analyze_impact", { symbol: "src/store.ts#Store.add" }), "other tool"],
    [asked("search_codebase", { query: "who calls Store.add" }, "low"), "other tool"],
  ] as const)("%j is %s", (answer, verdict) => {
    expect(judgeAnswer(question, answer)).toBe(verdict);
  });

  it("takes low confidence for right where no tool answers", () => {
    const none = { ...question, tools: [], mayBeNone: true };
    expect(judgeAnswer(none, asked("analyze_impact", { symbol: "Store" }, "low"))).toBe("right");
    expect(judgeAnswer(none, asked("analyze_impact", { symbol: "Store" }, "medium"))).toBe("other tool");
  });

  it("has 300 questions, 80 of them kept aside, none in both", () => {
    const [open, keptAside] = [readQuestions(OPEN), readQuestions(KEPT_ASIDE)];
    expect([open.length, keptAside.length]).toEqual([220, 80]);
    expect(new Set([...open, ...keptAside].map((one) => `${one.repository} ${one.question}`)).size).toBe(300);
    for (const one of [...open, ...keptAside]) {
      expect(one.mayBeNone || one.tools.length > 0, one.question).toBe(true);
    }
  });
});
