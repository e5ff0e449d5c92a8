// `write` as a process: what it asks before it pays, where the report goes, Ctrl-C, and a repository of another machine.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KEY } from "../language-model/settings.ts";
import { serveGit } from "../support/git-server.ts";
import { openScriptedServer, type ScriptedServer, stream, WIRES } from "../support/language-model-server.ts";
import { cacheIn } from "../support/own-home.ts";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

const { begin, text, end, reasons } = WIRES.anthropic;
const says = (answer: object | string) =>
  stream(...begin, text(typeof answer === "string" ? answer : JSON.stringify(answer)), ...end(reasons.stop, 100, 20));
const session = (path: string) => [
  says({ calls: [{ tool: "read_file", path }] }),
  says({ finish: "It is small." }),
  says({ title: "All of it", sections: [{ title: "Only", focus: "all", files: [path] }] }),
  says(`It is all here [${path}:1].`),
];

let server: ScriptedServer;
let git: Server;
let home: Home;
let root: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await openScriptedServer();
  home = makeHome();
  root = makeShop(home);
  env = {
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: KEY,
    CONTEXT_BROKER_LANGUAGE_MODEL_INPUT_PRICE: "3",
  };
  git = serveGit(join(home.folder, "served"));
  await new Promise<void>((resolve) => git.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  home.remove();
  git.closeAllConnections();
  git.close();
  await server.close();
});

it("asks nothing and pays nothing without a yes, and says what it would cost at most", async () => {
  server.script(...session("src/cart.ts"));
  const { code, stdout } = await home.runHere(["write", "all of it"], { cwd: root, env });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^not begun: some-model at 127\.0\.0\.1:\d+ is asked at most 40 questions of at most 32,000 tokens each, about 3\.84/,
  );
  expect(server.received).toHaveLength(0);
});

it("asks on a terminal, and pays nothing after a Ctrl-C there", async () => {
  server.script(...session("src/cart.ts"));
  const ran = await home.runOnTerminal(["write", "all of it"], { cwd: root, env, interruptAt: "Go on? [y/N]" });
  expect(ran.code).not.toBe(0);
  expect(server.received).toHaveLength(0);
});

it("prints the report alone, or writes it to a file and says what it has", async () => {
  server.script(...session("src/cart.ts"));
  const printed = await home.run(["write", "all of it", "--yes"], { cwd: root, env });
  expect([printed.code, printed.stderr]).toEqual([0, ""]);
  expect(printed.stdout.startsWith("# All of it\n")).toBe(true);
  const out = join(home.folder, "REPORT.md");
  const written = await home.runHere(["write", "all of it", "--yes", "--out", out], { cwd: root, env });
  expect(written.stdout).toContain(
    "written: 1 section; 1 file; 1 citation; 0 of 1 sentence without one; 4 questions, 4 of them answered before",
  );
  expect(readFileSync(out, "utf8")).toBe(printed.stdout);
  const verified = await home.runHere(["verify", out], { cwd: root, env });
  expect(verified.code).toBe(0);
});

it("clones a repository of another machine, and removes the clone", async () => {
  const work = home.write("work/b.ts", "export const b = 1;\n").replace(/\/b\.ts$/, "");
  const options = { cwd: work, stdio: "ignore" as const };
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "b"],
  ]) {
    execFileSync("git", args, options);
  }
  execFileSync("git", ["clone", "-q", "--bare", work, join(home.folder, "served", "b.git")]);
  const address = `http://127.0.0.1:${(git.address() as AddressInfo).port}/b.git`;
  server.script(...session("b.ts"));
  const clones = join(cacheIn(home.folder), "clones");
  const ran = await home.run(["write", "all of it", "--repo", address, "--yes"], { cwd: root, env });
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  expect(ran.stdout).toContain("It is all here [b.ts:1].");
  expect(readdirSync(clones)).toEqual([]);
  await home.runHere(["write", "all of it", "--repo", address, "--yes", "--keep"], { cwd: root, env });
  expect(readdirSync(clones)).toHaveLength(1);
});

it("says why a report cannot be written to its file, and that nothing is lost", async () => {
  server.script(...session("src/cart.ts"));
  writeFileSync(join(home.folder, "file"), "");
  const { code, stderr } = await home.runHere(
    ["write", "all of it", "--yes", "--out", join(home.folder, "file/x.md")],
    {
      cwd: root,
      env,
    },
  );
  expect([code, server.received.length]).toEqual([2, 0]);
  expect(stderr).toContain("the same command writes it without a question");
});
