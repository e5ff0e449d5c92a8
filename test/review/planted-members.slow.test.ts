// Members of every kind of type, in every language that is linked, each removed while another file uses it: what the review says of
// each. Half of the kinds were not shown to those who wrote the rules, up to the first whole count.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { changedSignature } from "../../src/review/rules/changed-signature.ts";
import { removedExport } from "../../src/review/rules/removed-export.ts";
import { isAtLeast } from "../../src/vocabulary/severity.ts";
import { runRule, sceneBetween } from "./review-states.ts";

const files = z.record(z.string(), z.string());
const schema = z.array(
  z.object({
    path: z.string(),
    text: z.string(),
    others: files,
    /** The file that uses the members and stays as it is. */
    use: z.string(),
    /** What is gone from the text at this offset, and what comes in its place. */
    cases: z.array(
      z.object({
        name: z.string(),
        half: z.enum(["open", "kept"]),
        at: z.number(),
        gone: z.string(),
        come: z.string(),
      }),
    ),
  }),
);
const PLANTED = schema.parse(
  JSON.parse(readFileSync(new URL("../../fixtures/review-planted/members.json", import.meta.url), "utf8")),
);

it("finds the use that is left behind", async () => {
  const missed: string[] = [];
  let count = 0;
  let proven = 0;
  for (const { path, text, others, use, cases } of PLANTED) {
    for (const { name, at, gone, come } of cases) {
      const after = text.slice(0, at) + come + text.slice(at + gone.length);
      const scene = await sceneBetween({ ...others, [path]: text }, { ...others, [path]: after });
      const reports = [await runRule(removedExport, scene), await runRule(changedSignature, scene)];
      const evidence = reports.flatMap(({ findings }) => findings.flatMap((one) => one.evidence));
      count += 1;
      proven += reports.some(({ findings }) =>
        findings.some((one) => isAtLeast(one.severity, "medium") && one.evidence.some((line) => line.path === use)),
      )
        ? 1
        : 0;
      if (!evidence.some((line) => line.path === use)) {
        missed.push(name);
      }
    }
  }
  expect([count, missed]).toEqual([164, []]);
  // Of medium and above, since it is proven.
  expect(proven).toBe(137);
}, 60_000);
