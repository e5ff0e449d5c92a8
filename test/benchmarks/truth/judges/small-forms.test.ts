// The judges of text in small: what picomatch says of the paths of fixtures/, and the program of the same globs.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findFiles } from "../../../../src/intelligence/files/find-files.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { withSlashes } from "../../../../src/system/platform/below.ts";
import { seededRandom } from "../../../support/random.ts";
import { globFrom, matcherOf } from "./project-files.ts";

function pathsBelow(folder: string): string[] {
  const root = packagePath(folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(root.length + 1))).sort();
}

it("search_files takes a glob as picomatch does, one without / in any folder", async () => {
  const paths = pathsBelow("fixtures/linking");
  const random = seededRandom(1);
  const pick = (): string => paths[Math.floor(random() * paths.length)] ?? "";
  const globs = [
    "*.ts",
    "order*",
    "[a-c]*.py",
    "edges.txt*",
    ...Array.from({ length: 200 }, () => globFrom(pick(), pick(), random)),
  ];
  let found = 0;
  for (const glob of globs) {
    const told = (await findFiles(glob, paths, new AbortController().signal)).paths;
    found += told.length;
    expect([glob, [...told].sort()]).toEqual([glob, paths.filter(matcherOf(glob))]);
  }
  expect(found).toBeGreaterThan(globs.length);
});
