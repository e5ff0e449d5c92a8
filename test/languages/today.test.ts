// Files in the newest syntax of each language, every one valid by the language's own compiler or its reference: none is called broken, and
// each has its language, its symbols with their lines, and the names that it uses, as a golden that a person can judge shows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { expectGolden } from "../support/golden.ts";
import { languagesPage } from "../support/languages-page.ts";

const folder = packagePath("fixtures/today");
const groups = readdirSync(folder);
const analyzer = await openAnalyzer();

it("each language has its row in docs/languages.md", () => {
  expectGolden("../docs/languages.md", languagesPage());
});

describe.each(groups)("%s as it is written today", (group) => {
  const names = readdirSync(join(folder, group), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "read.txt")
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, group).length + 1))
    .sort();

  it("is read as the golden shows, and never called broken", async () => {
    const told: string[] = [];
    for (const path of names) {
      const text = readFileSync(join(folder, group, path), "utf8");
      const check = await analyzer.check({ path, text });
      const { symbols, facts } = await analyzer.analyze({ path, text });
      expect(check, path).not.toMatchObject({ verdict: "broken" });
      const because =
        check.verdict === "unchecked"
          ? `: ${check.reason}`
          : check.verdict === "expected-partial"
            ? `: ${check.constructs.map(({ construct, lines }) => `${construct} on ${lines.join(", ")}`).join("; ")}`
            : "";
      told.push(`${path}: ${check.language ?? "text"}, ${check.verdict}${because}`);
      told.push(...symbols.map((one) => `  ${one.startLine}-${one.endLine} ${one.kind} ${one.path}`));
      const uses = facts?.references.map(({ name, lines }) => `${name} ${lines.join(",")}`) ?? [];
      told.push(...(uses.length === 0 ? [] : [`  uses ${uses.join("; ")}`]));
    }
    expectGolden(`today/${group}/read.txt`, `${told.join("\n")}\n`);
  });
});
