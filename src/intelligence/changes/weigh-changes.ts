// What a change means for the rest of the project: who uses a symbol whose signature changed, who still imports a removed one,
// how risky each changed symbol is. From the index, so of files that are as indexed; within a time limit. Knows no git.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Signals } from "../../history/signals.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import type { SymbolPrint } from "../../languages/fingerprint.ts";
import { rulesOf } from "../../linking/rules-of.ts";
import { roleOf } from "../../search/query/file-role.ts";
import { atOnce } from "../../system/steps.ts";
import { ROLES } from "../../vocabulary/facts.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { callersOf } from "../edges/calls.ts";
import { openEdges } from "../edges/edge-scene.ts";
import { type EdgeScene, findReferences } from "../edges/references.ts";
import { lookupOf } from "../edges/snapshot-lookup.ts";
import { symbolOf } from "../edges/target.ts";
import { type Risk, riskOf } from "../symbols/risk.ts";
import type { ChangesFound, FileDifference } from "./analyze-changes.ts";

export interface SymbolWeight {
  /** Lines, of each role one, in files that the change leaves as they are. */
  readonly uses: number;
  readonly files: number;
  /** Of the uses, those by name alone. */
  readonly heuristic: number;
  /** Null for a symbol that is no more. */
  readonly risk: Risk | null;
}

export interface Weighing {
  readonly weights: ReadonlyMap<SymbolPrint, SymbolWeight>;
  /** Changed or removed symbols that were not weighed: of a file that is not as indexed, of a language without facts, for want of time. */
  readonly unweighed: number;
}

