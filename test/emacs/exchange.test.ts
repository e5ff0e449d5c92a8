// The toolset `emacs` end to end: a real server, a client that speaks MCP over stdio, and a real Emacs daemon that is busy, killed or late.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  callTool,
  openPlayground,
  type Playground,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "../support/mcp-server.ts";
import { seededRandom } from "../support/random.ts";
import { type RunningEmacs, startEmacs } from "./support/running-emacs.ts";

let emacs: RunningEmacs;
let playground: Playground;
let root: string;
const opened: RunningServer[] = [];

beforeAll(async () => {
  emacs = await startEmacs([
    '(context-broker-deftool echo "Gives the text back." :safe t :args ((text string :required)) text)',
    '(context-broker-deftool digest "SHA-256 of the text." :safe t :args ((text string :required)) (secure-hash (quote sha256) (encode-coding-string text (quote utf-8-unix))))',
    '(context-broker-deftool echo_all "Gives all back." :safe t :args ((texts (array string) :required)) (context-broker-tools-value (vconcat texts)))',
    "(defvar runs 0)",
    '(context-broker-deftool count_run "Counts." :safe t (number-to-string (setq runs (1+ runs))))',
    // Busy as a function is that never looks at its input: no timer and no process is served.
    "(defun be-busy (seconds) (let ((end (+ (float-time) seconds))) (while (< (float-time) end))))",
    '(context-broker-deftool slow_count "Counts, slowly." :safe t (setq runs (1+ runs)) (be-busy 4) "late")',
  ]);
  playground = await openPlayground();
  root = await playground.project("shop");
});

afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()));
  await emacs.close();
  await playground.remove();
});

async function serve(args: readonly string[] = [], options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const own = ["--toolsets", "emacs", "--emacs-server", emacs.socket, ...args];
  const server = await startServer(playground, { cwd: root, ...options, args: own });
  opened.push(server);
  return server;
}

const namesOf = async ({ client }: RunningServer): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

/** Counts the notifications that the list of tools has changed. */
function watchList({ client }: RunningServer): () => number {
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  return () => changes;
}

