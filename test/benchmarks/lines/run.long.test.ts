// The whole benchmark as `npm run bench:lines` starts it, on two small checkouts, with real servers.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { benchFolder } from "../run-bench.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const { run, write } = benchFolder(temporary.path);

write(
  "checkouts/shop/src/cart.ts",
  "export function totalPrice(items: number[]): number {\n\n  return items.length;\n}\n",
);
write("checkouts/zoo/lion.py", "def feed_lion(meat):\n    return meat\n");
write("checkouts/repos.json", '[{"name": "shop", "root": "src"}]');
write(
  "questions.jsonl",
  [
    '{"repo": "shop", "kind": "name", "question": "totalPrice", "answers": [{"path": "src/cart.ts", "start_line": 1, "end_line": 3}]}',
    '{"repo": "zoo", "kind": "plain", "question": "feed the lion", "answers": [{"path": "lion.py", "start_line": 2, "end_line": 2}]}',
    '{"repo": "zoo", "kind": "none", "question": "where are invoices rounded", "answers": []}',
  ].join("\n"),
);

it("asks the servers, reports, writes a row for each question, and compares the next run with them", async () => {
  const args = ["--questions", "questions.jsonl", "--repositories", "checkouts", "--cache", "cache", "--no-vectors"];
  const more = ["--list", "checkouts/repos.json", "--results", "out/rows.jsonl"];
  const first = await run("lines", ...args, ...more, "--arm", packagePath("dist", "main.js"));
  expect(first.stderr).toContain("shop, this build: 1 file searchable by words");
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toMatch(/^\| all +\| 2 +\| 2 \(1\.00\) \| 2 \(1\.00\) /m);
  expect(first.stdout).toMatch(/^\| this build − .+ +\| questions /m);
  const rows = readFileSync(join(temporary.path, "out/rows.jsonl"), "utf8").trimEnd().split("\n");
  expect(rows.map((row) => JSON.parse(row))).toMatchObject(
    ["shop", "shop", "zoo", "zoo", "zoo", "zoo"].map((repo) => ({ repo })),
  );
  expect(JSON.parse(rows[0] ?? "")).toMatchObject({ answered: true, rank: 1, hits: [{ path: "src/cart.ts" }] });
  const next = await run("lines", ...args, "--only", "zoo", "--against", "out/rows.jsonl");
  expect(next).toMatchObject({ code: 0 });
  expect(next.stdout).toMatch(/^\| this build − earlier \|/m);
}, 120_000);

it("says what is missing and ends with 2", async () => {
  const { code, stdout, stderr } = await run("lines", "--questions", "questions.jsonl", "--repositories", "nowhere");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("error: no checkout of shop (");
});
