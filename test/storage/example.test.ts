// storage/example is what the program writes, and the program opens it. GOLDEN=write makes it anew.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { excerptOf } from "../../src/storage/handoff.ts";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import { sha256Of } from "../../src/system/sha256.ts";
import { loadTokenCounter, type TokenCounter } from "../../src/system/token-counter.ts";
import { expectGolden } from "../support/golden.ts";
import { searchOf } from "./places.ts";
import { misfits, SCHEMAS, type SchemaName } from "./schemas.ts";
import { scratchFolder } from "./scratch.ts";

const EXAMPLE = packagePath("storage", "example");
/** Where the example's global home says that its project is. */
const ROOT = "/home/mina/shop";
const NOW = new Date("2026-11-21T23:15:00.000Z");
const SOURCES = ["src/session.ts", "src/cookie.ts"];

const SCHEMA_OF: Readonly<Record<string, SchemaName>> = {
  ".project.json": "project-marker",
  "session cookie.json": "handoff",
};

let counter: TokenCounter;

beforeAll(async () => {
  counter = await loadTokenCounter();
});

function readSource(path: string): Promise<string> {
  return readFile(join(EXAMPLE, "project", path), "utf8");
}

async function readAdmitted(path: string): Promise<{ contentHash: string }> {
  return {
    contentHash: createHash("sha256")
      .update(await readSource(path))
      .digest("hex"),
  };
}

function open(home: string, projectRoot: string, mode: "global" | "in-project"): SavedResults {
  const options = { projectName: "shop", share: true, readAdmitted, now: () => NOW };
  return new SavedResults({ ...options, home, projectRoot, mode });
}

/** Saves a search of the example's two files (the function's lines, then the whole second file), and a handoff that rests on them. */
async function saveBoth(saved: SavedResults): Promise<void> {
  const [session = "", cookie = ""] = await Promise.all(SOURCES.map(readSource));
  const lines = session.split("\n").slice(7, 12).join("\n");
  const texts = [lines, cookie.trimEnd()];
  const tokens = [session, cookie].map((text) => counter.count(text)).reduce((sum, count) => sum + count, 0);
  const contextTokens = texts.map((text) => counter.count(text)).reduce((sum, count) => sum + count, 0);
  const hashes = await Promise.all(SOURCES.map(readAdmitted));
  const hit = { kind: "function" as const, language: "typescript" };
  await saved.save(
    {
      query: "where is the session checked",
      topK: 2,
      detail: "snippets",
      statistics: {
        totalTokens: tokens,
        totalTokensExact: true,
        contextTokens,
        savedTokens: tokens - contextTokens,
        savedPercent: Math.round((1000 * (tokens - contextTokens)) / tokens) / 10,
        hitFilesTokens: tokens,
        encoding: counter.encoding,
      },
      hits: [
        { ...hit, path: "src/session.ts", startLine: 8, endLine: 12, symbol: "checkSession", score: 1.42 },
        { ...hit, path: "src/cookie.ts", startLine: 1, endLine: 10, symbol: "readCookie", score: 0.77 },
      ],
      files: SOURCES.map((path, index) => ({
        path,
        content: texts[index] ?? "",
        ranges: [index === 0 ? { startLine: 8, endLine: 12 } : { startLine: 1, endLine: 10 }],
        contentHash: hashes[index]?.contentHash ?? "",
      })),
    },
    { name: "session check" },
  );
  const checkSession = session.split("\n").slice(7, 12);
  const [hash, cookieHash] = hashes.map(({ contentHash }) => contentHash);
  await saved.saveHandoff(
    {
      goal: "sessions survive a restart",
      decisions: ["keep them in a signed cookie: no new service"],
      constraints: ["the cookie stays below 4 kB"],
      failed: ["a file for each session: two servers share no disk"],
      next: ["sign the cookie"],
      places: [
        {
          path: "src/session.ts",
          start_line: 8,
          end_line: 12,
          symbol: "checkSession",
          content_hash: hash ?? "",
          text: excerptOf(checkSession),
          text_hash: sha256Of(checkSession.join("\n")),
        },
        { path: "src/cookie.ts", content_hash: cookieHash ?? "", text: "", text_hash: sha256Of("") },
      ],
    },
    { name: "session cookie" },
  );
}

