// A throw-away project on the disk, described as data: path → content; and the one place that asks for its corpus.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Corpus, CorpusSource, ReadOutcome } from "../../src/project/corpus.ts";
import type { Disk } from "../../src/project/disk.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import type { ProjectRules } from "../../src/project/rules.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { writeText } from "./generated-tree.ts";

export interface Scratch {
  /** Absolute, real path; a new empty folder for each test. */
  root: string;
  write(files: Readonly<Record<string, string | Buffer>>): void;
  open(rules?: Partial<ProjectRules>, disk?: Disk): CorpusSource;
  /** Refreshes, reads everything that is admitted, refreshes again. */
  search(rules?: Partial<ProjectRules>): Promise<Searched>;
}

export interface Searched {
  readonly corpus: Corpus;
  readonly paths: readonly string[];
  readonly outcomes: ReadonlyMap<string, ReadOutcome>;
}

export function useScratch(): Scratch {
  const scratch: Scratch = {
    root: "",
    write(files) {
      for (const [path, content] of Object.entries(files)) writeText(join(scratch.root, path), content);
    },
    open: (rules, disk) =>
      openCorpus({
        root: scratch.root,
        rules: { ...DEFAULT_RULES, ...rules },
        ...(disk === undefined ? {} : { disk }),
      }),
    async search(rules) {
      const source = scratch.open(rules);
      const outcomes = new Map<string, ReadOutcome>();
      for (const path of (await source.refresh()).files.keys()) outcomes.set(path, await source.read(path));
      const corpus = await source.refresh();
      return { corpus, paths: [...corpus.files.keys()].sort(), outcomes };
    },
  };
  beforeEach(() => {
    scratch.root = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  });
  afterEach(() => rmSync(scratch.root, { recursive: true, force: true }));
  return scratch;
}

/** Class → its paths in order, for reading in one look; only what fits the examples. */
export function excludedPaths(corpus: Corpus): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(corpus.excluded).map(([name, found]) => [name, [...found.examples].sort()]));
}

/** The text that was read, or the whole outcome where there is none. */
export function textOf(outcome: ReadOutcome | undefined): ReadOutcome | string | undefined {
  return outcome !== undefined && "text" in outcome ? outcome.text : outcome;
}
