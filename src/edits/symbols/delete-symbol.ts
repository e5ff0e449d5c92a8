// Builds the change that takes a symbol out. What still refers to it is not touched: each such place is listed.
import type { Snapshot } from "../../index/snapshot.ts";
import { lateAfter, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import type { Steps } from "../../system/slices.ts";
import { isNamed, LOCAL } from "../../vocabulary/facts.ts";
import type { Built, LeftPlace } from "../change-set.ts";
import type { EditScene } from "../edit-scene.ts";
import { type EditTarget, resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";
import { deletionOf } from "./deletion.ts";
import { changeOf, refuseInseparable } from "./writing.ts";

/** Longest search for what refers to the symbol and its members, in milliseconds. */
const TIME_MS_MAX = 5_000;

/** @throws CANCELLED */
export async function deleteSymbol(scene: EditScene, request: TargetRequest): Promise<Built> {
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const left = async () => scene.inSlices((snapshot) => findUsers(snapshot, target, scene.signal));
  return (
    refuseInseparable(target) ?? changeOf(target, `delete_symbol ${target.address}`, deletionOf(target), await left())
  );
}

/** References outside of the symbol to it and to what is defined in it, in order of path and line. */
function* findUsers(snapshot: Snapshot, { path, span }: EditTarget, signal: AbortSignal): Steps<LeftPlace[]> {
  const edges = openEdges(snapshot, lookupOf(snapshot), signal, new Map(), lateAfter(TIME_MS_MAX));
  const document = snapshot.documentAt(path);
  const facts = edges.lookup.facts(path);
  if (document === undefined || facts === null) {
    return [{ path, line: span.nameLine, why: "what refers to it is not known in this language" }];
  }
  const isInside = (line: number): boolean => span.startLine <= line && line <= span.endLine;
  const gone = facts.definitions.flatMap((definition, at) =>
    isInside(definition.nameLine) && isNamed(definition) && (definition.flags & LOCAL) === 0 ? [at] : [],
  );
  const left = new Map<string, LeftPlace>();
  let isWhole = true;
  for (const at of gone) {
    const symbol = symbolOf(document, facts, [at]);
    const found = symbol === null ? null : yield* findReferences(edges, { ...symbol, places: [{ path, at }] });
    isWhole &&= found === null || found.filesLeft.length === 0;
    for (const { path: user, line, certainty } of found?.references ?? []) {
      const name = facts.definitions[at]?.path;
      const doubt = certainty === "heuristic" ? "may refer" : "refers";
      if (user !== path || !isInside(line)) {
        left.set(`${user}:${line}`, { path: user, line, why: `${doubt} to ${name}, which is deleted` });
      }
    }
  }
  const places = [...left.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return isWhole
    ? places
    : [...places, { path, line: span.nameLine, why: "not all that refers to it was found in time" }];
}
