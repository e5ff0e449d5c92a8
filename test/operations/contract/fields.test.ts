// Fields that several operations have, in words.
import { expect, it } from "vitest";
import { renderCoverage } from "../../../src/operations/contract/fields.ts";

it.each([
  [3_019, 3_019, 1_240, 21_514, "all 3,019 files searchable by words, 1,240 of 21,514 chunks by meaning"],
  [1, 1, 1, 1, "1 file searchable by words, 1 chunk by meaning"],
  [0, 18, 0, 0, "0 of 18 files searchable by words, 0 chunks by meaning"],
  [0, 1, 0, 1, "0 of 1 file searchable by words, 0 of 1 chunk by meaning"],
])("coverage %d/%d, %d/%d", (filesSearchable, files, chunksEmbedded, chunks, text) => {
  expect(renderCoverage({ filesSearchable, files, chunksEmbedded, chunks })).toBe(text);
});
