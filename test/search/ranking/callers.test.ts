import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { meaningOfCallers } from "../../../src/search/ranking/callers.ts";
import type { ChunkMeaning } from "../../../src/search/ranking/measure-meaning.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { memoryProject } from "../../support/memory-project.ts";

const chunkOf = (snapshot: Snapshot, symbol: string) => {
  for (const { firstChunk, chunkCount } of snapshot.documents()) {
    for (let id: number = firstChunk; id < firstChunk + chunkCount; id++) {
      const [chunk] = snapshot.chunks([id as ChunkId]);
      if (chunk?.symbol === symbol) {
        return chunk;
      }
    }
  }
  throw new Error(`no chunk ${symbol}`);
};

/** z-scores by symbol; others are not measured. */
const meaningOf = (snapshot: Snapshot, zScores: Readonly<Record<string, number>>): ChunkMeaning => ({
  isMeasured: true,
  get: (id) => zScores[snapshot.chunks([id])[0]?.symbol ?? ""],
  ofDocument: () => new Float64Array(),
  ceilingsOf: null,
});

const uses = (caller: string, name: string): string => `export function ${caller}() {\n  return ${name}(1);\n}\n`;
const filler = "  // a line that makes this a chunk of its own\n".repeat(30);
const defines = (name: string): string => `export function ${name}(n) {\n${filler}  return n;\n}\n`;

async function callers(files: Readonly<Record<string, string>>, zScores: Readonly<Record<string, number>>) {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  return meaningOfCallers(snapshot, meaningOf(snapshot, zScores), chunkOf(snapshot, "randomDelay"));
}

describe("what is said where a chunk's name is used", () => {
  const definition = { "src/delay.js": defines("randomDelay") };

  it("is the mean of the chunks that use it", async () => {
    const files = {
      ...definition,
      "src/a.js": uses("joinAtOnce", "randomDelay"),
      "src/b.js": uses("retry", "randomDelay"),
    };
    expect(await callers(files, { joinAtOnce: 3, retry: 1, randomDelay: -5 })).toBe(2);
  });

  it.each<[name: string, files: Readonly<Record<string, string>>]>([
    ["nothing uses it", {}],
    ["only chunks use it that were not measured", { "src/a.js": uses("unmeasured", "randomDelay") }],
    ["only a document mentions it", { "README.md": "# joinAtOnce\n\nrandomDelay waits.\n" }],
    ["others use a longer name", { "src/a.js": uses("joinAtOnce", "randomDelayMs") }],
    [
      "more use it than one name has to do with each other",
      Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`src/${at}.js`, uses("joinAtOnce", "randomDelay")])),
    ],
    [
      "several define it",
      {
        "src/a.js": uses("joinAtOnce", "randomDelay"),
        ...Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`src/d${at}.js`, defines("randomDelay")])),
      },
    ],
  ])("is nothing where %s", async (_, files) => {
    expect(await callers({ ...definition, ...files }, { joinAtOnce: 3 })).toBe(0);
  });
});
