// Implements the lookups of linking over a snapshot. Valid as long as the snapshot is open.
import type { Snapshot } from "../../index/snapshot.ts";
import { importsStem, type Lookup } from "../../linking/lookup.ts";
import { remembered } from "../../system/memo.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import type { DocumentId } from "../../vocabulary/ids.ts";
import { documentsWith } from "../symbols/candidate-files.ts";
import { pathTable } from "./path-table.ts";

export function lookupOf(snapshot: Snapshot): Lookup {
  const { inFolder, named } = pathTable(snapshot);
  const facts = new Map<string, Facts | null>();
  const defining = new Map<string, Defining>();
  const definingOf = (name: string) => remembered(defining, name, () => filesDefining(snapshot, name));
  const containing = new Map<string, readonly string[]>();
  const importing = new Map<string, readonly string[]>();
  const { databaseId, generation } = snapshot;
  return {
    state: { databaseId, generation },
    language: (path) => snapshot.documentAt(path)?.language ?? null,
    facts: (path) => remembered(facts, path, () => factsOf(snapshot, path)),
    exists: (path) => snapshot.documentAt(path) !== undefined,
    inFolder,
    named,
    defining: (name) => definingOf(name).files,
    declaring: (path) => definingOf(path.slice(path.lastIndexOf(".") + 1)).byPath.get(path) ?? [],
    containing: (name) => remembered(containing, name, () => filesReferringTo(snapshot, name)),
    importing: (stem) => remembered(importing, stem, () => filesImporting(snapshot, stem)),
  };
}

/** References and conversions of a file are read on demand: for other files its definitions, imports and exports are enough. */
function factsOf(snapshot: Snapshot, path: string): Facts | null {
  const document = snapshot.documentAt(path);
  const shape = document === undefined ? null : snapshot.shape(document.id);
  if (document === undefined || shape === null) {
    return null;
  }
  return {
    ...shape,
    get references() {
      return snapshot.inside(document.id).references;
    },
    get conversions() {
      return snapshot.inside(document.id).conversions;
    },
  };
}

/** Files in order of path. */
interface Defining {
  readonly files: readonly string[];
  /** By the whole path of the symbol. */
  readonly byPath: ReadonlyMap<string, readonly string[]>;
}

function filesDefining(snapshot: Snapshot, name: string): Defining {
  const symbolPaths = new Map<DocumentId, Set<string>>();
  for (const { document, name: own, path } of snapshot.definitions(name)) {
    if (own === name) {
      remembered(symbolPaths, document, () => new Set()).add(path);
    }
  }
  const files = [...symbolPaths]
    .filter(([document]) => snapshot.hasFacts(document))
    .map(([document, paths]) => ({ file: snapshot.document(document).path, paths }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const byPath = new Map<string, string[]>();
  for (const { file, paths } of files) {
    for (const path of paths) {
      remembered(byPath, path, () => []).push(file);
    }
  }
  return { files: files.map(({ file }) => file), byPath };
}

const filesReferringTo = (snapshot: Snapshot, name: string): readonly string[] =>
  [...documentsWith(snapshot, name)]
    .filter(({ id }) => snapshot.mayName(id, name))
    .map(({ path }) => path)
    .sort();

/** More files with a word are not read to find the few that import by it. */
const FILES_READ_MAX = 500;

function filesImporting(snapshot: Snapshot, stem: string): readonly string[] {
  const documents = [...documentsWith(snapshot, stem)];
  return documents.length > FILES_READ_MAX
    ? []
    : documents
        .filter(({ id }) => importsStem(snapshot.shape(id), stem))
        .map(({ path }) => path)
        .sort();
}
