// The whole fitting as `npm run bench:fit` starts it, on two small checkouts, with the real program and its model.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { WEIGHTS } from "../../../src/search/ranking/weights.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { benchFolder } from "../run-bench.ts";
import { HELD } from "./matrix.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const { run, write } = benchFolder(temporary.path);

write("one/shop/src/cart.ts", "export function totalPrice(items: number[]): number {\n  return items.length;\n}\n");
write("one/shop/src/mail.ts", "export function sendLetter(to: string): string {\n  return to;\n}\n");
write("one/shop/src/price.test.ts", "it('has a total price', () => totalPrice([]));\n");
write("two/zoo/lion.py", "def feed_lion(meat):\n    return meat\n");
write("two/zoo/keeper.py", "def keeper():\n    # feeds every lion\n    return 'lion'\n");
write("one.json", '[{"name": "shop", "root": "src"}]');
write("two.json", '[{"name": "zoo"}]');
write(
  "shop.jsonl",
  [
    '{"repo": "shop", "query": "totalPrice", "targets": [{"path": "src/cart.ts"}]}',
    '{"repo": "shop", "query": "the total price of all items", "targets": [{"path": "src/cart.ts"}]}',
    '{"repo": "shop", "query": "send a letter", "targets": [{"path": "src/mail.ts"}]}',
  ].join("\n"),
);
write(
  "zoo.jsonl",
  '{"repo": "zoo", "query": "who feeds the lion", "targets": [{"path": "keeper.py", "start_line": 1, "end_line": 3}]}\n',
);

it("asks the program, fits, leaves each repository out, and prints the same every time", async () => {
  const sets = ["--queries", "shop.jsonl", "--queries", "zoo.jsonl", "--set-weight", "zoo.jsonl=0.5"];
  const folders = ["--repositories", "one", "--list", "one.json", "--repositories", "two", "--list", "two.json"];
  const args = [...sets, ...folders, "--cache", "cache"];
  const first = await run("fit", ...args, "--json", "out/weights.json");
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).toContain("column words: leaving out zoo: 2 samples");
  expect(first.stdout).toContain("2 repositories, left out in 2 folds");
  expect(first.stdout).toContain("- zoo.jsonl: 1 queries at weight 0.5");
  for (const [signal, { words }] of Object.entries(WEIGHTS)) {
    const shown = words.toFixed(2).replace("-", "−");
    expect(first.stdout).toMatch(new RegExp(`^\\| ${signal} .*\\| ${shown}${signal in HELD ? ", held" : " → "}`, "m"));
  }
  const { weights } = JSON.parse(readFileSync(join(temporary.path, "out/weights.json"), "utf8"));
  expect(Object.keys(weights)).toEqual(Object.keys(WEIGHTS));
  const again = await run("fit", ...args);
  expect(again.stdout).toBe(first.stdout);
  // What it says of the present weights is what the benchmark of ranking measures.
  const ranking = ["--repositories", "one", "--list", "one.json", "--no-baselines", "--no-budgets", "--cache", "cache"];
  const quality = await run("quality", "--queries", "shop.jsonl", ...ranking);
  for (const arm of ["with vectors", "words only"]) {
    const [, measured] = new RegExp(`^\\| ${arm} +\\| (\\S+) `, "m").exec(quality.stdout) ?? [];
    const [, present] = new RegExp(`^\\| shop\\.jsonl +\\| ${arm} +\\| 3 +\\| (\\S+) `, "m").exec(first.stdout) ?? [];
    expect(present).toBe(measured);
    expect(present).toMatch(/^(1|)\.\d{3}$/);
  }
}, 120_000);

it("says what is missing and ends with 2", async () => {
  const { code, stdout, stderr } = await run("fit", "--queries", "shop.jsonl", "--repositories", "nowhere");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("error: no checkout of shop (");
});
