// The paths of an index by folder and by file name, in memory: built once for each database and updated by generation. A table
// is immutable, so an older snapshot keeps its own.
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import { putLast } from "../../system/memo.ts";

export interface PathTable {
  /** Files directly in a folder ("" is the project's own), in order of path. */
  inFolder(folder: string): readonly string[];
  /** Files of this name, in order of path. */
  named(fileName: string): readonly string[];
}

/** What a table is made of: a snapshot, or documents of a test. */
export interface PathSource {
  readonly databaseId: string;
  readonly generation: number;
  documents(): Iterable<{ readonly id: number; readonly path: string }>;
}

type Lists = Map<string, string[]>;

interface Entry {
  readonly generation: number;
  /** By document id. */
  readonly paths: ReadonlyMap<number, string>;
  readonly folders: Lists;
  readonly names: Lists;
}

/** One process serves few projects at a time. */
const DATABASES_CACHED = 4;
const kept = new Map<string, Entry>();

const EMPTY: Entry = { generation: -1, paths: new Map(), folders: new Map(), names: new Map() };
const NONE: readonly string[] = [];

export function pathTable(source: PathSource): PathTable {
  const known = kept.get(source.databaseId) ?? EMPTY;
  const entry = known.generation === source.generation ? known : updated(known, source);
  // Snapshots older than the cached table are rare; their tables are not cached.
  if (entry.generation >= known.generation) {
    putLast(kept, source.databaseId, entry, DATABASES_CACHED);
  }
  return {
    inFolder: (folder) => inOrder(entry.folders, folder),
    named: (fileName) => inOrder(entry.names, fileName),
  };
}

/** Lists that are sorted already. Most are never used, so each is sorted at its first use. */
const ordered = new WeakSet<readonly string[]>();

function inOrder(lists: Lists, key: string): readonly string[] {
  const list = lists.get(key);
  if (list !== undefined && !ordered.has(list)) {
    list.sort();
    ordered.add(list);
  }
  return list ?? NONE;
}

/** The table of another generation: the known one with added and removed paths. */
function updated(known: Entry, source: PathSource): Entry {
  const paths = new Map<number, string>();
  const added: string[] = [];
  let stayed = 0;
  for (const { id, path } of source.documents()) {
    paths.set(id, path);
    if (known.paths.get(id) === path) {
      stayed += 1;
    } else {
      added.push(path);
    }
  }
  const removed =
    stayed === known.paths.size ? NONE : [...known.paths].flatMap(([id, path]) => (path === paths.get(id) ? [] : path));
  const { generation } = source;
  return added.length === 0 && removed.length === 0
    ? { ...known, generation, paths }
    : {
        generation,
        paths,
        folders: changed(known.folders, added, removed, folderOf),
        names: changed(known.names, added, removed, nameOfPath),
      };
}

function changed(
  lists: Lists,
  added: readonly string[],
  removed: readonly string[],
  keyOf: (path: string) => string,
): Lists {
  const made: Lists = new Map(lists);
  const left = new Set(removed);
  for (const path of left) {
    const key = keyOf(path);
    const list = lists.get(key);
    if (list !== undefined && made.get(key) === list) {
      made.set(
        key,
        list.filter((one) => !left.has(one)),
      );
    }
  }
  for (const path of added) {
    const key = keyOf(path);
    const list = made.get(key);
    if (list === undefined) {
      made.set(key, [path]);
    } else if (list === lists.get(key)) {
      made.set(key, [...list, path]);
    } else {
      list.push(path);
    }
  }
  return made;
}
