// How the server process begins and ends: stdout for the protocol alone, code 0 at every polite end, nothing kept alive.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../support/is-alive.ts";
import { MAIN, openPlayground, type Playground, withDetails } from "../support/mcp-server.ts";
import { isPosix } from "../support/this-system.ts";

let playground: Playground;
let root: string;
beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
});
afterAll(() => playground.remove());

interface RawServer {
  readonly process: ChildProcess;
  readonly lines: () => string[];
  send(message: unknown): void;
  /** The answer with this id. */
  answer(id: number): Promise<Record<string, unknown>>;
  /** Exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

/** By words alone, unless told otherwise: the model takes a second of two cores for each server. */
function startRaw(args: readonly string[] = [], vectors = "off"): RawServer {
  const env = { ...playground.env, CONTEXT_BROKER_VECTORS: vectors };
  const child = spawn(process.execPath, [MAIN, "serve", ...args], { cwd: root, env, stdio: "pipe" });
  let out = "";
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString();
  });
  const exit = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
  const lines = () => out.split("\n").slice(0, -1);
  const parsed = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    process: child,
    lines,
    send: (message) => child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    answer: async (id) => {
      await expect.poll(() => parsed().some((message) => message["id"] === id), { timeout: 40_000 }).toBe(true);
      return parsed().find((message) => message["id"] === id) ?? {};
    },
    ended: () => exit,
  };
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "0" } },
};
const call = (id: number, name: string, input: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

async function startReady(): Promise<RawServer> {
  const server = startRaw();
  server.send(INITIALIZE);
  await server.answer(1);
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return server;
}

/** Node ends a process there at once, whatever the signal is called: the server cannot say how it ended. */
const ended = (server: RawServer): Promise<unknown> => (isPosix ? endsPolitely(server) : server.ended());

async function endsPolitely(server: RawServer): Promise<void> {
  const first = await Promise.race([server.ended(), delay(15_000, "still running")]);
  expect(first).toBe(0);
}

describe("the server ends with code 0", () => {
  it("when stdin closes", async () => {
    const server = await startReady();
    server.process.stdin?.end();
    await endsPolitely(server);
  });

  it.runIf(isPosix).each(["SIGTERM", "SIGINT"] as const)("on %s", async (signal) => {
    const server = await startReady();
    server.process.kill(signal);
    await endsPolitely(server);
  });

  it.each<[string, string, (server: RawServer) => Promise<unknown>]>([
    [
      "stdin closes",
      "auto",
      (server) => {
        server.process.stdin?.end();
        return endsPolitely(server);
      },
    ],
    [
      "SIGTERM comes",
      "off",
      (server) => {
        server.process.kill("SIGTERM");
        return ended(server);
      },
    ],
  ])(
    "when %s in the middle of a first index (vectors %s), and the next server goes on from there",
    async (_name, vectors, end) => {
      const large = await playground.largeProject(`large-${_name.replaceAll(" ", "-")}`, 80);
      const server = startRaw(["--project", large], vectors);
      server.send(INITIALIZE);
      await server.answer(1);
      server.send(call(2, "search_codebase", { query: "handler" }));
      await delay(300);
      await end(server);
      const next = startRaw(["--project", large]);
      next.send(INITIALIZE);
      next.send(call(2, "search_codebase", { query: "handler79", top_k: 1 }));
      const { result } = (await next.answer(2)) as {
        result: { structuredContent: Record<string, unknown>; _meta: Record<string, unknown> };
      };
      expect(withDetails(result.structuredContent, result._meta)).toMatchObject({
        outcome: "found",
        details: { index: { lagging_files: 0 }, completeness: { files: 87, files_by_words: 87 } },
        hits: [{ path: "many/handler-79.ts" }],
      });
      next.process.stdin?.end();
      await endsPolitely(next);
    },
  );

  it("when its parent is killed and leaves stdin open", async () => {
    // The parent gives the server its own streams, which this process holds open, and tells the server's id.
    const script = `const { spawn } = require("node:child_process");
      const server = spawn(process.execPath, [process.argv[1], "serve"], { stdio: ["inherit", "inherit", "ignore"] });
      console.error(server.pid);`;
    const env = { ...playground.env, CONTEXT_BROKER_VECTORS: "off" };
    const parent = spawn(process.execPath, ["-e", script, MAIN], { cwd: root, env, stdio: "pipe" });
    const [id] = (await once(parent.stderr, "data")) as [Buffer];
    const server = Number(id.toString().trim());
    parent.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await once(parent.stdout, "data");
    await delay(1_500);
    expect(isAlive(server)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(server), { timeout: 15_000, interval: 200 }).toBe(false);
  });
});

describe("a last question", () => {
  it("is answered although stdin closes behind it", async () => {
    const server = startRaw();
    server.send(INITIALIZE);
    server.send(call(2, "token_savings", {}));
    server.process.stdin?.end();
    expect(await server.answer(2)).toMatchObject({ id: 2, result: { structuredContent: { totals: {} } } });
    await endsPolitely(server);
  });
});

describe("stdout", () => {
  it("carries JSON-RPC alone, whatever is sent and logged", async () => {
    const server = startRaw(["--log-level", "debug"]);
    let stderr = "";
    server.process.stderr?.on("data", (data: Buffer) => {
      stderr += data.toString();
    });
    for (const message of [
      "garbage",
      INITIALIZE,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "no/such/method" },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: 7 } },
      call(4, "search_codebase", { query: "sessions" }),
      call(5, "search_codebase", { query: 5 }),
      call(6, "index_status", {}),
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_codebase","arguments":{"query":"\\ud800"}}}',
    ]) {
      server.send(message);
    }
    await Promise.all([4, 5, 6, 7].map((id) => server.answer(id)));
    server.process.stdin?.end();
    expect(await server.ended()).toBe(0);
    for (const line of server.lines()) {
      expect(JSON.parse(line), line.slice(0, 200)).toMatchObject({ jsonrpc: "2.0" });
    }
    expect(stderr.length).toBeGreaterThan(0);
  });
});

