// What rules ask of a changed file before they look at it.
import { roleOf } from "../languages/file-role.ts";
import type { ReviewedFile } from "./contract.ts";

/** Whether more than comments and white space differs. */
export function changesCode({ symbols }: ReviewedFile): boolean {
  const { changed, added, removed, importsChanged, restChanged } = symbols;
  return changed.length + added.length + removed.length > 0 || importsChanged || restChanged;
}

const BESIDE: ReadonlySet<string> = new Set(["test", "fixture", "example", "vendored"]);

/** Whether the file is of a test, a fixture, an example or another project. */
export const isBesideProject = (path: string): boolean => BESIDE.has(roleOf(path)?.role ?? "");
