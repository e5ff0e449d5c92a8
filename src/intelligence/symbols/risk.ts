// The risk of changing a symbol as a sum of points: docs/inside/code-intelligence.md, "Risk".
import { type DefinitionFact, DOCUMENTED, EXPORTED, PRIVATE, READS_OR_WRITES, UNSAFE } from "../../vocabulary/facts.ts";

export interface RiskInput {
  readonly definition: DefinitionFact;
  /** Symbols that call or use it. */
  readonly dependents: number;
  /** Test files that refer to it themselves. */
  readonly tests: number;
  /** Place of its file among the most changed, from 1; null where nothing is known of it. */
  readonly hotspotRank: number | null;
}

export interface RiskPoint {
  readonly points: number;
  /** For a person: "40 branches". */
  readonly reason: string;
}

export interface Risk {
  /** 0 to 100. */
  readonly score: number;
  /** The heaviest first. */
  readonly points: readonly RiskPoint[];
}

/** The first bound that is reached counts. */
const BRANCHES = [
  [40, 20],
  [20, 12],
  [10, 5],
] as const;
const DEPENDENTS = [
  [100, 20],
  [20, 12],
  [5, 5],
] as const;
const HOTSPOT_RANKS = [
  [10, 15],
  [50, 8],
] as const;
const PARAMETERS_MANY = 6;
const SCORE_MAX = 100;

const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "class"]);

export function riskOf({ definition, dependents, tests, hotspotRank }: RiskInput): Risk {
  const { branches, parameters, hazards, flags, kind } = definition;
  const all: readonly RiskPoint[] = [
    { points: pointsFor(branches, BRANCHES), reason: `${branches} branches` },
    dependentsPoint(dependents),
    exportedPoint(definition),
    hotspotPoint(hotspotRank),
    { points: tests === 0 && CALLABLE.has(kind) ? 10 : 0, reason: "no test refers to it" },
    { points: (hazards & UNSAFE) === 0 ? 0 : 15, reason: "runs code or is unsafe" },
    { points: (hazards & READS_OR_WRITES) === 0 ? 0 : 5, reason: "files, network or processes" },
    { points: parameters >= PARAMETERS_MANY ? 5 : 0, reason: `${parameters} parameters` },
    { points: isPublic(definition) && (flags & DOCUMENTED) === 0 ? 5 : 0, reason: "exported without documentation" },
  ];
  return summed(all);
}

/** For a deleted symbol: its own code no longer counts. */
export const riskOfRemoval = ({ definition, dependents, hotspotRank }: Omit<RiskInput, "tests">): Risk =>
  summed([dependentsPoint(dependents), exportedPoint(definition), hotspotPoint(hotspotRank)]);

const isPublic = ({ flags }: DefinitionFact): boolean => (flags & EXPORTED) !== 0 && (flags & PRIVATE) === 0;

const dependentsPoint = (dependents: number): RiskPoint => ({
  points: pointsFor(dependents, DEPENDENTS),
  reason: `${dependents} dependents`,
});

const exportedPoint = (definition: DefinitionFact): RiskPoint => ({
  points: isPublic(definition) ? 10 : 0,
  reason: "exported",
});

const hotspotPoint = (rank: number | null): RiskPoint => ({
  points: rank === null ? 0 : (HOTSPOT_RANKS.find(([bound]) => rank <= bound)?.[1] ?? 0),
  reason: `often changed (rank ${rank})`,
});

function summed(all: readonly RiskPoint[]): Risk {
  const points = all.filter((one) => one.points > 0).sort((a, b) => b.points - a.points);
  return {
    score: Math.min(
      SCORE_MAX,
      points.reduce((sum, one) => sum + one.points, 0),
    ),
    points,
  };
}

const pointsFor = (value: number, bounds: readonly (readonly [number, number])[]): number =>
  bounds.find(([bound]) => value >= bound)?.[1] ?? 0;
