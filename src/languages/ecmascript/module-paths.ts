// How tsconfig.json and jsconfig.json map a specifier: `paths` and `baseUrl` of the nearest one, of those that it extends, and
// of the projects that it references.

import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, joined, type Lookup } from "../../linking/lookup.ts";
import type { TsConfig } from "./tsconfig.ts";

/** Limit on configurations that extend or reference each other. */
const CONFIGS_MAX = 30;
const NAMES = ["tsconfig.json", "jsconfig.json"];

/** Where one configuration says that modules may be. */
interface Mapping {
  /** Project-relative folder on which the targets are based. */
  readonly folder: string;
  readonly patterns: readonly (readonly [pattern: string, targets: readonly string[]])[];
  /** Folder in which any specifier may be a path; null for none. */
  readonly base: string | null;
}

/** Project-relative paths that a specifier may mean in a file of this folder; the files need not exist. */
export const mapped = (specifier: string, folder: string, lookup: Lookup): string[] =>
  mappingsFor(folder, lookup).flatMap(({ folder: from, patterns, base }) => {
    const targets = bestMatch(specifier, patterns);
    const paths = targets.map((target) => joined(from, target));
    return [...paths, ...(base === null ? [] : [joined(base, specifier)])].filter((path) => path !== null);
  });

/** Targets of the matching pattern and the text matched by its `*`: an exact pattern, else the one with the longest prefix. */
export function bestMatch(
  specifier: string,
  patterns: readonly (readonly [pattern: string, targets: readonly string[]])[],
): string[] {
  let best: { readonly start: number; readonly targets: string[] } | null = null;
  for (const [pattern, targets] of patterns) {
    const star = pattern.indexOf("*");
    if (star < 0) {
      if (pattern === specifier) {
        return [...targets];
      }
      continue;
    }
    const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
    const fits =
      specifier.length >= start.length + end.length && specifier.startsWith(start) && specifier.endsWith(end);
    if (fits && (best === null || start.length > best.start)) {
      const stands = specifier.slice(start.length, specifier.length - end.length);
      best = { start: start.length, targets: targets.map((target) => target.replaceAll("*", () => stands)) };
    }
  }
  return best?.targets ?? [];
}

const mappingsByFolder = derivedFrom((_lookup: Lookup) => new Map<string, readonly Mapping[]>());

function mappingsFor(folder: string, lookup: Lookup): readonly Mapping[] {
  const byFolder = mappingsByFolder(lookup);
  const seen = byFolder.get(folder);
  if (seen !== undefined) {
    return seen;
  }
  const path = NAMES.map((name) => (folder === "" ? name : `${folder}/${name}`)).find((each) => lookup.exists(each));
  const own = path === undefined ? [] : mappingsOf(path, lookup, new Set());
  // A configuration without module settings leaves them to those in parent folders.
  const mappings = own.length > 0 || folder === "" ? own : mappingsFor(folderOf(folder), lookup);
  byFolder.set(folder, mappings);
  return mappings;
}

/** Its own settings or the inherited ones, then those of the referenced projects. */
function mappingsOf(path: string, lookup: Lookup, seen: Set<string>): Mapping[] {
  const config = configAt(path, lookup);
  if (config === null || seen.has(path) || seen.size >= CONFIGS_MAX) {
    return [];
  }
  seen.add(path);
  const inherited = inheritedBy(path, lookup, new Set());
  const referred = config.references.flatMap((reference) => {
    const target = pathOf(folderOf(path), reference, lookup);
    return target === null ? [] : mappingsOf(target, lookup, seen);
  });
  return [...(inherited === null ? [] : [inherited]), ...referred];
}

function inheritedBy(path: string, lookup: Lookup, seen: Set<string>): Mapping | null {
  const config = configAt(path, lookup);
  if (config === null || seen.has(path) || seen.size >= CONFIGS_MAX) {
    return null;
  }
  seen.add(path);
  const folder = folderOf(path);
  const above = config.extends.toReversed().flatMap((specifier) => {
    const target = specifier.startsWith(".") ? pathOf(folder, specifier, lookup) : null;
    return (target === null ? null : inheritedBy(target, lookup, seen)) ?? [];
  });
  const base = config.baseUrl === null ? (above[0]?.base ?? null) : joined(folder, config.baseUrl);
  if (config.paths !== null) {
    return { folder: base ?? folder, patterns: Object.entries(config.paths), base };
  }
  const patterns = above.find((one) => one.patterns.length > 0);
  return base === null && patterns === undefined
    ? null
    : { folder: patterns?.folder ?? folder, patterns: patterns?.patterns ?? [], base };
}

/** A configuration as another one names it: with or without `.json`, or by its folder. */
function pathOf(folder: string, written: string, lookup: Lookup): string | null {
  const path = joined(folder, written);
  return path === null
    ? null
    : ([path, `${path}.json`, joined(path, NAMES[0] ?? "")].find(
        (each) => each !== null && lookup.exists(each) && each.endsWith(".json"),
      ) ?? null);
}

const configAt = (path: string, lookup: Lookup): TsConfig | null =>
  (lookup.facts(path)?.config ?? null) as TsConfig | null;
