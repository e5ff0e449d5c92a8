// A project's edges over one snapshot: facts to look names up in, the linker over them, and which files to look into.
import { termsOf } from "../../index/lexical/terms.ts";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { openLinker } from "../../linking/linker.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { rulesOf } from "../../linking/rules-of.ts";
import { comparePaths, distanceOf } from "../symbols/candidate-files.ts";
import type { EdgeScene } from "./references.ts";

/** A question stops here and says how many files it has not looked into, in milliseconds. */
export const TIME_MS = 1_500;

export function openEdges(snapshot: Snapshot, lookup: Lookup, signal: AbortSignal): EdgeScene {
  const family = (path: string) => rulesOf(lookup.language(path) ?? "")?.modules;
  const until = performance.now() + TIME_MS;
  return {
    lookup,
    linker: openLinker(lookup, rulesOf),
    candidates: (name) => candidates(snapshot, name),
    areRelated: (path, other) => family(path) === family(other),
    stems: (path) => family(path)?.stems(path, lookup) ?? [],
    isOver: () => signal.aborted || performance.now() > until,
  };
}

/** Source before what stands beside it, then by path. */
function candidates(snapshot: Snapshot, name: string): string[] {
  const documents = documentsWith(snapshot, name);
  return documents
    .map((document) => ({ path: document.path, distance: distanceOf(document) }))
    .sort((a, b) => a.distance - b.distance || comparePaths(a.path, b.path))
    .map(({ path }) => path);
}

/** Those whose text has the name's rarest term; all where the name has none (`$`, a single letter). */
function documentsWith(snapshot: Snapshot, name: string): DocumentRecord[] {
  const [rarest] = [...new Set(termsOf(name))]
    .map((term) => snapshot.postings(term))
    .sort((a, b) => a.documents.length - b.documents.length);
  if (rarest === undefined) {
    return [...snapshot.documents()];
  }
  const { documents, chunkStarts } = rarest;
  return [...documents].flatMap((id, at) => {
    const isInText = (chunkStarts[at + 1] ?? 0) > (chunkStarts[at] ?? 0);
    return isInText ? snapshot.document(id as DocumentRecord["id"]) : [];
  });
}
