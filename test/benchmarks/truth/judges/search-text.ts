// search_text against ripgrep: patterns drawn from the files by seed, literal and regular, in every way of case; the same
// lines of the same files are wanted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { append } from "../../../../src/system/append.ts";
import { seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";
import { drawPatterns, type Pattern } from "./text-patterns.ts";

const PATTERNS = 170;
/** The most lines that one answer shows. */
const LINES_MAX = 500;
const TOKENS_MAX = 200_000;

const CASE_FLAGS = { sensitive: "--case-sensitive", insensitive: "--ignore-case", smart: "--smart-case" } as const;

type Lines = ReadonlyMap<string, readonly number[]>;

async function byRipgrep(
  root: string,
  files: readonly string[],
  { pattern, regex, case: way }: Pattern,
): Promise<Lines> {
  const flags = ["--no-config", "--no-heading", "--line-number", "--with-filename", "--null", "--text", "--crlf"];
  const engine = regex ? [] : ["--fixed-strings"];
  const args = [...flags, CASE_FLAGS[way], ...engine, "--regexp", pattern, "--", ...files];
  const stdout = await runTool("rg", args, { cwd: root, codes: [0, 1] });
  const lines = new Map<string, number[]>();
  for (const [, path = "", line] of stdout.matchAll(/^([^\0\n]+)\0(\d+):/gm)) {
    lines.set(path, [...(lines.get(path) ?? []), Number(line)]);
  }
  return lines;
}

interface Answer {
  /** A table with the columns `path` and `line`. */
  readonly lines: unknown;
  readonly envelope?: { readonly found?: number; readonly files_left?: number };
}

/** Line numbers by path, as shown. */
function linesShown({ lines }: Answer): ReadonlyMap<string, readonly number[]> {
  const shown = new Map<string, number[]>();
  for (const { path, line } of readTable(lines)) {
    append(shown, String(path), Number(line));
  }
  return shown;
}

function compare(tally: Tally, pattern: Pattern, answer: Answer, wanted: Lines): void {
  const shown = `${pattern.regex ? "regex" : "literal"} ${pattern.case} ${JSON.stringify(pattern.pattern)}`;
  const all = [...wanted.values()].reduce((sum, lines) => sum + lines.length, 0);
  if ((answer.envelope?.files_left ?? 0) > 0) {
    tally.wrong("files were left for want of time", shown);
    return;
  }
  const told = linesShown(answer);
  const found = answer.envelope?.found ?? [...told.values()].reduce((sum, lines) => sum + lines.length, 0);
  if (found !== all) {
    tally.wrong("another number of lines", `${found} lines for ${all}: ${shown}`);
    return;
  }
  // What is beyond the most lines that an answer shows is compared by its number alone.
  const compared = all <= LINES_MAX ? told : wanted;
  const differs = [...new Set([...wanted.keys(), ...compared.keys()])].find(
    (path) => compared.get(path)?.join() !== wanted.get(path)?.join(),
  );
  if (differs === undefined) {
    tally.right();
  } else {
    tally.wrong("other lines", `${differs}: ${shown}`);
  }
}

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const { files } = await admittedFiles(root);
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const patterns = drawPatterns(PATTERNS, files, read, seededRandom(seed));
  const [literal, regular] = [openTally(), openTally()];
  const server = await startServer(root);
  try {
    for (const pattern of patterns) {
      const input = { ...pattern, limit: LINES_MAX, max_tokens: TOKENS_MAX };
      const answer = (await server.call("search_text", input)) as Answer;
      compare(pattern.regex ? regular : literal, pattern, answer, await byRipgrep(root, files, pattern));
    }
  } finally {
    await server.close();
  }
  tell(`${patterns.length} patterns over ${files.length} files`);
  const wanted = { least: 1 };
  return [
    literal.finding("search_text", "literal", wanted),
    regular.finding("search_text", "regular expressions", wanted),
  ];
}

export const searchText: Judge = {
  name: "search-text",
  tools: ["search_text"],
  authority: "ripgrep over the files that the program admits",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: async () => [(await runTool("rg", ["--version"])).split("\n")[0] ?? ""],
  run,
};
