// The real sources that a project is made from: the admitted files of some folders, in runs of neighbours, each run to
// become one package. Files are read when they are copied, so that sources may be larger than memory.
import { basename } from "node:path";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import type { ProjectRules } from "../../../src/project/rules.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { hashOf, shuffled } from "./hash.ts";

/** Files of one package: about so many, and at most so many more. */
const RUN_MIN = 30;
const RUN_SPREAD = 90;

/** Shorter files, such as empty `__init__.py`, say nothing; without most of them 60,000 files make 500,000 chunks. */
const CHARACTERS_MIN = 40;

export interface SourceFile {
  /** Relative to its source, `/`-separated. */
  readonly path: string;
  /** Null where its content turns out to be none that a search admits, or too little. */
  readonly read: () => Promise<string | null>;
}

/** Files that stand beside one another in a source. */
export interface SourceRun {
  readonly name: string;
  readonly files: readonly SourceFile[];
}

interface Source {
  readonly folder: string;
  readonly rules: ProjectRules;
}

/** This package, and the packages that its lock file fixes. */
const ownSources = (): Source[] => [
  { folder: packagePath(), rules: DEFAULT_RULES },
  { folder: packagePath("node_modules"), rules: { ...DEFAULT_RULES, search: ["vendored"] } },
];

async function filesOf({ folder, rules }: Source): Promise<readonly SourceFile[]> {
  const corpus = openCorpus({ root: folder, rules });
  const { files } = await corpus.refresh();
  return [...files.keys()].sort().map((path) => ({
    path,
    read: async () => {
      const outcome = await corpus.read(path);
      return "text" in outcome && outcome.text.length >= CHARACTERS_MIN ? outcome.text : null;
    },
  }));
}

function runsOf(name: string, files: readonly SourceFile[], seed: string): SourceRun[] {
  const runs: SourceRun[] = [];
  for (let start = 0; start < files.length; ) {
    const length = RUN_MIN + (hashOf(`${seed}:${name}:${start}`) % RUN_SPREAD);
    runs.push({ name: `${name}:${start}`, files: files.slice(start, start + length) });
    start += length;
  }
  return runs;
}

/** All runs of the folders, shuffled by the seed. `folders` empty: this package's own. NOT_FOUND where there is no file. */
export async function readSources(folders: readonly string[], seed: string): Promise<readonly SourceRun[]> {
  const given = folders.map((folder) => ({ folder, rules: DEFAULT_RULES }));
  const runs: SourceRun[] = [];
  for (const source of given.length > 0 ? given : ownSources()) {
    runs.push(...runsOf(basename(source.folder), await filesOf(source), seed));
  }
  if (runs.length === 0) {
    throw new Failure("NOT_FOUND", "the sources hold no file that a search admits", {
      hint: "name folders of source code with --sources",
    });
  }
  return shuffled(runs, seed, ({ name }) => name);
}
