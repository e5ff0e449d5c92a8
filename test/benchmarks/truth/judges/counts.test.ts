// The judge of counts in small: the tools on two projects of fixtures/linking, in one process.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../../src/system/package-root.ts";
import { withSlashes } from "../../../../src/system/platform/below.ts";
import { Failure } from "../../../../src/vocabulary/failure.ts";
import { seededRandom } from "../../../support/random.ts";
import { openToolsInProcess } from "../../../support/tools-in-process.ts";
import { type AskTool, compareCounts } from "./compare-counts.ts";
import { openTally } from "./tally.ts";

function filesBelow(folder: string): Record<string, string> {
  const root = packagePath(folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(root.length + 1))).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

it.each(["typescript", "java"])("no two tools count something of the %s project differently", async (language) => {
  const files = filesBelow(`fixtures/linking/${language}`);
  const tools = await openToolsInProcess(files);
  try {
    const ask: AskTool = async (tool, input) => {
      try {
        return await tools.ask(tool, input);
      } catch (error) {
        if (error instanceof Failure && (error.code === "AMBIGUOUS" || error.code === "NOT_FOUND")) {
          return null;
        }
        throw error;
      }
    };
    const tally = openTally();
    await compareCounts(
      { ask, tally, files: Object.keys(files).sort(), random: seededRandom(13) },
      { symbols: 10, names: 3 },
    );
    const { causes, sites } = tally.finding("", "", null);
    expect(causes).toEqual([]);
    expect(sites).toBeGreaterThan(100);
  } finally {
    await tools.close();
  }
});
