// Every place that a deletion breaks or makes idle, or that a replacement leaves without a definition, with why: what refers to it, and what only rests on it.
import type { Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionAt, FILE } from "../../vocabulary/facts.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { type Deleted, deletedIn, type FoundPlace, inOrder } from "./deleted.ts";
import { findCallsOfInstances } from "./find-calls-of-instances.ts";
import { findDeclaring } from "./find-declaring.ts";
import { findDestructors } from "./find-destructors.ts";
import { findFitting } from "./find-fitting.ts";
import { findOperator } from "./find-operator.ts";
import { findParts } from "./find-parts.ts";
import { findProgramStart } from "./find-program-start.ts";
import { findSpecialisations } from "./find-specialisations.ts";
import { findUnused } from "./find-unused.ts";
import { findUses } from "./find-uses.ts";
import { findWithoutConstructor } from "./find-without-constructor.ts";
import { findWithoutMember } from "./find-without-member.ts";
import { findWithoutSuper } from "./find-without-super.ts";

const FINDS = [
  findParts,
  findUses,
  findWithoutConstructor,
  findWithoutMember,
  findCallsOfInstances,
  findFitting,
  findProgramStart,
  findOperator,
  findDestructors,
  findSpecialisations,
  findDeclaring,
  findWithoutSuper,
  findUnused,
];

/** Longest search, in milliseconds. */
const TIME_MS_MAX = 5_000;

/** In order of path and line, each line once; doubtful places last where there are very many. */
export function* findLeft(snapshot: Snapshot, { path, span }: EditTarget, signal: AbortSignal): Steps<FoundPlace[]> {
  const edges = edgesOf(snapshot, signal);
  const deleted = deletedAt(snapshot, edges, { path, span });
  return deleted === null
    ? [{ path, line: span.nameLine, why: "what refers to it is not known in this language" }]
    : yield* findAll(edges, deleted, FINDS);
}

/** What refers to those definitions of a symbol whose names its new text does not define. `kept`: the names that it does. */
export function* findLeftByReplacement(
  snapshot: Snapshot,
  target: EditTarget,
  kept: ReadonlySet<string>,
  signal: AbortSignal,
): Steps<FoundPlace[]> {
  const edges = edgesOf(snapshot, signal);
  const deleted = deletedAt(snapshot, edges, target);
  if (deleted === null) {
    return [];
  }
  const isGone = (at: DefinitionAt): boolean => !kept.has(deleted.facts.definitions[at]?.path ?? "");
  const gone = deleted.gone.filter(isGone);
  return gone.length === 0
    ? []
    : yield* findAll(edges, { ...deleted, gone, outermost: deleted.outermost.filter(isGone) }, [findParts, findUses]);
}

const edgesOf = (snapshot: Snapshot, signal: AbortSignal): EdgeScene =>
  openEdges(snapshot, lookupOf(snapshot), signal, new Map(), lateAfter(TIME_MS_MAX));

/** Null in a language whose references are not known. */
function deletedAt(
  snapshot: Snapshot,
  { lookup }: EdgeScene,
  { path, span }: Pick<EditTarget, "path" | "span">,
): Deleted | null {
  const document = snapshot.documentAt(path);
  const facts = lookup.facts(path);
  return document === undefined || facts === null ? null : deletedIn(document, facts, span);
}

type Find = (typeof FINDS)[number];

function* findAll(edges: EdgeScene, deleted: Deleted, finds: readonly Find[]): Steps<FoundPlace[]> {
  const { path, facts, outermost } = deleted;
  const left = new Map<string, FoundPlace>();
  let isWhole = true;
  // What says more comes first: a line is listed with its first reason.
  for (const find of finds) {
    const found = yield* find(edges, deleted);
    isWhole &&= found.isWhole;
    for (const place of found.places) {
      const key = `${place.path}:${place.line}`;
      if (!left.has(key) && (place.path !== path || !deleted.isInside(place.line))) {
        left.set(key, place);
      }
    }
  }
  const places = inOrder([...left.values()]);
  const line = facts.definitions[outermost[0] ?? FILE]?.nameLine ?? 1;
  return isWhole ? places : [...places, { path, line, why: "not all that refers to it was found in time" }];
}
