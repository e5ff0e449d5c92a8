// The built program, run as a process: its exit codes, its output in a pipe and on a terminal. Each page of the help, and what is
// refused before a project is opened: command-line.test.ts.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { runningProcesses } from "../../src/system/running-processes.ts";
import { cacheIn } from "../support/own-home.ts";
import { stopDaemons } from "../support/stop-daemons.ts";
import { isPosix } from "../support/this-system.ts";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

/** Where meaning is not the subject, the model is not started. */
const WORDS = ["--vectors", "off"];

let home: Home;
let shop: string;

beforeAll(() => {
  home = makeHome();
  shop = makeShop(home);
});

afterAll(() => home.remove());

describe("help", () => {
  it("is printed, and the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await home.run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    const help = await home.runHere(["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: context-broker/), stderr: "" });
  });
});

describe("the executable", () => {
  // There npm writes scripts of cmd and PowerShell.
  it.runIf(isPosix)("starts through a link, as npm installs it", async () => {
    const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
    symlinkSync(main, join(home.folder, "context-broker"));
    const { stdout } = await promisify(execFile)(join(home.folder, "context-broker"), ["setup", "cursor", "--print"]);
    expect(JSON.parse(stdout).mcpServers["context-broker"].args).toEqual([main, "serve"]);
  });
});

describe("misuse", () => {
  it.each([
    { args: ["indx"], stderr: "error[INVALID_INPUT]: unknown command 'indx'\nhint: Did you mean index?\n" },
    {
      args: ["search", "q", "--top-k", "0"],
      stderr: /^error\[INVALID_INPUT\]: --top-k must be at least 1\nhint: `context-broker search --help`/,
    },
    {
      args: ["status", "--extensions", ".x=klingon", "--project", "shop"],
      stderr: /^error\[INVALID_SETTING\]: extensions: \.x names "klingon".*\nhint: .*typescript/,
    },
    { args: ["status", "--project", "no/such"], stderr: /^error\[PROJECT_NOT_FOUND\]: .*no[\\/]such/ },
    { args: ["status"], stderr: /^error\[PROJECT_TOO_BROAD\]: .*\nhint: .*--project/ },
    {
      args: ["save", "--project", "shop"],
      stderr: /: a command does not know the searches of earlier commands\nhint: .*context-broker save/,
    },
    { args: ["saved", "show", "../secret"], stderr: /^error\[NAME_REFUSED\]: / },
  ])("$args exits with 2 and says what to do", async ({ args, stderr }) => {
    const cwd = args[0] === "saved" ? shop : home.folder;
    const ran = await home.runHere(args, { cwd });
    expect({ ...ran, stderr: "" }).toEqual({ code: 2, stdout: "", stderr: "" });
    expect(ran.stderr).toMatch(stderr);
  });

  it("is one JSON object on stderr with --json", async () => {
    const ran = await home.runHere(["search", "q", "--project", "no/such", "--json"]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(ran.stderr)).toEqual({
      outcome: "invalid",
      error: {
        code: "PROJECT_NOT_FOUND",
        message: expect.stringMatching(/no[\\/]such/),
        hint: expect.stringContaining("--project"),
      },
    });
  });
});

