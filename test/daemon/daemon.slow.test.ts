// The shared local server as real processes: commands and clients that use it, and what happens when it is lost.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { EmptyResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DaemonEntry, readEntry } from "../../src/daemon/entry.ts";
import { sendValue } from "../../src/daemon/frames.ts";
import { runningDaemons } from "../../src/daemon/running.ts";
import { isListening } from "../../src/daemon/try-connect.ts";
import { runningProcesses } from "../../src/system/running-processes.ts";
import { runInThisProcess } from "../cli/run-cli.ts";
import { isAlive } from "../support/is-alive.ts";
import { callTool, MAIN, openPlayground, type Playground, startServer } from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";
import { daemonFolder, stopDaemons } from "../support/stop-daemons.ts";
import { isPosix } from "../support/this-system.ts";

// What is left out on Windows needs modes, or signals that stop a process for a while or press its Ctrl-C.
const CLIENT = { name: "test", version: "1" };
const QUESTION = ["search-symbols", "total", "--json"];

let playground: Playground;
let root: string;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
  env = { ...playground.env, CONTEXT_BROKER_DAEMON: "auto", CONTEXT_BROKER_VECTORS: "off" };
  folder = daemonFolder(playground.home);
});
afterAll(async () => {
  await stopDaemon();
  await playground.remove();
});

interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], extra: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { cwd: root, env: { ...env, ...extra }, stdio: "pipe" });
}

async function outcome(child: ChildProcess): Promise<Ran> {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (data: Buffer) => {
      texts[name] += data.toString();
    });
  }
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code: code ?? signal ?? "", ...texts };
}

const run = (args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  outcome(start(args, extra));

/** As without a daemon; in this process, since one of its own reads the whole program first. */
async function runAlone(args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { code, ...texts } = await runInThisProcess(args, {
    home: playground.home,
    cwd: root,
    env: { ...env, ...extra, CONTEXT_BROKER_DAEMON: "off" },
  });
  return { code: code ?? "", ...texts };
}

const stopDaemon = (): Promise<void> => stopDaemons(playground.home);

/** The answer to QUESTION, by a process of its own: the project stays as it is. */
let questionAlone: Promise<Ran> | undefined;
function askedAlone(): Promise<Ran> {
  questionAlone ??= run(QUESTION, { CONTEXT_BROKER_DAEMON: "off" });
  return questionAlone;
}

function entries(): DaemonEntry[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) => readEntry(join(folder, name)) ?? []);
}

const daemon = (): DaemonEntry => {
  const [entry] = entries();
  if (entry === undefined) {
    throw new Error("no daemon runs");
  }
  return entry;
};

