// Which code is of tests: what is in a test file, and tests beside the code that they test, as in Rust.
import { isTestFile } from "../../languages/file-role.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE, TEST } from "../../vocabulary/facts.ts";
import type { EdgeScene } from "./edge-scene.ts";

interface CodePlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Null for a whole file, whose line says nothing. */
  readonly symbol?: string | null;
}

/** A module that holds tests and is named after that holds what they share, too. */
const MODULE_NAME = /^tests?$/;

/** Reads the facts of each file that it is asked about once. */
export function openTests({ lookup }: Pick<EdgeScene, "lookup">): (place: CodePlace) => boolean {
  const known = new Map<string, readonly LineRange[]>();
  return ({ path, line, symbol }) => {
    if (symbol === null || isTestFile(path)) {
      return isTestFile(path);
    }
    const ranges = known.get(path) ?? testsAmong(lookup.facts(path)?.definitions ?? []);
    known.set(path, ranges);
    return ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  };
}

/** Paths of the files that have places of tests among these, each once. `isTest`: as openTests gives it. */
export const filesWithTests = (isTest: (place: CodePlace) => boolean, places: readonly CodePlace[]): string[] => [
  ...new Set(places.filter(isTest).map(({ path }) => path)),
];

const testsAmong = (definitions: readonly DefinitionFact[]): readonly LineRange[] =>
  definitions.flatMap((one) => {
    const around = one.parent === FILE ? undefined : definitions[one.parent];
    return (one.flags & TEST) === 0 ? [] : around !== undefined && MODULE_NAME.test(around.name) ? [around] : [one];
  });