describe("a project at the command line", () => {
  it("is indexed to the last vector, and found by meaning", async () => {
    const indexed = await home.run(["index", "--project", "shop", "--json"]);
    expect({ code: indexed.code, stderr: indexed.stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(indexed.stdout);
    expect(report).toMatchObject({ outcome: "found", project_root: shop, indexed_files: 3 });
    expect(report.coverage.chunks_embedded).toBe(report.coverage.chunks);
    expect(report.coverage.chunks).toBeGreaterThan(0);
    expect(Object.keys(report.seconds)).toEqual(["walk", "index", "embed", "total"]);

    const query = "calculate the bill of a basket";
    const searched = await home.runHere(["search", query, "--project", shop, "--top-k", "2", "--json"]);
    expect({ code: searched.code, stderr: searched.stderr }).toEqual({ code: 0, stderr: "" });
    const { hits, details } = JSON.parse(searched.stdout);
    expect(hits[0]).toMatchObject({ path: "src/cart.ts", start_line: 1, end_line: 4 });
    expect(details.scores[0]).toEqual(expect.any(Number));
    expect(new Set(hits.map(({ path }: { path: string }) => path)).size).toBeLessThanOrEqual(2);
    expect(details.completeness.chunks_by_meaning).toBe(report.coverage.chunks);
  });

  it("answers in a first answer's time, and leaves the rest to `index` or to a process that ends", async () => {
    const root = makeShop(home, "large");
    // More than any machine analyses before the first answer, which is asked for at once.
    for (let at = 0; at < 150; at += 1) {
      home.write(`large/src/part${at}.ts`, `export const part${at} = (x: number): number => x + ${at};\n`.repeat(10));
    }
    const search = ["search", "renew a session", "--vectors", "off", "--first-answer-ms", "0", "--project", root];
    const off = await home.run([...search, "--finish-index", "off"]);
    expect(off.stdout).toContain("the index is being made");
    expect(off.stderr).toMatch(
      /^note: [\d,]+ files are not indexed; `context-broker index` indexes them and makes their vectors\n$/,
    );
    const words = await home.run([...search, "--finish-index", "words"]);
    expect(words.stderr).toMatch(/^note: [\d,]+ files are not indexed yet; a background process continues/);
    const atWork = () => runningProcesses(cacheIn(home.folder)).filter(({ client }) => client === "finish-index");
    await expect
      .poll(
        async () => {
          if (atWork().length > 0) {
            return "at work";
          }
          const { coverage } = JSON.parse((await home.runHere(["status", "--json", "--project", root])).stdout);
          return `${coverage.files_searchable} of ${coverage.files} files`;
        },
        { timeout: 40_000, interval: 500 },
      )
      .toBe("153 of 153 files");
    // On a busy machine it may have begun only now.
    await expect.poll(atWork, { timeout: 40_000 }).toEqual([]);
  });

  it("answers unquoted words with text in a pipe: no colour, no bar", async () => {
    const { code, stdout, stderr } = await home.run(["search", "renew", "a", "session", ...WORDS], {
      cwd: join(shop, "src"),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("src/session.ts:1-7");
    expect(stdout).not.toContain("\u001b");
  });

  it("heeds what its own file leaves out, and nothing that the file would let in", async () => {
    const root = makeShop(home, "cloned");
    home.write("cloned/.env", "SESSION_SECRET=renew-me-never\n");
    home.write("cloned/build/session.ts", "export const renewSession = 'a copy that is ignored';\n");
    home.write("cloned/.gitignore", "build/\n");
    const policy = { exclude: ["cart.ts", "!.env"], include: [".env"], include_classes: ["ignored"], vectors: "off" };
    home.write("cloned/.context-broker.json", JSON.stringify(policy));
    const { code, stdout } = await home.runHere(["search", "renew session secret cart", "--project", root, "--json"]);
    const { hits, details } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(hits.map(({ path }: { path: string }) => path)).toContain("src/session.ts");
    expect(stdout).not.toContain("renew-me-never");
    expect(stdout).not.toContain("a copy that is ignored");
    expect(stdout).not.toContain("cart.items");
    expect(details.completeness.chunks_by_meaning).toBe(0);
    expect(details.parts.vectors.state).toBe("disabled");

    home.write("cloned/.context-broker.json", '{"exclude": ["session.ts"');
    const broken = await home.runHere(["search", "renew", "--project", root]);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/^error\[INVALID_SETTING\]: .*cloned[\\/]\.context-broker\.json is not valid JSON/);
  });

  it("exits with 1 where there is nothing, and 0 where there is", async () => {
    const saved = ["--project", shop, "--json", ...WORDS];
    const none = await home.runHere(["saved", "list", ...saved]);
    expect({ code: none.code, ...JSON.parse(none.stdout) }).toMatchObject({ code: 1, outcome: "empty" });
    expect((await home.runHere(["save", "renew a session", "--name", "sessions", ...saved])).code).toBe(0);
    const listed = await home.runHere(["saved", "list", ...saved]);
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout).results).toMatchObject([{ name: "sessions", query: "renew a session" }]);
    const shown = await home.runHere(["saved", "show", "sessions", ...saved]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("expiresAt");
    expect((await home.runHere(["saved", "delete", "sessions", ...saved])).code).toBe(0);
    expect((await home.runHere(["saved", "show", "sessions", ...saved])).code).toBe(2);
  });

  it("knows no hit from a failure", async () => {
    const { code, stdout } = await home.runHere([
      ...["search", "xyzzy", "--project", shop],
      ...["--vectors", "off", "--cache-folder", join(home.folder, "words"), "--json"],
    ]);
    expect({ code, outcome: JSON.parse(stdout).outcome }).toEqual({ code: 1, outcome: "empty" });
  });

  it("counts what was saved", async () => {
    const { code, stdout } = await home.runHere(["report", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).totals.searches).toBeGreaterThanOrEqual(3);
    const html = join(home.folder, "report.html");
    expect((await home.runHere(["report", "--html", html])).code).toBe(0);
    expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("is quiet when the reader goes away", async () => {
    const child = home.start(["search", "renew a session", "--project", shop, "--json", ...WORDS]);
    let stderr = "";
    child.stderr?.on("data", (part: Buffer) => {
      stderr += part.toString();
    });
    child.stdout?.destroy();
    const [code] = await once(child, "close");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

// Elsewhere a folder in use cannot be deleted.
it.runIf(isPosix)("a working folder that is gone is an error that says so", async () => {
  mkdirSync(join(home.folder, "gone"));
  const script = 'rmdir "$PWD" && exec "$0" "$@"';
  const ran = await promisify(execFile)(
    "sh",
    ["-c", script, process.execPath, packagePath("dist", "main.js"), "search", "x"],
    {
      cwd: join(home.folder, "gone"),
    },
  ).catch((error: { code: number; stderr: string }) => error);
  expect(ran).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "error[PROJECT_NOT_FOUND]: the working folder does not exist any more\nhint: go to",
    ),
  });
});

// A terminal is made by Python, which makes none on Windows.
describe.runIf(isPosix)("on a terminal", () => {
  const BAR = /[━─]/;

  it("shows colours and takes the bar away again", async () => {
    const fresh = join(home.folder, "fresh");
    const { code, stdout } = await home.runOnTerminal(["index", "--project", shop, "--cache-folder", fresh, ...WORDS]);
    expect(code).toBe(0);
    expect(stdout).toMatch(BAR);
    const kept = stdout.slice(stdout.lastIndexOf("\r\u001b[2K"));
    expect(kept).not.toMatch(BAR);
    expect(kept).toContain(shop);
  });

  it("shows a hit's place in colour, and what a stranger's source would make the terminal do, which it does not", async () => {
    const root = makeShop(home, "hostile");
    home.write(
      "hostile/src/title.ts",
      "// terminal title \u001b]0;taken\u0007\u202egnp\nexport const terminalTitle = 1;\n",
    );
    const args = ["search", "terminal title", "--project", root, "--vectors", "off"];
    const { code, stdout } = await home.runOnTerminal(args);
    expect(code).toBe(0);
    expect(stdout).toContain("terminal title \\u{1b}]0;taken\\u{7}\\u{202e}gnp");
    expect(stdout).not.toContain("\u001b]");
    expect(stdout).toContain("\u001b[36msrc/title.ts:1-2\u001b[39m");
  });

  it("leaves colours out where NO_COLOR asks", async () => {
    const args = ["search", "renew a session", "--project", shop, ...WORDS];
    const plain = await home.runOnTerminal(args, { env: { NO_COLOR: "1" } });
    expect(plain.stdout).toContain("src/session.ts:1-7");
    expect(plain.stdout.replaceAll("\r\u001b[2K", "")).not.toContain("\u001b");
  });

  it.each([
    ["alone", "off"],
    ["in the shared server", "auto"],
  ])("a person who types `serve` reads what it waits for: %s", async (_, daemon) => {
    const env = { CONTEXT_BROKER_DAEMON: daemon };
    const { code, stdout } = await home.runOnTerminal(["serve"], {
      cwd: shop,
      env,
      interruptAt: "context-broker search",
    });
    expect(code).toBe(0);
    expect(stdout).toContain("waiting for an MCP client on standard input; Ctrl-C ends it");
    expect(stdout).toContain("`context-broker setup`");
    await stopDaemons(home.folder);
  });

  it("stops at Ctrl-C with 130, and goes on from there the next time", async () => {
    const functions = Array.from(
      { length: 200 },
      (_, i) =>
        `export function step${i}(input: string): string {\n${`  input = input.concat("${i}");\n`.repeat(20)}  return input;\n}\n`,
    );
    home.write("long/package.json", "{}");
    home.write("long/src/steps.ts", functions.join("\n"));
    const args = ["index", "--project", join(home.folder, "long")];
    const stopped = await home.runOnTerminal(args, { interruptAt: "embedding" });
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toContain("error\u001b[CANCELLED]".replace("\u001b", ""));
    expect(stopped.stdout).toContain("finished work is kept; run the same command to continue");
    const status = await home.runHere(["status", "--project", join(home.folder, "long"), "--json"]);
    const { coverage } = JSON.parse(status.stdout);
    expect(coverage.files_searchable).toBe(coverage.files);
    expect(coverage.chunks_embedded).toBeLessThan(coverage.chunks);
  });
});
