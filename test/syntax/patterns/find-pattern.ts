// The only code of these tests that touches structural patterns: a pattern and a text in, readable text out.
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { patternSettings } from "../../../src/languages/registry.ts";
import { type GrammarName, loadGrammar, openParser } from "../../../src/syntax/grammars.ts";
import { type BareTree, bareTree } from "../../../src/syntax/patterns/bare-tree.ts";
import { type PatternReading, readPattern } from "../../../src/syntax/patterns/read-pattern.ts";
import { type PatternRun, runProgram } from "../../../src/syntax/patterns/run-program.ts";
import { flatten } from "../../../src/syntax/syntax-tree.ts";

const opened = openParser();

export async function bareTreeOf(grammar: GrammarName, text: string): Promise<BareTree> {
  const parser = await opened;
  parser.setLanguage(await loadGrammar(grammar));
  const tree = parser.parse(text);
  if (tree === null) {
    throw new Error("no tree");
  }
  const flat = flatten(tree, text);
  tree.delete();
  return bareTree(flat, text);
}

export async function read(grammar: GrammarName, pattern: string): Promise<PatternReading> {
  return await readPattern(await opened, grammar, patternSettings(grammar), pattern);
}

/** Null where it is no pattern. */
export async function run(grammar: GrammarName, pattern: string, bare: BareTree): Promise<PatternRun | null> {
  const reading = await read(grammar, pattern);
  if (!("programs" in reading)) {
    return null;
  }
  const runs = reading.programs.map((program) => runProgram(bare, program));
  return { matches: runs.flatMap(({ matches }) => matches), complete: runs.every(({ complete }) => complete) };
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
const folded = (text: string): string => text.replace(/\s+/g, " ");

/** What it is understood as, then each match with its lines and what its metavariables stand for. */
export async function findPattern(grammar: GrammarName, pattern: string, text: string): Promise<string> {
  const reading = await read(grammar, pattern);
  if (!("programs" in reading)) {
    return `no pattern: ${reading.trouble}\n`;
  }
  const bare = await bareTreeOf(grammar, text);
  const understood = new Set(reading.programs.map((program) => program.understood.join(", ")));
  const matches = reading.programs.flatMap((program) => runProgram(bare, program).matches);
  const rows = new Set(
    matches
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, bindings }) => {
        const bound = bindings.map((one) => ` $${one.name}=${folded(text.slice(one.start, one.end))}`).join("");
        return `${lineOf(text, start)}-${lineOf(text, end - 1)}: ${folded(text.slice(start, end))}\n   ${bound}\n`;
      }),
  );
  const literal = reading.programs.flatMap((program) => program.literal).join(", ");
  return `as ${[...understood].join(" or ")}${literal === "" ? "" : `, ${literal} literal`}, ${rows.size} matches\n${[...rows].join("")}`.replace(
    / +\n/g,
    "\n",
  );
}

/** How many places match in the tree as a whole. */
export async function countInAll(grammar: GrammarName, pattern: string, text: string): Promise<number> {
  const found = await run(grammar, pattern, await bareTreeOf(grammar, text));
  return new Set(found?.matches.map(({ start, end }) => `${start}-${end}`)).size;
}

/** How many are found in a file, of which only what promises a match is laid flat. */
export async function countInParts(grammar: GrammarName, pattern: string, path: string, text: string): Promise<number> {
  const reading = await read(grammar, pattern);
  const patterns = "programs" in reading ? [{ grammar, programs: reading.programs }] : [];
  return (await (await openAnalyzer()).match({ path, text }, patterns, 0)).count;
}
