// The whole comparison as `npm run bench:edges` starts it, with the real program and its tool; the authority is a stand-in
// that says what is written here, since none is installed where tests run.
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { benchFolder } from "../run-bench.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const { run, write } = benchFolder(temporary.path);

write(
  "shop/store.py",
  "class Store:\n    def load(self):\n        return 1\n\n\ndef open_store():\n    return Store()\n",
);
write("shop/main.py", "from store import open_store\n\nstore = open_store()\nprint(store.load())\n");

const SAID = [
  {
    path: "main.py",
    occurrences: [
      [1, 18, "open_store", 4, [0]],
      [3, 8, "open_store", 2, [0]],
      [4, 12, "load", 2, [1]],
      [4, 0, "print", 2, [2]],
    ],
  },
  {
    path: "store.py",
    occurrences: [
      [6, 4, "open_store", 1, [0]],
      [7, 11, "Store", 2, "foreign"],
    ],
  },
  { symbol: 0, name: "open_store", path: "open_store", kind: "function", places: [["store.py", 6]], supers: [] },
  { symbol: 1, name: "load", path: "Store.load", kind: "method", places: [["store.py", 2]], supers: [] },
  { symbol: 2, name: "print", path: "print", kind: "function", places: [["main.py", 2]], supers: [] },
];
write(
  "tools/jedi/bin/python",
  `#!${process.execPath}\nprocess.stdout.write(process.argv[2] === "-c" ? "stand-in 1\\n" : ${JSON.stringify(SAID.map((line) => `${JSON.stringify(line)}\n`).join(""))});\n`,
);
chmodSync(join(temporary.path, "tools/jedi/bin/python"), 0o755);

it("asks both, compares them, and keeps what the authority said", async () => {
  const args = ["--tools", "tools", "--authority", "jedi", "--repository", "shop", "--home", "home"];
  const { code, stdout, stderr } = await run("authorities", ...args, "--json", "edges.json", "--misses", "misses.txt");
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("jedi reads 2 files of shop") });
  expect(stdout).toContain("- jedi stand-in 1");
  expect(stdout).toMatch(/\| jedi: shop +\| references: recall +\| ≥ \.850 \| \.750 of 4/);
  expect(stdout).toMatch(/\| all references: precision +\| ≥ \.950 \| 1\.000 of 3/);
  const misses = readFileSync(join(temporary.path, "misses.txt"), "utf8");
  expect(misses).toContain("no symbol of ours at the target: function: 1\n  shop/main.py:4 print → main.py:2");
  expect(JSON.parse(readFileSync(join(temporary.path, "edges.json"), "utf8"))).toMatchObject({
    results: [{ authority: "jedi", repository: "shop", verdicts: { right: 3 }, asked: { whole: 2, none: 1 } }],
  });
  expect(readdirSync(join(temporary.path, "tools/readings"))).toEqual([
    expect.stringMatching(/^jedi-shop-\w{16}\.jsonl$/),
  ]);
}, 120_000);

it("adds what an earlier run kept of repositories that it does not compare", async () => {
  const args = ["--tools", "tools", "--authority", "jedi", "--home", "home"];
  await run("authorities", ...args, "--repository", "shop", "--keep", "shop.json");
  const kept = JSON.parse(readFileSync(join(temporary.path, "shop.json"), "utf8")) as {
    judged: { repository: string }[];
  };
  write(
    "zoo.json",
    JSON.stringify({ about: ["earlier"], judged: kept.judged.map((one) => ({ ...one, repository: "zoo" })) }),
  );
  const { stdout } = await run("authorities", ...args, "--repository", "shop", "--add", "zoo.json");
  expect(stdout).toContain("- earlier");
  expect(stdout).toMatch(/\| jedi: shop, zoo +\| references: recall +\| ≥ \.850 \| \.750 of 8/);
}, 120_000);

it("says what is missing and ends with 2", async () => {
  const args = ["--tools", "nowhere", "--authority", "jedi", "--repository", "shop"];
  const { code, stderr } = await run("authorities", ...args);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("jedi is not installed in") });
}, 120_000);
