// Circles of imports that a move makes: files that reach each other after it and did not before. Imports that load nothing when their
// file is loaded make none.
import { semanticsOf } from "../../languages/semantics.ts";
import { derivedFrom } from "../../linking/derived.ts";
import type { Lookup } from "../../linking/lookup.ts";

/** Files that one search looks into. */
const FILES_MAX = 5_000;

/** For each circle that is new, its files in order, the changed one first. */
export function newCycles(before: Lookup, after: Lookup, changed: readonly string[]): string[][] {
  const cycles = new Map<string, string[]>();
  for (const from of changed) {
    const known = new Set(importsOf(before, from));
    for (const to of importsOf(after, from).filter((path) => !known.has(path) && path !== from)) {
      const way = pathBetween(after, to, from);
      const wasThere = way !== null && pathBetween(before, to, from) !== null && pathBetween(before, from, to) !== null;
      if (way !== null && !wasThere) {
        cycles.set([...way].sort().join("\n"), [from, ...way.slice(0, -1)]);
      }
    }
  }
  return [...cycles.values()];
}

/** By file, for one state of the project. */
const importsByFile = derivedFrom((_lookup: Lookup) => new Map<string, readonly string[]>());

function importsOf(lookup: Lookup, path: string): readonly string[] {
  const known = importsByFile(lookup);
  const imports = known.get(path) ?? readImports(lookup, path);
  known.set(path, imports);
  return imports;
}

function readImports(lookup: Lookup, path: string): readonly string[] {
  const modules = semanticsOf(lookup.language(path) ?? "")?.modules;
  const imports = (lookup.facts(path)?.imports ?? []).filter(({ isDeferred }) => isDeferred !== true);
  return [...new Set(imports.flatMap(({ specifier }) => modules?.resolve(specifier, path, lookup) ?? []))];
}

/** Files from one to another along imports, both included; null where there is no way. */
function pathBetween(lookup: Lookup, from: string, to: string): string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  // A file that nothing imports closes a circle with the others of its package: a test.
  const beside = semanticsOf(lookup.language(to) ?? "")?.modules.inPackage?.(to, lookup) ?? [];
  const goal = new Set([to, ...beside]);
  for (const path of before.keys()) {
    if (goal.has(path)) {
      const way: string[] = [];
      for (let at: string | null = path; at !== null; at = before.get(at) ?? null) {
        way.unshift(at);
      }
      return way;
    }
    if (before.size > FILES_MAX) {
      return null;
    }
    for (const next of importsOf(lookup, path)) {
      if (!before.has(next)) {
        before.set(next, path);
      }
    }
  }
  return null;
}
