// Replays judged tasks in two ways and counts what each puts into a model's context: grep and reading whole files (grep-and-read.ts), and
// one search_codebase through a real server, followed by reading the whole file that answers, or by grep where the answer lacks it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { rankOf } from "../../support/judged.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, type Server, startServer } from "../figures/program.ts";
import { intoPage } from "../page.ts";
import {
  findList,
  findRepositories,
  type JudgedQuery,
  type Repository,
  readQueries,
} from "../quality/judged-queries.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table } from "../support.ts";
import { grepAndRead, type Replay } from "./grep-and-read.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";

const COMMAND = "bench:savings";
const CALL_TIMEOUT_MS = 600_000;

interface Task {
  readonly repo: string;
  readonly query: string;
  readonly grep: Replay;
  readonly search: { readonly found: boolean; readonly tokens: number };
  /** The search, and then the whole file that answers; grep and reading where the search lacks it. */
  readonly whole: { readonly found: boolean; readonly tokens: number };
}

interface Hit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
}

async function replay(
  server: Server,
  { root, prefix }: Repository,
  { repo, query, targets }: JudgedQuery,
  count: (text: string) => number,
): Promise<Task> {
  const inProject = targets.map((target) => ({
    ...target,
    path: prefix !== "" && target.path.startsWith(`${prefix}/`) ? target.path.slice(prefix.length + 1) : target.path,
  }));
  const grep = grepAndRead(root, query, (path) => inProject.some((target) => target.path === path), count);
  const options = { timeout: CALL_TIMEOUT_MS };
  const answer = await server.client.callTool({ name: "search_codebase", arguments: { query } }, undefined, options);
  const [content] = answer.content as readonly { readonly text: string }[];
  const { hits = [] } = answer.structuredContent as { readonly hits?: readonly Hit[] };
  const places = hits.map((hit) => ({ path: hit.path, startLine: hit.start_line, endLine: hit.end_line }));
  const answering = inProject.find((target) => rankOf(places, target) > 0);
  const tokens = count(content?.text ?? "");
  const more =
    answering === undefined ? grep : { found: true, tokens: count(readFileSync(join(root, answering.path), "utf8")) };
  return {
    repo,
    query,
    grep,
    search: { found: answering !== undefined, tokens },
    whole: { found: more.found, tokens: tokens + more.tokens },
  };
}

function row(name: string, of: readonly { readonly found: boolean; readonly tokens: number }[]): string[] {
  const tokens = of.map((one) => one.tokens);
  const sum = tokens.reduce((total, one) => total + one, 0);
  const found = of.filter((one) => one.found).length;
  const number = (value: number): string => Math.round(value).toLocaleString("en");
  return [
    name,
    `${found} of ${of.length} (.${Math.round((100 * found) / of.length)})`,
    ...[0.5, 0.9].map((at) => number(quantile(tokens, at))),
    number(sum),
  ];
}

async function measure(options: Options): Promise<void> {
  const { queries } = readQueries(options.queries);
  const list = findList(null, options.repositories, options.queries);
  const repositories = findRepositories(
    queries.map(({ repo }) => repo),
    options.repositories,
    list,
  );
  const counter = await loadTokenCounter();
  const main = packagePath("dist", "main.js");
  const tasks: Task[] = [];
  let listTokens = 0;
  for (const repository of repositories) {
    const env = environmentIn(options.cache, {
      CONTEXT_BROKER_FIRST_ANSWER_MS: "600000",
      CONTEXT_BROKER_SEARCH_WAIT_MS: "600000",
      CONTEXT_BROKER_EMBED_UP_TO: "100000",
      CONTEXT_BROKER_QUERY_CACHE: "off",
    });
    const server = await startServer({ main }, repository.root, env);
    try {
      const { tools } = await server.client.listTools();
      listTokens = counter.count(JSON.stringify(tools)) + counter.count(server.client.getInstructions() ?? "");
      for (const query of queries.filter(({ repo }) => repo === repository.name)) {
        tasks.push(await replay(server, repository, query, counter.count));
      }
    } finally {
      await server.close();
    }
    tell(`${repository.name}: replayed`);
  }
  const rows = [
    row(
      "grep, and reading whole files",
      tasks.map(({ grep }) => grep),
    ),
    row(
      "`search_codebase`",
      tasks.map(({ search }) => search),
    ),
    row(
      "the same, then the whole file that answers",
      tasks.map(({ whole }) => whole),
    ),
  ];
  const report = [
    `${tasks.length} tasks in ${repositories.length} repositories, ${counter.encoding}; ${new Date().toISOString().slice(0, 10)}, ${machine()}, commit ${commitOf(packagePath())}.`,
    "",
    table(["way", "found", "p50 tokens", "p90 tokens", "tokens of all tasks"], rows),
    "",
    `The tool list and the instructions take ${listTokens.toLocaleString("en")} tokens more, once a conversation.`,
    "",
  ].join("\n");
  process.stdout.write(report);
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(tasks, null, 1)}\n`);
  }
  if (options.page !== null) {
    writeFileSync(options.page, intoPage(readFileSync(options.page, "utf8"), report, COMMAND));
  }
}

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run: measure });
