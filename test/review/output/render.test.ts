// Every form of a report, and that programs which read them can.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTPUTS, RENDERERS } from "../../../src/review/output/render.ts";
import type { ReviewReport } from "../../../src/review/report.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { expectGolden } from "../../support/golden.ts";
import { propertyRuns } from "../../support/property-runs.ts";
import { sampleReport } from "./sample-report.ts";

/** The official schema, as Microsoft's matchers for SARIF ship it. The words of its draft that Ajv does not know are not used. */
function sarifSchema(): object {
  const require = createRequire(import.meta.url);
  const main = require.resolve("@microsoft/jest-sarif");
  const text = readFileSync(main.replace(/index\.js$/, "schemas/sarif-2.1.0-rtm.5.json"), "utf8");
  const { $schema: _, id: __, ...schema } = JSON.parse(text);
  return schema;
}

const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true }).compile(
  sarifSchema(),
);

const tokens = { input: null, output: null };

/** Reports whose texts are anything that a repository may hold. */
const anyReport = fc
  .record({
    path: fc.string({ unit: anyCharacter, minLength: 1 }),
    message: fc.string({ unit: anyCharacter }),
    text: fc.string({ unit: anyCharacter }),
    symbol: fc.option(fc.string({ unit: anyCharacter, minLength: 1 })),
  })
  .map(({ path, message, text, symbol }): ReviewReport => {
    const [first] = sampleReport.findings;
    const evidence = [{ path, line: 1, text, side: "after" as const }];
    const finding = { ...(first as NonNullable<typeof first>), path, message, symbol, evidence };
    const specialists = [{ name: "tests", failed: message, found: 0, dropped: [text], unsent: 0, tokens, cost: null }];
    const said = {
      model: text,
      findings: [{ ...finding, source: "language model" as const }],
      specialists,
      redacted: [path],
    };
    return { ...sampleReport, findings: [finding], reasoned: said };
  });

/** A workflow command: its properties and its data hold no character that ends them. */
const COMMAND = /^::(?:error|warning|notice) (?:file=[^:,\r\n]*,line=\d+,)?title=[^:,\r\n]*::[^\r\n]*$/;

describe("the forms of a report", () => {
  it.each(OUTPUTS)("%s", (form) => {
    expectGolden(`review-output/${form}.txt`, `${RENDERERS[form](sampleReport)}\n`);
  });

  it("the SARIF form agrees with the official schema, which refuses a log without a version", () => {
    const log = JSON.parse(RENDERERS.sarif(sampleReport));
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    expect(isSarif({ ...log, version: undefined })).toBe(false);
    expect(isSarif({ ...log, runs: [{ results: [] }] })).toBe(false);
  });

  it("stay what they are whatever names and lines a repository has", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const log = JSON.parse(RENDERERS.sarif(report));
        expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
        const lines = RENDERERS.github(report).split("\n");
        expect(lines.slice(0, -1).filter((line) => !COMMAND.test(line))).toEqual([]);
        for (const form of OUTPUTS) {
          expect(RENDERERS[form](report).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("give each finding a fingerprint of its own that does not depend on its line", () => {
    const fingerprints = (report: ReviewReport): string[] =>
      JSON.parse(RENDERERS.gitlab(report)).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    const moved = { ...sampleReport, findings: sampleReport.findings.map((one) => ({ ...one, line: one.line + 5 })) };
    expect(new Set(fingerprints(sampleReport)).size).toBe(2);
    expect(fingerprints(moved)).toEqual(fingerprints(sampleReport));
  });
});
