// `index export` and `index import` as two people use them, each with a home, the shipped model and a copy of the project: read by
// another program, refused with a reason, and searched with the same answers.
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { callTool, MAIN, openPlayground, type Playground, startServer } from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";
import { isPosix } from "../support/this-system.ts";
import { type Ran, runInThisProcess } from "./run-cli.ts";

const JUDGE = fileURLToPath(new URL("../index/transfer/read_export.py", import.meta.url));
const PROJECT = packagePath("fixtures/ranking/kvlog");
const QUERIES = (JSON.parse(readFileSync(join(PROJECT, "queries.json"), "utf8")) as { query: string }[]).slice(0, 20);

let maker: Playground;
let taker: Playground;
let made: string;
let clone: string;
let file: string;
let exported: Ended;
beforeAll(async () => {
  [maker, taker] = await Promise.all([openPlayground(), openPlayground()]);
  [made, clone] = [maker, taker].map(({ folder }) => {
    const root = join(folder, "kvlog");
    cpSync(join(PROJECT, "project"), root, { recursive: true });
    return root;
  }) as [string, string];
  const git = (...args: string[]) => spawnSync("git", ["-C", made, ...args], { env: { ...maker.env, ...IDENTITY } });
  git("init", "-q");
  git("add", "--all");
  git("commit", "-qm", "First");
  file = join(taker.folder, "kvlog.cbv");
  exported = await run(maker, made, "index", "export", file);
});
afterAll(async () => {
  await maker.remove();
  await taker.remove();
});

