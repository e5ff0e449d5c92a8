// A rename over a project in memory, and its files afterwards.
import type { Built } from "../../../src/edits/change-set.ts";
import { renameSymbol } from "../../../src/edits/rename/rename-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";
import type { Files } from "../../support/memory-project.ts";

export interface Renamed {
  readonly built: Built;
  /** Files that differ, as they are afterwards. */
  readonly files: Files;
  /** `path:line why` */
  readonly left: readonly string[];
  /** `rule path:line message` */
  readonly refusals: readonly string[];
}

export async function rename(
  files: Files,
  symbol: string,
  newName: string,
  includeHeuristic = false,
): Promise<Renamed> {
  const { scene, textsAfter } = await openMemoryEdits(files);
  const built = await renameSymbol(scene, { symbol, newName, includeHeuristic });
  return {
    built,
    files: textsAfter(built),
    left: built.kind === "built" ? built.change.left.map(({ path, line, why }) => `${path}:${line} ${why}`) : [],
    refusals:
      built.kind === "refused"
        ? built.refusals.map(({ rule, path, line, message }) => `${rule} ${path}:${line} ${message}`)
        : [],
  };
}
