// A team's index on three real Weaviate nodes, each chunk on all of them: nodes are killed while others read and write. What a write
// has reported as done must be there, and questions must be answered all the time.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PublishedChunk, TeamPublisher } from "../../src/embedding/team-index.ts";
import { openTeam } from "../../src/team/open-team.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { HASH_DIMENSIONS, hashEmbedding } from "../support/hash-embedder.ts";
import { startWeaviate, type WeaviateNodes } from "../support/weaviate-nodes.ts";
import { chunkOf } from "./contract.ts";

const FORM = { model: "hash-test" as ModelId, dimensions: HASH_DIMENSIONS, textVersion: 1 };
const TENANT = randomUUID();
const BATCH = 50;

const temporary = temporaryFolder();
let weaviate: WeaviateNodes;
const opened: TeamPublisher[] = [];
/** By node: asks it alone. */
const alone: TeamPublisher[] = [];

/** `from`: the node that is asked first. */
function open(from: number, only = false): TeamPublisher {
  const endpoints = weaviate.nodes.map(({ endpoint }) => endpoint);
  const settings = {
    indexEndpoints: only ? [endpoints[from] ?? ""] : [...endpoints.slice(from), ...endpoints.slice(0, from)],
    indexTenants: { "/srv/project": TENANT },
    indexKeyFile: weaviate.keyFile,
    indexAllowHttp: false,
  };
  const team = openTeam("/srv/project", settings, FORM) as TeamPublisher;
  opened.push(team);
  return team;
}

beforeAll(async () => {
  weaviate = await startWeaviate(join(temporary.path, "weaviate"), 3);
});

afterAll(async () => {
  await Promise.all(opened.map((team) => team.close()));
  await weaviate?.stop();
  temporary.remove();
});

interface Load {
  readonly acknowledged: PublishedChunk[];
  /** Writes that failed; they are written again. */
  failedWrites: number;
  answered: number;
  /** Answers in which a chunk was missing that is written: of a node that is not repaired yet. */
  lagging: number;
  readonly failedReads: string[];
  stop(): Promise<void>;
}

/** Writes batch after batch, each again until it is done, and asks questions meanwhile. */
function startLoad(writer: TeamPublisher, readers: readonly TeamPublisher[]): Load {
  let isStopped = false;
  const load: Load = {
    acknowledged: [],
    failedWrites: 0,
    answered: 0,
    lagging: 0,
    failedReads: [],
    stop: async () => undefined,
  };
  const write = async () => {
    for (let batch = 0; !isStopped; batch++) {
      const chunks = Array.from({ length: BATCH }, (_, at) => chunkOf(`batch ${batch} chunk ${at} of ${TENANT}`));
      while (!isStopped) {
        try {
          await writer.put(chunks);
          load.acknowledged.push(...chunks);
          break;
        } catch {
          load.failedWrites += 1;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    }
  };
  const read = async (reader: TeamPublisher) => {
    for (let at = 0; !isStopped; at++) {
      const known = load.acknowledged[(at * 7_919) % Math.max(1, load.acknowledged.length)];
      if (known !== undefined) {
        try {
          const found = await reader.nearest(known.vector, 5);
          const there = await reader.contains([known.key]);
          if (found.length === 0) {
            load.failedReads.push(`nothing is near ${known.path}`);
          }
          load.lagging += there.has(known.key) ? 0 : 1;
          load.answered += 1;
        } catch (error) {
          load.failedReads.push(String(error));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const loops = [write(), ...readers.map(read)];
  load.stop = async () => {
    isStopped = true;
    await Promise.all(loops);
  };
  return load;
}

const tell = (what: string, { acknowledged, answered, failedWrites, failedReads }: Load): void => {
  const counts = `${acknowledged.length} written, ${failedWrites} repeated, ${answered} answered, ${failedReads.length} failed`;
  process.stdout.write(`${(performance.now() / 1_000).toFixed(0)} s: ${what}: ${counts}\n`);
};

const untilMore = async (load: Load, count: number) => {
  const wanted = load.acknowledged.length + count;
  const until = performance.now() + 120_000;
  while (load.acknowledged.length < wanted && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(load.acknowledged.length).toBeGreaterThanOrEqual(wanted);
};

/**
 * Waits until a node that was away has what was written meanwhile: the others copy it over every 30 s. Until then a question to it finds
 * less, so the next node is killed only after that. Answers the seconds.
 */
async function untilRepaired(node: number, chunks: readonly PublishedChunk[]): Promise<number> {
  const started = performance.now();
  while ((await missingAt(node, chunks)) > 0) {
    expect(performance.now() - started).toBeLessThan(180_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return Math.round((performance.now() - started) / 1_000);
}

/** Chunks that a node, asked alone, does not find. */
async function missingAt(node: number, chunks: readonly PublishedChunk[]): Promise<number> {
  alone[node] ??= open(node, true);
  const there = await alone[node].contains(chunks.map(({ key }) => key));
  return chunks.length - there.size;
}

it("loses nothing and goes on answering while one node after the other is killed and comes back", async () => {
  const writer = open(0);
  await writer.prepare();
  // One begins with each node, so that each kill hits one of them in the middle.
  const load = startLoad(writer, [open(0), open(1), open(2)]);
  await untilMore(load, 500);
  const repaired: number[] = [];
  for (const killed of [0, 1, 2]) {
    const before = load.acknowledged.length;
    const answered = load.answered;
    tell(`kill node ${killed}`, load);
    await weaviate.nodes[killed]?.kill();
    await untilMore(load, 500);
    const others = [0, 1, 2].filter((node) => node !== killed);
    for (const node of others) {
      expect(await missingAt(node, load.acknowledged.slice())).toBe(0);
    }
    expect(load.answered).toBeGreaterThan(answered);
    expect(load.acknowledged.length).toBeGreaterThan(before);
    tell(`start node ${killed}`, load);
    await weaviate.nodes[killed]?.restart();
    tell(`node ${killed} is ready`, load);
    repaired.push(await untilRepaired(killed, load.acknowledged.slice()));
    tell(`node ${killed} has everything`, load);
  }
  await load.stop();
  process.stdout.write(
    `\n3 nodes, each killed once under load: ${load.acknowledged.length} chunks acknowledged, ` +
      `${load.failedWrites} writes repeated, ${load.answered} questions answered, ${load.lagging} of them by a node behind, ` +
      `${load.failedReads.length} failed; a node that came back had everything after ${repaired.join(", ")} s\n`,
  );
  // A question that is in progress on the node that is killed goes to the next one.
  expect(load.failedReads).toEqual([]);
  for (const node of [0, 1, 2]) {
    expect(await missingAt(node, load.acknowledged)).toBe(0);
  }
  const answer = await open(1).nearest(hashEmbedding("batch 3 chunk 7"), 10);
  expect(answer).toHaveLength(10);
});
