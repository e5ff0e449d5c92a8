// `verify` on a real repository: what it says, what it never says, and its exit code. The verdicts themselves: test/reason/citations.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const STORE = `export class Store {
  put(key: string): void {
    this.check(key, 30);
  }
}
`;
const HELPER = `export function helperThatMoves(value: number): number {
  return value * 2;
}
`;
const FILES = {
  "src/store.ts": STORE,
  "src/helper.ts": HELPER,
  ".gitignore": "ignored.ts\n",
  "ignored.ts": "secret\n",
};

let tools: ToolsInProcess;
let outside: { readonly path: string; remove(): void };
let commit = "";

beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
  outside = temporaryFolder();
  writeFileSync(join(outside.path, "other.ts"), "export const other = 1;\n");
  symlinkSync(join(outside.path, "other.ts"), join(tools.root, "src/linked.ts"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: tools.root,
      encoding: "utf8",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  commit = git("rev-parse", "HEAD").trim();
  writeFileSync(join(tools.root, "src/store.ts"), `// Stores keys.\n${STORE.replace("30", "60")}`);
  rmSync(join(tools.root, "src/helper.ts"));
  mkdirSync(join(tools.root, "lib"));
  writeFileSync(join(tools.root, "lib/helper.ts"), `\n${HELPER}`);
  writeFileSync(join(tools.root, "report.md"), "# Keys\n\nKeys are put one by one (src/store.ts:2).\n");
});
afterAll(async () => {
  await tools.close();
  outside.remove();
});

const verify = (input: Readonly<Record<string, unknown>>) => tools.ask("verify_citations", input);
const counts = async (input: Readonly<Record<string, unknown>>) => (await verify(input)).structured["counts"];

describe("verify", () => {
  it("counts what holds now, and passes", async () => {
    const answer = await verify({ text: "It is put (src/store.ts:3-5).\n" });
    expect(answer.text).toBe("verified: 1 citation, none false");
    expect(answer.passed).toBe(true);
  });

  it("names each false citation with its line and its reason, and does not pass", async () => {
    const text = "A (src/store.ts:2).\nB (src/store.ts:70) and C (src/none.ts:1).\n";
    const answer = await verify({ text });
    expect(answer.text).toBe(`2 of 3 citations false
line 2: src/store.ts:70: no-such-line: the file has 6 lines
line 2: src/none.ts:1: no-such-file: no file of this project`);
    expect(answer.passed).toBe(false);
  });

  it("compares with a commit: what held then is not false now", async () => {
    const text = "A (src/store.ts:1-2), B (src/store.ts:3), C (src/helper.ts:1-3), D (lib/helper.ts:2).\n";
    const answer = await verify({ text, commit });
    expect(answer.text).toBe(`1 of 4 citations false at ${commit.slice(0, 10)}, 2 moved since, 1 changed since
line 1: src/store.ts:1-2: moved to src/store.ts:2-3
line 1: src/store.ts:3: changed: these lines are different now
line 1: src/helper.ts:1-3: moved to lib/helper.ts:2-4
line 1: lib/helper.ts:2: no-such-file: no file of this project`);
  });

  it.each([
    ["through a link", "src/linked.ts:1"],
    ["outside", "../other.ts:1"],
    ["by an absolute path", "/etc/hosts.txt:1"],
    ["in a folder", "src/:1"],
  ])("a citation %s is false, with a commit and without", async (_, citation) => {
    for (const input of [{}, { commit }]) {
      expect(await counts({ ...input, text: `So it is (\`${citation}\`).` })).toMatchObject({
        all: 1,
        "no-such-file": 1,
      });
    }
  });

  it("lists statements whose names or numbers the cited lines do not have, if asked", async () => {
    const text = "`put` checks a key with 60 (src/store.ts:3-5). Then `refuse` is called 3 times (src/store.ts:3-5).";
    expect((await verify({ text })).structured["unsupported"]).toBeUndefined();
    expect((await verify({ text, check_support: true })).structured["unsupported"]).toEqual([
      { line: 1, statement: "Then `refuse` is called 3 times (src/store.ts:3-5).", missing: ["refuse", "3"] },
    ]);
  });

  it("counts sentences without a citation by section", async () => {
    const text =
      "# First\n\nNothing is cited in this one. Nor here, as it seems.\n\n# Second\n\nIt is so (src/store.ts:2).\n";
    expect((await verify({ text })).structured["uncited"]).toEqual([{ section: "First", count: 2 }]);
  });

  it("says that a text cites nothing", async () => {
    const answer = await verify({ text: "Nothing at all.\n" });
    expect([answer.outcome, answer.text, answer.passed]).toEqual(["empty", "empty: the text cites no lines", true]);
  });

  it("reads over a mark of the byte order", async () => {
    const { structured } = await verify({ text: "\uFEFF# First\n\nNothing is cited in this one.\n" });
    expect(structured["uncited"]).toEqual([{ section: "First", count: 1 }]);
  });

  it("does not tell whether a credential was guessed", async () => {
    const key = "AKIAQ3EGRZ7XWVN5KTLM";
    writeFileSync(join(tools.root, "src/key.ts"), `export const key = "${key}";\n`);
    const text = `It is "${key.slice(0, 8)}" (src/key.ts:1).`;
    const { structured } = await verify({ text, check_support: true });
    expect(structured["unsupported"]).toMatchObject([{ missing: [key.slice(0, 8)] }]);
  });

  it.runIf(existsSync("/dev/zero"))("reads no more of a report than it may be long", async () => {
    await expect(verify({ report: "/dev/zero" })).rejects.toThrow("no text of at most 4,000,000 bytes");
  });

  it("refuses more citations than it can check", async () => {
    await expect(verify({ text: "src/store.ts:1-6\n".repeat(10_001) })).rejects.toThrow("more than 10,000 citations");
    const most = { text: "`put` (src/store.ts:1-6)\n".repeat(10_000), check_support: true };
    expect((await verify(most)).structured).toMatchObject({ counts: { holds: 10_000 }, unsupported: [] });
  });

  it("reads a report by its path", async () => {
    expect(await counts({ report: "report.md" })).toMatchObject({ all: 1, holds: 1 });
  });

  it.each([
    [{}, "give either"],
    [{ report: "report.md", text: "a" }, "give either"],
    [{ report: "none.md" }, "none.md cannot be read: there is no such file"],
    [{ report: "src" }, "src cannot be read"],
    [{ text: "a", commit: "no-such" }, 'no commit "no-such"'],
    [{ text: "a", commit: "--all" }, "not a valid commit name"],
  ])("%j is an error that says why", async (input, message) => {
    await expect(verify(input)).rejects.toThrow(message);
  });

  it("cannot be made to write a terminal's signs", async () => {
    const answer = await verify({ text: "So it is (`src/\u001b[31mred.ts:1`)." });
    expect(answer.text).not.toContain("\u001b");
  });
});