/** Text of every file below a folder, by relative path. */
async function filesBelow(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [withSlashes(relative(folder, path)), await readFile(path, "utf8")] as [string, string],
      ),
    ),
  );
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What Windows writes, as POSIX does. */
const withPathsOfPosix = (text: string): string =>
  text.replace(/(?<="path": ").*(?=")/g, (path) => withSlashes(path.replaceAll(inJson(sep), sep)));

describe("the example is what is written", () => {
  test("in the global home", async () => {
    const home = join(await scratchFolder(), ".context-broker");
    await saveBoth(open(home, ROOT, "global"));
    for (const [path, text] of await filesBelow(home)) {
      expectGolden(`../storage/example/global/${path}`, withPathsOfPosix(text));
    }
  });

  test("in the project", async () => {
    const root = join(await scratchFolder(), "shop");
    await mkdir(root);
    await saveBoth(open(join(root, "..", "home"), root, "in-project"));
    const written = await filesBelow(join(root, ".context-broker"));
    expect([...written.keys()].sort()).toEqual(["session check.json", "session cookie.json"]);
    for (const [path, document] of written) {
      const text = withPathsOfPosix(document.replaceAll(inJson(root), ROOT));
      expectGolden(`../storage/example/project/.context-broker/${path}`, text);
    }
  });
});

describe("the example opens", () => {
  test("from the global home, as the user's own", async () => {
    const saved = open(join(EXAMPLE, "global"), ROOT, "global");
    const { results, problems } = await saved.list();
    expect(problems).toEqual([]);
    expect(results.map(({ name, kind, trust }) => [name, kind, trust]).sort()).toEqual([
      ["session check", "search", "own"],
      ["session cookie", "handoff", "own"],
    ]);
    const { current, document } = searchOf(await saved.get("session check"));
    expect(current).toBe(true);
    const tokens = document.files.map((file) => counter.count(file.content)).reduce((sum, count) => sum + count, 0);
    expect(document.statistics.context_tokens).toBe(tokens);
  });

  test("from a clone of the project, anchored where the clone is and labelled untrusted", async () => {
    const clone = join(await scratchFolder(), "anywhere", "else");
    await cp(join(EXAMPLE, "project"), clone, { recursive: true });
    const loaded = searchOf(await open(join(clone, "..", "home"), clone, "in-project").get("session check"));
    expect(loaded).toMatchObject({ trust: "untrusted", current: true });
    expect(loaded.document.files.map((file) => file.path)).toEqual(SOURCES.map((path) => join(clone, path)));
  });

  test("and says what has changed", async () => {
    const clone = join(await scratchFolder(), "clone");
    await cp(join(EXAMPLE, "project"), clone, { recursive: true });
    await writeFile(join(clone, "src/cookie.ts"), "// rewritten\n");
    const saved = new SavedResults({
      home: join(clone, "home"),
      projectRoot: clone,
      projectName: "shop",
      mode: "in-project",
      share: true,
      readAdmitted: async (path) => ({
        contentHash: createHash("sha256")
          .update(await readFile(join(clone, path)))
          .digest("hex"),
      }),
    });
    expect(searchOf(await saved.get("session check")).files).toEqual([
      { path: "src/session.ts", state: "unchanged" },
      { path: "src/cookie.ts", state: "changed" },
    ]);
  });

  test("and every document in it fits its schema", async () => {
    const files = [...(await filesBelow(EXAMPLE))].filter(([path]) => !path.endsWith(".ts"));
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const [path, text] of files) {
      if (dirname(path).endsWith("journal")) {
        const lines = text.split("\n").slice(0, -1);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.map((line) => misfits("journal-entry", JSON.parse(line))).join("")).toBe("");
      } else {
        const schema = SCHEMA_OF[basename(path)] ?? "saved-result";
        expect(misfits(schema, JSON.parse(text)), path).toBe("");
      }
    }
  });
});

test("the map of storage/ names every schema", async () => {
  const readme = await readFile(packagePath("storage", "README.md"), "utf8");
  const files = await readdir(packagePath("storage", "schema"));
  expect(files).toEqual(expect.arrayContaining(SCHEMAS.map((schema) => `${schema}.schema.json`)));
  for (const file of files) {
    expect(readme).toContain(`schema/${file}`);
  }
});
