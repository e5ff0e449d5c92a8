// A project in sums: languages, modules, entry points, hubs, cycles and tests.

import { isRawId } from "../../index/raw-text/raw-ids.ts";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { EntryPoint } from "../../languages/contract/project-layout.ts";
import { PARSE_STATES } from "../../vocabulary/chunk.ts";
import { entryPoints } from "./entry-points.ts";
import { fileCycles, type Hub, hubsAmong } from "./hubs.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";
import { type Module, modulesOf } from "./modules.ts";
import { NO_RISK, type RiskiestSymbol } from "./risk-distribution.ts";

export interface LanguageSum {
  /** Null for texts without a known one. */
  readonly language: string | null;
  readonly files: number;
  readonly lines: number;
}

export interface Overview {
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly tests: number;
  /** Files of code with tests of their own, beside those. */
  readonly ownTests: number;
  /** Modules with code, and those of them that a test is in or imports. */
  readonly code: number;
  readonly tested: number;
  /** Files whose imports are read. */
  readonly linked: number;
  readonly parse: readonly { readonly state: string; readonly files: number }[];
  /** The most files first. */
  readonly languages: readonly LanguageSum[];
  /** The most symbols first. */
  readonly modules: readonly Module[];
  readonly entryPoints: readonly EntryPoint[];
  readonly hubs: readonly Hub[];
  readonly cycles: readonly (readonly GraphFile[])[];
  /** Symbols of the source itself by class of RiskDistribution. */
  readonly risk: readonly number[];
  /** At most one a file, the most points first. */
  readonly riskiest: readonly { readonly path: string; readonly symbol: RiskiestSymbol }[];
}

const HUBS_MAX = 8;
const RISKIEST_MAX = 4;
/** Below, being public is all there is to say. */
const RISKIEST_SCORE_MIN = 20;

/** The same graph is of the same files. */
const made = new WeakMap<ImportGraph, Overview>();

export function overviewOf(snapshot: Snapshot, graph: ImportGraph): Overview {
  const known = made.get(graph) ?? makeOverview(snapshot, graph);
  made.set(graph, known);
  return known;
}

function makeOverview(snapshot: Snapshot, graph: ImportGraph): Overview {
  const documents = [...snapshot.documents()];
  const { files } = graph;
  const modules = modulesOf(graph).all;
  const code = modules.filter((module) => module.symbols > 0 && module.tests < module.files.length);
  const isTested = (module: Module): boolean =>
    module.tests > 0 ||
    module.files.some(({ id, hasOwnTests }) => hasOwnTests || graph.importersOf(id).some(({ isTest }) => isTest));
  const count = (admits: (file: GraphFile) => boolean): number =>
    files.reduce((sum, file) => (admits(file) ? sum + 1 : sum), 0);
  return {
    files: documents.length,
    lines: documents.reduce((sum, { lineCount }) => sum + lineCount, 0),
    symbols: files.reduce((sum, { symbols }) => sum + symbols, 0),
    tests: count(({ isTest }) => isTest),
    ownTests: count(({ hasOwnTests }) => hasOwnTests),
    code: code.length,
    tested: code.filter(isTested).length,
    linked: count(({ hasFacts }) => hasFacts),
    parse: PARSE_STATES.map((state) => ({
      state,
      files: documents.filter(({ id, parse }) => parse === state && !isRawId(id)).length,
    })),
    languages: languageSums(documents),
    modules,
    entryPoints: entryPoints(snapshot, graph),
    hubs: hubsAmong(graph, files, HUBS_MAX),
    cycles: fileCycles(graph),
    ...riskSums(files.filter(({ isSource }) => isSource)),
  };
}

function riskSums(files: readonly GraphFile[]): Pick<Overview, "risk" | "riskiest"> {
  const riskiest = files.flatMap(({ path, risk }) => {
    const { riskiest: symbol } = risk;
    return symbol === null || symbol.score < RISKIEST_SCORE_MIN ? [] : [{ path, symbol }];
  });
  return {
    risk: NO_RISK.counts.map((_, at) => files.reduce((sum, { risk }) => sum + (risk.counts[at] ?? 0), 0)),
    riskiest: riskiest
      .sort((a, b) => b.symbol.score - a.symbol.score || (a.path < b.path ? -1 : 1))
      .slice(0, RISKIEST_MAX),
  };
}

function languageSums(documents: readonly DocumentRecord[]): LanguageSum[] {
  const sums = new Map<string | null, { language: string | null; files: number; lines: number }>();
  for (const { language, lineCount } of documents) {
    const sum = sums.get(language) ?? { language, files: 0, lines: 0 };
    sums.set(language, sum);
    sum.files += 1;
    sum.lines += lineCount;
  }
  return [...sums.values()].sort(
    (a, b) => b.files - a.files || b.lines - a.lines || ((a.language ?? "") < (b.language ?? "") ? -1 : 1),
  );
}
