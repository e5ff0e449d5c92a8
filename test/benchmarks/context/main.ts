// Asks one search for each task, through a server as a client does: the baseline of what prepares a context.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table } from "../support.ts";
import { type Judged, judge, type Range, type Task } from "./judge.ts";

const OPTIONS: OptionTable = {
  repositories: { value: "DIR", doc: "clones, each named as its repository, at the commits of the tasks" },
  tasks: { value: "FILE", doc: "default: test/benchmarks/context/tasks.json" },
  only: { value: "NAME", many: true, doc: "only these repositories" },
  tokens: { value: "N", many: true, doc: "budgets; default 4000 and 8000" },
  home: { value: "DIR", doc: "keeps the indexes between runs; default /tmp/context-broker-bench-context" },
  json: { value: "FILE", doc: "write what each task got" },
  help: { doc: "print this" },
};

const USAGE = [
  "How many of the lines that a task needs does one answer bring?",
  "",
  "usage: npm run bench:context -- --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "example:",
  "  npm run bench:context -- --repositories /tmp/clones --only gin --json /tmp/context.json",
].join("\n");

interface Options {
  readonly repositories: string;
  readonly tasks: string;
  readonly only: readonly string[];
  readonly tokens: readonly number[];
  readonly home: string;
  readonly json: string | null;
}

function parse(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, "npm run bench:context -- --help lists the options");
  if (values["help"] === true) {
    return null;
  }
  const text = (name: string): string | null => (typeof values[name] === "string" ? resolve(cwd, values[name]) : null);
  const many = (name: string): string[] => [values[name] ?? []].flat().map(String);
  const repositories = text("repositories");
  if (repositories === null) {
    throw new Failure("INVALID_INPUT", "--repositories is missing", { hint: "give the folder that has the clones" });
  }
  const tokens = many("tokens").map(Number);
  return {
    repositories,
    tasks: text("tasks") ?? packagePath("test", "benchmarks", "context", "tasks.json"),
    only: many("only"),
    tokens: tokens.length === 0 ? [4_000, 8_000] : tokens,
    home: text("home") ?? "/tmp/context-broker-bench-context",
    json: text("json"),
  };
}

interface Row extends Judged {
  readonly repository: string;
  readonly task: string;
  readonly kind: string;
  readonly arm: string;
  readonly tokens: number;
  readonly ms: number;
}

type Answer = { readonly content?: unknown; readonly structuredContent?: unknown; readonly isError?: boolean };

const textIn = ({ content }: Answer): string =>
  (content as { readonly text: string }[]).map((part) => part.text).join("\n");

/** Of the hits of a search, each with the lines from its first one on. */
function rangesOfSearch(structured: unknown): Range[] {
  type Hit = { readonly path: string; readonly start_line: number; readonly source?: readonly string[] };
  const { hits = [] } = (structured ?? {}) as { readonly hits?: readonly Hit[] };
  return hits.flatMap(({ path, start_line: start, source = [] }) =>
    source.length === 0 ? [] : [{ path, start, end: start + source.length - 1 }],
  );
}

async function run(options: Options): Promise<void> {
  const tasks = JSON.parse(readFileSync(options.tasks, "utf8")) as Task[];
  const { count } = await loadTokenCounter();
  const build = { name: "this build", main: packagePath("dist", "main.js") };
  const env = environmentIn(options.home, { CONTEXT_BROKER_QUERY_CACHE: "off" });
  const rows: Row[] = [];
  for (const repository of new Set(tasks.map((one) => one.repository))) {
    const name = repository.split("/").at(-1) ?? "";
    const root = join(options.repositories, name);
    if ((options.only.length > 0 && !options.only.includes(name)) || !existsSync(root)) {
      continue;
    }
    const files = new Map<string, readonly string[]>();
    const textOf = (path: string, line: number): string => {
      const known = files.get(path) ?? readFileSync(join(root, path), "utf8").split("\n");
      files.set(path, known);
      return known[line - 1] ?? "";
    };
    await runCommand(build, ["index", "--project", root], env);
    const server = await startServer(build, root, env);
    try {
      const call = async (tool: string, input: Readonly<Record<string, unknown>>) => {
        const started = performance.now();
        const answer = (await server.client.callTool({ name: tool, arguments: input })) as Answer;
        return { answer, ms: performance.now() - started };
      };
      await call("search_codebase", { query: "where does the work begin" });
      for (const task of tasks.filter((one) => one.repository === repository)) {
        for (const tokens of options.tokens) {
          const { answer, ms } = await call("search_codebase", { query: task.task, max_tokens: tokens, top_k: 100 });
          if (answer.isError === true) {
            throw new Failure("INTERNAL", `${name}, ${JSON.stringify(task.task)}: ${textIn(answer)}`, {
              hint: "a measurement needs every answer",
            });
          }
          rows.push({
            repository: name,
            task: task.task,
            kind: task.kind,
            arm: `search_codebase ${tokens}`,
            tokens: count(textIn(answer)),
            ms,
            ...judge(task, rangesOfSearch(answer.structuredContent), textOf),
          });
        }
      }
    } finally {
      await server.close();
    }
    tell(`${name}: ${rows.length} answers`);
  }
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`);
  }
  process.stdout.write(`${machine()}\n\n${reportOf(rows)}\n`);
}

function reportOf(rows: readonly Row[]): string {
  const mean = (values: readonly number[]): string =>
    (values.reduce((sum, one) => sum + one, 0) / (values.length || 1)).toFixed(2);
  const lineOf = (name: string, own: readonly Row[]): string[] => [
    name,
    String(own.length),
    mean(own.map(({ isWhole }) => Number(isWhole))),
    mean(own.map(({ share }) => share)),
    mean(own.map(({ files }) => files)),
    quantile(
      own.map(({ tokens }) => tokens),
      0.5,
    ).toFixed(0),
    quantile(
      own.map(({ ms }) => ms),
      0.5,
    ).toFixed(0),
  ];
  const arms = [...new Set(rows.map(({ arm }) => arm))];
  const groups = arms.flatMap((arm) => {
    const own = rows.filter((row) => row.arm === arm);
    const repositories = [...new Set(own.map(({ repository }) => repository))];
    return [
      lineOf(arm, own),
      ...repositories.map((name) =>
        lineOf(
          `- ${name}`,
          own.filter((row) => row.repository === name),
        ),
      ),
    ];
  });
  return table(
    ["", "tasks", "all lines there", "share of lines", "share of files", "tokens, median", "ms, median"],
    groups,
  );
}

/** Runs the benchmark; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parse(args, cwd), run });
