// The steps of action.yml and the script of the GitLab template as a runner executes them, on a shallow checkout of a merge commit; and
// the git hooks, as git runs them.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { runInThisProcess } from "../cli/run-cli.ts";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";

let playground: Playground;
/** The hosting service's copy, with `main`, `topic` and their merge. */
let origin: string;
/** A checkout of depth 1 of the merge, as a pull request's workflow gets it. */
let checkout: string;
let base: string;

const at = (...path: string[]): string => join(playground.folder, ...path);

function git(folder: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", folder, ...identity, ...args], { env: playground.env, encoding: "utf8" }).trim();
}

const removeParse = (folder: string): void => {
  const file = join(folder, "src/parse.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/\/\*\* "12.50 EUR" \*\/[\s\S]*/, ""));
};

beforeAll(async () => {
  playground = await openPlayground();
  [origin, checkout] = [at("origin"), at("checkout")];
  cpSync(packagePath("fixtures/code/depot"), origin, { recursive: true });
  git(origin, "init", "-q", "-b", "main");
  git(origin, "add", "-A");
  git(origin, "commit", "-qm", "depot");
  git(origin, "checkout", "-qb", "topic");
  removeParse(origin);
  git(origin, "commit", "-qam", "Remove the parser");
  git(origin, "checkout", "-q", "main");
  writeFileSync(join(origin, "docs/guide.md"), "# Guide\n");
  git(origin, "commit", "-qam", "Shorten the guide");
  base = git(origin, "rev-parse", "main");
  git(origin, "checkout", "-qb", "merge");
  git(origin, "merge", "-q", "--no-ff", "-m", "Merge topic", "topic");
  execFileSync("git", ["clone", "-q", "--depth=1", "--branch=merge", `file://${origin}`, checkout], {
    env: playground.env,
  });
});
afterAll(() => playground.remove());

/** The shell commands of a file's steps, in order. */
const stepsOf = (file: string): string[] =>
  [...readFileSync(packagePath(file), "utf8").matchAll(/^ +run: (.+)$/gm)].map(([, command = ""]) => command);

interface Job {
  readonly codes: readonly (number | null)[];
  readonly log: string;
  readonly outputs: string;
  readonly summary: string;
}

function runAction(more: Readonly<Record<string, string>> = {}): Job {
  const [outputs, summary] = [at("outputs"), at("summary")];
  writeFileSync(outputs, "");
  writeFileSync(summary, "");
  const env = {
    ...playground.env,
    GITHUB_ACTION_PATH: packagePath(),
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: summary,
    CONTEXT_BROKER_VECTORS: "off",
    BASE: base,
    HEAD: "HEAD",
    FAIL_ON: "changes_requested",
    INTENT: "Remove the parser",
    EMBED: "false",
    SARIF_FILE: at("review.sarif"),
    // A runner without a terminal, which forces colours.
    FORCE_COLOR: "1",
    ...more,
  };
  const ran = stepsOf("action.yml").map((command) =>
    spawnSync("bash", ["-e", "-o", "pipefail", "-c", command], { cwd: checkout, env, encoding: "utf8" }),
  );
  const read = (file: string): string => readFileSync(file, "utf8");
  return {
    codes: ran.map(({ status }) => status),
    log: ran.map(({ stdout }) => stdout).join(""),
    outputs: read(outputs),
    summary: read(summary),
  };
}

describe("action.yml", () => {
  it("annotates a pull request whose change breaks its users, and fails the step", () => {
    expect(git(checkout, "rev-parse", "--is-shallow-repository")).toBe("true");
    const { codes, log, outputs, summary } = runAction();
    expect(codes).toEqual([0, 0, 1]);
    expect(log).toMatch(/^::error file=src\/parse\.ts,line=\d+,title=[^:]+::function parseAmount is removed/m);
    expect(log).not.toContain("\u001b");
    expect(outputs).toMatch(/^content=[0-9a-f]{40}$/m);
    expect(outputs).toMatch(/^status=changes_requested$/m);
    expect(outputs).toMatch(/^risk-score=\d+$/m);
    expect(summary).toContain("## Review: changes requested");
    const { runs } = JSON.parse(readFileSync(at("review.sarif"), "utf8"));
    const rules = runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
    expect(rules).toContain("removed-export");
    expect(rules.length).toBe(log.match(/^::(?:error|warning|notice) file=/gm)?.length);
  });

  it("lets the step pass for what is below fail-on, and never for a review that could not run", () => {
    expect(runAction({ FAIL_ON: "blocked" }).codes).toEqual([0, 0, 0]);
    expect(runAction({ FAIL_ON: "never", BASE: "no-such-branch" }).codes.at(-1)).not.toBe(0);
    expect(runAction({ FAIL_ON: "sometimes" }).codes).toEqual([0, 0, 2]);
  });
});

it("the GitLab template writes a Code Quality report", () => {
  const folder = at("gitlab");
  git(playground.folder, "clone", "-q", "--branch=topic", origin, folder);
  const bin = at("bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "context-broker"), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(join(bin, "context-broker"), 0o755);
  const template = readFileSync(packagePath("ci/gitlab-review.yml"), "utf8");
  const [, script = ""] = /\n {2}script:\n((?: {4}.*\n)+)/.exec(template) ?? [];
  const commands = [...script.matchAll(/^ {4}- (.+)$/gm)].map(([, command = ""]) => command);
  const { status, stdout } = spawnSync("sh", ["-ec", commands.join("\n")], {
    cwd: folder,
    env: {
      ...playground.env,
      PATH: `${bin}:${playground.env["PATH"] ?? ""}`,
      CONTEXT_BROKER_CACHE_FOLDER: join(folder, ".context-broker-cache"),
      CONTEXT_BROKER_VECTORS: "off",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: git(origin, "merge-base", "main", "topic"),
      CI_COMMIT_SHA: git(folder, "rev-parse", "HEAD"),
      CI_MERGE_REQUEST_TITLE: "-- Remove the parser",
    },
    encoding: "utf8",
  });
  expect({ commands: commands.length, status }).toEqual({ commands: 2, status: 1 });
  expect(stdout).toMatch(/^changes requested: /);
  const report = JSON.parse(readFileSync(join(folder, "gl-code-quality-report.json"), "utf8"));
  expect(report).toContainEqual({
    description: expect.stringContaining("parseAmount is removed"),
    check_name: "removed-export",
    fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
    severity: expect.stringMatching(/^(?:critical|blocker)$/),
    location: { path: "src/parse.ts", lines: { begin: expect.any(Number) } },
  });
});

describe("git hooks", () => {
  const EARLIER = "#!/bin/sh\ncat > /dev/null\necho earlier >> hooks.log\n";
  let folder: string;
  let hook: string;
  const broker = (...args: string[]) =>
    runInThisProcess(args, { home: playground.home, cwd: folder, env: playground.env });
  const tryGit = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    return spawnSync("git", ["-C", folder, ...identity, ...args], {
      env: { ...playground.env, CONTEXT_BROKER_VECTORS: "off", ...env },
      encoding: "utf8",
    });
  };

  beforeAll(() => {
    folder = at("hooked");
    git(playground.folder, "clone", "-q", "--branch=main", origin, folder);
    hook = join(folder, ".git/hooks/pre-commit");
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    writeFileSync(hook, EARLIER);
    chmodSync(hook, 0o755);
    writeFileSync(join(folder, ".git/info/exclude"), "hooks.log\n");
  });

  it("are installed once, whatever is installed how often, and run the earlier hook first", async () => {
    expect((await broker("hooks", "status")).code).toBe(1);
    expect((await broker("hooks", "install")).code).toBe(0);
    const installed = readFileSync(hook, "utf8");
    expect((await broker("hooks", "install")).code).toBe(0);
    expect(readFileSync(hook, "utf8")).toBe(installed);
    expect((await broker("hooks", "status")).stdout).toContain("runs first: ");
  });

  it("stop a commit whose change breaks its users, also of `commit -a`, and say how to skip them", () => {
    removeParse(folder);
    const { status, stderr } = tryGit(["commit", "-qam", "Remove the parser"]);
    expect(status).toBe(1);
    expect(stderr).toContain("function parseAmount is removed");
    expect(stderr).toContain("git commit --no-verify");
    expect(readFileSync(join(folder, "hooks.log"), "utf8")).toBe("earlier\n");
  });

  it("are skipped by a variable, and stop the push of what was committed so", () => {
    expect(tryGit(["commit", "-qam", "Remove the parser"], { SKIP_CONTEXT_BROKER: "1" }).status).toBe(0);
    const { status, stderr } = tryGit(["push", "-q", "origin", "HEAD:refs/heads/other"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("stops this push") });
    expect(git(origin, "branch", "--list", "other")).toBe("");
  });

  it("review what no remote has yet of a new branch, a tag or a base that is not here, and nothing of a deletion", () => {
    const push = (...args: string[]) => tryGit(["push", "-q", "origin", ...args]);
    const reviews = (stderr: string): string[] =>
      stderr.match(/^(?:approved|changes requested): \d+ findings?, \d+/gm) ?? [];
    git(folder, "reset", "-q", "--hard", "origin/main");
    expect(tryGit(["symbolic-ref", "--delete", "refs/remotes/origin/HEAD"]).status).toBe(0);
    writeFileSync(join(folder, "docs/new.md"), "# New\n");
    git(folder, "add", "-A");
    expect(tryGit(["commit", "-qm", "Add a page"], { SKIP_CONTEXT_BROKER: "1" }).status).toBe(0);
    const branch = push("HEAD:refs/heads/new");
    expect({ status: branch.status, reviews: reviews(branch.stderr) }).toEqual({
      status: 0,
      reviews: ["approved: 0 findings, 1"],
    });
    git(folder, "tag", "v1");
    const tag = push("v1");
    expect({ status: tag.status, stderr: tag.stderr }).toEqual({ status: 0, stderr: "" });
    const deletion = push(":new");
    expect({ status: deletion.status, stderr: deletion.stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("are removed without a trace: the earlier hook is as it was", async () => {
    expect((await broker("hooks", "uninstall")).code).toBe(0);
    expect(readFileSync(hook, "utf8")).toBe(EARLIER);
    expect((await broker("hooks", "status")).code).toBe(1);
  });

  it("add lines to husky's files and take them out again", async () => {
    mkdirSync(join(folder, ".husky/_"), { recursive: true });
    writeFileSync(join(folder, ".husky/_/h"), "");
    writeFileSync(join(folder, ".husky/pre-commit"), "npm test");
    git(folder, "config", "core.hooksPath", ".husky/_");
    expect((await broker("hooks", "install", "--hooks", "pre-commit")).code).toBe(0);
    const text = readFileSync(join(folder, ".husky/pre-commit"), "utf8");
    expect(text).toMatch(/^npm test\n# context-broker hooks: begin/);
    // The file is committed: it names no place of this machine.
    expect(text).not.toContain(packagePath());
    expect(text).not.toContain(process.execPath);
    expect((await broker("hooks", "uninstall")).code).toBe(0);
    expect(readFileSync(join(folder, ".husky/pre-commit"), "utf8")).toBe("npm test\n");
  });

  it("are not put into a folder that other repositories use, too", async () => {
    git(folder, "config", "core.hooksPath", at("shared-hooks"));
    const { code, stderr } = await broker("hooks", "install");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("other repositories may use") });
    rmSync(folder, { recursive: true });
  });
});
