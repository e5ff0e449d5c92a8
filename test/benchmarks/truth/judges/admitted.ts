// The files of a checkout that the program searches, by its own rules: what a judge is given to look through as well.
import { realpathSync } from "node:fs";
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";

/** Those of them that stay admitted once they are read: no binary, generated or minified ones. */
export async function readFiles(root: string): Promise<readonly string[]> {
  const corpus = openCorpus({ root: realpathSync(root), rules: DEFAULT_RULES });
  try {
    const kept: string[] = [];
    for (const path of (await corpus.refresh()).files.keys()) {
      const read = await corpus.read(path);
      if (!("excluded" in read)) {
        kept.push(path);
      }
    }
    return kept.sort();
  } finally {
    corpus.close();
  }
}

export async function admittedFiles(
  root: string,
): Promise<{ files: readonly string[]; excluded: Readonly<Record<string, number>> }> {
  const corpus = openCorpus({ root: realpathSync(root), rules: DEFAULT_RULES });
  try {
    const { files, excluded } = await corpus.refresh();
    return {
      files: [...files.keys()].sort(),
      excluded: Object.fromEntries(Object.entries(excluded).map(([why, { count }]) => [why, count])),
    };
  } finally {
    corpus.close();
  }
}