const IDENTITY = {
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(of: Playground, cwd: string, ...args: readonly string[]): Promise<Ended> {
  try {
    const ended = await promisify(execFile)(process.execPath, [MAIN, ...args], {
      cwd,
      env: of.env,
      maxBuffer: 1 << 26,
    });
    return { code: 0, ...ended };
  } catch (error) {
    return error as unknown as Ended;
  }
}

/** The same in this process, where that is not the subject. */
const runHere = (of: Playground, cwd: string, ...args: readonly string[]): Promise<Ran> =>
  runInThisProcess(args, { home: of.home, cwd, env: of.env });

/** As it is called where it is installed. */
const PYTHON = isPosix ? "python3" : "python";

interface Judged {
  readonly header: { readonly project: string; readonly commit: string | null; readonly changed: boolean | null };
  readonly sha256: string;
}

function judged(path: string): Judged {
  const [store = ""] = readdirSync(join(cacheIn(maker.home), "vectors")).filter((name) => name.endsWith(".sqlite"));
  const args = [JUDGE, path, join(cacheIn(maker.home), "vectors", store)];
  const { stdout, stderr } = spawnSync(PYTHON, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Judged;
}

async function answersOf(of: Playground, root: string) {
  const server = await startServer(of, { cwd: root });
  const answers: unknown[] = [];
  for (const { query } of QUERIES) {
    const { structured } = await callTool(server, "search_codebase", { query });
    const { hits, locations } = structured as { hits: Record<string, unknown>[]; locations?: unknown };
    answers.push([
      query,
      hits.map(({ path, start_line, end_line, score }) => [path, start_line, end_line, score]),
      locations,
    ]);
  }
  await server.close();
  return answers;
}

it("export writes what the documented format and the store have", () => {
  const { code, stdout } = exported;
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^exported: .*kvlog\.cbv, [\d.]+ KiB\nvectors: \d+ for \d+ chunks\nfrom: kvlog, commit [0-9a-f]{12}; model all-MiniLM-L6-v2-int8@\w+\nsha256: [0-9a-f]{64}\nnext: /,
  );
  const vectors = Number(/vectors: (\d+)/.exec(stdout)?.[1]);
  expect(vectors).toBeGreaterThan(50);
  const report = judged(file);
  expect(report).toMatchObject({
    magic: true,
    version: 1,
    records: vectors,
    checksum: true,
    ascending: true,
    unit: true,
    stored: vectors,
    equal: vectors,
    header: { project: "kvlog", changed: false, dimensions: 384, count: vectors },
  });
  expect(stdout).toContain(report.sha256);
  expect(report.header.commit).toMatch(/^[0-9a-f]{40}$/);
});

it("export refuses a file that exists, and with --force replaces it and says that the tree has changed", async () => {
  const before = statSync(file).mtimeMs;
  const refused = await runHere(maker, made, "index", "export", file);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toBe(
    `error[ALREADY_EXISTS]: ${file} exists already\nhint: name another file, or replace it with \`--force\`\n`,
  );
  expect(statSync(file).mtimeMs).toBe(before);
  writeFileSync(join(made, "NOTES.md"), "# Notes\n\nNot committed yet.\n");
  const forced = await runHere(maker, made, "index", "export", file, "--force", "--json");
  expect(JSON.parse(forced.stdout)).toMatchObject({ outcome: "found", file, exported: { origin: { changed: true } } });
  expect(judged(file).header).toMatchObject({ changed: true });
});

it.each([
  ["-", "INVALID_INPUT", /standard input and output are not used/],
  [
    "absent/shop.cbv",
    "STORAGE_UNAVAILABLE",
    /cannot be written: the folder does not exist\nhint: name a file in an existing folder/,
  ],
  [".", "INVALID_INPUT", /is a folder/],
])("export to %s is refused before anything is indexed", async (name, code, message) => {
  const { stderr } = await runHere(taker, clone, "index", "export", name);
  expect(stderr).toMatch(new RegExp(`^error\\[${code}\\]`));
  expect(stderr).toMatch(message);
  expect(existsSync(join(cacheIn(taker.home), "projects"))).toBe(false);
});

it.runIf(isPosix)("a file system that takes no more leaves nothing behind, and says why", async () => {
  const place = join(maker.folder, "full");
  mkdirSync(place);
  // 64 blocks of 512 bytes (1,024 in some shells), which the cache's own files are not held to: they are there.
  const command = `ulimit -f 64; exec "$0" "$@"`;
  const args = ["-c", command, process.execPath, MAIN, "index", "export", join(place, "shop.cbv")];
  const { status, stderr } = spawnSync("sh", args, { cwd: made, env: maker.env, encoding: "utf8" });
  expect(stderr).toMatch(
    /error\[STORAGE_UNAVAILABLE\]: .*shop\.cbv cannot be written: the file is too large\nhint: free some disk space/,
  );
  expect({ status, left: readdirSync(place) }).toEqual({ status: 2, left: [] });
});

describe("import", () => {
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    [
      "is cut off",
      (bytes) => bytes.subarray(0, 50_000),
      /it has 50,000 bytes, and its header announces [\d,]+: it was cut off/,
    ],
    [
      "is damaged",
      (bytes) => flipped(bytes),
      /it is damaged: its SHA-256 is another one than it states\. Nothing was changed/,
    ],
    ["is a text", () => Buffer.from("a saved page, perhaps"), /it does not begin as an exported index does/],
    [
      "is of another model",
      (bytes) => rehashed(bytes.toString("latin1").replace("all-MiniLM", "ALL-MiniLM")),
      /MODEL_MISMATCH.*its vectors are of ALL-MiniLM/,
    ],
    ["has one text's vector for all", (bytes) => sameVectors(bytes), /is not the one that this machine's model makes/],
  ])("refuses a file that %s, and takes nothing from it", async (name, change, message) => {
    const wrong = join(taker.folder, `${name.replaceAll(" ", "-")}.cbv`);
    writeFileSync(wrong, change(readFileSync(file)));
    const { code, stderr } = await runHere(taker, clone, "index", "import", wrong);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/\nhint: /);
    expect(code).toBe(2);
  });

  it("takes what this copy lacks, and all answers are the maker's", async () => {
    const { code, stdout } = await run(taker, clone, "index", "import", "../kvlog.cbv");
    expect(stdout).toMatch(
      /^imported: vectors of (\d+) of \1 chunks of .*[\\/]kvlog\nother chunks: 0 had their vector before, 0 are to be embedded here\nfile: \d+ vectors from kvlog, commit [0-9a-f]{12} with local changes, \d{4}-\d\d-\d\d\nchecked: SHA-256; 24 vectors made again here and compared\n$/,
    );
    expect(code).toBe(0);
    rmSync(join(made, "NOTES.md"));
    const [own, imported] = [await answersOf(maker, made), await answersOf(taker, clone)];
    expect(QUERIES).toHaveLength(20);
    expect(imported).toEqual(own);
    const again = await runHere(taker, clone, "index", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ embedded_chunks: 0 });
  });

  it("says in one answer what came and what is still to be done", async () => {
    writeFileSync(join(clone, "src", "later.rs"), "/// Later.\npub fn later() -> u32 {\n    41 + 1\n}\n");
    const { stdout } = await runHere(taker, clone, "index", "import", file, "--json");
    const { chunks } = JSON.parse(stdout) as { chunks: number };
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "found",
      imported: 0,
      present_before: chunks - 1,
      missing: 1,
      compared: 0,
      coverage: { chunks, chunks_embedded: chunks - 1 },
      origin: { project: "kvlog", changed: true },
    });
  });

  it("of another project is empty, and of a file that is absent not found", async () => {
    const other = await taker.project("shop");
    const ran = await runHere(taker, other, "index", "import", file);
    expect(ran.stdout).toMatch(
      /^empty: none of the \d+ chunks of .*[\\/]shop has its vector in the file; nothing was imported\n/,
    );
    expect(ran.code).toBe(1);
    const absent = await runHere(taker, other, "index", "import", "absent.cbv");
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining("error[NOT_FOUND]: there is no file") });
  });

  it("into a project without files, and export of it, are empty", async () => {
    const empty = join(taker.folder, "empty");
    mkdirSync(join(empty, ".git"), { recursive: true });
    const other = join(taker.folder, "empty.cbv");
    const ran = await runHere(taker, empty, "index", "export", other);
    expect(ran).toMatchObject({ code: 1, stdout: `empty: ${empty} has nothing to embed, so no file was written\n` });
    expect(existsSync(other)).toBe(false);
    const imported = await runHere(taker, empty, "index", "import", file);
    expect(imported).toMatchObject({
      code: 1,
      stdout: `empty: ${empty} has nothing to embed, so nothing was imported\n`,
    });
  });

  it("without vectors says that there is nothing to share", async () => {
    const { stderr } = await runHere(taker, clone, "index", "import", file, "--vectors", "off");
    expect(stderr).toMatch(/error\[INVALID_SETTING\]: .*turned off.*\nhint: run it with --vectors auto/);
  });
});

it("are no tools: a client's model cannot have files read or written", async () => {
  const server = await startServer(maker, { cwd: made, args: ["--toolsets", "all"] });
  const { tools } = await server.client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(tools.filter(({ name }) => /export|import/.test(name))).toEqual([]);
  const path = join(maker.folder, "by-a-client.cbv");
  for (const name of ["export_index", "import_index"]) {
    const outcome = await callTool(server, name, { file: path }).then(
      ({ isError }) => isError,
      () => true,
    );
    expect(outcome, name).toBe(true);
  }
  expect(existsSync(path)).toBe(false);
  await server.close();
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[70_000] = (copy[70_000] ?? 0) ^ 0x10;
  return copy;
}

/** With the right checksum, as a forger would. */
function rehashed(text: string): Buffer {
  const body = Buffer.from(text, "latin1").subarray(0, -32);
  return Buffer.concat([body, createHash("sha256").update(body).digest()]);
}

function sameVectors(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const first = 16 + copy.readUInt32LE(12);
  const size = 16 + 384 * 4;
  for (let at = first + size; at + 32 < copy.length; at += size) {
    copy.copy(copy, at + 16, first + 16, first + size);
  }
  return rehashed(copy.toString("latin1"));
}
