// What the settings say about reviews, checked: rules that exist, entries that can be understood.
import { PROJECT_FILE_NAME } from "../../config/folders.ts";
import type { Settings } from "../../config/settings.ts";
import { readAtCommit } from "../../project/read-at-commit.ts";
import type { Rule, RuleSettings } from "../../review/contract.ts";
import type { Thresholds } from "../../review/judgement.ts";
import type { OwnSuppressions, SettingSuppression } from "../../review/suppress.ts";
import { compileGlob } from "../../system/glob.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { SEVERITIES, type Severity } from "../../vocabulary/severity.ts";
import type { ProjectSession } from "../contract/services.ts";

export interface ReviewOptions {
  readonly rules: readonly Rule[];
  readonly severities: ReadonlyMap<string, Severity>;
  readonly forRules: RuleSettings;
  readonly thresholds: Thresholds;
  readonly suppressions: readonly SettingSuppression[];
  readonly own: OwnSuppressions;
  /** Whether what could not be checked requests changes. */
  readonly requiresAll: boolean;
  readonly timeMsMax: number;
}

/**
 * The settings in force, tightened by the project's file as it was before the change, so that a change cannot drop a restriction for
 * itself. `before`: that commit; null if there was none. Throws INVALID_SETTING, GIT_UNAVAILABLE.
 */
export async function settingsBefore(
  session: Pick<ProjectSession, "root" | "settings" | "settingsUnder">,
  before: string | null,
  signal: AbortSignal,
): Promise<Settings> {
  const text = before === null ? null : await readAtCommit(session.root, before, PROJECT_FILE_NAME, signal);
  return text === null
    ? session.settings
    : session.settingsUnder(`${PROJECT_FILE_NAME} of ${before?.slice(0, 10)}`, text);
}

/** Throws INVALID_SETTING. */
export function reviewOptions(settings: Settings, rules: readonly Rule[]): ReviewOptions {
  const severities = new Map<string, Severity>();
  const off = new Set<string>();
  for (const [rule, value] of Object.entries(settings.reviewRules)) {
    checkRule("review_rules", rule, rules);
    const severity = SEVERITIES.find((one) => one === value);
    if (severity !== undefined) {
      severities.set(rule, severity);
    } else if (value === "off") {
      off.add(rule);
    } else {
      throw invalid("review_rules", `${rule}=${value}`, `write ${rule}=off, or one of ${SEVERITIES.join(", ")}`);
    }
  }
  return {
    rules: rules.filter(({ id }) => !off.has(id)),
    severities,
    forRules: {
      forbiddenImports: settings.reviewForbiddenImports.map(forbiddenImport),
      thresholds: new Map(Object.entries(settings.reviewThresholds).map((entry) => thresholdOf(entry, rules))),
    },
    thresholds: { block: settings.reviewBlock, requestChanges: settings.reviewRequestChanges },
    suppressions: settings.reviewSuppressions.map((entry) => suppressionOf(entry, rules)),
    own: settings.reviewOwnSuppressions,
    requiresAll: settings.reviewIncomplete === "request-changes",
    timeMsMax: settings.reviewSeconds * 1_000,
  };
}

const invalid = (key: string, entry: string, hint: string): Failure =>
  new Failure("INVALID_SETTING", `${key}: ${JSON.stringify(entry.slice(0, 200))} cannot be understood`, {
    hint,
  });

function checkRule(key: string, id: string, rules: readonly Rule[]): void {
  if (!rules.some((rule) => rule.id === id)) {
    throw new Failure("INVALID_SETTING", `${key}: there is no rule ${JSON.stringify(id.slice(0, 80))}`, {
      hint: `the rules are ${rules.map((rule) => rule.id).join(", ")}`,
    });
  }
}

function checkGlob(key: string, entry: string, glob: string): void {
  try {
    compileGlob(glob, "folders");
  } catch (error) {
    throw invalid(key, entry, error instanceof Failure ? error.hint : "write globs such as src/**/*.ts");
  }
}

function thresholdOf([key, value]: readonly [string, string], rules: readonly Rule[]): readonly [string, number] {
  const [id = "", name = ""] = key.split(".");
  checkRule("review_thresholds", id, rules);
  const table = rules.find((rule) => rule.id === id)?.thresholds ?? {};
  const threshold = Object.hasOwn(table, name) ? table[name] : undefined;
  if (threshold === undefined) {
    const names = Object.keys(table).map((one) => `${id}.${one}`);
    throw new Failure(
      "INVALID_SETTING",
      `review_thresholds: there is no threshold ${JSON.stringify(key.slice(0, 80))}`,
      {
        hint: names.length === 0 ? `the rule ${id} has no thresholds` : `this rule has ${names.join(", ")}`,
      },
    );
  }
  const { min, max } = threshold;
  const number = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw invalid("review_thresholds", `${key}=${value}`, `write a whole number from ${min} to ${max}`);
  }
  return [key, number];
}

function forbiddenImport(entry: string): RuleSettings["forbiddenImports"][number] {
  const [from = "", to = "", ...more] = entry.split("->").map((part) => part.trim());
  if (from === "" || to === "" || more.length > 0) {
    throw invalid("review_forbidden_imports", entry, "write two globs, such as `src/ui/** -> src/db/**`");
  }
  checkGlob("review_forbidden_imports", entry, from);
  checkGlob("review_forbidden_imports", entry, to);
  return { from, to };
}

function suppressionOf(entry: string, rules: readonly Rule[]): SettingSuppression {
  const [, rule = "", glob = "", reason = ""] = /^(\S+)\s+(\S+)\s+--\s+(.*\S)\s*$/u.exec(entry.trim()) ?? [];
  if (reason === "") {
    throw invalid(
      "review_suppressions",
      entry,
      "write a rule, a glob and a reason, such as `duplicate-logic src/generated/** -- made by a program`",
    );
  }
  checkRule("review_suppressions", rule, rules);
  checkGlob("review_suppressions", entry, glob);
  return { rule, glob, reason };
}
