// What the answers to judged queries cost a model: both forms as the server gives them to a client that it does not know, and what each
// client that it knows hands on.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, type Server, startServer } from "../figures/program.ts";
import { findList, findRepositories, keepOnly, readQueries } from "../quality/judged-queries.ts";
import { tell } from "../run-main.ts";
import { table } from "../support.ts";
import type { Options } from "./options.ts";

const CALL_TIMEOUT_MS = 600_000;

/** A client that hands its model the structured content, and the text where there is none. */
const STRUCTURED_ALONE = "codex-mcp-client";

export interface JudgedFigures {
  readonly repo: string;
  readonly query: string;
  readonly text: number;
  readonly structured: number;
  /** What a client that prefers structured content hands on. */
  readonly handedOn: number;
  /** Of the source in the answer: as it is, and as JSON writes it, as a list of lines and as one text. */
  readonly source: { readonly plain: number; readonly lines: number; readonly string: number };
}

/** What `--json` writes. */
export interface JudgedRecord {
  readonly commit: string | null;
  readonly queries: readonly JudgedFigures[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** A Markdown table: a line for each repository, and one for all queries. Shares are means over queries. */
export function renderJudged(figures: readonly JudgedFigures[]): string {
  const names = [...new Set(figures.map(({ repo }) => repo))];
  const share = (of: readonly JudgedFigures[], pick: (one: JudgedFigures) => number): string =>
    mean(of.map(pick)).toFixed(3);
  const row = (name: string, of: readonly JudgedFigures[]): string[] => [
    name,
    String(of.length),
    ...(["text", "structured"] as const).map((form) =>
      Math.round(mean(of.map((one) => one[form]))).toLocaleString("en"),
    ),
    share(of, ({ structured, text }) => structured / text),
    share(of, ({ handedOn, text }) => handedOn / text),
    ...(["lines", "string"] as const).map((form) =>
      share(
        of.filter(({ source }) => source.plain > 0),
        ({ source }) => source[form] / source.plain,
      ),
    ),
  ];
  return table(
    [
      "repository",
      "queries",
      "text",
      "structured",
      "structured / text",
      "handed on by Codex / text",
      "source as lines / plain",
      "source as one string / plain",
    ],
    [
      ...names.map((name) =>
        row(
          name,
          figures.filter(({ repo }) => repo === name),
        ),
      ),
      row("all", figures),
    ],
  );
}

type Count = (text: string) => number;

/** What the source of an answer takes in each way to write it. */
function sourceTokens(structured: unknown, count: Count): JudgedFigures["source"] {
  const { hits } = structured as { readonly hits: readonly { readonly source?: readonly string[] }[] };
  const sources = hits.flatMap(({ source }) => (source === undefined ? [] : [source]));
  const sum = (write: (lines: readonly string[]) => string): number =>
    sources.reduce((total, lines) => total + count(write(lines)), 0);
  return {
    plain: sum((lines) => lines.join("\n")),
    lines: sum((lines) => JSON.stringify(lines)),
    string: sum((lines) => JSON.stringify(lines.join("\n"))),
  };
}

async function askBoth(server: Server, query: string) {
  const answer = await server.client.callTool({ name: "search_codebase", arguments: { query } }, undefined, {
    timeout: CALL_TIMEOUT_MS,
  });
  const text = (answer.content as { readonly text: string }[]).map((part) => part.text).join("\n");
  if (answer.isError === true) {
    throw new Error(`${query}: ${text}`);
  }
  return { text, structured: answer.structuredContent };
}

/** Without vectors, so that the same program gives the same figures on any machine. */
export async function measureJudged(options: Options, queryFile: string): Promise<void> {
  const counter = await loadTokenCounter();
  const main = options.program ?? packagePath("dist", "main.js");
  const [{ queries } = { queries: [] }] = keepOnly([readQueries(queryFile)], options.repositories);
  const repositories = findRepositories(
    queries.map(({ repo }) => repo),
    options.checkouts,
    findList(null, options.checkouts, queryFile),
  );
  const env = environmentIn(join(options.cache, "judged"), {
    CONTEXT_BROKER_FIRST_ANSWER_MS: "600000",
    CONTEXT_BROKER_SEARCH_WAIT_MS: "600000",
  });
  const figures: JudgedFigures[] = [];
  for (const { name, root } of repositories) {
    const args = ["--vectors", "off"];
    const unknown = await startServer({ main }, root, env, args);
    const known = await startServer({ main }, root, env, args, STRUCTURED_ALONE);
    try {
      for (const { query } of queries.filter(({ repo }) => repo === name)) {
        const both = await askBoth(unknown, query);
        const one = await askBoth(known, query);
        figures.push({
          repo: name,
          query,
          text: counter.count(both.text),
          structured: counter.count(JSON.stringify(both.structured)),
          handedOn: counter.count(one.structured === undefined ? one.text : JSON.stringify(one.structured)),
          source: sourceTokens(both.structured, counter.count),
        });
      }
    } finally {
      await Promise.all([unknown.close(), known.close()]);
    }
    tell(`${name}: asked`);
  }
  if (options.json !== null) {
    const written: JudgedRecord = { commit: commitOf(packagePath()), queries: figures };
    writeFileSync(options.json, `${JSON.stringify(written, null, 1)}\n`);
  }
  process.stdout.write(`${renderJudged(figures)}\n`);
}
