// The small form of the judge of search_ast: places in the fixtures, against what ast-grep said of them (record.ts).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { readTable } from "../../../../support/read-table.ts";
import { openToolsInProcess } from "../../../../support/tools-in-process.ts";
import type { Recorded } from "./record.ts";
import { SAMPLES, sampleFiles } from "./samples.ts";

const RECORDED = JSON.parse(readFileSync(packagePath("fixtures/benchmarks/truth/ast-grep.json"), "utf8")) as Recorded;

it.each(SAMPLES)("search_ast finds in $id what ast-grep finds", async (language) => {
  const root = packagePath("fixtures");
  const files = sampleFiles(language).map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
  const tools = await openToolsInProcess(Object.fromEntries(files));
  let found = 0;
  try {
    for (const { pattern, places, explained } of RECORDED.languages[language.id] ?? []) {
      const { structured } = await tools.ask("search_ast", {
        ...{ pattern, language: language.id },
        ...{ limit: 200, max_tokens: 200_000 },
      });
      const rows = readTable(structured["matches"]);
      const told = rows.map(({ path, line, end_line: last }) => `${path}:${line}-${last ?? line}`);
      const more = told.filter((place) => !explained.includes(place) || places.includes(place));
      expect([pattern, more.sort()]).toEqual([pattern, places]);
      found += told.length;
    }
  } finally {
    await tools.close();
  }
  expect(found).toBeGreaterThan(10);
});
