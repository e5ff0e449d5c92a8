// The whole benchmark as `npm run bench:quality` starts it, on two small checkouts, with the real program and its model.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { benchFolder } from "../run-bench.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const { run, write } = benchFolder(temporary.path);

const read = (path: string): string => readFileSync(join(temporary.path, path), "utf8");

write("checkouts/shop/README.md", "# Shop\n");
write(
  "checkouts/shop/src/cart.ts",
  "export function totalPrice(items: number[]): number {\n  return items.length;\n}\n",
);
write("checkouts/shop/src/mail.ts", "export function sendLetter(to: string): string {\n  return to;\n}\n");
write("checkouts/zoo/lion.py", "def feed_lion(meat):\n    return meat\n");
write("checkouts/repos.json", '[{"name": "shop", "root": "src", "language": "typescript"}]');
write(
  "queries.jsonl",
  [
    '{"repo": "shop", "query": "totalPrice", "category": "symbol", "language": "typescript", "targets": [{"path": "src/cart.ts"}]}',
    '{"repo": "shop", "query": "send a letter", "category": "semantic", "language": "typescript", "targets": [{"path": "src/mail.ts"}]}',
    '{"repo": "zoo", "query": "feed the lion", "category": "semantic", "language": "python", "targets": [{"path": "lion.py", "start_line": 1, "end_line": 2}]}',
  ].join("\n"),
);

const THREE_OF_THREE = { "with vectors": "1\\.000", "words only": "1\\.000", "first answer": "1\\.000" };

it("indexes, asks, reports, writes the results, and compares the next run with them", async () => {
  const args = ["--queries", "queries.jsonl", "--repositories", "checkouts", "--cache", "cache"];
  const first = await run(
    "quality",
    ...args,
    "--results",
    "out/results.jsonl",
    "--json",
    "figures.json",
    "--first-answers",
  );
  expect(first.stderr).toContain("shop: all 2 files searchable by words, all 2 chunks by meaning");
  expect(first).toMatchObject({ code: 0 });
  // Plain BM25 does not see "letter" in sendLetter, so it answers two of the three.
  for (const [arm, figure] of Object.entries({ ...THREE_OF_THREE, "plain BM25": "\\.667" })) {
    expect(first.stdout).toMatch(new RegExp(`^\\| ${arm} +\\| ${figure} +\\| ${figure} `, "m"));
  }
  for (const file of ["out/results.jsonl", "out/results.words.jsonl"]) {
    const lines = read(file).trimEnd().split("\n");
    expect(lines[2]).toBe(
      '{"repo":"zoo","query":"feed the lion","hits":[{"path":"lion.py","start_line":1,"end_line":2}]}',
    );
    expect(lines[1]).toContain('{"path":"src/mail.ts","start_line":1,');
  }
  expect(JSON.parse(read("figures.json"))).toMatchObject({ sets: [{ queries: "queries.jsonl", count: 3 }] });
  const next = await run(
    "quality",
    ...args,
    "--no-vectors",
    "--no-baselines",
    "--only",
    "zoo",
    "--against",
    "out/results.jsonl",
  );
  expect(next).toMatchObject({ code: 0 });
  expect(next.stdout).toContain("| words only − earlier | +.000");
  expect(next.stdout).not.toContain("plain");
}, 120_000);

it("says what is missing and ends with 2", async () => {
  const { code, stdout, stderr } = await run("quality", "--queries", "queries.jsonl", "--repositories", "nowhere");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("error: no checkout of shop (");
});
