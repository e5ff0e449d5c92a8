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
import { type Conversation, converse, groupsOf } from "./conversations.ts";
import { grepAndRead, type Replay, type Step } from "./grep-and-read.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";

const COMMAND = "bench:savings";
const CALL_TIMEOUT_MS = 600_000;
/** Tasks of a conversation. */
const CONVERSATION_TASKS = 10;

type Way = Omit<Replay, "files">;

interface Task {
  readonly repo: string;
  readonly query: string;
  readonly grep: Replay;
  readonly search: Way;
  /** The search, and then the whole file that answers; grep and reading where the search lacks it. */
  readonly whole: Way;
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
  const search: Step = { path: null, tokens };
  const whole = answering === undefined ? grep : wholeFile(root, answering.path, count);
  return {
    repo,
    query,
    grep,
    search: { found: answering !== undefined, tokens, steps: [search] },
    whole: { found: whole.found, tokens: tokens + whole.tokens, steps: [search, ...whole.steps] },
  };
}

function wholeFile(root: string, path: string, count: (text: string) => number): Way {
  const tokens = count(readFileSync(join(root, path), "utf8"));
  return { found: true, tokens, steps: [{ path, tokens }] };
}

const number = (value: number): string => Math.round(value).toLocaleString("en");

function row(name: string, of: readonly Way[]): string[] {
  const tokens = of.map((one) => one.tokens);
  const sum = tokens.reduce((total, one) => total + one, 0);
  const found = of.filter((one) => one.found).length;
  return [
    name,
    `${found} of ${of.length} (.${Math.round((100 * found) / of.length)})`,
    ...[0.5, 0.9].map((at) => number(quantile(tokens, at))),
    number(sum),
  ];
}

/** `given`: tokens of the tool list and the instructions. */
function conversationRow(name: string, conversations: readonly (readonly Way[])[], given: number): string[] {
  const all = conversations.map((ways) =>
    converse(
      ways.map(({ steps }) => steps),
      given,
    ),
  );
  const median = (of: (conversation: Conversation) => number): string => number(quantile(all.map(of), 0.5));
  return [
    name,
    median(({ turns }) => turns),
    median(({ tokens }) => tokens),
    median(({ resident }) => resident),
    number(all.reduce((sum, { resident }) => sum + resident, 0)),
  ];
}

const WAYS = {
  "grep, and reading whole files": ({ grep }: Task): Way => grep,
  "`search_codebase`": ({ search }: Task): Way => search,
  "the same, then the whole file that answers": ({ whole }: Task): Way => whole,
} as const;

/** The two tables and what stands around them. */
function renderReport(tasks: readonly Task[], names: readonly string[], encoding: string, listTokens: number): string {
  const conversations = names.flatMap((name) =>
    groupsOf(
      tasks.filter(({ repo }) => repo === name),
      CONVERSATION_TASKS,
    ),
  );
  const [first] = Object.values(WAYS);
  return [
    `${tasks.length} tasks in ${names.length} repositories, ${encoding}; ${new Date().toISOString().slice(0, 10)}, ${machine()}, commit ${commitOf(packagePath())}.`,
    "",
    table(
      ["way", "found", "p50 tokens", "p90 tokens", "tokens of all tasks"],
      Object.entries(WAYS).map(([name, way]) => row(name, tasks.map(way))),
    ),
    "",
    `The tool list and the instructions take ${number(listTokens)} tokens more, once a conversation.`,
    "",
    `${conversations.length} conversations of ${CONVERSATION_TASKS} tasks of one repository, with the tool list and the instructions; medians, then the sum of all:`,
    "",
    table(
      ["way", "turns", "tokens", "sent again with later turns", "of all conversations"],
      Object.entries(WAYS).map(([name, way]) =>
        conversationRow(
          name,
          conversations.map((group) => group.map(way)),
          way === first ? 0 : listTokens,
        ),
      ),
    ),
    "",
  ].join("\n");
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
  const names = repositories.map(({ name }) => name);
  const report = renderReport(tasks, names, counter.encoding, listTokens);
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
