// What ast-grep finds for a pattern, under this program's rule that code has nothing which the pattern does not write.
//
// Its own default, `smart`, takes code that goes on behind what is written: `if ($A) { $$$ }` also finds an `if` with an
// `else`. Its `relaxed` does not, and ignores operators and keywords instead. A match that both find has the pattern's tokens,
// and no more parts than the pattern.
import { join } from "node:path";
import { runTool } from "../run-tool.ts";

/** A pattern as this program reads it, and what ast-grep needs beside it to read the same. */
export interface AstPattern {
  readonly pattern: string;
  /** What ast-grep needs to read the same, all that it may be; absent: nothing. */
  readonly readings?: readonly AstReading[];
}

/** Code around `PATTERN`, and the type of the node that is meant: some pieces are another thing when they stand alone. */
export interface AstReading {
  readonly code: string;
  readonly selector: string;
}

interface Captured {
  readonly text: string;
}

export interface AstGrepMatch {
  readonly file: string;
  readonly text: string;
  readonly range: {
    readonly byteOffset: { readonly start: number; readonly end: number };
    readonly start: { readonly line: number };
    readonly end: { readonly line: number };
  };
  readonly metaVariables?: { readonly single: Readonly<Record<string, Captured>> };
}

export const astGrepIn = (tools: string): string => join(tools, "ast-grep/node_modules/.bin/ast-grep");

/** `path:first-last`, lines from 1, inclusive. */
export const placeOf = ({ file, range }: AstGrepMatch): string =>
  `${file}:${range.start.line + 1}-${range.end.line + 1}`;

const keyOf = ({ file, range: { byteOffset } }: AstGrepMatch): string =>
  `${file}:${byteOffset.start}-${byteOffset.end}`;

export interface AstGrep {
  readonly program: string;
  readonly root: string;
  readonly language: string;
  readonly files: readonly string[];
}

/**
 * A name that stands several times must stand for the same text. ast-grep compares nodes, to which a list of one is not
 * what it holds, so each is given a name of its own and the texts are compared here.
 */
function namedApart(pattern: string): { readonly pattern: string; readonly same: readonly (readonly string[])[] } {
  const names = new Map<string, string[]>();
  const apart = pattern.replace(/(?<!\$)\$([A-Z]+)\b/g, (_all, name: string) => {
    const others = names.get(name) ?? [];
    const own = others.length === 0 ? name : `${name}_${others.length}`;
    names.set(name, [...others, own]);
    return `$${own}`;
  });
  return { pattern: apart, same: [...names.values()].filter(({ length }) => length > 1) };
}

const hasSameTexts = (match: AstGrepMatch, same: readonly (readonly string[])[]): boolean =>
  same.every((names) => new Set(names.map((name) => match.metaVariables?.single[name]?.text)).size === 1);

type Strictness = "smart" | "relaxed" | "cst";

/** All that ast-grep finds at this strictness in one reading, in the order of the files. */
async function askAstGrep(
  { program, root, language, files }: AstGrep,
  written: string,
  reading: AstReading | null,
  strictness: Strictness,
): Promise<readonly AstGrepMatch[]> {
  const { pattern, same } = namedApart(written);
  const asked = reading === null ? pattern : reading.code.replace("PATTERN", () => pattern);
  const selector = reading === null ? [] : ["--selector", reading.selector];
  const flags = ["--lang", language, "--json=stream", "--no-ignore", "hidden", "--strictness", strictness];
  const stdout = await runTool(program, ["run", "--pattern", asked, ...selector, ...flags, ...files], {
    cwd: root,
    codes: [0, 1],
  });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AstGrepMatch)
    .filter((match) => hasSameTexts(match, same));
}

export interface AstGrepAnswer {
  /** At `smart` and at `relaxed`. */
  readonly matches: readonly AstGrepMatch[];
  /** Matches of the default alone: the code goes on behind what the pattern writes. */
  readonly goesOn: number;
  /** Whether it finds this match at `cst` too, where nothing at all may be more than is written. */
  isLiteral(match: AstGrepMatch): boolean;
}

export async function byAstGrep(scene: AstGrep, { pattern, readings }: AstPattern): Promise<AstGrepAnswer> {
  const all = async (strictness: Strictness): Promise<ReadonlyMap<string, AstGrepMatch>> => {
    const found = new Map<string, AstGrepMatch>();
    for (const reading of readings ?? [null]) {
      for (const match of await askAstGrep(scene, pattern, reading, strictness)) {
        found.set(keyOf(match), match);
      }
    }
    return found;
  };
  const [smart, relaxed, literal] = [await all("smart"), await all("relaxed"), await all("cst")];
  const matches = [...smart].flatMap(([key, match]) => (relaxed.has(key) ? [match] : []));
  return { matches, goesOn: smart.size - matches.length, isLiteral: (match) => literal.has(keyOf(match)) };
}

/** Whether a `$X` of the match stands for a whole list: `a, b` in `return a, b`, `(a)` in `raise(a)`. */
export const hasListForOne = ({ text: whole, metaVariables }: AstGrepMatch): boolean =>
  Object.values(metaVariables?.single ?? {}).some(
    ({ text }) => hasCommaOutside(text) || (/^\(.*\)$/s.test(text) && /\w$/.test(whole.slice(0, whole.indexOf(text)))),
  );

/** A comma that is in no brackets and in no string. */
function hasCommaOutside(text: string): boolean {
  let rest = text.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`/g, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, "");
  }
  return rest.includes(",");
}

/** Why this program does not find a match of ast-grep's: a list for one node, or tokens that the pattern does not write. */
export type Explained = "list" | "tokens";

/** Null for a match that should have been found. */
export function whyNot(match: AstGrepMatch, isLiteral: AstGrepAnswer["isLiteral"]): Explained | null {
  const mayHaveComment = /\/\/|\/\*|#/.test(match.text);
  return hasListForOne(match) ? "list" : isLiteral(match) || mayHaveComment ? null : "tokens";
}