describe("the list of tools", () => {
  it("has those of Emacs where they are asked for by name, and says that it changes", async () => {
    const server = await serve();
    expect(server.client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
    const { tools } = await server.client.listTools();
    expect(tools.find(({ name }) => name === "buffer_read")).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object", properties: { file: { type: "string" } } },
    });
    expect(tools.find(({ name }) => name === "file_write")).toMatchObject({
      annotations: { readOnlyHint: false },
      inputSchema: { required: ["file", "text"] },
    });
    expect(tools.map(({ name }) => name)).not.toContain("eval");
    expect(tools.map(({ name }) => name)).not.toContain("search_codebase");
  });

  it("has nothing else where Emacs alone decides what may be done: no saved results, no prompts", async () => {
    const server = await serve();
    await expect(server.client.listResources()).rejects.toThrow();
    await expect(server.client.listPrompts()).rejects.toThrow();
    for (const name of ["get_saved_result", "list_saved_results", "search_codebase", "delete_saved_result"]) {
      expect((await callTool(server, name, { name: "x" })).text).toContain(`Emacs offers no tool ${name}`);
    }
    expect(server.client.getInstructions()).not.toContain("search_codebase");
  });

  it("has none of them otherwise, and does not change", async () => {
    const server = await startServer(playground, { cwd: root, args: ["--toolsets", "all,edit"] });
    opened.push(server);
    expect(server.client.getServerCapabilities()?.tools).toEqual({});
    expect(await namesOf(server)).not.toContain("buffer_read");
  });

  it("has them beside the operations, through the shared server too", async () => {
    const env = { CONTEXT_BROKER_DAEMON: "auto", CONTEXT_BROKER_DAEMON_IDLE_MINUTES: "1" };
    const first = await startServer(playground, { cwd: root, env, args: ["--toolsets", "search"] });
    opened.push(first);
    const server = await serve(["--toolsets", "search"], { env });
    const names = await namesOf(server);
    expect(names).toContain("buffer_read");
    expect(names).toContain("search_codebase");
    expect((await callTool(server, "echo", { text: "é" })).text).toBe("é");
    expect((await callTool(server, "file_list", { pattern: "pack*" })).text).toBe("package.json 54");
    const changes = watchList(server);
    await emacs.eval('(context-broker-deftool by_daemon "x" :safe t "1")');
    await vi.waitFor(() => expect(changes()).toBe(1), 5_000);
    expect(await namesOf(first)).not.toContain("buffer_read");
  });

  it("changes at once when a tool is defined in Emacs, also by an agent's evaluation", async () => {
    const server = await serve();
    await server.client.listTools();
    const changes = watchList(server);
    await emacs.eval('(context-broker-deftool new_one "A new one." :safe t "new")');
    await vi.waitFor(() => expect(changes()).toBe(1), 5_000);
    expect(await namesOf(server)).toContain("new_one");
    expect((await callTool(server, "new_one")).text).toBe("new");

    await emacs.eval(
      '(progn (setq context-broker-tools-rules \'(("eval" ".*" allow))) (customize-set-variable \'context-broker-tools-allow-eval t))',
    );
    await vi.waitFor(async () => expect(await namesOf(server)).toContain("eval"), 5_000);
    const before = changes();
    const code =
      '(context-broker-deftool by_agent "Made by an agent." :safe t :args ((n integer)) (format "%d" (* 2 n)))';
    expect((await callTool(server, "eval", { code })).text).toBe('"by_agent"');
    await vi.waitFor(() => expect(changes()).toBeGreaterThan(before), 5_000);
    expect((await callTool(server, "by_agent", { n: 21 })).text).toBe("42");
    await emacs.eval(
      "(progn (setq context-broker-tools-rules nil) (customize-set-variable 'context-broker-tools-allow-eval nil))",
    );
    await vi.waitFor(async () => expect(await namesOf(server)).not.toContain("eval"), 5_000);
  });
});

describe("a session", () => {
  it("that Emacs does not know may call nothing", async () => {
    const server = await serve(["--emacs-session", "stranger"]);
    expect(await namesOf(server)).toEqual([]);
    const { isError, text } = await callTool(server, "buffer_list");
    expect(isError).toBe(true);
    expect(text).toContain("Emacs knows no session of this id");
    await emacs.eval('(context-broker-tools-permit "stranger")');
    await vi.waitFor(async () => expect(await namesOf(server)).toContain("buffer_list"), 5_000);
    expect((await callTool(server, "buffer_list")).isError).toBe(false);
    expect((await callTool(server, "eval", { code: "1" })).text).toContain("Emacs offers no tool eval to this session");
    await emacs.eval('(context-broker-tools-forget "stranger")');
    await vi.waitFor(async () => expect(await namesOf(server)).toEqual([]), 5_000);
  });

  it("with a scope is held to it", async () => {
    const file = `${root}/package.json`;
    await emacs.eval(
      `(context-broker-tools-permit "one" :scope (list :kind 'buffer :buffer (find-file-noselect "${file}")))`,
    );
    const server = await serve(["--emacs-session", "one"]);
    const names = await namesOf(server);
    expect(names).toContain("buffer_edit");
    expect(names.filter((name) => /eval|terminal|window|messages|xref/.test(name))).toEqual([]);
    expect((await callTool(server, "buffer_read")).text).toContain('"name": "shop"');
    expect((await callTool(server, "buffer_read", { file: ".gitignore" })).text).toContain("outside of the buffer");
    const edit = { old_text: '"shop"', new_text: '"SHOP"' };
    expect((await callTool(server, "buffer_edit", edit)).text).toContain("replaced 1");
    expect((await callTool(server, "buffer_edit", { ...edit, buffer: "*scratch*" })).text).toContain("outside");
    await emacs.eval(`(with-current-buffer (find-buffer-visiting "${file}") (revert-buffer t t))`);
  });
});

