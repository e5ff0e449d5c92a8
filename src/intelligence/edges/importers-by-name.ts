// Files that import another one by its whole name: `#include "cell.h"`, `import Cell from "./Cell.vue"`.
import type { Lookup } from "../../linking/lookup.ts";

export interface Importer {
  readonly path: string;
  /** 1-based, of the import. */
  readonly line: number;
  /** The name that the import binds; null for none. */
  readonly local: string | null;
}

export function importersByName(lookup: Lookup, file: string): Importer[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const importing = [name, name.replace(/\.\w+$/, "")].flatMap((stem) => lookup.importing(stem));
  return [...new Set(importing)].flatMap((path) =>
    (lookup.facts(path)?.imports ?? [])
      .filter(({ specifier }) => specifier.endsWith(name))
      .map(({ local, line }) => ({ path, line, local })),
  );
}

/** Files that see the file in that way, through others too: at most so many of them, and whether there are more. */
export function seeingByName(
  lookup: Lookup,
  file: string,
  filesMax: number,
): { files: ReadonlySet<string>; isCut: boolean } {
  const files = new Set([file]);
  // The set grows during the loop.
  for (const one of files) {
    for (const { path } of importersByName(lookup, one)) {
      if (files.size > filesMax) {
        return { files, isCut: true };
      }
      files.add(path);
    }
  }
  return { files, isCut: false };
}
