// The section of docs/review.md about rules is made from the rules themselves.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ALL_RULES } from "../../src/review/rules/all-rules.ts";
import { describeThresholds } from "../../src/review/thresholds.ts";

const PAGE = fileURLToPath(new URL("../../docs/review.md", import.meta.url));
const HEADING = "## Rules\n";

it("describes every rule in docs/review.md", () => {
  const page = readFileSync(PAGE, "utf8");
  const [head = ""] = page.split(HEADING, 1);
  const sections = ALL_RULES.map(({ id, title, severity, type, doc, thresholds }) => {
    const table = thresholds === undefined ? "" : `\n${describeThresholds(thresholds).join("\n")}\n`;
    return `### ${title}\n\n\`${id}\` · ${severity} · ${type}\n\n${doc.trim()}\n${table}`;
  });
  const whole = `${head}${HEADING}\n${sections.join("\n")}`;
  if (process.env["GOLDEN"] === "write") {
    writeFileSync(PAGE, whole);
    return;
  }
  expect(page, "docs/review.md (npm run golden rewrites it)").toBe(whole);
});

it("gives each rule an identifier of its own in kebab case", () => {
  const ids = ALL_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
});
