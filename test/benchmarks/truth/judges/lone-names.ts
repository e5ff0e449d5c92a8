// find_references against ripgrep: functions whose name nothing else in the project has, and that many lines call. An answer that
// finds no reference and says of none that it is unresolved is wrong: someone would delete the function.
import { extname } from "node:path";
import { seededRandom, shuffled } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { callLines, isTelling, type TextLine } from "./lone-names/call-lines.ts";
import { runTool } from "./run-tool.ts";
import { openTally } from "./tally.ts";

const FUNCTIONS = 100;
/** Files whose functions are drawn from. */
const FILES = 250;
/** Fewer lines may be something else of that name: a variable, text of a template. */
const LINES_MIN = 3;
const KINDS: ReadonlySet<string> = new Set(["function", "method"]);
const NO_SOURCE = /test|spec|example|vendor|third_party|bench|demo|fixture/i;

/** Extensions of one language, whose files may call each other. */
const FAMILIES: readonly (readonly string[])[] = [
  [".ts", ".tsx", ".js"],
  [".c", ".h"],
  [".cc", ".cpp", ".hpp"],
  ...[".go", ".py", ".rb", ".rs", ".php", ".java", ".kt", ".scala", ".cs", ".swift"].map((one) => [one]),
];

interface Drawn {
  readonly path: string;
  readonly symbol: string;
  readonly name: string;
}

type Server = Awaited<ReturnType<Scene["startServer"]>>;

async function functionsOf(server: Server, path: string): Promise<Drawn[]> {
  const { symbols } = (await server.call("list_symbols", { paths: [path], limit: 200, max_tokens: 40_000 })) as {
    readonly symbols?: unknown;
  };
  return (symbols === undefined ? [] : readTable(symbols)).flatMap(({ kind, symbol }) => {
    const name = String(symbol).split(".").at(-1) ?? "";
    return KINDS.has(String(kind)) && isTelling(name) ? [{ path, symbol: String(symbol), name }] : [];
  });
}

/** Whether one symbol alone has the name. */
async function isAlone(server: Server, name: string): Promise<boolean> {
  const { symbols } = (await server.call("search_symbols", { query: name, limit: 100, max_tokens: 40_000 })) as {
    readonly symbols?: unknown;
  };
  const named = (symbols === undefined ? [] : readTable(symbols)).filter(
    ({ symbol }) => String(symbol).split(".").at(-1) === name,
  );
  return named.length === 1;
}

async function byRipgrep(root: string, files: readonly string[], name: string): Promise<TextLine[]> {
  const flags = ["--no-config", "--no-heading", "--line-number", "--with-filename", "--null", "--text"];
  const args = [...flags, "--word-regexp", "--fixed-strings", "--regexp", name, "--", ...files];
  const stdout = await runTool("rg", args, { cwd: root, codes: [0, 1] });
  return Array.from(stdout.matchAll(/^([^\0\n]+)\0(\d+):(.*)$/gm), ([, path = "", line, text = ""]) => {
    return { path, line: Number(line), text };
  });
}

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const { files } = await admittedFiles(root);
  const random = seededRandom(seed);
  const isCode = (path: string): boolean => FAMILIES.some((family) => family.includes(extname(path)));
  const sources = shuffled(
    files.filter((path) => isCode(path) && !NO_SOURCE.test(path)),
    random,
  ).slice(0, FILES);
  const tally = openTally();
  let asked = 0;
  const server = await startServer(root);
  try {
    const drawn: Drawn[] = [];
    for (const path of sources) {
      drawn.push(...(await functionsOf(server, path)));
    }
    for (const one of shuffled(drawn, random)) {
      if (asked >= FUNCTIONS) {
        break;
      }
      const family = FAMILIES.find((each) => each.includes(extname(one.path))) ?? [];
      const own = files.filter((path) => family.includes(extname(path)));
      const lines = callLines(await byRipgrep(root, own, one.name), one.name);
      if (lines.length < LINES_MIN || !(await isAlone(server, one.name))) {
        continue;
      }
      asked++;
      const answer = (await server.call("find_references", { symbol: `${one.path}#${one.symbol}` })) as {
        readonly references?: unknown;
        readonly unresolved?: number;
        readonly envelope?: { readonly files_left?: number };
      };
      const found = answer.references === undefined ? 0 : readTable(answer.references).length;
      const [first] = lines;
      const shown = `${one.path}#${one.symbol}, called in ${first?.path}:${first?.line}`;
      if (found > 0 || (answer.unresolved ?? 0) > 0 || (answer.envelope?.files_left ?? 0) > 0) {
        tally.right();
      } else {
        tally.wrong("no reference, and none said to be unresolved", shown);
      }
    }
  } finally {
    await server.close();
  }
  tell(`${asked} functions`);
  return [tally.finding("find_references", "functions that are called are not said to be unused", { least: 0.99 })];
}

export const loneNames: Judge = {
  name: "lone-names",
  tools: ["find_references"],
  authority: "ripgrep, for functions whose name nothing else in the project has and that at least three lines call",
  checkouts: [
    { name: "celery", source: "celery/celery" },
    { name: "jekyll", source: "jekyll/jekyll" },
    { name: "framework", source: "laravel/framework" },
    { name: "ktor", source: "ktorio/ktor" },
    { name: "arrow", source: "arrow-kt/arrow" },
    { name: "okhttp", source: "square/okhttp" },
    { name: "Dapper", source: "DapperLib/Dapper" },
    { name: "Alamofire", source: "Alamofire/Alamofire" },
    { name: "redis", source: "redis/redis" },
    { name: "prometheus", source: "prometheus/prometheus" },
    { name: "AutoMapper", source: "AutoMapper/AutoMapper", heldOut: true },
    { name: "Exposed", source: "JetBrains/Exposed", heldOut: true },
    { name: "symfony", source: "symfony/symfony", heldOut: true },
  ],
  versions: async () => [(await runTool("rg", ["--version"])).split("\n")[0] ?? ""],
  run,
};
