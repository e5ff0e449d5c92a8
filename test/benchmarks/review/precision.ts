// How many findings of a judged sample are right.
import { z } from "zod";
import { SEVERITIES } from "../../../src/vocabulary/severity.ts";
import { table } from "../support.ts";
import { requestsChanges } from "./draw-sample.ts";

/** What a person writes to each finding of a sample: `right` is null until then. */
export const judgedSchema = z.array(
  z.object({
    repository: z.string(),
    commit: z.string(),
    rule: z.string(),
    severity: z.enum(SEVERITIES),
    path: z.string(),
    line: z.number(),
    message: z.string(),
    right: z.boolean().nullable(),
    reason: z.string(),
  }),
);
export type Judged = z.infer<typeof judgedSchema>[number];

/** A table: medium and above, all, and each rule. */
export function precisionTable(judged: readonly Judged[]): string {
  const row = (name: string, of: readonly Judged[]): string[] => {
    const right = of.filter((one) => one.right === true).length;
    const wrong = of.filter((one) => one.right === false).length;
    const share = right + wrong === 0 ? "" : (right / (right + wrong)).toFixed(2);
    return [name, String(right), String(wrong), share];
  };
  const rules = [...new Set(judged.map(({ rule }) => rule))].sort();
  return table(
    ["findings", "right", "wrong", "precision"],
    [
      row("medium and above", judged.filter(requestsChanges)),
      row(
        "below medium",
        judged.filter((one) => !requestsChanges(one)),
      ),
      row("all", judged),
      ...rules.map((rule) =>
        row(
          `\`${rule}\``,
          judged.filter((one) => one.rule === rule),
        ),
      ),
    ],
  );
}