describe("a bad request never ends the server:", () => {
  it("a thousand of them, cancellations of everything and a message over the limit", async () => {
    const server = await startReady();
    for (let id = 100; id < 1100; id += 1) {
      server.send(call(id, ["search_codebase", "nope", "get_saved_result"][id % 3] ?? "", { query: id, name: id }));
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: { odd: true } } });
    }
    server.send("x".repeat(11 * 1024 * 1024));
    server.send({ jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "\u0000" } });
    server.send(call(3, "search_codebase", { query: "sessions", top_k: 1 }));
    expect(await server.answer(3)).toMatchObject({ result: { structuredContent: { outcome: "found" } } });
    server.process.stdin?.end();
    await endsPolitely(server);
  });

  it("a client that closes stderr is served all the same", async () => {
    const server = startRaw(["--log-level", "debug"]);
    server.process.stderr?.destroy();
    for (let id = 100; id < 200; id += 1) {
      server.send(call(id, "get_saved_result", { name: "../x" }));
    }
    server.send(INITIALIZE);
    await server.answer(199);
    await server.answer(1);
    server.send(call(2, "index_status", {}));
    expect(await server.answer(2)).toMatchObject({ result: { structuredContent: { outcome: "found" } } });
    server.process.stdin?.end();
    await endsPolitely(server);
  });

  it("calls before initialize are refused, and the server goes on", async () => {
    const server = startRaw();
    server.send(call(2, "index_status", {}));
    expect(await server.answer(2)).toMatchObject({ error: { code: -32600 } });
    server.send(INITIALIZE);
    expect(await server.answer(1)).toMatchObject({ result: { serverInfo: { name: "context-broker" } } });
    server.process.stdin?.end();
    await endsPolitely(server);
  });
});