describe("texts", () => {
  const PARTS = [
    '"',
    "\\",
    "\n",
    "\r\n",
    "\0",
    "\u001b",
    "\u007f",
    "\ue000",
    "\ue0000",
    "é",
    "日本",
    "😀",
    "\u2028",
    "(",
    ")",
    "\\u0000",
    "%s",
    "a",
    " ",
    "\ufeff",
    "\u{10ffff}",
    "?\\C-a",
    "#1=",
    "\t",
  ];

  it("survive the way to Lisp and back, byte for byte: 2,000 of them, up to 1 MB", async () => {
    const server = await serve();
    const random = seededRandom(35);
    const textOf = (parts: number): string =>
      Array.from({ length: parts }, () =>
        random() < 0.1
          ? String.fromCodePoint(Math.floor(random() * 0xd7ff))
          : PARTS[Math.floor(random() * PARTS.length)],
      ).join("");
    const whole = (text: string): string => text.slice(0, 1_000_000).replace(/[\ud800-\udbff]$/, "");
    const large = [400_000, 400_000, 400_000, ...Array.from({ length: 17 }, () => 20_000)].map(textOf).map(whole);
    const small = Array.from({ length: 1_980 }, () => textOf(Math.floor(random() * 40)));
    expect(Math.max(...large.map((text) => Buffer.byteLength(text)))).toBeGreaterThan(900_000);
    const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

    for (const text of large) {
      expect((await callTool(server, "digest", { text })).text).toBe(sha256(text));
      // Only their digests: a message with a megabyte of differences helps nobody.
      expect(sha256((await callTool(server, "echo", { text })).text)).toBe(sha256(text));
    }
    for (let from = 0; from < small.length; from += 20) {
      const texts = small.slice(from, from + 20);
      const [first = ""] = texts;
      expect((await callTool(server, "echo", { text: first })).text).toBe(first);
      expect((await callTool(server, "echo_all", { texts })).structured).toEqual({ value: texts });
    }
  });

  it("with half of a character are refused, and nothing is run", async () => {
    const server = await serve();
    const { isError, text } = await callTool(server, "echo", { text: "a\ud800" });
    expect(isError).toBe(true);
    expect(text).toContain("half of a character");
    expect((await callTool(server, "echo", { text: "\\ud800" })).text).toBe("\\ud800");
  });
});

