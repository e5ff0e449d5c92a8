// A process that opens an index, asks for one term and tells what it got; run as a user who may not write.
import process from "node:process";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { openFolderCorpus } from "./folder-corpus.ts";
import { ask, whereIs } from "./test-index.ts";

interface ReadArgument {
  readonly files: string;
  readonly index: string;
  readonly term: string;
}

const { files, index: folder, term } = JSON.parse(process.argv[2] ?? "{}") as ReadArgument;

async function read(): Promise<unknown> {
  const index = await openProjectIndex({
    folder,
    corpus: openFolderCorpus(files),
    embedder: null,
    vectors: null,
    vectorKind: "auto",
    hnswFrom: 20_000,
    extensions: {},
    analysisWorkers: 1,
  });
  const { lagging, coverage, problems } = await index.freshen({ waitMs: 10_000, embedUpTo: 0 });
  const found = ask(index, (snapshot) => whereIs(snapshot, term));
  await index.close();
  return { found, lagging, filesSearchable: coverage.filesSearchable, problems: problems.map(({ code }) => code) };
}

const answer = await read().catch((error: unknown) => ({
  failure: error instanceof Failure ? error.code : String(error),
}));
process.send?.(answer);
process.disconnect();
