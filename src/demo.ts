// `npm run demo [-- PATH [QUESTION...]]`: the whole program at work on a repository, this one by default, in less than a
// minute. Starts the real server as a client would and asks it questions over MCP: the first one at once, when only words are
// searched, the others while the vectors are being made, so that their answers show meaning as it arrives. Everything it makes
// lies in a temporary folder, so each run starts from nothing; every figure is measured in this run.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openProgressBar } from "./cli/progress-bar.ts";
import { styleOf } from "./cli/style.ts";
import { openTerminal, visible } from "./cli/terminal.ts";
import { onFirstInterrupt } from "./system/interrupts.ts";
import { packagePath } from "./system/package-root.ts";
import { messageOf } from "./vocabulary/failure.ts";
import { formatNumber, renderCount } from "./vocabulary/shown-text.ts";

const OWN_QUESTIONS = [
  "how is a stale answer kept out of the query cache",
  "which files are never indexed because they hold secrets",
  "split a symbol that is too long for one chunk",
];
/** Where the questions above stand, which would answer themselves. */
const OWN_PATHS = ["!src/demo.ts"];
const GENERAL_QUESTIONS = ["how are errors handled", "how is the configuration read", "where are files written"];
const HITS_SHOWN = 3;
/** Lines of the best hit's source. */
const LINES_SHOWN = 6;
/** A large project's vectors take minutes; the demo ends before, and says how many there were. */
const VECTORS_WAIT_MS = 36_000;
const POLL_MS = 400;
const REQUEST_MS_MAX = 120_000;

interface Hit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string | null;
  readonly kind: string;
  readonly source?: readonly string[];
}

interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly details: {
    readonly scores: readonly number[];
    readonly completeness: {
      readonly files: number;
      readonly files_by_words: number;
      readonly files_by_text?: number;
      readonly chunks: number;
      readonly chunks_by_meaning: number;
    };
    readonly statistics: {
      readonly context_tokens: number;
      readonly first_files_tokens: number;
      readonly grep_tokens?: number;
    };
  };
}

interface Status {
  readonly coverage: {
    readonly files: number;
    readonly files_searchable: number;
    readonly chunks: number;
    readonly chunks_embedded: number;
  };
  readonly vectors: { readonly state: string; readonly kind: string | null; readonly reason: string };
}

interface Timed<Result> {
  readonly result: Result;
  readonly ms: number;
}

const terminal = openTerminal();
const { bold, cyan, dim, green, yellow } = styleOf(terminal.out);
const say = (text = ""): void => terminal.out.write(`${text}\n`);
const duration = (ms: number): string =>
  ms < 9.95 ? `${ms.toFixed(1)} ms` : ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

