// A change as a client is told of it: each scope, each kind of change, and what cannot be compared.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";

// How far the history is counted by then is a matter of time.
const tools = codeTools(["--git-signals", "off"]);

function git(...args: string[]): void {
  const { root, playground } = tools();
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  execFileSync("git", ["-C", root, ...identity, ...args], { env: playground.env, stdio: "pipe" });
}

const commit = (message: string): void => {
  git("add", "-A");
  git("commit", "-q", "-m", message);
};

function write(path: string, text: string | Buffer): void {
  const full = join(tools().root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(tools().root, path), "utf8");
  expect(text).toContain(from);
  write(path, text.replace(from, to));
}

const at = (path: string): string => join(tools().root, path);

/** Commits named by their ids alone differ from run to run. */
const IDS = [/(\()[0-9a-f]{7}(?=\))/g];

describe("analyze_diff", () => {
  // One history: each step is a state that the questions below ask about.
  beforeAll(async () => {
    write(".env", "PASSWORD=one\n");
    write(
      "src/old.ts",
      'export function greet(name: string) {\n  const whom = name.trim();\n  return "hello " + whom + ", and welcome";\n}\n',
    );
    git("add", "-f", ".env");
    commit("first");
    git("tag", "first");
    edit("src/orders.ts", "export", "/** Changed. */\nexport");
    edit("src/parse.ts", "parse", "read");
    write(".env", "PASSWORD=two\n");
    commit("second");
    git("checkout", "-q", "-b", "side", "first");
    renameSync(at("src/old.ts"), at("src/greeting.ts"));
    write("src/picture.png", Buffer.from([0x89, 0x50, 0, 1, 2]));
    rmSync(at("tools/report.py"));
    commit("side");
    git("checkout", "-q", "master");
    edit("src/order-store.ts", "put(order: Order)", "put(order: Order, now = Date.now())");
    edit("src/order-store.ts", "return this.orders.get(id)", "return this.orders.get(id.trim())");
    edit("docs/guide.md", "#", "# New\n\nWords.\n\n#");
    git("add", "-A");
    edit("cmd/main.go", "func main", "func helper() int { return 1 }\n\nfunc main");
    edit("config/app.json", ":", ": ");
    edit("src/orders.ts", "state: OrderState;", "state: OrderState;\n  readonly note?: string;");
    rmSync(at("src/old.ts"));
    edit("src/broken.ts", "\n", "\n\n");
    // A tool that waits for the index, which this one does only for a while.
    await tools().call("analyze_file", { path: "src/orders.ts" });
  });

  answersAre(
    "analyze_diff",
    [
      {},
      { scope: "staged" },
      { scope: "commit" },
      { scope: "range", ref: "side", base: "master" },
      { base: "side", paths: ["./src/", "docs/guide.md"] },
      { paths: ["test"] },
      { scope: "range" },
      { scope: "commit", base: "first" },
      { ref: "first" },
      { scope: "commit", ref: "nowhere" },
      { paths: ["src/never.ts"] },
      // In the middle of the budgets that seven rows fit: the name of the temporary folder costs a varying number of tokens.
      // Ids of commits differ in their tokens: a budget that a few of them do not change.
      { max_tokens: 340 },
    ],
    tools,
    IDS,
  );

  it("shows nothing of a secret, though git tracks it", async () => {
    const { text, structured } = await tools().call("analyze_diff", { scope: "commit", ref: "master" });
    expect(text).toContain("\n.env\n not compared: not indexed by the project's rules: secret");
    expect(JSON.stringify(structured)).not.toMatch(/PASSWORD/);
  });

  it("runs no program of the repository's", async () => {
    const { root, call } = tools();
    const trap = join(root, "..", "trap.sh");
    const trace = join(root, "..", "sprung");
    writeFileSync(trap, `#!/bin/sh\ntouch '${trace}'\ncat\n`);
    chmodSync(trap, 0o755);
    const settings = ["core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "gpg.program"];
    for (const name of [...settings, "filter.evil.clean", "filter.evil.smudge", "pager.diff-tree", "pager.cat-file"]) {
      git("config", name, trap);
    }
    for (const alias of ["diff-tree", "cat-file", "merge-base", "ls-tree"]) {
      git("config", `alias.${alias}`, `!${trap}`);
    }
    write(".git/info/attributes", "* filter=evil diff=evil\n");
    rmSync(trace, { force: true });
    for (const input of [
      {},
      { scope: "staged" },
      { scope: "commit" },
      { scope: "range", ref: "side", base: "master" },
    ]) {
      expect(await call("analyze_diff", input)).toMatchObject({ isError: false });
    }
    expect(existsSync(trace)).toBe(false);
    rmSync(at(".git/info/attributes"));
  });
});
