// The settings that decide what a review reports and when it fails.
import { SEVERITY_THRESHOLDS } from "../vocabulary/severity.ts";
import { choice, table, texts, whole } from "./setting.ts";
import { restrictMore, stricterOf } from "./tighten.ts";

export const REVIEW_SETTINGS = {
  review_block: choice({
    doc: "A review is `blocked` by a finding of this severity or above.",
    choices: SEVERITY_THRESHOLDS,
    default: "critical",
    project: stricterOf(SEVERITY_THRESHOLDS),
  }),
  review_request_changes: choice({
    doc: "A review requests changes for a finding of this severity or above.",
    choices: SEVERITY_THRESHOLDS,
    default: "medium",
    project: stricterOf(SEVERITY_THRESHOLDS),
  }),
  review_incomplete: choice({
    doc: "What a review does with rules that could not run and files that it could not look into: `request-changes`, or only `report` them.",
    choices: ["request-changes", "report"],
    default: "report",
    project: stricterOf(["request-changes", "report"]),
  }),
  review_rules: table({
    doc: "Rules of a review that are switched off, or whose findings get another severity, for example `swallowed-error=off`.",
    placeholder: "RULE=off|SEVERITY",
    names: /^[a-z]+(?:-[a-z]+)*$/,
    example: "swallowed-error",
    default: {},
  }),
  review_thresholds: table({
    doc: "Numbers by which rules of a review judge, in place of those that docs/inside/review-rules.md lists with each rule, for example `complexity-jump.branches=20`.",
    placeholder: "RULE.THRESHOLD=N",
    names: /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/,
    example: "complexity-jump.branches",
    default: {},
  }),
  review_suppressions: texts({
    doc: "Findings that a review leaves out: a rule, a glob of paths and a reason, for example `duplicate-logic src/generated/** -- made by a program`.",
    placeholder: "RULE GLOB -- REASON",
    default: [],
  }),
  review_own_suppressions: choice({
    doc: "Comments that suppress a finding and that the reviewed change itself adds: `refuse` them, accept those that suppress no finding that blocks (`below-block`), or `accept` all. Comments that were there before are always accepted, and with mode staged all are.",
    choices: ["refuse", "below-block", "accept"],
    default: "below-block",
    project: stricterOf(["refuse", "below-block", "accept"]),
  }),
  review_forbidden_imports: texts({
    doc: "Imports that a review reports: files that match the first glob may not import files that match the second, for example `src/ui/** -> src/db/**`.",
    placeholder: "GLOB -> GLOB",
    default: [],
    project: restrictMore,
  }),
  review_seconds: whole({
    doc: "How long a review may take once the project is indexed, in seconds. What it has not looked at by then it names.",
    default: 60,
    min: 5,
    max: 3_600,
  }),
} as const;
