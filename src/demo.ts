// `npm run demo [-- PATH [QUESTION...]]`: the whole program at work on a project, a part of its own source by default, in
// less than a minute. Starts the real server as a client would and asks it questions over MCP: the first one at once, when only words are
// searched, then all of them by meaning, for which each has the vectors made that it needs first. Everything it makes
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
import { formatNumber, renderCount, renderDuration } from "./vocabulary/shown-text.ts";

const OWN = packagePath("src");
const OWN_QUESTIONS = [
  "how is a stale answer kept out of the query cache",
  "which files are never indexed because they hold secrets",
  "split a symbol that is too long for one chunk",
];
/** What the questions are not about: a busy machine would not index all of the source within the demo's minute. */
const OWN_LEFT_OUT =
  "change cli clients context edits facts history intelligence languages linking operations page reason review server statistics storage team"
    .split(" ")
    .map((folder) => `${folder}/**`)
    .join(",");
/** Where the questions above stand, which would answer themselves. */
const OWN_PATHS = ["!demo.ts"];
const GENERAL_QUESTIONS = ["how are errors handled", "how is the configuration read", "where are files written"];
const HITS_SHOWN = 3;
/** Lines of the best hit's source. */
const LINES_SHOWN = 6;
/** A large project, or any on a busy machine, does not have all its vectors by then, perhaps not all its words. */
const INDEX_WAIT_MS = 30_000;
const POLL_MS = 400;
/** How long each question may have vectors made: those of its best candidates, hundreds in a second or two where the machine is free. */
const MEANING_WAIT_MS = 6_000;
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
  readonly vectors: { readonly state: string; readonly reason?: string };
  readonly to_embed?: { readonly seconds?: number };
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

/** Waits until every file is indexed and every chunk embedded, for INDEX_WAIT_MS at most. Answers the state then. */
async function waitForIndex(client: Client, indexed: (files: number) => void): Promise<Status> {
  const until = performance.now() + INDEX_WAIT_MS;
  let isIndexed = false;
  const bar = openProgressBar(terminal.err);
  try {
    for (;;) {
      const status = await call<Status>(client, "index_status");
      const { files, files_searchable, chunks, chunks_embedded } = status.coverage;
      if (files_searchable === files && !isIndexed) {
        isIndexed = true;
        bar.clear();
        indexed(files);
      }
      if ((isIndexed && chunks_embedded === chunks) || performance.now() > until) {
        return status;
      }
      if (isIndexed) {
        bar.show({ done: chunks_embedded, total: chunks, message: "embedding" });
        await new Promise((resume) => setTimeout(resume, POLL_MS));
      } else {
        // The call itself waits for files.
        bar.show({ done: files_searchable, total: files, message: "indexing" });
      }
    }
  } finally {
    bar.clear();
  }
}

/** What an answer was made from besides words. */
function meaningOf({ details: { completeness: seen } }: SearchAnswer): string {
  const { chunks, chunks_by_meaning: measured } = seen;
  if (measured === 0) {
    return "by words alone";
  }
  const which = measured === chunks ? `all ${renderCount(chunks, "chunk")}` : renderCount(measured, "chunk");
  return `by words and the meaning of ${which}${measured === chunks ? "" : ", the likeliest first"}`;
}

/** One question: its hits, its time, the time of asking again, and what it saved. */
async function ask(client: Client, query: string): Promise<SearchAnswer> {
  const { result: answer, ms } = await search(client, query);
  const { ms: again } = await search(client, query);
  say(`${bold("?")} ${bold(query)} ${dim(`(${meaningOf(answer)})`)}`);
  showHits(answer, true);
  const { statistics } = answer.details;
  say(
    `  ${green(duration(ms))}${dim(", asked again ")}${green(duration(again))}${dim(
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
  say(bold(`Tokens of ${renderCount(answers.length, "answer")}`));
  say(`  ${"sent as source".padEnd(34)}${formatNumber(sent).padStart(12)}`);
  // The smaller of two alternatives a question, of which grep is estimated: no decimals.
  const times = sent === 0 ? 1 : instead / sent;
  const verdict =
    times < 1 ? "fewer than were sent" : `${times < 10 ? times.toFixed(1) : Math.round(times)} times as many`;
  say(`  ${"reading the first files or grepping".padEnd(34)}${formatNumber(instead).padStart(12)}   ${bold(verdict)}`);
}

/** How much of the project has vectors by now, and when all of it will. */
function showVectors({ coverage: { chunks, chunks_embedded }, vectors, to_embed: left }: Status): void {
  const isWhole = chunks_embedded === chunks;
  const count = `${isWhole ? "all" : `${formatNumber(chunks_embedded)} of`} ${renderCount(chunks, "chunk")}`;
  const time = left?.seconds === undefined ? "" : `, about ${renderDuration(left.seconds)} here`;
  const rest = isWhole
    ? ""
    : yellow(`; ${vectors.state === "unavailable" ? vectors.reason : `a server goes on with the rest${time}`}`);
  say(`${bold("Vectors")}  ${count}${rest}`);
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

  const since = () => `${green(duration(performance.now() - indexing))} after the question`;
  const status = await waitForIndex(client, (files) =>
    say(`${bold("Index")}    ${renderCount(files, "file")}, ${since()}`),
  );
  const { files, files_searchable } = status.coverage;
  if (files_searchable < files) {
    say(
      `${bold("Index")}    ${yellow(`${formatNumber(files_searchable)} of ${renderCount(files, "file")}`)}, ${since()}`,
    );
  }
  say();
  const asked: SearchAnswer[] = [];
  // The first question comes again at the end, so that its answer shows what meaning adds to words.
  for (const question of [...others, first]) {
    asked.push(await ask(client, question));
  }
  showVectors(await call<Status>(client, "index_status"));
  if (asked.every(({ hits }) => hits.length === 0)) {
    throw new Error(`no question found anything in ${root}`);
  }
  showSavings(asked);
}

async function main(path: string, given: readonly string[]): Promise<void> {
  const root = await realpath(path);
  const own = root === (await realpath(OWN));
  const questions = given.length > 0 ? given : own ? OWN_QUESTIONS : GENERAL_QUESTIONS;
  const home = await mkdtemp(join(tmpdir(), "context-broker-demo-"));
  const client = new Client({ name: "context-broker-demo", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [packagePath("dist", "main.js"), "serve", "--project", root],
    env: {
      ...getDefaultEnvironment(),
      CONTEXT_BROKER_DAEMON: "off",
      CONTEXT_BROKER_MEANING_WAIT_MS: String(MEANING_WAIT_MS),
      ...(own ? { CONTEXT_BROKER_EXCLUDE: OWN_LEFT_OUT } : {}),
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
  say(`${bold("Context Broker")} on ${cyan(visible(root))}${own ? dim(", of which it leaves most folders out") : ""}`);
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
  const [path = OWN, ...questions] = process.argv.slice(2);
  await main(resolve(process.env["INIT_CWD"] ?? process.cwd(), path), questions);
} catch (error) {
  terminal.err.write(`the demo failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
await terminal.flush();
