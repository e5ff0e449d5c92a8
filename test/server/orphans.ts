// What shows that no process outlives its client, whatever the server and its workers were doing when the client, or the server itself,
// was killed without a word.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";

/** Starts the server, asks it to search and waits for ever. */
const CLIENT = `
const server = require("node:child_process").spawn(process.execPath, JSON.parse(process.argv[1]), { stdio: ["pipe", "ignore", "ignore"] });
const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "0" } };
send({ id: 1, method: "initialize", params });
send({ method: "notifications/initialized" });
send({ id: 2, method: "tools/call", params: { name: "search_codebase", arguments: { query: "handler" } } });
setInterval(() => undefined, 1000);
`;

interface Running {
  readonly pid: number;
  readonly command: string;
}

/** The processes that run with this home, by /proc. */
function processesOf(home: string): Running[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const mine = readFileSync(`/proc/${name}/environ`, "utf8").includes(`HOME=${home}\0`);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        // A process that has ended and waits for its parent has no command line.
        return mine && command !== "" ? [{ pid: Number(name), command }] : [];
      } catch {
        return [];
      }
    });
}

/** Names a part of the command line whose process shows that the state is reached. */
const STATES = {
  starting: "main.js serve",
  analysing: "workers/analysis.js",
  embedding: "workers/embedding.js",
  "building a graph": "workers/hnsw.js",
} as const;

export interface Killing {
  readonly state: keyof typeof STATES;
  readonly victim: "client" | "server";
  /** Milliseconds after the state was reached. */
  readonly afterMs: number;
}

/** Declares a test for each. */
export function leavesNoProcess(killings: readonly Killing[]): void {
  describe.runIf(process.platform === "linux")("no process is left over", () => declare(killings));
}

function declare(killings: readonly Killing[]): void {
  let playground: Playground;
  beforeAll(async () => {
    playground = await openPlayground(0);
  });
  afterAll(() => playground.remove());

  const running = (part: string) => processesOf(playground.home).find(({ command }) => command.includes(part));

  async function startClient(name: string): Promise<ChildProcess> {
    const root = await playground.largeProject(name, 150);
    const args = [MAIN, "serve", "--project", root, "--hnsw-from", "1"];
    return spawn(process.execPath, ["-e", CLIENT, JSON.stringify(args)], { env: playground.env, stdio: "ignore" });
  }

  it.each(killings)(
    "when, while $state, the $victim is killed ($afterMs ms later)",
    async ({ state, victim, afterMs }) => {
      const part = STATES[state];
      const client = await startClient(`${victim}-${state}-${afterMs}`.replaceAll(" ", "-"));
      await expect.poll(() => running(part), { timeout: 60_000, interval: 10 }).toBeDefined();
      await delay(afterMs);
      const server = running("main.js serve")?.pid ?? 0;
      if (victim === "client") {
        client.kill("SIGKILL");
      } else {
        process.kill(server, "SIGKILL");
      }
      const left = () => processesOf(playground.home).filter(({ pid }) => pid !== client.pid);
      await expect.poll(left, { timeout: 10_000, interval: 50 }).toEqual([]);
      client.kill("SIGKILL");
    },
  );
}
