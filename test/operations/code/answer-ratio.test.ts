// No form of an answer costs much more than the other: counted on the goldens of every tool about code (fixtures/code), and on the
// committed figures of the 80 calls of `npm run bench:tokens`, from which docs/records/answer-forms.md is made.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { JudgedRecord } from "../../benchmarks/tokens/judged.ts";
import { type Figures, sumOf, sumsByTool } from "../../benchmarks/tokens/report.ts";
import {
  answerFormsPage,
  COMMITTED,
  COMMITTED_JUDGED,
  FORM_RATIO_MAX,
  TINY_TOKENS,
} from "../../support/answer-forms-page.ts";
import { expectGolden } from "../../support/golden.ts";

const figuresOf = (file: string): Figures =>
  JSON.parse(readFileSync(packagePath("docs/records/benchmarks", file), "utf8")) as Figures;

/** The text of each answer of a golden, and its structured form as a client gets it. */
function answersIn(golden: string): { readonly text: string; readonly structured: string }[] {
  // Numbers that differ from run to run are N in a golden.
  const numbered = golden.replace(/(?<=[\s:[])N(?=[,\s\]}])/g, "1");
  return numbered.split(/^# (?=[a-z_]+ \{)/m).flatMap((answer) => {
    const start = answer.lastIndexOf("\n\n{\n");
    const [, ...lines] = answer.slice(0, start).split("\n\n");
    return start < 0 ? [] : [{ text: lines.join("\n\n"), structured: JSON.stringify(JSON.parse(answer.slice(start))) }];
  });
}

const goldens = readdirSync(packagePath("fixtures/code")).filter((name) => name.endsWith(".txt"));

describe("the two forms of an answer", () => {
  it.each(goldens)("cost about the same in %s", async (name) => {
    const counter = await loadTokenCounter();
    const answers = answersIn(readFileSync(packagePath("fixtures/code", name), "utf8"));
    expect(answers.length).toBeGreaterThan(0);
    for (const { text, structured } of answers) {
      const [inText, inJson] = [counter.count(text), counter.count(structured)];
      expect(inJson, text).toBeLessThanOrEqual(FORM_RATIO_MAX * inText + TINY_TOKENS);
      expect(inText, text).toBeLessThanOrEqual(FORM_RATIO_MAX * inJson);
    }
  });

  it("cost about the same in 80 calls to real repositories, by tool", () => {
    const figures = figuresOf(COMMITTED.now);
    const { text, structured } = sumOf(figures);
    expect(structured / text).toBeLessThanOrEqual(FORM_RATIO_MAX);
    for (const [tool, sum] of sumsByTool(figures)) {
      expect(sum.structured, tool).toBeLessThanOrEqual(FORM_RATIO_MAX * sum.text + TINY_TOKENS * sum.calls);
    }
  });

  it("are shown by docs/records/answer-forms.md", () => {
    const judged = JSON.parse(
      readFileSync(packagePath("docs/records/benchmarks", COMMITTED_JUDGED), "utf8"),
    ) as JudgedRecord;
    expectGolden(
      "../docs/records/answer-forms.md",
      answerFormsPage(figuresOf(COMMITTED.now), figuresOf(COMMITTED.before), judged),
    );
  });
});
