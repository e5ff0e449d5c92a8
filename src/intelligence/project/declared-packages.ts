// Which files an import refers to in languages whose files declare their packages: those that define the name in the package,
// in any folder. linking/packages.ts finds the definitions; this finds files, for a whole project at once.
import { append } from "../../system/append.ts";
import { type FactsShape, LOCAL } from "../../vocabulary/facts.ts";

/** What a file defines for its package. */
export const outermostOf = ({ definitions }: FactsShape): string[] =>
  [
    ...new Set(definitions.flatMap(({ name, parent, flags }) => (parent < 0 && (flags & LOCAL) === 0 ? [name] : []))),
  ].sort();

interface PackageFile {
  readonly path: string;
  readonly package: string | null;
  readonly outermost: readonly string[];
}

/** Paths by the package that they declare and a name in it, or `*`. */
export type Packages = ReadonlyMap<string, readonly string[]>;

export function packagesOf(files: Iterable<PackageFile>): Packages {
  const packages = new Map<string, string[]>();
  for (const { path, package: name, outermost } of files) {
    for (const member of outermost.length === 0 ? [] : [...outermost, "*"]) {
      const key = `${name ?? ""} ${member}`;
      append(packages, key, path);
    }
  }
  return packages;
}

/** Names with more parts are generated; skip them. */
const PARTS_MAX = 20;

interface InPackages {
  readonly paths: readonly string[];
  /** Whether they are all of a package, not those that define one name. */
  readonly isWhole: boolean;
}

/** Splits a qualified name (`a.b.Store.load`) at the longest package. `isWhole`: everything in a package is meant. */
export function inPackages(specifier: string, isWhole: boolean, packages: Packages): InPackages {
  const parts = specifier.split(".");
  for (let at = parts.length > PARTS_MAX ? 0 : parts.length - 1; at > 0; at--) {
    const paths = packages.get(`${parts.slice(0, at).join(".")} ${parts[at]}`);
    if (paths !== undefined) {
      return { paths, isWhole: false };
    }
  }
  return { paths: isWhole ? (packages.get(`${specifier} *`) ?? []) : [], isWhole: true };
}
