// A project with some files in another state: a lookup that answers with the facts of that state for those files, and with the
// indexed facts for all others. Pure.

import { append } from "../system/append.ts";
import { type Facts, namesIn } from "../vocabulary/facts.ts";
import { derivedFrom } from "./derived.ts";
import { folderOf, importsStem, type Lookup, nameOfPath } from "./lookup.ts";

/** A file in the other state. */
export interface OverlaidFile {
  /** Identifier in the table of languages, or null. */
  readonly language: string | null;
  /** Null for a language with definitions only. */
  readonly facts: Facts | null;
}

/** By path; null for a file that does not exist in the other state. */
export type Overlay = ReadonlyMap<string, OverlaidFile | null>;

/** Paths of the overlay whose facts contain the name anywhere. A path whose facts are incomplete always counts. */
export const overlaidWithName = (overlay: Overlay, name: string): string[] =>
  [...overlay].flatMap(([path, file]) => {
    const facts = file?.facts ?? null;
    return facts !== null && (facts.left > 0 || namesOf(facts).has(name)) ? [path] : [];
  });

const namesOf = derivedFrom(namesIn);

/** Answers for the overlaid paths from the overlay, and for all others from `under`. */
export function overlaidLookup(under: Lookup, overlay: Overlay): Lookup {
  const present = [...overlay].flatMap(([path, file]) => (file === null ? [] : [path]));
  const folders = listsBy(present, folderOf);
  const fileNames = listsBy(present, nameOfPath);
  const { byName, byPath } = definedIn(overlay);
  const merged = (list: readonly string[], own: readonly string[] | undefined): readonly string[] => {
    const kept = list.some((path) => overlay.has(path)) ? list.filter((path) => !overlay.has(path)) : list;
    return own === undefined ? kept : [...kept, ...own].sort();
  };
  const fileAt = (path: string): OverlaidFile | null | undefined => overlay.get(path);
  return {
    language: (path) => (overlay.has(path) ? (fileAt(path)?.language ?? null) : under.language(path)),
    facts: (path) => (overlay.has(path) ? (fileAt(path)?.facts ?? null) : under.facts(path)),
    exists: (path) => (overlay.has(path) ? fileAt(path) !== null : under.exists(path)),
    inFolder: (folder) => merged(under.inFolder(folder), folders.get(folder)),
    named: (fileName) => merged(under.named(fileName), fileNames.get(fileName)),
    defining: (name) => merged(under.defining(name), byName.get(name)),
    declaring: (path) => merged(under.declaring(path), byPath.get(path)),
    containing: (name) => merged(under.containing(name), overlaidWithName(overlay, name)),
    importing: (stem) =>
      merged(
        under.importing(stem),
        [...overlay].flatMap(([path, file]) => (importsStem(file?.facts ?? null, stem) ? [path] : [])),
      ),
  };
}

type Lists = ReadonlyMap<string, readonly string[]>;

function listsBy(paths: readonly string[], keyOf: (path: string) => string): Lists {
  const lists = new Map<string, string[]>();
  for (const path of paths) {
    append(lists, keyOf(path), path);
  }
  return lists;
}

/** Files by the names and full paths that they define. As in an index, data members are not listed. */
function definedIn(overlay: Overlay): { readonly byName: Lists; readonly byPath: Lists } {
  const byName = new Map<string, string[]>();
  const byPath = new Map<string, string[]>();
  for (const [path, file] of overlay) {
    const listed = (file?.facts?.definitions ?? []).filter(({ kind }) => kind !== "field" && kind !== "member");
    for (const name of new Set(listed.map((definition) => definition.name))) {
      append(byName, name, path);
    }
    // As in an index, whose symbols are found by the last part of their path: `A.B` is no path of a module that is named so as a whole.
    const whole = listed.filter((one) => one.path.slice(one.path.lastIndexOf(".") + 1) === one.name);
    for (const symbol of new Set(whole.map((definition) => definition.path))) {
      append(byPath, symbol, path);
    }
  }
  return { byName, byPath };
}
