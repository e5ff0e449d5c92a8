// The rule by which an assistant without this program is replayed.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grepAndRead, wordsOf } from "./grep-and-read.ts";

let root: string;
const FILES: Readonly<Record<string, string>> = {
  "src/session.ts": "renew the session\nsession expires\n",
  "src/cart.ts": "session of a cart\n",
  "docs/long.md": `${"session\n".repeat(50)}`,
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "grep-and-read-"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync("git", ["init", "-q", root]);
  execFileSync("git", ["-C", root, "add", "-A"]);
});
afterAll(() => rmSync(root, { recursive: true }));

const lettersOf = (text: string): number => text.length;
const replay = (question: string, answer: string) => grepAndRead(root, question, (path) => path === answer, lettersOf);

describe("grep and reading", () => {
  it("looks for the words that say something", () => {
    expect(wordsOf("where is the session renewed when it expires")).toEqual(["session", "renewed", "expires"]);
  });

  it("reads first the file with the most of the words", () => {
    expect(replay("where does the session renew", "src/session.ts")).toMatchObject({ found: true, files: 1 });
  });

  it("pays for each file that it reads before the one that answers", () => {
    const first = replay("session", "docs/long.md");
    const second = replay("session", "src/session.ts");
    expect([first.files, second.files]).toEqual([1, 2]);
    expect(second.tokens - first.tokens).toBe(FILES["src/session.ts"]?.length);
    expect(second.steps.map(({ path }) => path)).toEqual([null, "docs/long.md", "src/session.ts"]);
  });

  it("finds nothing where no word matches", () => {
    expect(replay("xylophone", "src/cart.ts")).toEqual({ found: false, tokens: 0, files: 0, steps: [] });
  });
});