async function timed<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/** Calls a tool and answers its structured content; a tool's error ends the demo. */
async function call<Result>(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Result> {
  const bar = openProgressBar(terminal.err);
  try {
    const answer = await client.callTool({ name, arguments: input }, undefined, {
      timeout: REQUEST_MS_MAX,
      onprogress: ({ progress, total = 0, message = name }) =>
        // The server's message counts too; the bar does so itself.
        bar.show({ done: progress, total, message: message.replace(/: \d.*$/, "") }),
    });
    if (answer.isError === true || answer.structuredContent === undefined) {
      throw new Error(`${name} failed: ${JSON.stringify(answer.content)}`);
    }
    return { ...answer.structuredContent, details: answer._meta?.["context-broker/details"] } as Result;
  } finally {
    bar.clear();
  }
}

function search(client: Client, query: string): Promise<Timed<SearchAnswer>> {
  const paths = OWN_QUESTIONS.includes(query) ? { paths: OWN_PATHS } : {};
  return timed(() => call<SearchAnswer>(client, "search_codebase", { query, top_k: 5, ...paths }));
}

const oneLine = (text: string): string => visible(text).replaceAll("\n", "\\n");

function showHits({ hits, details: { scores } }: SearchAnswer, withSource: boolean): void {
  const rows = hits.slice(0, HITS_SHOWN).map(({ path, start_line, end_line, symbol, kind }, at) => ({
    place: oneLine(`${path}:${start_line}-${end_line}`),
    what: oneLine(symbol === null ? kind : `${kind} ${symbol}`),
    score: (scores[at] ?? 0).toFixed(2).padStart(6),
  }));
  const columns = Math.max(0, ...rows.map(({ place }) => place.length));
  for (const [index, { place, what, score }] of rows.entries()) {
    say(`  ${bold(String(index + 1))}  ${cyan(place)}${" ".repeat(columns - place.length)} ${score}  ${dim(what)}`);
    if (withSource && index === 0) {
      showSource(hits[0]?.source ?? []);
    }
  }
  if (rows.length === 0) {
    say(`  ${yellow("no hit")}`);
  }
}

/** The first lines of the best hit, as they were sent. */
function showSource(lines: readonly string[]): void {
  const width = Math.max(20, terminal.out.columns - 8);
  for (const line of lines.slice(0, LINES_SHOWN)) {
    say(`     ${dim("│")} ${visible(line).replaceAll("\t", "  ").slice(0, width)}`);
  }
}

function completeness({ details: { completeness: seen } }: SearchAnswer): string {
  if (seen.files_by_text !== undefined) {
    return `the text of ${formatNumber(seen.files_by_text)} of ${formatNumber(seen.files)} files`;
  }
  return (
    `${formatNumber(seen.files_by_words)} of ${formatNumber(seen.files)} files searched by words, ` +
    `${formatNumber(seen.chunks_by_meaning)} of ${formatNumber(seen.chunks)} chunks by meaning`
  );
}

/** Waits until every chunk has its vector, or until `until` by performance.now(); answers the state then. */
async function waitForVectors(client: Client, until: number): Promise<Status> {
  const bar = openProgressBar(terminal.err);
  try {
    for (;;) {
      const status = await call<Status>(client, "index_status");
      const { files, files_searchable, chunks, chunks_embedded } = status.coverage;
      const complete = files_searchable === files && chunks_embedded === chunks;
      if (complete || status.vectors.state === "disabled" || performance.now() > until) {
        return status;
      }
      bar.show({ done: chunks_embedded, total: chunks, message: "embedding" });
      await new Promise((resume) => setTimeout(resume, POLL_MS));
    }
  } finally {
    bar.clear();
  }
}

/** The share of the chunks that have a vector, for people. */
function meaningShare({ coverage: { chunks, chunks_embedded } }: Status): string {
  const share = chunks === 0 ? 1 : chunks_embedded / chunks;
  return share === 1
    ? "meaning of all chunks"
    : `meaning of ${Math.floor(100 * share)} % of ${formatNumber(chunks)} chunks`;
}

/** One question: its hits, its time, the time of asking again, and what it saved. */
async function ask(client: Client, query: string, status: Status): Promise<SearchAnswer> {
  const { result: answer, ms: warm } = await search(client, query);
  const { ms: cached } = await search(client, query);
  say(`${bold("?")} ${bold(query)} ${dim(`(${meaningShare(status)})`)}`);
  showHits(answer, true);
  const { statistics } = answer.details;
  say(
    `  ${green(duration(warm))}${dim(", asked again ")}${green(duration(cached))}${dim(
      ` · ${formatNumber(statistics.context_tokens)} tokens of source; reading or grepping takes ${formatNumber(cheaperOf(statistics))}`,
    )}`,
  );
  say();
  return answer;
}

/** Reading the files of the first three hits, or grepping, whichever takes fewer tokens. */
const cheaperOf = ({ first_files_tokens: files, grep_tokens: grep = files }: SearchAnswer["details"]["statistics"]) =>
  Math.min(files, grep);

function showSavings(answers: readonly SearchAnswer[]): void {
  const sum = (pick: (statistics: SearchAnswer["details"]["statistics"]) => number) =>
    answers.reduce((total, { details }) => total + pick(details.statistics), 0);
  const sent = sum(({ context_tokens }) => context_tokens);
  const instead = sum(cheaperOf);
  const saved = instead === 0 ? 0 : Math.max(0, 100 * (1 - sent / instead));
  say(bold(`Tokens of ${renderCount(answers.length, "answer")}`));
  say(`  ${"sent as source".padEnd(34)}${formatNumber(sent).padStart(12)}`);
  say(
    `  ${"reading the first files or grepping".padEnd(34)}${formatNumber(instead).padStart(12)}   ${bold(`${saved.toFixed(1)} %`)} saved`,
  );
}

function showIndex({ coverage, vectors }: Status, ms: number): void {
  const { files, chunks, chunks_embedded } = coverage;
  const isWhole = chunks_embedded === chunks;
  const embedded = isWhole ? formatNumber(chunks) : `${formatNumber(chunks_embedded)} of ${formatNumber(chunks)}`;
  say(
    `${bold("Index")}    ${formatNumber(files)} files, ${embedded} chunks embedded, ${green(duration(ms))} since the first question`,
  );
  const rest = isWhole ? "" : yellow(`; ${vectors.reason || "a server goes on with the rest"}`);
  const state = isWhole ? `complete${vectors.kind === null ? "" : ` (${vectors.kind})`}` : "incomplete";
  say(`${bold("Vectors")}  ${state}${rest}`);
  say();
}

async function demonstrate(
  root: string,
  questions: readonly string[],
  client: Client,
  connectMs: number,
): Promise<void> {
  const { tools } = await client.listTools();
  say(
    `${bold("Server")}   started and answered ${dim("initialize")} in ${green(duration(connectMs))}, ${tools.length} tools`,
  );

  const [first = "", ...others] = questions;
  const indexing = performance.now();
  const cold = await search(client, first);
  say(`${bold("Cold")}     first answer after ${green(duration(cold.ms))}, from nothing: ${completeness(cold.result)}`);
  showHits(cold.result, false);
  say();

  const asked: SearchAnswer[] = [];
  let status: Status | undefined;
  // The first question comes again at the end, so that its answer shows what meaning adds to words.
  for (const [index, question] of [...others, first].entries()) {
    status = await waitForVectors(client, indexing + (VECTORS_WAIT_MS * (index + 1)) / questions.length);
    asked.push(await ask(client, question, status));
  }
  if (status !== undefined) {
    showIndex(status, performance.now() - indexing);
  }
  if (asked.every(({ hits }) => hits.length === 0)) {
    throw new Error(`no question found anything in ${root}`);
  }
  showSavings(asked);
}

async function main(path: string, given: readonly string[]): Promise<void> {
  const root = await realpath(path);
  const own = root === (await realpath(packagePath()));
  const questions = given.length > 0 ? given : own ? OWN_QUESTIONS : GENERAL_QUESTIONS;
  const home = await mkdtemp(join(tmpdir(), "context-broker-demo-"));
  const client = new Client({ name: "context-broker-demo", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [packagePath("dist", "main.js"), "serve", "--project", root],
    env: {
      ...getDefaultEnvironment(),
      CONTEXT_BROKER_DAEMON: "off",
      CONTEXT_BROKER_CACHE_FOLDER: join(home, "cache"),
      CONTEXT_BROKER_DATA_FOLDER: join(home, "data"),
    },
    stderr: "pipe",
  });
  let serverLog = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    serverLog = (serverLog + chunk.toString()).slice(-4_000);
  });
  const release = onFirstInterrupt(() => void client.close());
  say(`${bold("Context Broker")} on ${cyan(visible(root))}`);
  say(dim("the real server over stdio, the model in the package, no network; all figures are of this run"));
  say();
  try {
    const { ms } = await timed(() => client.connect(transport));
    await demonstrate(root, questions, client, ms);
  } catch (error) {
    terminal.err.write(serverLog === "" ? "" : `the server said:\n${visible(serverLog)}\n`);
    throw error;
  } finally {
    release();
    await client.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  // npm runs scripts in the package's folder; INIT_CWD is where the user stood.
  const [path = packagePath(), ...questions] = process.argv.slice(2);
  await main(resolve(process.env["INIT_CWD"] ?? process.cwd(), path), questions);
} catch (error) {
  terminal.err.write(`the demo failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
await terminal.flush();
