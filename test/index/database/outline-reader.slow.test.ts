// Symbols are found by the code of their name and told apart by the name itself.
import { afterEach, describe, expect, it } from "vitest";
import { codeOfName } from "../../../src/index/database/symbol-names.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { ask, openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

let project: TestProject;
afterEach(() => project.dispose());

describe("symbols of a name", () => {
  it("are those that have it in any case, by file and line, and not those whose code is the same", async () => {
    // Two words that are known for having one CRC-32.
    expect(codeOfName("plumless")).toBe(codeOfName("buckeroo"));
    project = openTestProject({
      "a.ts": "export const buckeroo = 1;\n\nexport class Inner {\n  PlumLess() {\n    return 1;\n  }\n}\n",
      "b.ts": "export function plumless() {}\n",
    });
    const index = await project.open();
    await index.freshen(WAIT);
    const pathsOf = (name: string) =>
      ask(index, (snapshot) => snapshot.definitions(name).map(({ path, document }) => [document, path]));
    expect(pathsOf("plumless")).toEqual([
      [0, "Inner.PlumLess"],
      [1, "plumless"],
    ]);
    expect(pathsOf("BUCKEROO")).toEqual([[0, "buckeroo"]]);
    expect(pathsOf("buckaroo")).toEqual([]);
    expect(ask(index, (snapshot) => snapshot.definitions("plumless", snapshot.documentAt("b.ts")?.id))).toMatchObject([
      { path: "plumless", kind: "function", startLine: 1, endLine: 1, nameLine: 1 },
    ]);
  });

  it("that went or changed are found no more", async () => {
    project = openTestProject({ "a.ts": "export const orchid = 1;\n", "b.ts": "export const tulip = 1;\n" });
    const index = await project.open();
    await index.freshen(WAIT);
    project.write("a.ts", "export const daisy = 1;\n");
    project.remove("b.ts");
    await index.freshen(WAIT);
    const count = (name: string) => ask(index, (snapshot) => snapshot.definitions(name).length);
    expect(["orchid", "tulip", "daisy"].map(count)).toEqual([0, 0, 1]);
  });
});

describe("a chunk that was asked for before", () => {
  it("is told again as it was, and refused once its document has changed", async () => {
    project = openTestProject({ "a.ts": "export function orchid() {}\n", "b.ts": "export function tulip() {}\n" });
    const index = await project.open();
    await index.freshen(WAIT);
    const idOf = (path: string) => ask(index, (snapshot) => (snapshot.documentAt(path)?.firstChunk ?? -1) as ChunkId);
    const read = (id: ChunkId) => ask(index, (snapshot) => snapshot.chunks([id])[0]);
    const [a, b] = [idOf("a.ts"), idOf("b.ts")];
    const [first, second] = [read(a), read(b)];
    expect([first?.symbol, second?.symbol]).toEqual(["orchid", "tulip"]);
    expect([read(a), read(b)]).toEqual([first, second]);
    project.write("a.ts", "export function daisy() {}\n");
    await index.freshen(WAIT);
    expect(() => read(a)).toThrow(RangeError);
    expect(read(b)).toEqual(second);
    expect(read(idOf("a.ts"))?.symbol).toBe("daisy");
  });
});
