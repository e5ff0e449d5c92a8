// The section of docs/inside/review-rules.md about rules is made from the rules themselves.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Rule, RuleThresholds } from "../../src/review/contract.ts";
import { ALL_RULES } from "../../src/review/rules/all-rules.ts";

const PAGE = fileURLToPath(new URL("../../docs/inside/review-rules.md", import.meta.url));
const HEADING = "## Rules\n";

const thresholdTable = (table: RuleThresholds): string[] => [
  "| threshold | default | |",
  "|---|---|---|",
  ...Object.entries(table).map(([name, { doc, default: value }]) => `| \`${name}\` | ${value} | ${doc} |`),
];

/** As GitHub names the heading of a section. */
const anchorOf = ({ title }: Rule): string => title.toLowerCase().replaceAll(",", "").replaceAll(" ", "-");

const ruleTable = (rules: readonly Rule[]): string[] => [
  "| rule | finds | usual severity | type |",
  "|---|---|---|---|",
  ...rules.map((rule) => `| \`${rule.id}\` | [${rule.title}](#${anchorOf(rule)}) | ${rule.severity} | ${rule.type} |`),
];

it("describes every rule in docs/inside/review-rules.md", () => {
  const page = readFileSync(PAGE, "utf8");
  const [head = ""] = page.split(HEADING, 1);
  const sections = ALL_RULES.map(({ id, title, severity, type, doc, thresholds }) => {
    const table = thresholds === undefined ? "" : `\n${thresholdTable(thresholds).join("\n")}\n`;
    return `### ${title}\n\n\`${id}\` · ${severity} · ${type}\n\n${doc.trim()}\n${table}`;
  });
  const whole = `${head}${HEADING}\n${ruleTable(ALL_RULES).join("\n")}\n\n${sections.join("\n")}`;
  if (process.env["GOLDEN"] === "write") {
    writeFileSync(PAGE, whole);
    return;
  }
  expect(page, "docs/inside/review-rules.md (npm run golden rewrites it)").toBe(whole);
});

it("gives each rule an identifier of its own in kebab case", () => {
  const ids = ALL_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
});
