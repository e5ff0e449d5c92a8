// Every place that a deletion breaks or makes idle, or that a replacement leaves without a definition, with why.
import { findAllLeft, findNamedLeft } from "../../change/breaks/find-breaks.ts";
import type { Break, Lost } from "../../change/state/change.ts";
import { lostWith, supposedChange } from "../../change/state/lost.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import type { Steps } from "../../system/slices.ts";
import type { LeftPlace } from "../change-set.ts";
import type { EditTarget } from "../targets/resolve-target.ts";

/** `calls` and `uses`: as those of a `Break`. */
export type FoundPlace = LeftPlace & Partial<Pick<Break, "calls" | "uses" | "isOnUnknown">>;

/** Longest search, in milliseconds. */
const TIME_MS_MAX = 5_000;

/** In order of path and line, each line once; doubtful places last where there are very many. */
export function* findLeft(
  snapshot: Snapshot,
  { path, span }: Pick<EditTarget, "path" | "span">,
  signal: AbortSignal,
): Steps<FoundPlace[]> {
  const edges = edgesOf(snapshot, signal);
  const lost = lostAt(edges, { path, span });
  return lost === null
    ? [{ path, line: span.nameLine, why: "what refers to it is not known in this language" }]
    : placesOf(lost, yield* findAllLeft(supposedChange(edges, lost), lost));
}

/** What refers to those definitions of a symbol whose names its new text does not define. `kept`: the names that it does. */
export function* findLeftByReplacement(
  snapshot: Snapshot,
  target: EditTarget,
  kept: ReadonlySet<string>,
  signal: AbortSignal,
): Steps<FoundPlace[]> {
  const edges = edgesOf(snapshot, signal);
  const whole = lostAt(edges, target);
  const definitions = whole?.definitions.filter(({ definition }) => !kept.has(definition.path)) ?? [];
  if (whole === null || definitions.length === 0) {
    return [];
  }
  const lost = { ...whole, definitions };
  return placesOf(lost, yield* findNamedLeft(supposedChange(edges, lost), lost));
}

const edgesOf = (snapshot: Snapshot, signal: AbortSignal): EdgeScene =>
  openEdges(snapshot, lookupOf(snapshot), signal, new Map(), lateAfter(TIME_MS_MAX));

/** Null in a language whose references are not known. */
function lostAt({ lookup }: EdgeScene, { path, span }: Pick<EditTarget, "path" | "span">): Lost | null {
  const facts = lookup.facts(path);
  return facts === null ? null : lostWith({ path, language: lookup.language(path) }, facts, span);
}

function placesOf(
  { path, definitions }: Lost,
  { breaks, filesLeft }: { readonly breaks: readonly Break[]; readonly filesLeft: ReadonlySet<string> },
): FoundPlace[] {
  const places = inOrder(breaks.map(({ kind: _kind, certainty: _certainty, ...place }) => place));
  const line = definitions.find(({ isOutermost }) => isOutermost)?.definition.nameLine ?? 1;
  return filesLeft.size === 0
    ? places
    : [...places, { path, line, why: "not all that refers to it was found in time" }];
}

/** An answer shows about as many places; of more, the doubtful ones come last. */
const SHOWN_MAX = 1_000;

/** By path and line. */
export function inOrder(places: readonly FoundPlace[]): FoundPlace[] {
  const doubt = ({ isOnUnknown = false }: FoundPlace): number => (isOnUnknown && places.length > SHOWN_MAX ? 1 : 0);
  return [...places].sort(
    (a, b) => doubt(a) - doubt(b) || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1),
  );
}