export interface WeighingTask {
  readonly found: ChangesFound;
  readonly withSnapshot: <Value>(use: (snapshot: Snapshot) => Value) => Value;
  readonly signals: Signals | null;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** Nothing else runs meanwhile, a cancellation neither. Milliseconds, of several symbols and of one. */
const TURN_MS = 60;
const SYMBOL_MS = 180;

interface Candidate {
  readonly file: FileDifference;
  readonly symbol: SymbolPrint;
  readonly isRemoved: boolean;
}

export async function weighChanges({
  found,
  withSnapshot,
  signals,
  timeMsMax,
  signal,
}: WeighingTask): Promise<Weighing> {
  const until = performance.now() + timeMsMax;
  const candidates = candidatesOf(found);
  const changed = new Set(found.files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  const weights = new Map<SymbolPrint, SymbolWeight>();
  let next = 0;
  while (next < candidates.length && performance.now() < until) {
    throwIfCancelled(signal);
    withSnapshot((snapshot) => {
      const turn = Math.min(until, performance.now() + TURN_MS);
      let deadline = until;
      const edges = { ...openEdges(snapshot, lookupOf(snapshot), signal), isOver: () => performance.now() > deadline };
      do {
        deadline = Math.min(until, performance.now() + SYMBOL_MS);
        const candidate = candidates[next++];
        const weight = candidate === undefined ? null : weigh(snapshot, edges, candidate, changed, signals);
        // What was not looked through whole could say "not used" of what is.
        if (candidate !== undefined && weight !== null && performance.now() <= deadline) {
          weights.set(candidate.symbol, weight);
        }
      } while (next < candidates.length && performance.now() < turn);
    });
    await nextTurn();
  }
  return { weights, unweighed: candidates.length - weights.size };
}

/** Changed signatures first, since those are what others feel. */
function candidatesOf({ files, moved }: ChangesFound): Candidate[] {
  const of = (kind: "signature" | "body"): Candidate[] =>
    files.flatMap((file) =>
      file.symbols.changed
        .filter((one) => one.kind === kind)
        .map(({ after }) => ({ file, symbol: after, isRemoved: false })),
    );
  const removed = files.flatMap((file) => file.symbols.removed.map((symbol) => ({ file, symbol, isRemoved: true })));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const away = moved.flatMap(({ before }) => {
    const file = byPath.get(before.file);
    return file === undefined ? [] : [{ file, symbol: before.symbol, isRemoved: true }];
  });
  return [...of("signature"), ...removed, ...away, ...of("body")].filter(({ symbol }) => !UNUSED.has(symbol.kind));
}

/** What nothing refers to by name. */
const UNUSED = new Set(["section", "data", "test"]);

function weigh(
  snapshot: Snapshot,
  edges: EdgeScene,
  { file, symbol, isRemoved }: Candidate,
  changed: ReadonlySet<string>,
  signals: Signals | null,
): SymbolWeight | null {
  const document = snapshot.documentAt(file.path);
  const facts = edges.lookup.facts(file.path);
  if (document === undefined || facts === null || document.contentHash !== file.contentHash) {
    return null;
  }
  if (isRemoved) {
    const files = importersOf(edges, file.path, symbol.name).filter((path) => !changed.has(path));
    return { uses: files.length, files: files.length, heuristic: 0, risk: null };
  }
  const at = facts.definitions.findIndex(({ name, nameLine }) => name === symbol.name && nameLine === symbol.nameLine);
  const target = at < 0 ? null : symbolOf(document, facts, [at]);
  if (target === null) {
    return null;
  }
  const all = atOnce(findReferences(edges, target));
  const outside = all.references.filter(({ path, role }) => !changed.has(path) && role !== "import");
  const tests = new Set(all.references.map(({ path }) => path).filter((path) => roleOf(path)?.role === "test"));
  return {
    uses: outside.length,
    files: new Set(outside.map(({ path }) => path)).size,
    heuristic: outside.filter(({ certainty }) => certainty === "heuristic").length,
    risk: riskOf({
      definition: target.definition,
      dependents: callersOf(edges, all, new Set(ROLES)).length,
      tests: tests.size,
      hotspotRank: signals?.of(file.path)?.hotspotRank ?? null,
    }),
  };
}

/** Files that import this name from that file, although it may not be there any more. */
function importersOf(edges: EdgeScene, path: string, name: string): string[] {
  const { lookup } = edges;
  return atOnce(edges.candidates(name, name, path)).filter((from) => {
    const modules = rulesOf(lookup.language(from) ?? "")?.modules;
    const imports = lookup.facts(from)?.imports ?? [];
    return imports.some(
      ({ imported, specifier }) =>
        imported === name && modules?.resolve(specifier, from, lookup).includes(path) === true,
    );
  });
}

export interface ChangeRisk {
  /** 0 to 100. */
  readonly score: number;
  /** `30 parseAmount`, `5 12 files`: they sum up to the score, or over it. */
  readonly points: readonly string[];
}

const FILES_MANY = [
  [50, 10],
  [10, 5],
] as const;
const USED_OUTSIDE = 15;
const SCORE_MAX = 100;

/** The riskiest symbol, what others feel of it, and the size: docs/code-intelligence.md, "Risk". Null where none was weighed. */
export function riskOfChange(found: ChangesFound, { weights }: Weighing): ChangeRisk | null {
  const weighed = [...weights].map(([symbol, weight]) => ({ symbol, score: weight.risk?.score ?? 0 }));
  const riskiest = weighed.reduce<(typeof weighed)[number] | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  );
  if (riskiest === null) {
    return null;
  }
  const felt = found.files.flatMap(({ symbols }) => [
    ...symbols.changed.filter(({ kind }) => kind === "signature").map(({ after }) => after),
    ...symbols.removed,
  ]);
  const isFelt = felt.some((symbol) => (weights.get(symbol)?.uses ?? 0) > 0);
  const count = found.files.length;
  const size = FILES_MANY.find(([least]) => count >= least)?.[1] ?? 0;
  const points: readonly (readonly [number, string])[] = [
    [riskiest.score, riskiest.symbol.path],
    [isFelt ? USED_OUTSIDE : 0, "unchanged files use what changed in signature or is gone"],
    [size, `${count.toLocaleString("en")} files`],
  ];
  return {
    score: Math.min(
      SCORE_MAX,
      points.reduce((sum, [value]) => sum + value, 0),
    ),
    points: points.filter(([value]) => value > 0).map(([value, reason]) => `${value} ${reason}`),
  };
}
