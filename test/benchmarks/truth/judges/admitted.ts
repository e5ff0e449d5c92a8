// The files of a checkout that the program searches, by its own rules: what a judge is given to look through as well.
import { realpathSync } from "node:fs";
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";

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