describe("a command", () => {
  it.each([
    ["finds something", QUESTION, 0],
    ["finds nothing", ["search-text", "no such words here"], 1],
    ["is misused", ["search-symbols"], 2],
    ["asks about a file that is not there", ["analyze-file", "src/gone.ts", "--json"], 2],
  ] as const)("that %s has the same answer as alone", async (_name, args, code) => {
    await run(QUESTION);
    const [shared, alone] = [await run(args), await (args === QUESTION ? askedAlone() : runAlone(args))];
    expect(shared).toEqual(alone);
    expect(shared.code).toBe(code);
    expect(entries()).toHaveLength(1);
  });

  it.each([
    ["number of hits", { CONTEXT_BROKER_TOP_K: "1" }],
    ["budget", { CONTEXT_BROKER_MAX_TOKENS: "300" }],
  ])("with a %s of its own has it in the shared daemon, as alone", async (_name, own) => {
    const search = ["search", "order total", "--json"];
    const hitsOf = ({ code, stdout }: Ran) => {
      const { hits, locations } = JSON.parse(stdout) as { hits?: object[]; locations?: object[] };
      return { code, hits, locations };
    };
    await run(QUESTION);
    const shared = hitsOf(await run(search, own));
    expect(shared).toEqual(hitsOf(await runAlone(search, own)));
    expect(shared).not.toEqual(hitsOf(await run(search)));
    expect(entries()).toHaveLength(1);
  });

  it("works alone where two daemons run for other settings", async () => {
    await stopDaemon();
    const others = ["3", "4", "5"].map((projects) => ({ CONTEXT_BROKER_OPEN_PROJECTS: projects }));
    for (const other of others) expect(await run(QUESTION, other)).toEqual(await askedAlone());
    expect(entries()).toHaveLength(2);
    await stopDaemon();
  });

  it("starts one daemon, however many begin at once", async () => {
    await stopDaemon();
    const answers = await Promise.all(Array.from({ length: 4 }, () => run(QUESTION)));
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(await runningDaemons(folder)).toHaveLength(1);
  });

  it.runIf(isPosix)("whose file is standard output writes it there, and its answer to standard error", async () => {
    await run(QUESTION);
    const { code, stdout, stderr } = await run(["report", "--html=/dev/stdout"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n?$/i);
    expect(stderr).toContain("page: /dev/stdout");
  });

  it("with settings of its own works alone, by them", async () => {
    await run(QUESTION);
    const { stdout, stderr } = await run([...QUESTION, "--exclude", "src/**"]);
    expect(stdout).not.toContain("src/");
    expect(stderr).not.toContain("ERROR");
  });

  it("reaches the project that it names, whatever another named", async () => {
    const other = await playground.project("other");
    writeFileSync(join(other, "src", "only-here.ts"), "export function totalOfOthers(): number {\n  return 1;\n}\n");
    await run(QUESTION);
    const [here, there] = [await run(QUESTION), await run([...QUESTION, "--project", other])];
    expect(here.stdout).not.toContain("totalOfOthers");
    expect(there.stdout).toContain("totalOfOthers");
  });

  it.runIf(isPosix)(
    "is given up at Ctrl-C, and at the second one the front ends even if the daemon hangs",
    async () => {
      await run(QUESTION);
      process.kill(daemon().pid, "SIGSTOP");
      try {
        const child = start(QUESTION);
        const ended = outcome(child);
        await new Promise((resolve) => setTimeout(resolve, 500));
        child.kill("SIGINT");
        await new Promise((resolve) => setTimeout(resolve, 300));
        child.kill("SIGINT");
        expect((await ended).code).toBe(130);
      } finally {
        process.kill(daemon().pid, "SIGCONT");
      }
    },
  );

  it.runIf(isPosix)("works alone when the daemon is killed before it has answered", async () => {
    await run(QUESTION);
    const { pid } = daemon();
    process.kill(pid, "SIGSTOP");
    const ended = run(QUESTION);
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(pid, "SIGKILL");
    expect(await ended).toEqual(await askedAlone());
  });

  it.runIf(isPosix)("works alone where the daemon hangs", async () => {
    await run(QUESTION);
    const { pid } = daemon();
    const status = async () => JSON.parse((await run(["daemon", "status", "--json"])).stdout) as object;
    expect(await status()).toMatchObject({ daemons: [{ pid, answers: true }] });
    process.kill(pid, "SIGSTOP");
    expect(await status()).toMatchObject({ daemons: [{ pid, answers: false }] });
    expect((await run(["daemon", "status"])).stdout).toContain("does not answer");
    expect(await run(QUESTION)).toEqual(await askedAlone());
    process.kill(pid, "SIGKILL");
  });

  it.runIf(isPosix)("works alone where the daemon's folder is open to others", async () => {
    await stopDaemon();
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    try {
      expect(await run(QUESTION)).toEqual(await askedAlone());
      expect((await run(["daemon", "status"])).code).toBe(1);
      const { code, stderr } = await run(["daemon"]);
      expect(stderr).toContain("error[STORAGE_UNAVAILABLE]");
      expect(stderr).toContain("chmod 700");
      expect(code).toBe(2);
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});

describe("the daemon", () => {
  it("is reached by its user alone", async () => {
    await run(QUESTION);
    const { endpoint } = daemon();
    if (isPosix) {
      expect([statSync(folder).mode & 0o777, statSync(endpoint).mode & 0o777]).toEqual([0o700, 0o600]);
    }
    const socket = connect(endpoint);
    await once(socket, "connect");
    sendValue(socket, "start", { token: "0".repeat(64), args: QUESTION, cwd: root, env: {} });
    const bytes: Buffer[] = [];
    socket.on("data", (data: Buffer) => bytes.push(data));
    await once(socket, "close");
    expect(Buffer.concat(bytes)).toHaveLength(0);
  });

  it("survives a front that sends no frames", async () => {
    await run(QUESTION);
    const { endpoint, pid } = daemon();
    const socket = connect(endpoint).on("error", () => undefined);
    await once(socket, "connect");
    socket.end(Buffer.alloc(70_000, 0xff));
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await run(QUESTION)).code).toBe(0);
    expect(daemon().pid).toBe(pid);
  });

  it("gives its place to the next where it was killed", async () => {
    await run(QUESTION);
    const { pid, endpoint } = daemon();
    process.kill(pid, "SIGKILL");
    await expect.poll(() => isListening(endpoint)).toBe(false);
    expect((await run(QUESTION)).code).toBe(0);
    expect(daemon().pid).not.toBe(pid);
    expect(readdirSync(folder)).not.toContain(endpoint.split("/").at(-1));
  });
});

describe("a client's session", () => {
  const openClient = () => startServer(playground, { cwd: root, env, roots: () => [root] });
  const ask = (server: Awaited<ReturnType<typeof openClient>>) =>
    callTool(server, "search_symbols", { query: "total" });

  it("runs in the daemon, two at once, with a front of a few megabytes", async () => {
    const [one, two] = [await openClient(), await openClient()];
    const [first, second] = [await ask(one), await ask(two)];
    expect(first.isError).toBe(false);
    expect(second.text).toBe(first.text);
    const { daemons } = JSON.parse((await run(["daemon", "status", "--json"])).stdout) as {
      daemons: { clients: string }[];
    };
    expect(daemons.map(({ clients }) => clients)).toEqual(["test-client 1.2.3, test-client 1.2.3"]);
    await Promise.all([one.close(), two.close()]);
  });

  it.runIf(isPosix)(
    "goes on alone when the daemon is killed: reading calls are answered, others are not repeated",
    async () => {
      const server = await openClient();
      const before = await ask(server);
      const { pid } = daemon();
      process.kill(pid, "SIGSTOP");
      const reading = ask(server);
      const writing = callTool(server, "save_search_results", { name: "kept" });
      await new Promise((resolve) => setTimeout(resolve, 300));
      process.kill(pid, "SIGKILL");
      expect((await reading).text).toBe(before.text);
      expect(await writing).toMatchObject({ isError: true, structured: { error: { code: "INTERNAL" } } });
      expect((await ask(server)).text).toBe(before.text);
      expect(server.stderr()).toContain("goes on alone");
      await server.close();
    },
  );

  it.runIf(isPosix)(
    "goes on alone when the daemon hangs during a call, and its front answers `ping` meanwhile",
    async () => {
      const server = await openClient();
      const before = await ask(server);
      const { pid } = daemon();
      process.kill(pid, "SIGSTOP");
      try {
        const order: string[] = [];
        const reading = ask(server).then(({ text }) => order.push(text));
        // Not plain, so it is not among the first requests that are answered from the table.
        const params = { _meta: { "example.com/trace": "1" } };
        await server.client.request({ method: "ping", params }, EmptyResultSchema).then(() => order.push("pong"));
        await reading;
        expect(order).toEqual(["pong", before.text]);
        expect((await ask(server)).text).toBe(before.text);
        expect(server.stderr()).toContain("goes on alone");
      } finally {
        process.kill(pid, "SIGKILL");
      }
      await server.close();
    },
  );

  it("goes on alone when the daemon is killed between two calls", async () => {
    const server = await openClient();
    const before = await ask(server);
    process.kill(daemon().pid, "SIGKILL");
    expect((await ask(server)).text).toBe(before.text);
    expect(server.stderr()).toContain("goes on alone");
    await server.close();
  });

  it("goes on alone when the daemon is stopped by its user", async () => {
    const server = await openClient();
    const before = await ask(server);
    await stopDaemon();
    expect((await ask(server)).text).toBe(before.text);
    await server.close();
  });

  it("is told by a person's `daemon` when it is ready, and that one runs already", async () => {
    await stopDaemon();
    const first = start(["daemon"]);
    const [text] = (await once(first.stderr ?? first, "data")) as [Buffer];
    expect(text.toString()).toBe("ready for commands and clients; ends after 10 minutes without one, or by Ctrl-C\n");
    const second = await run(["daemon"]);
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("runs already: `context-broker daemon status`"),
    });
    expect(JSON.parse((await run(["daemon", "stop", "--json"])).stdout)).toEqual({ ended: [expect.any(Number)] });
  });

  const begin = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT } },
    { method: "notifications/initialized" },
    { id: "two", method: "tools/list", params: {} },
    { id: 3, method: "tools/call", params: { name: "search_symbols", arguments: { query: "total" } } },
  ].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  /** The answers to `begin`, which is sent at once, by id. */
  async function answersTo(extra: Readonly<Record<string, string>> = {}): Promise<ReadonlyMap<unknown, unknown>> {
    await stopDaemon();
    const child = start(["serve", "--project", root], extra);
    const ended = outcome(child);
    child.stdin?.write(begin.join(""));
    let seen = "";
    child.stdout?.on("data", (data: Buffer) => {
      seen += data.toString();
    });
    await expect.poll(() => seen, { timeout: 20_000 }).toMatch(/"id":3\}/);
    child.stdin?.end();
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const answers = stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: unknown })
      .filter(({ id }) => id !== undefined);
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 3, "two"]);
    return new Map(answers.map((answer) => [answer.id, answer]));
  }

  it("is answered once, and the same, whoever answers it", async () => {
    const first = await answersTo();
    // A setting that needs the real check: the session itself answers all.
    const bySession = await answersTo({ CONTEXT_BROKER_EXTENSIONS: ".inc=php" });
    expect(bySession).toEqual(first);
    // The daemon ends at once, so this process goes on alone.
    const fails = join(playground.home, "fails.cjs");
    writeFileSync(fails, 'if (process.argv[2] === "daemon") process.exit(1);');
    expect(await answersTo({ NODE_OPTIONS: `--require ${fails}` })).toEqual(first);
  });

  it("is answered at once while the daemon starts", async () => {
    await stopDaemon();
    const waits = join(playground.home, "waits.cjs");
    writeFileSync(
      waits,
      'if (process.argv[2] === "daemon") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);',
    );
    const child = start(["serve", "--project", root], { NODE_OPTIONS: `--require ${waits}` });
    const ended = outcome(child);
    child.stdin?.write(begin.slice(0, 3).join(""));
    const began = performance.now();
    let seen = "";
    child.stdout?.on("data", (data: Buffer) => {
      seen += data.toString();
    });
    await expect.poll(() => seen.split("\n").filter(Boolean).length, { interval: 10, timeout: 20_000 }).toBe(2);
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(entries()).toEqual([]);
    child.stdin?.end();
    expect((await ended).code).toBe(0);
  });

  it("with settings of its own is served alone", async () => {
    const server = await startServer(playground, { cwd: root, env, args: ["--exclude", "src/**"] });
    expect((await ask(server)).text).not.toContain("src/");
    await server.close();
  });

  it("ends with its client, and the daemon stays", async () => {
    const server = await openClient();
    await ask(server);
    const { pid } = server.process;
    await server.close();
    await expect.poll(() => isAlive(pid ?? 0), { timeout: 10_000 }).toBe(false);
    expect(isAlive(daemon().pid)).toBe(true);
    const present = () => runningProcesses(cacheIn(playground.home)).find((one) => one.pid === daemon().pid);
    await expect.poll(() => present()?.client, { timeout: 10_000 }).toBe("");
    expect((await run(["daemon", "status"])).stdout).toContain("for no client now");
  });
});

it("the log of a front's work goes to the front, and the daemon's own to a file", async () => {
  const { stderr } = await run(QUESTION, { CONTEXT_BROKER_NO_SUCH_SETTING: "1" });
  expect(stderr).toContain("CONTEXT_BROKER_NO_SUCH_SETTING");
  const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
  expect(logs.map((name) => readFileSync(join(folder, name), "utf8")).join("")).not.toContain("defect");
});