describe("an Emacs that does not answer", () => {
  let impatient: RunningServer;
  let patient: RunningServer;
  const count = async () => Number((await callTool(patient, "count_run")).text);

  beforeAll(async () => {
    [impatient, patient] = await Promise.all([serve(["--emacs-wait-ms", "1500"]), serve()]);
    await Promise.all([impatient, patient].map(({ client }) => client.listTools()));
  });

  /** Resolves once Emacs evaluates the form. */
  async function begin(form: string): Promise<void> {
    const mark = join(playground.home, `begun-${form.length}`);
    emacs.send(`(progn (write-region "" nil ${JSON.stringify(mark)}) ${form})`);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), 60_000);
    rmSync(mark);
  }

  it("because it is busy: the call is withdrawn, and never runs", async () => {
    const before = await count();
    await begin("(be-busy 4)");
    const answers = await Promise.all([1, 2, 3].map(() => callTool(impatient, "count_run")));
    for (const { isError, text } of answers) {
      expect(isError).toBe(true);
      expect(text).toContain("TIMED_OUT: Emacs did not begin count_run within 1.5 s: it is busy; nothing was done");
    }
    expect(await count()).toBe(before + 1);
  });

  it("in time: the error says that it still runs, and it runs once", async () => {
    const before = await count();
    const { isError, text } = await callTool(impatient, "slow_count");
    expect(isError).toBe(true);
    expect(text).toContain(
      "TIMED_OUT: slow_count began in Emacs, but did not end within 1.5 s: it may still run there",
    );
    expect(await count()).toBe(before + 2);
  });

  it("while a call is cancelled: the call is withdrawn", async () => {
    const before = await count();
    await begin("(be-busy 3)");
    const cancelling = new AbortController();
    const call = callTool(patient, "count_run", {}, { signal: cancelling.signal });
    setTimeout(() => cancelling.abort(), 300);
    await expect(call).rejects.toThrow();
    expect(await count()).toBe(before + 1);
  });

  it("because it asks in the minibuffer, or waits for input: calls go on", async () => {
    // In the user's own code: what emacsclient evaluates holds up other clients from Emacs 30 on. Longer than any call waits.
    await begin("(run-at-time 0 nil #'sleep-for 300)");
    expect((await callTool(patient, "echo", { text: "x" })).text).toBe("x");
  });

  it("because it is gone: the error says so at once, and one that comes back is used", async () => {
    const own = await startEmacs([
      '(context-broker-deftool first_one "x" :safe t "1")',
      "(defun be-busy (s) (let ((end (+ (float-time) s))) (while (< (float-time) end))))",
      '(context-broker-deftool hang "x" :safe t (be-busy 20) "1")',
    ]);
    const server = await serve(["--emacs-server", own.socket]);
    expect(await namesOf(server)).toContain("first_one");
    expect((await callTool(server, "first_one")).text).toBe("1");
    const hanging = callTool(server, "hang");
    await new Promise((resolve) => setTimeout(resolve, 500));
    own.process.kill("SIGKILL");
    expect((await hanging).text).toContain("EMACS_FAILED: Emacs ended while it ran hang: it may be done, or not");
    const { text } = await callTool(server, "first_one");
    expect(text).toContain("EMACS_FAILED: Emacs cannot be reached");
    expect(text).toContain("M-x server-start");
    const changes = watchList(server);
    const again = await startEmacs(['(context-broker-deftool second_one "x" :safe t "2")'], own.socket);
    expect((await callTool(server, "second_one")).text).toBe("2");
    await vi.waitFor(() => expect(changes()).toBeGreaterThan(0), 60_000);
    expect(await namesOf(server)).not.toContain("first_one");
    await again.close();
  });

  it("because there is none: one tool says why, and the others come when Emacs does", async () => {
    const own = await startEmacs();
    const { socket } = own;
    own.process.kill("SIGKILL");
    const server = await serve(["--emacs-server", socket]);
    const changes = watchList(server);
    expect(await namesOf(server)).toEqual(["emacs_status"]);
    expect((await callTool(server, "emacs_status")).text).toContain("M-x server-start");
    const again = await startEmacs([], socket);
    await vi.waitFor(() => expect(changes()).toBe(1), 60_000);
    expect(await namesOf(server)).toContain("buffer_read");
    expect((await callTool(server, "emacs_status")).text).toMatch(/^Emacs \d+\.\d+ \(pid \d+\) is attached/);
    await again.close();
  });

  it("because it lacks the package: the error says what to load", async () => {
    const bare = await startEmacs([
      '(setq load-path (seq-remove (lambda (folder) (string-match-p "/emacs/?\\\\\'" folder)) load-path) features (seq-remove (lambda (one) (string-prefix-p "context-broker" (symbol-name one))) features))',
    ]);
    const server = await serve(["--emacs-server", bare.socket]);
    expect((await callTool(server, "emacs_status")).text).toContain("its package context-broker did not answer: ");
    await bare.close();
  });
});

it("nothing is left of a session that has ended", async () => {
  const server = await serve();
  await server.client.listTools();
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`context-broker-emacs-${server.process.pid}-`));
  expect(folders()).toHaveLength(1);
  await server.close();
  await vi.waitFor(() => expect(folders()).toEqual([]), 5_000);
});
