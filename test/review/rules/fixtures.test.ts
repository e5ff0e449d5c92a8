// Each rule over its cases in fixtures/review/<rule>: those named `fires-` must have findings, those named `silent-` none.
// GOLDEN=write writes what was found into the case's last section; the diff is what a person judges.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Commit } from "../../../src/history/read-commits.ts";
import { type Signals, signalsFrom, touchesOf } from "../../../src/history/signals.ts";
import type { RuleSettings } from "../../../src/review/contract.ts";
import { ALL_RULES } from "../../../src/review/rules/all-rules.ts";
import type { RuleReport } from "../../../src/review/run-rules.ts";
import { runRule, sceneBetween } from "../review-states.ts";

const FIXTURES = fileURLToPath(new URL("../../../fixtures/review/", import.meta.url));
const HEADING = /^=== (before|after|both|forbid|commits|expect) ?(.*)\n/gm;

interface Case {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
  readonly settings: RuleSettings;
  /** Null without a section `commits`. */
  readonly history: Signals | null;
  readonly expected: string;
  /** The case without what is expected. */
  readonly head: string;
}

function parseCase(text: string): Case {
  const headings = [...text.matchAll(HEADING)];
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  const forbidden: { from: string; to: string }[] = [];
  const commits: Commit[] = [];
  let [expected, head] = ["", text];
  for (const [at, { 0: line, 1: kind, 2: rest = "", index }] of headings.entries()) {
    const body = text.slice(index + line.length, headings[at + 1]?.index ?? text.length);
    if (kind === "before" || kind === "both") {
      before[rest] = body;
    }
    if (kind === "after" || kind === "both") {
      after[rest] = body;
    }
    if (kind === "forbid") {
      const [from = "", to = ""] = rest.split(" -> ");
      forbidden.push({ from, to });
    }
    if (kind === "commits") {
      const [count = "", ...paths] = rest.split(" ");
      commits.push(...Array.from({ length: Number(count) }, () => ({ id: "", timeMs: 0, author: "a", paths })));
    }
    if (kind === "expect") {
      [expected, head] = [body, text.slice(0, index)];
    }
  }
  const history = commits.length === 0 ? null : signalsFrom(touchesOf(commits), 0, (path) => path in after);
  return { before, after, settings: { forbiddenImports: forbidden, thresholds: new Map() }, history, expected, head };
}

function render({ unavailable, notChecked, findings }: RuleReport): string {
  const lines = [
    ...(unavailable === null ? [] : [`unavailable: ${unavailable}`]),
    ...findings.flatMap(({ severity, path, line, symbol, message, evidence }) => [
      `${severity} ${path}:${line} ${symbol ?? "-"}: ${message}`,
      ...evidence.map((one) => `  ${one.side} ${one.path}:${one.line} ${one.text}`),
    ]),
    ...notChecked.map((what) => `not checked: ${what}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

describe.each(ALL_RULES)("the rule $id", (rule) => {
  const cases = readdirSync(`${FIXTURES}${rule.id}`).sort();

  it("has cases in which it must fire, and in which it must not", () => {
    expect(cases.filter((name) => !/^(?:fires|silent)-.+\.txt$/.test(name))).toEqual([]);
    expect(cases.some((name) => name.startsWith("fires-"))).toBe(true);
    expect(cases.some((name) => name.startsWith("silent-"))).toBe(true);
  });

  it.each(cases)("%s", async (name) => {
    const file = `${FIXTURES}${rule.id}/${name}`;
    const { before, after, settings, history, expected, head } = parseCase(readFileSync(file, "utf8"));
    const report = await runRule(rule, await sceneBetween(before, after, { settings, history }));
    expect(report.findings.length > 0, "fires").toBe(name.startsWith("fires-"));
    expect(report.findings.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
    if (process.env["GOLDEN"] === "write") {
      writeFileSync(file, `${head}=== expect\n${render(report)}`);
      return;
    }
    expect(render(report), `${rule.id}/${name} (npm run golden rewrites it)`).toBe(expected);
  });
});
