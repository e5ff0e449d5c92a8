import { describe, expect, it } from "vitest";
import type { ChunkRecord } from "../../../src/index/snapshot.ts";
import { surround } from "../../../src/search/answer/join-hits.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";

const statements = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `    ${name}(${at}, "a statement as long as statements are");\n`).join("");
const method = (name: string, count: number): string => `  ${name}(): void {\n${statements(name, count)}  }\n`;

const FIELDS = Array.from({ length: 12 }, (_, at) => `  readonly field${at} = "a field as long as fields are";\n`).join(
  "",
);

/** `short` is one chunk, `long` is cut into pieces, and so is the class around them. */
const project = await memoryProject(
  {
    "store.ts": `class Store {\n${FIELDS}\n${method("short", 12)}\n${method("long", 80)}\n${method("last", 14)}}\n\nexport function other(): void {\n${statements("other", 16)}}\n`,
    "small.ts": `class Small {\n${FIELDS}\n${method("one", 5)}\n${method("two", 5)}\n${method("three", 5)}}\n\nexport function after(): void {\n${statements("after", 16)}}\n`,
    "notes.md": `# Store\n\n${"What a store is.\n\n".repeat(60)}\n## Use\n\n${"How it is used.\n\n".repeat(60)}`,
    "vast.ts": `export function vast(): void {\n${statements("vast", 8_000)}}\n`,
  },
  { withVectors: false },
);

function chunksOf({ snapshot }: MemoryProject, path: string): ChunkRecord[] {
  const document = snapshot.documentAt(path);
  return snapshot.chunks(
    Array.from(
      { length: document?.chunkCount ?? 0 },
      (_, at) => ((document?.firstChunk ?? 0) + at) as ChunkRecord["id"],
    ),
  );
}

function surrounded(path: string, chunk: ChunkRecord) {
  const hit = { ...chunk, rank: 1, chunk: chunk.id, path, language: null, score: 1, explanation: [], placeScore: 1 };
  return surround(project.snapshot, [{ hit, coreStart: chunk.startLine, whole: false, further: false }])[0];
}

function reachOf(path: string, chunk: ChunkRecord): string {
  const found = surrounded(path, chunk);
  return `${found?.reach.startLine}-${found?.reach.endLine}`;
}

describe("the lines of a hit's symbol", () => {
  const chunks = chunksOf(project, "store.ts");
  const pieces = chunks.filter(({ symbol }) => symbol === "Store.long");

  it("are all pieces of a method that was cut, from whichever piece", () => {
    expect(pieces.length).toBeGreaterThan(2);
    const all = `${pieces[0]?.startLine}-${pieces.at(-1)?.endLine}`;
    expect(pieces.map((piece) => reachOf("store.ts", piece))).toEqual(pieces.map(() => all));
  });

  it("are its own where it was not cut, and stop before its neighbours", () => {
    const short = chunks.find(({ symbol }) => symbol === "other");
    expect(short && reachOf("store.ts", short)).toBe(`${short?.startLine}-${short?.endLine}`);
  });

  it("hold what the symbol encloses", () => {
    const head = chunks.find(({ symbol }) => symbol === "Store");
    const members = chunks.filter(({ symbol }) => symbol?.startsWith("Store"));
    expect(head && reachOf("store.ts", head)).toBe(`${members[0]?.startLine}-${members.at(-1)?.endLine}`);
  });

  it("have the one that names it, whichever piece was ranked", () => {
    const line = (project.files.get("store.ts") ?? "").split("\n").indexOf("  long(): void {") + 1;
    expect(pieces.map((piece) => surrounded("store.ts", piece)?.nameLine)).toEqual(pieces.map(() => line));
  });

  it("of prose are a heading's own, not what is under further headings", () => {
    const sections = chunksOf(project, "notes.md");
    const under = sections.filter(({ symbol }) => symbol === sections[0]?.symbol);
    expect(under.length).toBeLessThan(sections.length);
    expect(reachOf("notes.md", sections[0] as ChunkRecord)).toBe(`1-${under.at(-1)?.endLine}`);
  });

  it("are the chunk's alone where the symbol is too large to be a unit", () => {
    const [piece] = chunksOf(project, "vast.ts").slice(3);
    expect(piece && reachOf("vast.ts", piece)).toBe(`${piece?.startLine}-${piece?.endLine}`);
  });
});

describe("the kind of a hit", () => {
  it("is that of the class which names several members in one chunk", () => {
    const chunks = chunksOf(project, "small.ts");
    const merged = chunks.filter(({ symbol, kind }) => symbol === "Small" && kind === "method");
    expect(merged.map(({ defines }) => defines.length > 1)).toEqual([true]);
    expect(merged.map((chunk) => surrounded("small.ts", chunk)?.hit.kind)).toEqual(["class"]);
  });

  it("is that of the symbol which fills its chunk, and stays what it is where no symbol is known", () => {
    const all = ["store.ts", "notes.md", "vast.ts"].flatMap((path) =>
      chunksOf(project, path).map((chunk) => ({ path, chunk })),
    );
    const filled = all.filter(({ chunk }) => chunk.symbol !== "Store");
    expect(filled.length).toBeGreaterThan(10);
    expect(filled.map(({ path, chunk }) => surrounded(path, chunk)?.hit.kind)).toEqual(
      filled.map(({ chunk }) => chunk.kind),
    );
  });
});
