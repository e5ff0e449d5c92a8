// Servers that are asked about a project: one that has never seen it, and one that has indexed all of its words.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Place } from "../../support/judged.ts";
import { environmentIn, type Program, type Server, startServer } from "../figures/program.ts";
import { timed } from "../support.ts";

/** The fields of an answer that are read here. */
interface WireAnswer {
  readonly hits: readonly { readonly path: string; readonly start_line: number; readonly end_line: number }[];
  /** Places that there was no room to show, after the hits. */
  readonly locations?: { readonly rows: readonly (readonly [path: string, line: number])[] };
  readonly details: {
    readonly completeness: { readonly files: number; readonly files_by_words: number; readonly files_by_text?: number };
  };
}

/** What a client that names nothing but ten hits gets. */
export interface ColdAnswer {
  readonly places: readonly Place[];
  readonly milliseconds: number;
  /** Share of the files that the answer was made from, 0 to 1. */
  readonly filesShare: number;
  /** Whether all words were indexed. */
  readonly isWhole: boolean;
}

async function ask(server: Server, query: string): Promise<ColdAnswer> {
  const { ms, value } = await timed(() => server.call("search_codebase", { query, top_k: 10 }));
  const { hits, locations, details } = value as WireAnswer;
  const { files, files_by_words: byWords, files_by_text: byText = byWords } = details.completeness;
  return {
    places: [
      ...hits.map(({ path, start_line: startLine, end_line: endLine }) => ({ path, startLine, endLine })),
      ...(locations?.rows ?? []).map(([path, line]) => ({ path, startLine: line, endLine: line })),
    ],
    milliseconds: ms,
    filesShare: files === 0 ? 1 : byText / files,
    isWhole: byWords === files,
  };
}

/** A server in an empty home; `args` follow those that name the project. */
export async function withServer<Value>(
  program: Program,
  root: string,
  more: Readonly<Record<string, string>>,
  args: readonly string[],
  use: (server: Server, startedMs: number) => Promise<Value>,
): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), "context-broker-cold-"));
  const started = performance.now();
  const server = await startServer(program, root, environmentIn(home, more), args);
  try {
    return await use(server, started);
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

export interface FirstAnswer extends ColdAnswer {
  /** From the start of the process. */
  readonly sinceStartMs: number;
  /** Answers that were asked for while the index was being made, right after the first. */
  readonly later: readonly ColdAnswer[];
}

/** Starts a server in an empty home and asks it; then the `others`, until all words are indexed. */
export function askCold(
  program: Program,
  root: string,
  query: string,
  others: readonly string[],
): Promise<FirstAnswer> {
  return withServer(program, root, {}, [], async (server, started) => {
    const first = await ask(server, query);
    const sinceStartMs = performance.now() - started;
    const later: ColdAnswer[] = [];
    let isWhole = first.isWhole;
    for (const other of isWhole ? [] : others) {
      const answer = await ask(server, other);
      isWhole = answer.isWhole;
      if (isWhole) {
        break;
      }
      later.push(answer);
    }
    return { ...first, sinceStartMs, later };
  });
}

/** Longest time that a whole index is waited for: 20,000 files take two minutes beside other work. */
const WHOLE_MS = 300_000;

/** The answers of a server that has indexed all words, and makes no vectors. */
export function askWhole(
  program: Program,
  root: string,
  queries: readonly string[],
): Promise<ReadonlyMap<string, readonly Place[]>> {
  const settings = { CONTEXT_BROKER_VECTORS: "off", CONTEXT_BROKER_FIRST_ANSWER_MS: String(WHOLE_MS) };
  return withServer(program, root, settings, [], async (server) => {
    const until = performance.now() + WHOLE_MS;
    while (!(await ask(server, queries[0] ?? "")).isWhole) {
      if (performance.now() > until) {
        throw new Error(`${root} was not indexed within ${WHOLE_MS / 1000} s`);
      }
    }
    const answers = new Map<string, readonly Place[]>();
    for (const query of queries) {
      answers.set(query, (await ask(server, query)).places);
    }
    return answers;
  });
}

/** Takes a core until it is stopped, or until the benchmark is gone. */
const BUSY_LOOP = "const of = process.ppid; for (let at = 1; at % 1e7 !== 0 || process.ppid === of; at++);";

/** Programs that do nothing but take a core each. */
export function startBusyLoops(count: number): { stop(): void } {
  const loops: readonly ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", BUSY_LOOP], { stdio: "ignore" }),
  );
  return {
    stop() {
      for (const loop of loops) {
        loop.kill("SIGKILL");
      }
    },
  };
}
