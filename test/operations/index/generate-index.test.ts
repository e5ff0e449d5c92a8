// What generate_index says of files that are not indexed when it answers: that it may be called again, unless that cannot help.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CodeScene } from "../../../src/operations/answer/answer-code.ts";
import { indexReport } from "../../../src/operations/index/generate-index.ts";
import { openFolderCorpus, temporaryFolder } from "../../support/folder-corpus.ts";

const folder = temporaryFolder();
const corpus = openFolderCorpus(folder.path);
beforeAll(async () => {
  await corpus.refresh();
});
afterAll(() => folder.remove());

type Problems = CodeScene["freshness"]["problems"];

/** The first line of an answer about 5 files. */
function headline(missing: number, lagging: number, problems: Problems = []): string {
  const coverage = { files: 5, filesSearchable: 5 - missing, chunks: 9, chunksEmbedded: 0 };
  const freshness = { building: false, lagging, coverage, writtenElsewhere: false, problems };
  const counts = { files: 5, missing, updated: 0, removed: 0, symbols: 7 };
  return indexReport({ corpus, freshness }, "", counts, "disabled", 0.1).write(0).headline;
}

it("says of a whole index nothing more", () => {
  expect(headline(0, 0)).toBe(".: all 5 files indexed, 7 symbols");
});

it.each([
  ["not indexed", 2, 2, "3 of 5 files"],
  ["indexed as they were before", 0, 2, "all 5 files"],
])("asks to be called again for files that are %s", (_name, missing, lagging, share) => {
  expect(headline(missing, lagging)).toBe(`.: ${share} indexed, 7 symbols; the rest is being indexed: call again`);
  // A problem that does not keep the index from being written.
  const unreadable = { code: "FILE_UNREADABLE", path: "a.ts", message: "It vanished." } as const;
  expect(headline(missing, lagging, [unreadable])).toMatch(/call again$/);
});

it("points to the problem where the index cannot be written", () => {
  const full = { code: "INDEX_READ_ONLY", message: "the disk is full" } as const;
  expect(headline(2, 2, [full])).toBe(
    ".: 3 of 5 files indexed, 7 symbols; the index cannot be written; see the problem",
  );
});
