// Which tests reach a source file by their imports, and how near.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface ReachingTest {
  /** From the repository's root. */
  readonly path: string;
  /** Imports between the test and the file: 1 is a test that imports it itself. */
  readonly distance: number;
}

const SPECIFIER =
  /^\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+)"|^\s*import\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;

/** What a file imports, without what it imports for its types alone. */
function importsOf(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(SPECIFIER)]
    .map((match) => normalize(join(dirname(path), match[1] ?? match[2] ?? match[3] ?? "")))
    .filter((target) => existsSync(join(root, target)));
}

export const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`)
    .sort();

/** Answers, for a source file, the tests that load it, nearest first. */
export function readImportGraph(root: string): (source: string) => ReachingTest[] {
  const importers = new Map<string, string[]>();
  for (const path of [...filesBelow(root, "src"), ...filesBelow(root, "test")]) {
    for (const target of importsOf(root, path)) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return (source) => {
    const distances = new Map([[source, 0]]);
    for (const [path, distance] of distances) {
      for (const importer of importers.get(path) ?? []) {
        if (!distances.has(importer)) {
          distances.set(importer, distance + 1);
        }
      }
    }
    return [...distances]
      .filter(([path]) => path.endsWith(".test.ts"))
      .map(([path, distance]) => ({ path, distance }))
      .sort((a, b) => a.distance - b.distance || a.path.localeCompare(b.path));
  };
}
