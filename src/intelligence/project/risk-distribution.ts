// Distribution of a file's symbols over the risk points of symbols/risk.ts that they have by themselves, without those for
// users, tests and history, which only a question about one symbol determines.
import { type DefinitionFact, LOCAL } from "../../vocabulary/facts.ts";
import { riskOf } from "../symbols/risk.ts";

/** Points from which the second and the third class begin. */
export const RISK_CLASSES = [15, 30] as const;

export interface RiskiestSymbol {
  readonly symbol: string;
  readonly line: number;
  readonly score: number;
  /** The heaviest first. */
  readonly reasons: readonly string[];
}

export interface RiskDistribution {
  /** Functions, methods and classes below the first bound, below the second, and the others. */
  readonly counts: readonly [number, number, number];
  /** The first of those with the most points; null where none has any. */
  readonly riskiest: RiskiestSymbol | null;
}

const COUNTED: ReadonlySet<string> = new Set(["function", "method", "class"]);

export const NO_RISK: RiskDistribution = { counts: [0, 0, 0], riskiest: null };

export function riskDistribution(definitions: readonly DefinitionFact[]): RiskDistribution {
  const counts: [number, number, number] = [0, 0, 0];
  let riskiest: RiskiestSymbol | null = null;
  for (const definition of definitions) {
    if (!COUNTED.has(definition.kind) || (definition.flags & LOCAL) !== 0) {
      continue;
    }
    const { score, points } = riskOf({ definition, dependents: 0, tests: 1, hotspotRank: null });
    counts[score < RISK_CLASSES[0] ? 0 : score < RISK_CLASSES[1] ? 1 : 2] += 1;
    if (score > (riskiest?.score ?? 0)) {
      const reasons = points.map(({ reason }) => reason);
      riskiest = { symbol: definition.path, line: definition.nameLine, score, reasons };
    }
  }
  return { counts, riskiest };
}
