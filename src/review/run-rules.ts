// Runs rules over a scene, one after another, each within its share of the time.
import type { Severity } from "../vocabulary/severity.ts";
import type { Finding, Need, ReviewScene, Rule } from "./contract.ts";
import { shownFinding, shownText } from "./shown-lines.ts";

/** What a rule came to. */
export interface RuleReport {
  readonly rule: Rule;
  /** Why it could not run; null where it ran. */
  readonly unavailable: string | null;
  /** What it did not look into. */
  readonly notChecked: readonly string[];
  readonly findings: readonly Finding[];
}

export interface RuleRun {
  readonly rules: readonly Rule[];
  readonly scene: ReviewScene;
  /** Why a need is not met; absent where it is. */
  readonly unmet: Readonly<Partial<Record<Need, string>>>;
  /** Severity of all findings of a rule, where the caller chose one. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Called before each rule: from now on its time runs. `left`: rules that are still to run, this one included. */
  readonly onRule: (rule: Rule, left: number) => void;
}

/** In the order of the rules. Throws CANCELLED. */
export async function runRules({ rules, scene, unmet, severities, onRule }: RuleRun): Promise<RuleReport[]> {
  const reports: RuleReport[] = [];
  for (const [at, rule] of rules.entries()) {
    await scene.pause();
    onRule(rule, rules.length - at);
    const missing = rule.needs.flatMap((need) => unmet[need] ?? []);
    if (missing.length > 0) {
      reports.push({ rule, unavailable: missing.join("; "), notChecked: [], findings: [] });
      continue;
    }
    const outcome = await rule.check(scene);
    if (outcome.kind === "unavailable") {
      reports.push({ rule, unavailable: outcome.why, notChecked: [], findings: [] });
      continue;
    }
    const findings = outcome.findings.map((finding): Finding => {
      const severity = severities.get(rule.id) ?? finding.severity;
      return { ...shownFinding(finding), severity, rule: rule.id, type: rule.type };
    });
    reports.push({ rule, unavailable: null, notChecked: outcome.notChecked.map(shownText), findings });
  }
  return reports;
}
