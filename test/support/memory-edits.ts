// Builders of edits over a project in memory, and the texts that their edits would make.

import { setImmediate as nextTurn } from "node:timers/promises";
import { applyEdits } from "../../src/edits/apply-edits.ts";
import type { Built, EditScene } from "../../src/edits/change-set.ts";
import { atOnce } from "../../src/system/slices.ts";
import { type Files, memoryProject } from "./memory-project.ts";

export interface MemoryEdits {
  readonly scene: EditScene;
  /** The files that the built change edits, as they would be. */
  textsAfter(built: Built): Readonly<Record<string, string>>;
}

export async function openMemoryEdits(files: Files): Promise<MemoryEdits> {
  const { snapshot, corpus, index } = await memoryProject(files, { withVectors: false, counted: false });
  const scene: EditScene = {
    root: corpus.root,
    corpus,
    analyzer: index,
    signal: new AbortController().signal,
    withSnapshot: (use) => use(snapshot),
    async inSlices(use) {
      await nextTurn();
      return atOnce(use(snapshot));
    },
  };
  return {
    scene,
    textsAfter(built) {
      const changes = built.kind === "built" ? built.change.changes : [];
      const edited = changes.filter((change) => change.kind === "edit");
      return Object.fromEntries(edited.map(({ path, edits }) => [path, applyEdits(files[path] ?? "", edits)]));
    },
  };
}
