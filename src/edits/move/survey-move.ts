// What has to be known of the project before a definition is moved: the definition, the files that refer to it, and those that import
// its file.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { importersOf, importsOf } from "../../intelligence/edges/imports-of-file.ts";
import { findReferences, type References } from "../../intelligence/edges/references.ts";
import { resolveTarget, type Targeted, type TargetSymbol } from "../../intelligence/edges/target.ts";
import type { Steps } from "../../system/slices.ts";
import type { Facts } from "../../vocabulary/facts.ts";

/** Longest time for a search, in milliseconds: an incomplete one would leave uses behind. */
export const TIME_MS_MAX = 20_000;

export interface Survey {
  readonly symbol: TargetSymbol;
  readonly facts: Facts;
  readonly references: References;
  /** Files that import the definition's file. */
  readonly importers: readonly string[];
  /** Files with references to it, and files that import its file as a whole; without its own. */
  readonly users: readonly DocumentRecord[];
  /** Of the file that it moves to; null where there is none yet. */
  readonly destination: DocumentRecord | null;
}

export type Surveyed =
  | { readonly kind: "surveyed"; readonly survey: Survey }
  | { readonly kind: "not-found"; readonly targeted: Exclude<Targeted, { kind: "found" }> };

export function* surveyMove(snapshot: Snapshot, asked: string, to: string, signal: AbortSignal): Steps<Surveyed> {
  const edges = openEdges(snapshot, lookupOf(snapshot), signal, undefined, lateAfter(TIME_MS_MAX));
  const targeted = resolveTarget(snapshot, edges.lookup, asked);
  if (targeted.kind !== "found") {
    return { kind: "not-found", targeted };
  }
  const { symbol } = targeted;
  const { path } = symbol.document;
  const facts = edges.lookup.facts(path);
  if (facts === null) {
    throw new TypeError(`${path} has a symbol with references and no facts`);
  }
  const references = yield* findReferences(edges, symbol);
  const importers = yield* importersOf(snapshot, edges, path);
  const whole = importers.filter((file) => importsWhole(edges, file, path));
  const users = new Set([...references.references.map((reference) => reference.path), ...whole]);
  users.delete(path);
  return {
    kind: "surveyed",
    survey: {
      symbol,
      // Read here: a snapshot reads facts when they are asked for, and it is closed soon.
      facts: { ...facts },
      references,
      importers,
      users: [...users].flatMap((file) => snapshot.documentAt(file) ?? []),
      destination: snapshot.documentAt(to) ?? null,
    },
  };
}

const importsWhole = (edges: EdgeScene, file: string, path: string): boolean =>
  importsOf(edges, file, path).some(({ imported }) => imported === "*");
