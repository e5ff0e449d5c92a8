// No rule leaks a credential by its evidence or its message, in any form of a report.
import { describe, expect, it } from "vitest";
import type { Rule } from "../../src/review/contract.ts";
import { OUTPUTS, RENDERERS } from "../../src/review/output/render.ts";
import { complexityJump } from "../../src/review/rules/complexity-jump.ts";
import { swallowedError } from "../../src/review/rules/swallowed-error.ts";
import { suppress } from "../../src/review/suppress.ts";
import { sampleReport } from "./output/sample-report.ts";
import { runRule, sceneBetween } from "./review-states.ts";

/** Made here, so that no file holds one. */
const KEY = ["AKIA", "Q3ZT7MW2PLX5VJN6"].join("");
const REST = "Q3ZT7MW2";
const PADDING = "value = value + 1; ".repeat(10);
const AFTER = `export function load(value: number) {
  try {
    ${PADDING}return JSON.parse(open("${KEY}")); } catch {}
  // context-broker: ignore no-such-rule -- because ${KEY}
}
`;

/** Shows the text as it is, on each line of the file and in what it says. */
const careless: Rule = {
  ...complexityJump,
  check: async (scene) => ({
    kind: "checked",
    findings: [
      {
        severity: "low",
        message: `open("${KEY}") is called`,
        path: "src/a.ts",
        line: 1,
        symbol: null,
        evidence: [
          (await scene.evidence("src/a.ts", 3, "after")) ?? [],
          { path: "src/a.ts", line: 3, text: `password = "${KEY}"`, side: "after" as const },
        ].flat(),
      },
    ],
    notChecked: [`open("${KEY}") was not looked at`],
  }),
};

describe.each(OUTPUTS)("a report as %s", (form) => {
  it("masks a credential on a line that another rule than that of secrets shows", async () => {
    const scene = await sceneBetween({}, { "src/a.ts": AFTER });
    const reports = await Promise.all([careless, swallowedError].map((rule) => runRule(rule, scene)));
    const known = new Set([careless.id, swallowedError.id]);
    const bySettings = [{ rule: careless.id, glob: "src/**", reason: `not ${KEY}` }];
    const all = await suppress({ scene, reports, bySettings: [], own: "below-block", block: "critical", known });
    const some = await suppress({ scene, reports, bySettings, own: "below-block", block: "critical", known });
    const rules = ["complexity-jump", "swallowed-error", "suppression-comment"];
    expect(all.findings.map(({ rule }) => rule)).toEqual(rules);
    expect(some.suppressed).toHaveLength(1);
    const text = RENDERERS[form]({ ...sampleReport, ...all, suppressed: some.suppressed, rules: reports });
    expect(text).not.toContain(REST);
    expect(text).toContain("AKIA…");
  });
});
