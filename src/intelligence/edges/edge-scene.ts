// The edges of a project over one snapshot: facts to look up names in, the linker over them, and the files to search.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { type Linker, openLinker } from "../../linking/linker.ts";
import { importsStem, type Lookup } from "../../linking/lookup.ts";
import { type Overlay, overlaidLookup, overlaidWithName } from "../../linking/overlay.ts";
import type { Place } from "../../linking/resolution.ts";
import { remembered } from "../../system/memo.ts";
import type { Steps } from "../../system/slices.ts";
import type { DocumentId } from "../../vocabulary/chunk.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import { comparePaths, distanceOf, documentsWith } from "../symbols/candidate-files.ts";
import { pathTable } from "./path-table.ts";

// Implements the lookups of linking over a snapshot. Valid as long as the snapshot is open.

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

/** Time limit of a question in milliseconds; its answer says how many files were not searched. */
const TIME_MS = 1_500;

export interface EdgeScene {
  readonly lookup: Lookup;
  readonly linker: Linker;
  /**
   * Files that may name a definition of the file `like`: they contain the word, their facts may have the name, and their language
   * can refer to that of `like`. Sources come before tests.
   */
  candidates(word: string, name: string, like: string): Steps<readonly string[]>;
  /** Names by which other files import this one: a file that imports it contains one of them. */
  stems(path: string): readonly string[];
  /** Whether time is up; asked between two files. */
  isOver(): boolean;
}

/** A symbol: all definitions that declare it. */
export interface Target {
  readonly name: string;
  readonly places: readonly Place[];
}

const NO_OVERLAY: Overlay = new Map();

/** `overlay`: files that are read in another state than the snapshot's. `isLate`: default, TIME_MS after now. */
export function openEdges(
  snapshot: Snapshot,
  under: Lookup,
  signal: AbortSignal,
  overlay: Overlay = NO_OVERLAY,
  isLate: () => boolean = lateAfter(TIME_MS),
): EdgeScene {
  const lookup = overlay.size === 0 ? under : overlaidLookup(under, overlay);
  const family = (path: string) => semanticsOf(lookup.language(path) ?? "")?.modules;
  const isOver = (): boolean => signal.aborted || isLate();
  /** Many symbols of a walk have the same name: `setup`, `render`. By family, then by word and name. */
  const known = new Map<unknown, Map<string, readonly string[]>>();
  return {
    lookup,
    linker: openLinker(lookup, semanticsOf, isOver),
    *candidates(word, name, like) {
      const own = family(like);
      const ofFamily = known.get(own) ?? new Map<string, readonly string[]>();
      known.set(own, ofFamily);
      const key = `${word} ${name}`;
      const paths =
        ofFamily.get(key) ??
        (yield* candidates(snapshot, word, ({ id, path, language }) => {
          return semanticsOf(language ?? "")?.modules === own && !overlay.has(path) && snapshot.mayName(id, name);
        })).concat(overlaidWithName(overlay, name).filter((path) => family(path) === own));
      ofFamily.set(key, paths);
      return paths;
    },
    stems: (path) => family(path)?.stems(path, lookup) ?? [],
    isOver,
  };
}

export function lateAfter(timeMs: number): () => boolean {
  const until = performance.now() + timeMs;
  return () => performance.now() > until;
}

/** Documents between two yields. */
const STEP = 256;

/** Source before tests and the like, then by path. Yields after every `STEP` documents. */
function* candidates(
  snapshot: Snapshot,
  word: string,
  admits: (document: DocumentRecord) => boolean,
): Steps<readonly string[]> {
  const admitted: { readonly path: string; readonly distance: number }[] = [];
  let looked = 0;
  for (const document of documentsWith(snapshot, word)) {
    if (admits(document)) {
      admitted.push({ path: document.path, distance: distanceOf(document) });
    }
    looked += 1;
    if (looked % STEP === 0) {
      yield;
    }
  }
  return admitted.sort((a, b) => a.distance - b.distance || comparePaths(a.path, b.path)).map(({ path }) => path);
}

/** Whether the facts of the file are incomplete, because reading all of them would have been too expensive. */
export const isKnownInPart = ({ lookup }: EdgeScene, path: string): boolean => (lookup.facts(path)?.left ?? 0) > 0;
