// Moves a symbol in a small project and gives the files as they would be.

import { realpathSync } from "node:fs";
import { applyEdits } from "../../../src/edits/apply-edits.ts";
import type { Built } from "../../../src/edits/change-set.ts";
import { type MoveRequest, moveSymbol } from "../../../src/edits/move/move-symbol.ts";
import { withSnapshot, withSnapshotInSlices } from "../../../src/index/with-snapshot.ts";
import { openFolderCorpus } from "../../support/folder-corpus.ts";
import { openTestProject, WAIT } from "../../support/test-index.ts";

type Files = Readonly<Record<string, string>>;

export interface Moved {
  readonly built: Built;
  /** The changed files by path; null for one that is deleted. Empty where it was refused. */
  readonly after: Readonly<Record<string, string | null>>;
}

export async function moved(files: Files, symbol: string, to: string, more: Partial<MoveRequest> = {}): Promise<Moved> {
  const project = openTestProject(files);
  try {
    const root = realpathSync(project.files);
    const corpus = openFolderCorpus(root);
    const index = await project.open({ corpus });
    await index.freshen(WAIT);
    const { signal } = new AbortController();
    const built = await moveSymbol(
      { symbol, to, exportNeeded: false, ...more },
      {
        root,
        corpus,
        analyzer: index,
        signal,
        withSnapshot: (use) => withSnapshot(index, use),
        inSlices: (use) => withSnapshotInSlices(index, use, signal),
      },
    );
    return { built, after: built.kind === "built" ? textsAfter(files, built) : {} };
  } finally {
    await project.dispose();
  }
}

function textsAfter(files: Files, { change }: Extract<Built, { kind: "built" }>): Record<string, string | null> {
  const after: Record<string, string | null> = {};
  for (const one of change.changes) {
    after[one.path] =
      one.kind === "create" ? one.text : one.kind === "delete" ? null : applyEdits(files[one.path] ?? "", one.edits);
  }
  return after;
}

/** The messages of a refusal; throws where there is none. */
export function refusalsOf({ built }: Moved): string[] {
  if (built.kind !== "refused") {
    throw new Error(`not refused: ${JSON.stringify(built)}`);
  }
  return built.refusals.map(({ message }) => message);
}
