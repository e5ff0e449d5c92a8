// The program under measurement: its command and its server, each in a home of its own, with the real client of the
// protocol. What a process costs is read from /proc: of itself and all that descend from it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { withDetails } from "../../support/mcp-server.ts";
import { type MemoryPeak, watchMemory } from "../support.ts";

/** Longer than any first index waits. Milliseconds. */
const CALL_TIMEOUT_MS = 600_000;

export interface Program {
  /** The executable script, such as dist/main.js. */
  readonly main: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Nothing of the person's own settings, indexes or results. */
export function environmentIn(home: string, more: Environment = {}): Record<string, string> {
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USERPROFILE: home,
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_CACHE_FOLDER: cacheIn(home),
    CONTEXT_BROKER_DATA_FOLDER: join(home, "data"),
    ...more,
  };
}

export const cacheIn = (home: string): string => join(home, "cache");

/** The fields of an answer that benchmarks read. */
export interface SearchAnswer {
  readonly hits: readonly { readonly path: string }[];
  readonly details: {
    readonly parts: { readonly cache: { readonly detail?: string } };
    readonly index: { readonly lagging_files: number; readonly unchecked?: true };
    readonly completeness: {
      readonly files: number;
      readonly files_by_words: number;
      readonly chunks: number;
      readonly chunks_by_meaning: number;
    };
    readonly statistics: { readonly context_tokens: number };
  };
}

export interface Server {
  readonly pid: number;
  readonly client: Client;
  /** Throws what the tool says where it fails. */
  call(name: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>;
  ask(query: string): Promise<SearchAnswer>;
  /** Ends stdin, as a client does, and waits for the end. */
  close(): Promise<void>;
}

/** Resolves when `initialize` is answered. `more`: arguments; `clientName`: how the client introduces itself. */
export async function startServer(
  { main }: Program,
  project: string,
  env: Environment,
  more: readonly string[] = [],
  clientName = "benchmark",
): Promise<Server> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "serve", "--project", project, ...more],
    // Where clients start it: an answer then does not say which project it is about.
    cwd: project,
    env: { ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: clientName, version: "1.0.0" });
  await client.connect(transport);
  const call: Server["call"] = async (name, input, signal) => {
    const answer = await client.callTool({ name, arguments: { ...input } }, undefined, {
      timeout: CALL_TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.isError === true) {
      throw new Error(`${name}: ${JSON.stringify(answer.content).slice(0, 500)}`);
    }
    return withDetails(answer.structuredContent, answer._meta);
  };
  return {
    pid: transport.pid ?? 0,
    client,
    call,
    ask: async (query) => (await call("search_codebase", { query })) as SearchAnswer,
    close: () => client.close(),
  };
}

export interface Ended {
  readonly stdout: string;
  /** From start to end, in milliseconds. */
  readonly elapsedMs: number;
  /** User and system time of the process and of all its descendants that were waited for, in milliseconds. */
  readonly processorMs: number;
  readonly peak: MemoryPeak;
}

/** POSIX `times` prints the shell's own user and system time, then its children's: `0m1.200s 0m0.050s`. */
const WITH_TIMES = 'trap : INT; "$@"; code=$?; times >&3; exit "$code"';

function readTimes(text: string): number {
  const [, children = ""] = text.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

export interface RunOptions {
  /** Ended with SIGINT after so long, as Ctrl+C does; null: it ends by itself. */
  readonly interruptAfterMs?: number;
}

const INTERRUPTED = 130;

/** Runs a command of the program to its end. Rejects where it fails. */
export function runCommand(
  { main }: Program,
  args: readonly string[],
  env: Environment,
  { interruptAfterMs }: RunOptions = {},
): Promise<Ended> {
  const started = performance.now();
  const child: ChildProcess = spawn("sh", ["-c", WITH_TIMES, "sh", process.execPath, main, ...args], {
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: interruptAfterMs !== undefined,
  });
  const memory = watchMemory(child.pid ?? 0);
  const texts = ["", "", "", ""];
  for (const at of [1, 2, 3]) {
    child.stdio[at]?.on("data", (data: Buffer) => {
      texts[at] += data.toString();
    });
  }
  if (interruptAfterMs !== undefined) {
    // To the whole group, as a terminal sends it; the shell waits for the program.
    setTimeout(() => process.kill(-(child.pid ?? 0), "SIGINT"), interruptAfterMs).unref();
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const peak = memory.stop();
      if (code === 0 || (interruptAfterMs !== undefined && code !== null && code <= INTERRUPTED)) {
        const elapsedMs = performance.now() - started;
        resolve({ stdout: texts[1] ?? "", elapsedMs, processorMs: readTimes(texts[3] ?? ""), peak });
      } else {
        reject(new Error(`${args.join(" ")} ended with ${code}: ${texts[2]?.slice(-1000)}`));
      }
    });
  });
}
