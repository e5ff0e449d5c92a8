// Which files the places of a query mean. A path from another machine, from an installed copy of the project or from what was
// built of it shares only its end with the file's path here.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { DocumentId, LineRange } from "../../vocabulary/chunk.ts";
import type { Scope } from "./filter.ts";
import { type Place, sourcesOf } from "./parse-places.ts";

export interface Asked {
  /** 1 where the query's path is the file's or the end of it; less where they only share their end; less for a caller. */
  readonly share: number;
  /** 1-based, without order; some may be beyond the file's end. */
  readonly lines: readonly number[];
  /** By line: at most `share`. */
  readonly lineShares: ReadonlyMap<number, number>;
}

/** The highest share of the lines in the range that the query asks for: 0 to the file's share. */
export const askedOf = ({ lineShares }: Asked, { startLine, endLine }: LineRange): number =>
  [...lineShares].reduce(
    (most, [line, share]) => (startLine <= line && line <= endLine ? Math.max(most, share) : most),
    0,
  );

/**
 * What each frame of a trace is worth, innermost first: the failing place counts far more than its callers. Further frames are worth the
 * last value.
 */
const FRAME_SHARES = [1, 0.45, 0.35, 0.28, 0.22, 0.18] as const;
/** A file found under the name of what was built of it; its lines are others. */
const BUILT_SHARE = 0.7;

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

/** Files by name; only the names asked for. */
type Namesakes = ReadonlyMap<string, readonly DocumentRecord[]>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * The files whose paths end in the whole path; if there is none, those that share most of its end: at least two parts, or all of a path
 * as short as `main.go`, or the name alone below a package's folders. The share grows with the shared parts: 1/2 for one, 2/3 for two.
 */
function meantBy(path: string, packaged: boolean, namesakes: Namesakes): Meant[] {
  const asked = path.split("/");
  const alike = (namesakes.get(nameOf(path)) ?? [])
    .map((document) => ({ document, parts: document.path.split("/") }))
    .map(({ document, parts }) => ({ document, shared: sharedParts(asked, parts), length: parts.length }))
    .filter(({ shared, length }) => shared === asked.length || shared >= 2 || shared === length || packaged);
  const most = alike.reduce((max, { shared }) => Math.max(max, shared), 0);
  return alike
    .filter(({ shared }) => shared === most)
    .map(({ document }) => ({ document, share: most === asked.length ? 1 : most / (most + 1) }));
}

/** `built` where the file is not the one named but its source: `dist/a.js` of `src/a.ts` shares no more than `a`. */
function filesAt({ path, packaged }: Place, namesakes: Namesakes): { meant: Meant[]; built: boolean } {
  const meant = meantBy(path, packaged, namesakes);
  if (meant.length > 0) {
    return { meant, built: false };
  }
  const sources = sourcesOf(path).flatMap((source) => meantBy(source, false, namesakes));
  return { meant: sources.map(({ document, share }) => ({ document, share: share * BUILT_SHARE })), built: true };
}

function namesakesOf(snapshot: Snapshot, places: readonly Place[], scope: Scope): Namesakes {
  const names = places.flatMap(({ path }) => [path, ...sourcesOf(path)]).map(nameOf);
  const namesakes = new Map<string, DocumentRecord[]>(names.map((name) => [name, []]));
  if (namesakes.size > 0) {
    for (const document of snapshot.documents()) {
      if (scope.document(document.id)) {
        namesakes.get(nameOf(document.path))?.push(document);
      }
    }
  }
  return namesakes;
}

interface Gathered {
  share: number;
  readonly lines: number[];
  readonly lineShares: Map<number, number>;
}

/** The files in scope that the places mean, each with the lines asked of it. */
export function resolvePlaces(snapshot: Snapshot, places: readonly Place[], scope: Scope): Map<DocumentId, Asked> {
  const namesakes = namesakesOf(snapshot, places, scope);
  const found = places
    .map((place) => ({ place, ...filesAt(place, namesakes) }))
    .filter(({ meant }) => meant.length > 0);
  // If a trace has frames in the project, its frames in installed packages do not count.
  const own = found.some(({ place }) => place.frame !== null && !place.external);
  const asked = new Map<DocumentId, Gathered>();
  let frame = 0;
  for (const { place, meant, built } of found) {
    if (own && place.external) {
      continue;
    }
    const worth = place.frame === null ? 1 : (FRAME_SHARES[frame++] ?? FRAME_SHARES.at(-1) ?? 0);
    for (const { document, share: fit } of meant) {
      // Of a frame only the order counts: the path of any machine is as sure as another.
      const share = worth * (place.frame === null || built ? fit : 1);
      const known: Gathered = asked.get(document.id) ?? { share: 0, lines: [], lineShares: new Map() };
      asked.set(document.id, known);
      known.share = Math.max(known.share, share);
      if (place.line !== null && !built) {
        known.lines.push(place.line);
        known.lineShares.set(place.line, Math.max(known.lineShares.get(place.line) ?? 0, share));
      }
    }
  }
  return asked;
}
