// search_ast against ast-grep: patterns that both can write, in six languages, some of them with names drawn from the files by
// seed. The same places are wanted, by file and first line.
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Random, seededRandom } from "../../../support/random.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { type AstLanguage, patternsOf } from "./ast-patterns.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";

const MATCHES_MAX = 200;
const TOKENS_MAX = 200_000;

const LANGUAGE_OF: Readonly<Record<string, AstLanguage>> = {
  chi: { id: "go", endings: [".go"] },
  express: { id: "javascript", endings: [".js"] },
  "commons-cli": { id: "java", endings: [".java"] },
  sinatra: { id: "ruby", endings: [".rb"] },
  rxjs: { id: "typescript", endings: [".ts"] },
  flask: { id: "python", endings: [".py"] },
};

const programOf = (tools: string): string => join(tools, "ast-grep/node_modules/.bin/ast-grep");

/** `path:line`, 1-based, once for each match. */
async function byAstGrep(
  scene: Scene,
  pattern: string,
  language: AstLanguage,
  files: readonly string[],
): Promise<string[]> {
  const args = ["run", "--pattern", pattern, "--lang", language.id, "--json=stream", "--no-ignore", "hidden", ...files];
  const stdout = await runTool(programOf(scene.tools), args, { cwd: scene.root, codes: [0, 1] });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { file: string; range: { start: { line: number } } })
    .map(({ file, range }) => `${file}:${range.start.line + 1}`)
    .sort();
}

interface Answer {
  readonly envelope: { readonly found?: number; readonly files_left?: number };
  readonly files: readonly { readonly path: string; readonly found: number; readonly matches: readonly unknown[] }[];
}

/** Of a row as text, `12-14 [f]: x`, or under columns. */
function lineOf(row: unknown): number {
  const first = Array.isArray(row) ? row[0] : typeof row === "object" && row !== null ? Object.values(row)[0] : row;
  return Number.parseInt(String(first), 10);
}

function compare(tally: Tally, pattern: string, answer: Answer, wanted: readonly string[]): void {
  const told = answer.files.flatMap(({ path, matches }) => matches.map((row) => `${path}:${lineOf(row)}`)).sort();
  const found = answer.files.reduce((sum, one) => sum + one.found, 0);
  if ((answer.envelope.files_left ?? 0) > 0) {
    tally.wrong("files were left for want of time", pattern);
  } else if (
    wanted.length > MATCHES_MAX ? (answer.envelope.found ?? found) === wanted.length : told.join() === wanted.join()
  ) {
    tally.right();
  } else {
    const missed = wanted.find((place) => !told.includes(place));
    const extra = told.find((place) => !wanted.includes(place));
    tally.wrong(
      missed === undefined
        ? "more than ast-grep"
        : extra === undefined
          ? "less than ast-grep"
          : "other places than ast-grep",
      `${pattern.replace(/\s+/g, " ")}: ${told.length} for ${wanted.length}, ${missed ?? extra ?? "the same line twice"}`,
    );
  }
}

/** Names that are called in the files, some of them drawn. */
function calledNames(root: string, files: readonly string[], random: Random): string[] {
  const names = new Set<string>();
  for (let tries = 0; names.size < 8 && tries < 500; tries++) {
    const text = readFileSync(join(root, files[Math.floor(random() * files.length)] ?? ""), "utf8");
    const calls = [...text.matchAll(/\b([A-Za-z_]\w{2,})\(/g)].map(([, name = ""]) => name);
    const name = calls[Math.floor(random() * calls.length)];
    if (
      name !== undefined &&
      !/^(?:if|for|while|switch|function|func|return|catch|def|super|this|import|require|constructor)$/.test(name)
    ) {
      names.add(name);
    }
  }
  return [...names];
}

async function run(scene: Scene): Promise<readonly Finding[]> {
  const { root, seed, startServer, checkout, tell } = scene;
  const language = LANGUAGE_OF[checkout.name] ?? { id: checkout.name, endings: [] };
  const files = (await admittedFiles(root)).files.filter((path) => language.endings.includes(extname(path)));
  const patterns = patternsOf(language, calledNames(root, files, seededRandom(seed)));
  const tally = openTally();
  const server = await startServer(root);
  try {
    for (const pattern of patterns) {
      const input = { pattern, language: language.id, paths: language.endings.map((ending) => `**/*${ending}`) };
      const answer = (await server.call("search_ast", {
        ...input,
        limit: MATCHES_MAX,
        max_tokens: TOKENS_MAX,
      })) as Answer;
      compare(tally, pattern, answer, await byAstGrep(scene, pattern, language, files));
    }
  } finally {
    await server.close();
  }
  tell(`${patterns.length} patterns over ${files.length} files`);
  return [tally.finding("search_ast", language.id, { least: 1 })];
}

export const searchAst: Judge = {
  name: "search-ast",
  tools: ["search_ast"],
  authority: "ast-grep, over the files of the language that the program admits",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "commons-cli", source: "apache/commons-cli" },
    { name: "sinatra", source: "sinatra/sinatra" },
    { name: "rxjs", source: "ReactiveX/rxjs" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: async (tools) => [(await runTool(programOf(tools), ["--version"])).trim()],
  run,
};
