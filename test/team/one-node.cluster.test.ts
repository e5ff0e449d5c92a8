// A team's index on one real Weaviate node: the contract, a wrong key, a node that is killed or hangs, publishers that are killed or
// publish at once, and the program as two people of a team use it.
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readShippedModel } from "../../src/embedding/read-lock.ts";
import type { TeamPublisher } from "../../src/embedding/team-index.ts";
import { EMBEDDING_TEXT_VERSION } from "../../src/index/embeddings/embedding-text.ts";
import { openTeam } from "../../src/team/open-team.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { HASH_DIMENSIONS, hashEmbedding } from "../support/hash-embedder.ts";
import { startWeaviate, type WeaviateNodes } from "../support/weaviate-nodes.ts";
import { chunkOf, itKeepsTheContract } from "./contract.ts";

const FORM = { model: "hash-test" as ModelId, dimensions: HASH_DIMENSIONS, textVersion: 1 };
const MAIN = join(import.meta.dirname, "../../dist/main.js");

const temporary = temporaryFolder();
let weaviate: WeaviateNodes;
const opened: TeamPublisher[] = [];

function open(changes: { keyFile?: string; endpoints?: readonly string[]; tenant?: string } = {}): TeamPublisher {
  const { keyFile = weaviate.keyFile, endpoints = weaviate.nodes.map(({ endpoint }) => endpoint) } = changes;
  const team = openTeam(
    "/srv/project",
    {
      indexEndpoints: endpoints,
      indexTenants: { "/srv/project": changes.tenant ?? randomUUID() },
      indexKeyFile: keyFile,
      indexAllowHttp: false,
    },
    FORM,
  );
  opened.push(team as TeamPublisher);
  return team as TeamPublisher;
}

beforeAll(async () => {
  weaviate = await startWeaviate(join(temporary.path, "weaviate"));
});

afterAll(async () => {
  await Promise.all(opened.map((team) => team.close()));
  await weaviate?.stop();
  temporary.remove();
});

describe("a team's index in Weaviate", () => {
  itKeepsTheContract(async () => open());

  it("keeps each project by itself", async () => {
    const [shop, notes] = [open(), open()];
    await shop.prepare();
    await notes.prepare();
    await shop.put([chunkOf("open a file")]);
    expect(await notes.contains([chunkOf("open a file").key])).toEqual(new Set());
    expect(await notes.nearest(hashEmbedding("open a file"), 10)).toEqual([]);
  });

  it("returns more than one request has", async () => {
    const team = open();
    await team.prepare();
    const chunks = Array.from({ length: 2_500 }, (_, at) => chunkOf(`text number ${at}`));
    await team.put(chunks);
    const keys = chunks.map(({ key }) => key);
    expect((await team.contains(keys)).size).toBe(2_500);
    expect((await team.similarities(hashEmbedding("text"), keys)).size).toBe(2_500);
    expect((await team.vectors(keys)).size).toBe(2_500);
    expect(await team.nearest(hashEmbedding("text number 7"), 2_500)).toHaveLength(2_500);
  });

  it("is TEAM_INDEX_UNAVAILABLE with a wrong key, without one, and at an address where nothing is", async () => {
    const wrong = join(temporary.path, "wrong-key");
    writeFileSync(wrong, "not-the-key", { mode: 0o600 });
    const refused = { code: "TEAM_INDEX_UNAVAILABLE", message: expect.stringContaining("refuses access") };
    await expect(open({ keyFile: wrong }).contains([chunkOf("x").key])).rejects.toMatchObject(refused);
    await expect(open({ keyFile: wrong }).prepare()).rejects.toMatchObject(refused);
    const nowhere = open({ endpoints: ["http://127.0.0.1:1?grpc=2"] });
    await expect(nowhere.contains([chunkOf("x").key])).rejects.toMatchObject({
      code: "TEAM_INDEX_UNAVAILABLE",
      message: expect.stringContaining("127.0.0.1:1 does not answer"),
    });
  });

  it("lets two publish for the first time at once", async () => {
    const tenant = randomUUID();
    const [a, b] = [open({ tenant }), open({ tenant })];
    const chunks = Array.from({ length: 800 }, (_, at) => chunkOf(`a chunk ${at}`));
    await Promise.all([a.prepare(), b.prepare()]);
    await Promise.all([a.put(chunks.slice(0, 600)), b.put(chunks.slice(200))]);
    expect((await a.contains(chunks.map(({ key }) => key))).size).toBe(800);
  });

  it("fails in some seconds while the node hangs, and answers when it goes on", async () => {
    const team = open();
    await team.prepare();
    await team.put([chunkOf("open a file")]);
    const [node] = weaviate.nodes;
    node?.pause();
    try {
      const started = performance.now();
      await expect(team.nearest(hashEmbedding("file"), 1)).rejects.toMatchObject({ code: "TEAM_INDEX_UNAVAILABLE" });
      expect(performance.now() - started).toBeLessThan(20_000);
    } finally {
      node?.resume();
    }
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await team.nearest(hashEmbedding("file"), 1)).toHaveLength(1);
  });
});

