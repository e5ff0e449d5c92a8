// Settings of reviews: what is understood, and what the error says where it is not.
import { describe, expect, it } from "vitest";
import { fieldName, SETTING_KEYS, SETTINGS, type Settings } from "../../../src/config/settings.ts";
import { reviewOptions } from "../../../src/operations/review/review-options.ts";
import { ALL_RULES } from "../../../src/review/rules/all-rules.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

const DEFAULTS = Object.fromEntries(SETTING_KEYS.map((key) => [fieldName(key), SETTINGS[key].default])) as Settings;

const optionsWith = (reviewThresholds: Record<string, string>) =>
  reviewOptions({ ...DEFAULTS, reviewThresholds }, ALL_RULES);

function refusalOf(reviewThresholds: Record<string, string>): string {
  try {
    optionsWith(reviewThresholds);
  } catch (error) {
    return error instanceof Failure ? `${error.code} ${error.message}; ${error.hint}` : String(error);
  }
  return "accepted";
}

describe("review_thresholds", () => {
  it("replaces numbers of rules", () => {
    const entries = { "complexity-jump.branches": "20", "missing-co-change.percent": " 75" };
    expect([...optionsWith(entries).forRules.thresholds]).toEqual([
      ["complexity-jump.branches", 20],
      ["missing-co-change.percent", 75],
    ]);
    expect(optionsWith({}).forRules.thresholds.size).toBe(0);
  });

  it.each([
    [{ "complex.branches": "20" }, 'review_thresholds: there is no rule "complex"; the rules are removed-export'],
    [
      { "missing-co-change.lines": "20" },
      'there is no threshold "missing-co-change.lines"; this rule has missing-co-change.commits, missing-co-change.percent',
    ],
    [{ "duplicate-logic.constructor": "20" }, 'there is no threshold "duplicate-logic.constructor"'],
    [{ "secret.entropy": "3" }, "the rule secret has no thresholds"],
    [
      { "duplicate-logic.percent": "101" },
      '"duplicate-logic.percent=101" cannot be understood; write a whole number from 70 to 100',
    ],
    [{ "complexity-jump.lines": "-1" }, "write a whole number from 1 to 100000"],
    [{ "complexity-jump.lines": "1e3" }, "write a whole number"],
    [{ "complexity-jump.lines": "many" }, "write a whole number"],
  ])("refuses %j", (entries, words) => {
    const refusal = refusalOf(entries);
    expect(refusal).toContain("INVALID_SETTING review_thresholds: ");
    expect(refusal).toContain(words);
  });
});
