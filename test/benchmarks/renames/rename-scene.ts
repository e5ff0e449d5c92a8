// A repository with its index, in which symbols are drawn and renamed without writing anything.
import { setMaxListeners } from "node:events";
import type { EditScene } from "../../../src/edits/change-set.ts";
import { openProjectIndex } from "../../../src/index/coordination/open-project-index.ts";
import { withSnapshot, withSnapshotInSlices } from "../../../src/index/with-snapshot.ts";
import { roleOf } from "../../../src/languages/file-role.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { type DefinitionFact, isNamed, LOCAL } from "../../../src/vocabulary/facts.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { type Random, shuffled } from "../../support/random.ts";

export interface DrawnSymbol {
  readonly path: string;
  readonly at: number;
  readonly definition: DefinitionFact;
}

export interface OpenRepository {
  readonly scene: EditScene;
  /** Files of these languages. */
  readonly files: readonly string[];
  /** Definitions of its own source that can be addressed, in a random order. */
  draw(part: string, random: Random): DrawnSymbol[];
  close(): Promise<void>;
}

const WAIT_MS = 600_000;

export async function openRepository(root: string, languages: readonly string[]): Promise<OpenRepository> {
  const folder = temporaryFolder();
  const corpus = openCorpus({ root, rules: DEFAULT_RULES });
  await corpus.refresh();
  const index = await openProjectIndex({
    folder: folder.path,
    corpus,
    embedder: null,
    vectors: null,
    vectorKind: "auto",
    hnswFrom: 20_000,
    extensions: {},
    analysisWorkers: 2,
  });
  await index.freshen({ waitMs: WAIT_MS, embedUpTo: 0 });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const files = withSnapshot(index, (snapshot) =>
    [...snapshot.documents()]
      .filter(({ language }) => languages.includes(language ?? ""))
      .map(({ path }) => path)
      .sort(),
  );
  return {
    scene: {
      root,
      corpus,
      analyzer: index,
      signal,
      withSnapshot: (use) => withSnapshot(index, use),
      inSlices: (use) => withSnapshotInSlices(index, use, signal),
    },
    files,
    draw: (part, random) =>
      withSnapshot(index, (snapshot) => {
        const own = files.filter((path) => path.startsWith(part) && roleOf(path) === null);
        const all = own.flatMap((path): DrawnSymbol[] => {
          const document = snapshot.documentAt(path);
          const definitions = (document === undefined ? null : snapshot.shape(document.id))?.definitions ?? [];
          return definitions.flatMap((definition, at) =>
            isNamed(definition) && (definition.flags & LOCAL) === 0 && definition.kind !== "test"
              ? [{ path, at, definition }]
              : [],
          );
        });
        return shuffled(all, random);
      }),
    async close() {
      await index.close();
      corpus.close();
      folder.remove();
    },
  };
}
