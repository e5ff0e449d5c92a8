// Which files the places of a query mean. A path from another machine or from an installed copy of the project shares
// only its end with the file's path here. Knows no ranking.
import type { DocumentRecord, Snapshot } from "../index/snapshot.ts";
import type { DocumentId } from "../vocabulary/ids.ts";
import type { Scope } from "./filter.ts";
import type { Place } from "./parse-places.ts";

export interface Asked {
  /** 1 where the query's path is the file's or the end of it; less where they only share their end. */
  readonly share: number;
  /** 1-based, without order; some may be beyond the file's end. */
  readonly lines: readonly number[];
}

function sharedParts(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[a.length - 1 - shared] === b[b.length - 1 - shared]) {
    shared++;
  }
  return shared;
}

interface Meant {
  readonly document: DocumentRecord;
  readonly share: number;
}

/**
 * The files that hold the whole path at their end; where there is none, those that share most of its end: two parts at
 * least, or all of a path as short as `main.go`. The more is shared, the surer: a half of one part, two thirds of two.
 */
function meantBy({ path }: Place, namesakes: readonly DocumentRecord[]): Meant[] {
  const asked = path.split("/");
  const alike = namesakes
    .map((document) => ({ document, parts: document.path.split("/") }))
    .map(({ document, parts }) => ({ document, shared: sharedParts(asked, parts), length: parts.length }))
    .filter(({ shared, length }) => shared === asked.length || shared >= 2 || shared === length);
  const most = alike.reduce((max, { shared }) => Math.max(max, shared), 0);
  return alike
    .filter(({ shared }) => shared === most)
    .map(({ document }) => ({ document, share: most === asked.length ? 1 : most / (most + 1) }));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The files in scope that the places mean, each with the lines asked of it. */
export function resolvePlaces(snapshot: Snapshot, places: readonly Place[], scope: Scope): Map<DocumentId, Asked> {
  const namesakes = new Map<string, DocumentRecord[]>(places.map(({ path }) => [nameOf(path), []]));
  if (namesakes.size > 0) {
    for (const document of snapshot.documents()) {
      if (scope.document(document.id)) {
        namesakes.get(nameOf(document.path))?.push(document);
      }
    }
  }
  const asked = new Map<DocumentId, Asked>();
  for (const place of places) {
    for (const { document, share } of meantBy(place, namesakes.get(nameOf(place.path)) ?? [])) {
      const known = asked.get(document.id) ?? { share: 0, lines: [] };
      const lines = place.line === null ? known.lines : [...known.lines, place.line];
      asked.set(document.id, { share: Math.max(known.share, share), lines });
    }
  }
  return asked;
}
