// Asks one search and one gathering for each task, through a server as a client does: how many of the necessary lines each brings.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { covers } from "../../support/judged.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";
import { findList, findRepositories, readQueries } from "../quality/judged-queries.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table } from "../support.ts";
import { type Judged, judge, type Range, type Task } from "./judge.ts";

const OPTIONS: OptionTable = {
  repositories: { value: "DIR", doc: "clones, each named as its repository, at the commits of the tasks" },
  tasks: { value: "FILE", doc: "default: test/benchmarks/context/tasks.json" },
  only: { value: "NAME", many: true, doc: "only these repositories" },
  tokens: { value: "N", many: true, doc: "budgets; default 4000 and 8000" },
  queries: { value: "FILE", many: true, doc: "instead of tasks: judged queries, whose targets must be in the answer" },
  tool: { value: "NAME", many: true, doc: "only these tools; default: all" },
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
  readonly queries: readonly string[];
  readonly tools: readonly string[];
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
    queries: many("queries").map((file) => resolve(cwd, file)),
    tools: many("tool"),
    home: text("home") ?? "/tmp/context-broker-bench-context",
    json: text("json"),
  };
}

/** A second question in the same conversation: what one of the necessary lines is there for, in the words of who chose it. */
interface FollowUp {
  readonly repository: string;
  /** Tokens of the first answer and of the second. */
  readonly first: number;
  readonly second: number;
  /** Whether both together have the lines. */
  readonly isWhole: boolean;
  readonly ms: number;
}

interface Row extends Judged {
  readonly repository: string;
  readonly task: string;
  readonly kind: string;
  readonly arm: string;
  readonly tokens: number;
  readonly ms: number;
}

type Answer = {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  readonly isError?: boolean;
};

/** The structured form, wherever the tool puts it. */
const structuredOf = ({ structuredContent, _meta }: Answer): unknown =>
  structuredContent ?? _meta?.["context-broker/details"];

const textIn = ({ content }: Answer): string =>
  (content as { readonly text: string }[]).map((part) => part.text).join("\n");

/** The lines that an answer's structured form shows. */
type RangesOf = (structured: unknown) => Range[];

/** Of the hits of a search, each with the lines from its first one on. */
const rangesOfSearch: RangesOf = (structured) => {
  type Hit = { readonly path: string; readonly start_line: number; readonly source?: readonly string[] };
  const { hits = [] } = (structured ?? {}) as { readonly hits?: readonly Hit[] };
  return hits.flatMap(({ path, start_line: start, source = [] }) =>
    source.length === 0 ? [] : [{ path, start, end: start + source.length - 1 }],
  );
};

const rangesOfContext: RangesOf = (structured) => {
  type Row = readonly [...(string | number | null)[], readonly (readonly [number, number, string])[]];
  const { items } = (structured ?? {}) as {
    readonly items?: { readonly rows: Readonly<Record<string, readonly Row[]>> };
  };
  return Object.entries(items?.rows ?? {}).flatMap(([path, rows]) =>
    rows.flatMap((row) =>
      (row.at(-1) as readonly (readonly [number, number, string])[]).map(([start, end]) => ({ path, start, end })),
    ),
  );
};

interface Arm {
  readonly tool: string;
  input(task: string): Readonly<Record<string, unknown>>;
  readonly ranges: RangesOf;
}

const ARMS: readonly Arm[] = [
  { tool: "search_codebase", input: (query) => ({ query, top_k: 100 }), ranges: rangesOfSearch },
  { tool: "gather_context", input: (task) => ({ task }), ranges: rangesOfContext },
];

const armsOf = (tools: readonly string[]): readonly Arm[] =>
  ARMS.filter(({ tool }) => tools.length === 0 || tools.includes(tool));

