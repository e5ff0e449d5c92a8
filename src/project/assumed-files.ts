// Files taken for the admitted ones before all were looked at. Whether one is admitted now, its folders show when it is read.
import { openSlicer } from "../system/slices.ts";
import type { Corpus } from "./corpus.ts";
import { findFile, type Tree } from "./tree.ts";
import { isAdmitted, verifyAbove } from "./walk.ts";

export interface AssumedFiles {
  readonly corpus: Corpus;
  /** Not while the tree is verified. */
  admits(path: string): Promise<boolean>;
}

export function assumeFiles(tree: Tree, files: Corpus["files"]): AssumedFiles {
  const verified = new Set<string>();
  return {
    corpus: { root: tree.root, files, excluded: {}, leftOut: new Map(), problems: [] },
    async admits(path) {
      await verifyAbove(tree, path, verified, openSlicer(undefined));
      const file = findFile(tree, path);
      return file !== null && isAdmitted(file);
    },
  };
}
