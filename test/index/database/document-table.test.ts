// What the table adds up as documents come, change and go, and what is read of it.
import { afterAll, expect, it } from "vitest";
import type { TokenSums } from "../../../src/index/snapshot.ts";
import { openFolderCorpus } from "../../support/folder-corpus.ts";
import { ask, openTestProject, WAIT } from "../../support/test-index.ts";

const project = openTestProject({ "a.txt": "orchid tulip\n", "b.txt": "orchid\n", "c.txt": "iris and orchid\n" });
afterAll(() => project.dispose());

it("adds up the tokens of the documents that there are", async () => {
  const index = await project.open({ corpus: openFolderCorpus(project.files) });
  const sums = () => ask(index, ({ tokens }) => tokens);
  const added = () =>
    ask(index, (snapshot) => {
      const total = { countedBytes: 0, countedTokens: 0, openBytes: 0 };
      for (const { size, tokens } of snapshot.documents()) {
        total.countedBytes += tokens === null ? 0 : size;
        total.countedTokens += tokens ?? 0;
        total.openBytes += tokens === null ? size : 0;
      }
      return total satisfies TokenSums;
    });
  await index.complete({});
  expect(sums()).toMatchObject(added());
  expect(sums()).toMatchObject({ openBytes: 0 });
  project.write("a.txt", "orchid, tulip and rose, which is longer\n");
  project.remove("b.txt");
  await index.freshen(WAIT);
  expect(sums()).toMatchObject(added());
  await index.close();
});

it("has all postings, whatever was enough for an earlier question", async () => {
  const index = await project.open({ corpus: openFolderCorpus(project.files) });
  await index.freshen(WAIT);
  const chunks = (enough?: number) => ask(index, (snapshot) => snapshot.postings("orchid", enough).chunks.length);
  expect(chunks(0)).toBeGreaterThan(0);
  expect([chunks(), chunks(0), chunks(9)]).toEqual([2, 2, 2]);
  await index.close();
});
