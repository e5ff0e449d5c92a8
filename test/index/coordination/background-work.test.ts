// The work on an index, without the code that decides when it begins.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type BackgroundWork, openBackgroundWork } from "../../../src/index/coordination/background-work.ts";
import { openIndexParts } from "../../../src/index/coordination/index-parts.ts";
import { POINTER_NAME } from "../../../src/index/database/schema.ts";
import type { DocumentAnalyzer } from "../../../src/index/ingest/analyze-documents.ts";
import { openFolderCorpus, temporaryFolder } from "../../support/folder-corpus.ts";
import { inProcessAnalyzer } from "../../support/in-process-analyzer.ts";

const temporary = temporaryFolder();
let work: BackgroundWork;
afterAll(async () => {
  await work.close();
  temporary.remove();
});

it("an update of an index that another process has cleared is cancelled before a file is analysed", async () => {
  const [files, folder] = [join(temporary.path, "files"), join(temporary.path, "index")];
  const writeFile = (text: string) => writeFileSync(join(files, "a.txt"), text);
  mkdirSync(files);
  writeFile("orchid\n");
  const corpus = openFolderCorpus(files);
  await corpus.refresh();
  const analysed: string[] = [];
  const analyzer: DocumentAnalyzer = {
    ...inProcessAnalyzer,
    analyze(path, text, signal) {
      analysed.push(text);
      return inProcessAnalyzer.analyze(path, text, signal);
    },
  };
  const settings = { vectorKind: "auto", hnswFrom: 20_000, extensions: {}, analysisWorkers: 1 } as const;
  const options = { ...settings, folder, corpus, embedder: null, vectors: null, analyzer };
  work = openBackgroundWork(await openIndexParts(options));
  await work.update.run();
  writeFile("tulip\n");
  await corpus.refresh();
  rmSync(join(folder, POINTER_NAME));
  await expect(work.update.run()).rejects.toMatchObject({ code: "CANCELLED" });
  expect(analysed).toEqual(["orchid\n"]);
});
