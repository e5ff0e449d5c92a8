// `ask --reason` as a process: what goes to stdout and when, a dry run against what is then sent, Ctrl-C at any moment, and flags.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { KEY } from "../language-model/settings.ts";
import { hanging, openScriptedServer, type ScriptedServer, stream, WIRES } from "../support/language-model-server.ts";
import { environmentAt } from "../support/own-home.ts";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

const { begin, text, end, reasons } = WIRES.anthropic;
const says = (answer: string) => stream(...begin, text(answer), ...end(reasons.stop, 100, 20));
const FIX =
  "Discounts count twice (src/cart.ts:3).\nEDITS\nchange src/cart.ts#totalOf\n```\n - cart.discount\n```\nwith\n```\n```\nEND EDITS\n";
const MAIN = packagePath("dist/main.js");
const TASK = ["ask", "--reason", "fix totalOf in src/cart.ts"];

let server: ScriptedServer;
let home: Home;
let root: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await openScriptedServer();
  home = makeHome();
  root = makeShop(home);
  env = {
    ...environmentAt(home.folder),
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_JOBS: "1",
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: KEY,
  };
});
afterAll(async () => {
  home.remove();
  await server.close();
});

const start = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, [MAIN, ...args], {
    cwd: root,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });

async function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = start(args, more);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Where the process is not the subject. */
const runHere = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  home.runHere(args, { cwd: root, env: { ...env, ...more } });

const cart = (): string => readFileSync(join(root, "src/cart.ts"), "utf8");

it("prints in a dry run what is then sent, byte by byte, and no key", async () => {
  server.script(says("It sums the prices (src/cart.ts:3)."));
  const dry = await run(["ask", "--reason", "--dry-run", "explain totalOf"]);
  expect(dry).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^nothing was sent: 1 request, about [\d,]+ tokens$/m),
  });
  expect(server.received.length).toBe(0);
  const asked = await run(["ask", "--reason", "explain totalOf"]);
  const [head = "", body] = dry.stdout.trimEnd().split("\n\n");
  expect(body).toBe(server.received[0]?.body);
  expect(head.split("\n")[0]).toBe(`POST ${server.address}${server.received[0]?.path}`);
  expect(dry.stdout + dry.stderr).not.toContain(KEY);
  expect(asked.stdout).toMatch(/^It sums the prices \(src\/cart\.ts:3\)\.\n\ncitations: 1, all among/);
});

it("shows each piece as it comes; Ctrl-C then ends it, with the connection closed and no file changed", async () => {
  const before = cart();
  server.script(hanging(...begin, text("Discounts count"), text(" twice")));
  const child = start(TASK);
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    shown += piece;
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  await expect.poll(() => shown, { timeout: 60_000 }).toBe("Discounts count twice");
  child.kill("SIGINT");
  expect((await once(child, "close"))[0]).toBe(130);
  expect(said).toContain("no file was changed");
  await expect.poll(() => server.left()).toBe(1);
  expect(cart()).toBe(before);
});

it("leaves edits staged where nobody can be asked; Ctrl-C at the question discards them; --yes writes them", async () => {
  const before = cart();
  server.script(says(FIX));
  const unasked = await run(TASK);
  expect(unasked).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("edits not written: nobody could be asked"),
  });
  expect(unasked.stdout).not.toContain("EDITS");
  expect(unasked.stderr).toContain("- cart.discount");
  const [, session = ""] = /edit rollback ([0-9a-f]{8})/.exec(unasked.stdout) ?? [];
  expect((await runHere(["edit", "rollback", session])).code).toBe(0);

  const terminal = packagePath("test/cli/terminal.py");
  const asking = spawn("python3", [terminal, "80", "[y/N]", process.execPath, MAIN, ...TASK], {
    cwd: root,
    env: { ...env, TERM: "xterm" },
  });
  let screen = "";
  asking.stdout.setEncoding("utf8").on("data", (piece: string) => {
    screen += piece;
  });
  await once(asking, "close");
  expect(screen).toContain("[y/N]");
  expect(screen).toContain("edits discarded: no file was changed");
  expect(cart()).toBe(before);
  expect((await runHere(["edit", "status"])).stdout).toContain("no edit was staged or applied here");

  const written = await run([...TASK, "--yes", "--json"]);
  expect(JSON.parse(written.stdout)).toMatchObject({
    outcome: "found",
    edits: { state: "written", files: ["src/cart.ts"] },
  });
  expect(cart()).toBe(before.replace(" - cart.discount", ""));
});

it("says what to set where no language model is configured, and refuses its flags alone", async () => {
  const none = await runHere(["ask", "--reason", "explain totalOf"], {
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "none",
  });
  expect(none).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("set language_model_provider") });
  const alone = await runHere(["ask", "--dry-run", "explain totalOf"]);
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("--dry-run is used with --reason only") });
});
