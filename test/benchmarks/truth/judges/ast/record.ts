// Records what ast-grep finds in the fixtures, so that `small.test.ts` needs no ast-grep:
//   node test/benchmarks/truth/judges/ast/record.mjs TOOLS
import { writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { runTool } from "../run-tool.ts";
import { astGrepIn, byAstGrep, placeOf, whyNot } from "./ast-grep.ts";
import { SAMPLES, sampleFiles, samplePatterns } from "./samples.ts";

/** What ast-grep finds for a pattern, as `path:first-last`, lines from 1, inclusive. */
export interface RecordedPattern {
  readonly pattern: string;
  readonly places: readonly string[];
  /** Of those that this program does not count as matches, which judges/search-ast.ts explains. */
  readonly explained: readonly string[];
}

export interface Recorded {
  readonly version: string;
  readonly languages: Readonly<Record<string, readonly RecordedPattern[]>>;
}

export async function main([tools = ""]: readonly string[]): Promise<number> {
  const program = astGrepIn(tools);
  const root = packagePath("fixtures");
  const languages: Record<string, RecordedPattern[]> = {};
  for (const language of SAMPLES) {
    const scene = { program, root, language: language.id, files: sampleFiles(language) };
    const recorded: RecordedPattern[] = [];
    for (const asked of samplePatterns(language)) {
      const { matches, isLiteral } = await byAstGrep(scene, asked);
      const places = (wanted: boolean): string[] =>
        matches
          .filter((match) => (whyNot(match, isLiteral) === null) === wanted)
          .map(placeOf)
          .sort();
      recorded.push({ pattern: asked.pattern, places: places(true), explained: places(false) });
    }
    languages[language.id] = recorded;
  }
  const version = (await runTool(program, ["--version"])).trim();
  const text = JSON.stringify({ version, languages } satisfies Recorded, null, 1);
  writeFileSync(packagePath("fixtures/benchmarks/truth/ast-grep.json"), `${text}\n`);
  process.stdout.write("recorded\n");
  return 0;
}