/** How many targets of judged queries are in an answer, at least one line of each. */
async function runQueries({ queries, repositories, only, tokens, tools, home }: Options): Promise<void> {
  const env = environmentIn(home, { CONTEXT_BROKER_QUERY_CACHE: "off" });
  const build = { name: "this build", main: packagePath("dist", "main.js") };
  const rows: string[][] = [];
  for (const file of queries) {
    const set = readQueries(file);
    const names = set.queries.map(({ repo }) => repo).filter((repo) => only.length === 0 || only.includes(repo));
    const found: { readonly arm: string; readonly any: boolean; readonly share: number; readonly ms: number }[] = [];
    for (const { name, root } of findRepositories(names, repositories, findList(null, repositories, file))) {
      await runCommand(build, ["index", "--project", root], env);
      const server = await startServer(build, root, env);
      try {
        for (const { query, targets } of set.queries.filter(({ repo }) => repo === name)) {
          for (const { tool, input, ranges } of armsOf(tools)) {
            for (const max of tokens) {
              const request = { name: tool, arguments: { ...input(query), max_tokens: max } };
              const started = performance.now();
              const answer = (await server.client.callTool(request)) as Answer;
              const ms = performance.now() - started;
              const shown = ranges(structuredOf(answer));
              const hits = shown.map(({ path, start, end }) => ({ path, startLine: start, endLine: end }));
              const there = targets.filter((target) => hits.some((hit) => covers(hit, target))).length;
              found.push({ arm: `${tool} ${max}`, any: there > 0, share: there / targets.length, ms });
            }
          }
        }
      } finally {
        await server.close();
      }
      tell(`${set.name}: ${name}`);
    }
    for (const arm of new Set(found.map((one) => one.arm))) {
      const own = found.filter((one) => one.arm === arm);
      const mean = (values: readonly number[]): string =>
        (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(3);
      rows.push([
        set.name,
        arm,
        String(own.length),
        mean(own.map(({ any }) => Number(any))),
        mean(own.map(({ share }) => share)),
        quantile(
          own.map(({ ms }) => ms),
          0.5,
        ).toFixed(0),
      ]);
    }
  }
  const head = ["queries", "", "asked", "a target there", "share of targets", "ms, median"];
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`);
}

async function run(options: Options): Promise<void> {
  if (options.queries.length > 0) {
    return runQueries(options);
  }
  const tasks = JSON.parse(readFileSync(options.tasks, "utf8")) as Task[];
  const { count } = await loadTokenCounter();
  const build = { name: "this build", main: packagePath("dist", "main.js") };
  const env = environmentIn(options.home, { CONTEXT_BROKER_QUERY_CACHE: "off" });
  const rows: Row[] = [];
  const followUps: FollowUp[] = [];
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
      const askTwice = async (task: Task, session: string): Promise<FollowUp> => {
        const [line] = task.necessary;
        const first = await call("gather_context", { task: task.task, session });
        const second = await call("gather_context", { task: line?.why ?? task.task, session });
        const shown = [first, second].flatMap(({ answer }) => rangesOfContext(structuredOf(answer)));
        const { isWhole } = judge({ ...task, necessary: line === undefined ? [] : [line] }, shown, textOf);
        const [tokens = 0, after = 0] = [first, second].map(({ answer }) => count(textIn(answer)));
        return { repository: name, first: tokens, second: after, isWhole, ms: second.ms };
      };
      await call("search_codebase", { query: "where does the work begin" });
      for (const task of tasks.filter((one) => one.repository === repository)) {
        for (const { tool, input, ranges } of armsOf(options.tools)) {
          for (const tokens of options.tokens) {
            const { answer, ms } = await call(tool, { ...input(task.task), max_tokens: tokens });
            if (answer.isError === true) {
              throw new Failure("INTERNAL", `${name}, ${JSON.stringify(task.task)}: ${textIn(answer)}`, {
                hint: "a measurement needs every answer",
              });
            }
            rows.push({
              repository: name,
              task: task.task,
              kind: task.kind,
              arm: `${tool} ${tokens}`,
              tokens: count(textIn(answer)),
              ms,
              ...judge(task, ranges(structuredOf(answer)), textOf),
            });
          }
        }
        followUps.push(await askTwice(task, `${name}-${process.pid}-${followUps.length}`));
      }
    } finally {
      await server.close();
    }
    tell(`${name}: ${rows.length} answers`);
  }
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`);
  }
  process.stdout.write(`${machine()}\n\n${reportOf(rows)}\n\n${reportOfFollowUps(followUps)}\n`);
}

function reportOfFollowUps(followUps: readonly FollowUp[]): string {
  const median = (values: readonly number[]): number => quantile(values, 0.5);
  const share = median(followUps.map(({ first, second }) => second / first));
  const firsts = median(followUps.map(({ first }) => first));
  const seconds = median(followUps.map(({ second }) => second));
  const whole = followUps.filter(({ isWhole }) => isWhole).length;
  return `${followUps.length} second questions of a session: ${seconds.toFixed(0)} tokens after ${firsts.toFixed(0)} (medians), ${share.toFixed(2)} of the first; both together have the lines in ${whole}; ${median(followUps.map(({ ms }) => ms)).toFixed(0)} ms`;
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
