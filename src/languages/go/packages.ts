// The packages of Go as a move sees them: which one a file is of, and by which path another one imports it.
import { folderOf, type Lookup, nameOfPath } from "../../linking/lookup.ts";
import { modulesOf } from "./modules.ts";

export interface GoPackage {
  readonly folder: string;
  readonly name: string;
  /** Null outside of all modules. */
  readonly importPath: string | null;
}

/** `written`: its name as its clause has it; null for a file that is made. */
export function packageOf(path: string, written: string | null, lookup: Lookup): GoPackage {
  const folder = folderOf(path);
  const beside = lookup
    .inFolder(folder)
    .filter((other) => other !== path && other.endsWith(".go") && !other.endsWith("_test.go"))
    .flatMap((other) => lookup.facts(other)?.package ?? []);
  const name = written ?? beside[0] ?? nameOfFolder(folder, lookup);
  return { folder, name, importPath: importPathOf(folder, lookup) };
}

function nameOfFolder(folder: string, lookup: Lookup): string {
  const last = nameOfPath(folder === "" ? (importPathOf(folder, lookup) ?? "") : folder);
  return last.replace(/[^\p{L}\p{N}_]/gu, "").toLowerCase();
}

function importPathOf(folder: string, lookup: Lookup): string | null {
  const inside = modulesOf(lookup).filter((module) => isBelow(folder, module.folder));
  const [first, ...others] = inside;
  if (first === undefined) {
    return null;
  }
  const nearest = others.reduce((best, one) => (one.folder.length > best.folder.length ? one : best), first);
  const below = nearest.folder === "" ? folder : folder.slice(nearest.folder.length + 1);
  return below === "" ? nearest.path : `${nearest.path}/${below}`;
}

const isBelow = (folder: string, above: string): boolean =>
  above === "" || folder === above || folder.startsWith(`${above}/`);

/** Whether a package may be imported from a folder: what is below `internal` only from beside that. */
export function isVisibleFrom({ folder }: GoPackage, from: string): boolean {
  const at = folder.split("/").lastIndexOf("internal");
  return at < 0 || isBelow(from, folder.split("/").slice(0, at).join("/"));
}
