// What an outline says of imports while the graph of the project is still being made.
import { expect, test } from "vitest";
import type { DocumentRecord } from "../../../../src/index/snapshot.ts";
import type { ImportGraph } from "../../../../src/intelligence/project/import-graph.ts";
import { followedOf } from "../../../../src/operations/code/files/analyze-file.ts";
import type { DocumentId } from "../../../../src/vocabulary/chunk.ts";

const outline = { document: { id: 7 as DocumentId, path: "src/a.ts" } as DocumentRecord };

/** A graph of which `left` files are not known yet, the outlined one among them. */
const unfinished = (left: number): ImportGraph =>
  ({ files: [], file: () => undefined, importersOf: () => [], left }) as unknown as ImportGraph;

test("a file that the graph does not know yet is followed, and what is left is counted", () => {
  expect(followedOf(outline, { hasFacts: () => true }, unfinished(40))).toMatchObject({
    isFollowed: true,
    left: 40,
  });
});

test("a file of a language that is not followed has nothing left", () => {
  expect(followedOf(outline, { hasFacts: () => false }, unfinished(40))).toMatchObject({ isFollowed: false, left: 0 });
});
