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