describe("a team of two", () => {
  const run = promisify(execFile);
  const cloneOf = (name: string): string => join(temporary.path, name);
  let settings: NodeJS.ProcessEnv = {};

  const environment = (cache: string): NodeJS.ProcessEnv => ({
    ...settings,
    PATH: process.env["PATH"],
    HOME: temporary.path,
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_CACHE_FOLDER: join(temporary.path, cache),
    CONTEXT_BROKER_DATA_FOLDER: join(temporary.path, `${cache}-data`),
  });

  /** What the command prints on stdout, as JSON; the exit code may be anything but 2. */
  async function ask(clone: string, cache: string, ...args: string[]) {
    const options = { cwd: cloneOf(clone), env: environment(cache) };
    try {
      const { stdout } = await run(process.execPath, [MAIN, ...args, "--json"], options);
      return JSON.parse(stdout);
    } catch (error) {
      const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string };
      if (code !== 1 || stdout === undefined) {
        throw new Error(`${args.join(" ")} failed: ${stderr}`, { cause: error });
      }
      return JSON.parse(stdout);
    }
  }

  const git = (clone: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: cloneOf(clone) });

  beforeAll(() => {
    mkdirSync(cloneOf("first"));
    for (let at = 0; at < 60; at++) {
      const text = `/** Reads page ${at} of the ledger. */\nexport function readPage${at}(): number {\n  return ${at};\n}\n`;
      writeFileSync(join(cloneOf("first"), `page${at}.ts`), text);
    }
    git("first", "init", "-q");
    git("first", "add", "-A");
    git("first", "commit", "-qm", "Begin");
    execFileSync("git", ["clone", "-q", cloneOf("first"), cloneOf("second")]);
    mkdirSync(cloneOf("plain"));
    writeFileSync(join(cloneOf("plain"), "note.md"), "# A note\n\nThe comet returns in spring.\n");
    const named = weaviate.settings({
      [cloneOf("first")]: "ledger",
      [cloneOf("second")]: "ledger",
      [cloneOf("plain")]: "notes",
    });
    settings = Object.fromEntries(
      Object.entries(named).map(([key, value]) => [`CONTEXT_BROKER_${key.toUpperCase()}`, value]),
    );
  });

  it("publishes a commit, and not what differs from it", async () => {
    appendFileSync(join(cloneOf("first"), "page1.ts"), "// a secret plan\n");
    await expect(ask("first", "a", "index", "publish")).rejects.toThrow(
      /1 file differs from commit .* such as page1.ts/,
    );
    git("first", "checkout", "-q", ".");
    const published = await ask("first", "a", "index", "publish");
    expect(published).toMatchObject({ outcome: "found", texts: 60, written: 60, already_there: 0 });
    expect(await ask("first", "a", "index", "publish")).toMatchObject({ written: 0, already_there: 60 });
  });

  it("publishes a folder without git as it is", async () => {
    const published = await ask("plain", "a", "index", "publish");
    expect(published).toMatchObject({ outcome: "found", commit: null, texts: 1, written: 1 });
  });

  it("embeds nothing in the other clone but its own change, and answers with its own text", async () => {
    appendFileSync(join(cloneOf("second"), "page7.ts"), "\n/** The comet that returns. */\nexport const comet = 1;\n");
    const indexed = await ask("second", "b", "index");
    expect(indexed).toMatchObject({ outcome: "found", embedded_chunks: expect.any(Number) });
    expect(indexed.embedded_chunks).toBeLessThanOrEqual(2);
    const found = await ask("second", "b", "search", "which comet returns");
    expect(found.hits[0]).toMatchObject({ path: "page7.ts" });
    expect(JSON.stringify(found)).toContain("The comet that returns");
    const status = await ask("second", "b", "index", "status");
    expect(status.vectors).toMatchObject({ state: "applied", kind: "team" });
  });

  it("answers without the server, and says so", async () => {
    const [node] = weaviate.nodes;
    await node?.kill();
    const found = await ask("second", "b", "search", "read page 12 of the ledger");
    expect(found.hits[0]).toMatchObject({ path: "page12.ts" });
    expect(JSON.stringify(found)).toContain("TEAM_INDEX_UNAVAILABLE");
    await expect(ask("first", "a", "index", "publish")).rejects.toThrow(/TEAM_INDEX_UNAVAILABLE|does not answer/);
    await node?.restart();
    const again = await ask("second", "b", "search", "read page 13 of the ledger");
    expect(JSON.stringify(again)).not.toContain("TEAM_INDEX_UNAVAILABLE");
  });

  it("finds what a publisher that was killed had written, and the next one writes the rest", async () => {
    for (let at = 60; at < 2_500; at++) {
      writeFileSync(join(cloneOf("first"), `page${at}.ts`), `export const page${at} = "${at} pages";\n`);
    }
    git("first", "add", "-A");
    git("first", "commit", "-qm", "Write more");
    const child = spawn(process.execPath, [MAIN, "index", "publish"], {
      cwd: cloneOf("first"),
      env: environment("a"),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const shipped = readShippedModel(null);
    const team = openTeam(
      cloneOf("first"),
      {
        indexEndpoints: weaviate.nodes.map(({ endpoint }) => endpoint),
        indexTenants: { [cloneOf("first")]: "ledger" },
        indexKeyFile: weaviate.keyFile,
        indexAllowHttp: false,
      },
      { model: shipped?.id as ModelId, dimensions: shipped?.dimensions ?? 0, textVersion: EMBEDDING_TEXT_VERSION },
    ) as TeamPublisher;
    opened.push(team);
    const count = async () => {
      let keys = 0;
      for await (const _ of team.keys()) {
        keys += 1;
      }
      return keys;
    };
    while (child.exitCode === null && (await count()) <= 60) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(child.exitCode).toBeNull();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const written = await count();
    expect(written).toBeGreaterThan(60);
    const published = await ask("first", "a", "index", "publish");
    expect(published).toMatchObject({ outcome: "found", texts: 2_500, without_vector: 0 });
    expect(published.already_there).toBeGreaterThanOrEqual(written);
    expect(await count()).toBe(2_500);
  });
});
