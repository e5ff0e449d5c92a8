// Where a copied file stands in the project: packages of a monorepo, by language, each with src/, test/ and docs/.
// Knows paths only.

/** Where packages of a language usually stand in a repository of many; by the extension that most of a run's files have. */
const HOMES: Readonly<Record<string, string>> = {
  rs: "crates",
  go: "services",
  java: "modules",
  kt: "modules",
  py: "python",
  rb: "gems",
  c: "libs",
  h: "libs",
  cc: "libs",
  cpp: "libs",
};
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt)$/i;
const TEST = /(?:^|\/)(?:tests?|specs?|__tests__|__test__)\//i;

const extensionOf = (path: string): string => /\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** The folder of packages that the most frequent extension asks for. */
export function homeOf(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const home = HOMES[extensionOf(path)] ?? "packages";
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "packages";
}

/** The folders, each ending with `/`, that all paths start with. */
export function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (!others.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  return folder;
}

/** A file's path within its package; `common` is what all paths of its run start with. */
export function pathInPackage(path: string, common: string): string {
  const rest = path.slice(common.length);
  if (DOCUMENT.test(path)) return `docs/${rest}`;
  return TEST.test(path) && !TEST.test(rest) ? `test/${rest}` : `src/${rest}`;
}
