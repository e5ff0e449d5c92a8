// Whatever is kept beside the project only makes answers faster: without any one of these files, or with a damaged one, the
// answer is the same. With the real model, a graph, and the query cache on disk.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Home, makeHome } from "../cli/run-cli.ts";

const QUESTIONS = ["where is the total of a cart computed", "retry a request that failed"];
const SOURCES: Readonly<Record<string, string>> = {
  "shop/src/cart.ts":
    "// Prices in cents.\nexport class Cart {\n  total(): number {\n    return this.lines.reduce((sum, line) => sum + line.price, 0);\n  }\n}\n",
  "shop/src/retry.ts":
    "export async function retry<T>(request: () => Promise<T>, times: number): Promise<T> {\n  return request().catch(() => retry(request, times - 1));\n}\n",
  "shop/src/user.py": "def load_user(session, name):\n    return session.query(name)\n",
  "shop/README.md": "# Shop\n\nThe cart, its total, and users.\n",
};

/** What can happen to a file. RELIABILITY_DAMAGES: how many of them, for a shorter run; default all. */
const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  [
    "holds noise",
    (path) => {
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.length; at += 97) {
        bytes[at] = (bytes[at] ?? 0) ^ 0xa5;
      }
      writeFileSync(path, bytes);
    },
  ],
  ["is cut in half", (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ["is gone", (path) => rmSync(path)],
  ["is empty", (path) => truncateSync(path, 0)],
];

/** Names that are made at random in each home. */
const stable = (path: string): string => path.replace(/[0-9a-f]{12,}/g, "*");

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

let home: Home;
let kept: string;
let cache: string;
let root: string;
let expected: readonly unknown[];

async function run(command: string, ...words: readonly string[]): Promise<string> {
  const ran = await home.run([command, ...words, "--project", root, "--json"], {
    env: { CONTEXT_BROKER_CACHE_FOLDER: cache, CONTEXT_BROKER_VECTORS: "hnsw", CONTEXT_BROKER_HNSW_FROM: "1" },
    // Others may keep the machine busy: then it takes long, and the answer is the same.
    timeoutMs: 300_000,
  });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout, `no answer; ${ran.stderr}`).not.toBe("");
  return ran.stdout;
}

async function ask(question: string): Promise<unknown> {
  const { hits, locations = [] } = JSON.parse(await run("search", question)) as {
    hits: readonly Record<string, unknown>[];
    locations?: unknown[];
  };
  return [
    hits.map(({ path, start_line, end_line, symbol, source }) => ({ path, start_line, end_line, symbol, source })),
    locations,
  ];
}

beforeAll(async () => {
  home = makeHome();
  kept = mkdtempSync(join(tmpdir(), "context-broker-kept-"));
  cache = join(home.folder, "cache");
  for (const [path, text] of Object.entries(SOURCES)) {
    home.write(path, text);
  }
  root = join(home.folder, "shop");
  // A search does not wait for the graph of what it indexed.
  await run("index");
  const answers: unknown[] = [];
  for (const question of QUESTIONS) {
    await ask(question);
    answers.push(await ask(question));
  }
  expected = answers;
  cpSync(cache, kept, { recursive: true });
}, 240_000);

afterAll(() => {
  home.remove();
  rmSync(kept, { recursive: true, force: true });
});

describe("each file kept beside a project", () => {
  it("is one of those that are known", () => {
    // A record in running/ is of a process that is about to end.
    const derived = filesBelow(kept).filter((path) => !path.startsWith("running/"));
    expect([...new Set(derived.map(stable))]).toMatchInlineSnapshot(`
      [
        "analyses.sqlite",
        "projects/shop-*/current-v7",
        "projects/shop-*/index-v7-*.sqlite",
        "projects/shop-*/project.json",
        "projects/shop-*/query-cache.sqlite",
        "projects/shop-*/vectors.hnsw.json",
        "projects/shop-*/vectors.hnsw.json.*.graph",
        "vectors/vectors-all-MiniLM-L6-v2-int8_*-b370c3fb.sqlite",
      ]
    `);
  });

  it.each(DAMAGES.slice(0, Number(process.env["RELIABILITY_DAMAGES"] ?? DAMAGES.length)))(
    "answers the same when it %s",
    async (_name, damage) => {
      for (const path of filesBelow(kept)) {
        rmSync(cache, { recursive: true, force: true });
        cpSync(kept, cache, { recursive: true });
        damage(join(cache, path));
        const [question = ""] = QUESTIONS;
        expect(await ask(question), stable(path)).toEqual(expected[0]);
      }
      expect(await ask(QUESTIONS[1] ?? "")).toEqual(expected[1]);
    },
    600_000,
  );

  it("is made anew when all are gone", async () => {
    rmSync(cache, { recursive: true, force: true });
    for (const [at, question] of QUESTIONS.entries()) {
      expect(await ask(question)).toEqual(expected[at]);
    }
  }, 240_000);
});
