// What a review is made of: a change and the project around it (the scene), rules that look at it, findings with their evidence.

import type { ReadFacts } from "../change/read/base-state.ts";
import type { ChangedLines } from "../change/read/changed-lines.ts";
import type { TextComparison } from "../change/read/compare-prints.ts";
import type { MovedSymbol } from "../change/read/find-moved.ts";
import type { Change } from "../change/state/change.ts";
import type { Signals } from "../history/signals.ts";
import type { Snapshot } from "../index/snapshot.ts";
import type { TextAnalyzer } from "../index/text-analyzer.ts";
import type { Severity } from "../vocabulary/severity.ts";

/** What kind of fault a rule looks for. */
export const FINDING_TYPES = [
  "breaking",
  "tests",
  "architecture",
  "complexity",
  "duplication",
  "security",
  "errors",
  "history",
  "files",
  "suppression",
] as const;
export type FindingType = (typeof FINDING_TYPES)[number];

/** The state before the change, or after it. */
export type StateSide = "before" | "after";

/** A line that shows what a finding says. */
export interface EvidenceLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** As it is in the file, without its indentation. Reports show it with credentials masked, on one line and cut (`shown-lines.ts`). */
  readonly text: string;
  /** Which of the two states has it. */
  readonly side: StateSide;
}

/** What a rule found; the frame adds the rule's identifier and type. */
export interface RuleFinding {
  readonly severity: Severity;
  /** One sentence: what is wrong, by name. The remedy may follow in a second one. */
  readonly message: string;
  readonly path: string;
  /** 1-based, in the state after the change; of a deleted file or symbol, before it. */
  readonly line: number;
  readonly symbol: string | null;
  /** At least one line. */
  readonly evidence: readonly EvidenceLine[];
}

export interface Finding extends RuleFinding {
  /** Identifier of the rule: `swallowed-error`. */
  readonly rule: string;
  readonly type: FindingType;
  /** Who says so, where it is no rule: it may be wrong, and nothing is judged by it. */
  readonly source?: "language model";
}

/** One file of the change. */
export interface ReviewedFile {
  readonly path: string;
  readonly status: "added" | "removed" | "changed" | "renamed";
  /** Where it was, of a renamed one. */
  readonly from: string | null;
  readonly language: string | null;
  /** Null where there is no text: the file is absent there, binary, too large … */
  readonly before: string | null;
  readonly after: string | null;
  /** Why its texts were not looked into; null where they were. */
  readonly unread: string | null;
  readonly lines: ChangedLines | null;
  readonly symbols: TextComparison;
}

/** A number by which a rule judges, and which settings may replace. Whole numbers only. */
export interface RuleThreshold {
  /** What it is the least or most of, in a few words. */
  readonly doc: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export type RuleThresholds = Readonly<Record<string, RuleThreshold>>;

/** What settings give to rules. */
export interface RuleSettings {
  /** Imports that are not allowed: a file that matches `from` (a glob) may not import one that matches `to`. */
  readonly forbiddenImports: readonly { readonly from: string; readonly to: string }[];
  /** Numbers that replace a rule's own: `complexity-jump.branches` → 20. Read them with `thresholdsOf`. */
  readonly thresholds: ReadonlyMap<string, number>;
}

/** What a rule works with. All of it is read-only, and the same for all rules of a review. */
export interface ReviewScene {
  /** Files of the change. */
  readonly files: readonly ReviewedFile[];
  /** Symbols that moved to another file or name: neither removed nor added. */
  readonly moved: readonly MovedSymbol[];
  /**
   * The edges of the project: `now` after the change, `base` before it; `baseOf` one changed file before it, all others after it.
   * `pairs` are the texts of the changed files. Their searches end when the rule's time is up and say what they left.
   */
  readonly project: Change;
  /**
   * The index: the state on disk. It is the state after the change for each file with `isIndexed(path)`. Its `vectors` are there
   * for a rule that needs them.
   */
  readonly snapshot: Snapshot;
  /** Whether git has the file after the change, also one that the project leaves out of searches. */
  isStored(path: string): Promise<boolean>;
  /** Whether the index has the file as it is after the change. */
  isIndexed(path: string): boolean;
  /** Signals of git's history; null where there are none. */
  readonly history: Signals | null;
  readonly settings: RuleSettings;
  /** The symbols and names of a text that is in neither state. */
  readonly readFacts: ReadFacts;
  /** How a text, in any state, catches errors, and what else only its syntax tree shows. */
  readonly inspect: TextAnalyzer["inspect"];
  /**
   * The text of a file of the project, changed or not, in one of the states; of a lock file as git has it, and of a generated one
   * where the change touches it. Null where it is absent or not readable as text.
   */
  text(path: string, side: StateSide): Promise<string | null>;
  /**
   * The text of a changed file that is kept from searches because it holds secrets, by its name or its content; null for others. It is to be
   * judged, never to be shown.
   */
  withheldText(path: string, side: StateSide): Promise<string | null>;
  /** A line of it as evidence; null where there is no such line. */
  evidence(path: string, line: number, side: StateSide): Promise<EvidenceLine | null>;
  /** Call it between two pieces of work: lets other work of the process run. Throws CANCELLED. */
  pause(): Promise<void>;
  /** Whether the rule's time is up: end then, and say in `notChecked` what was not looked at. */
  isOver(): boolean;
}

/**
 * `edges`: references and imports of the whole project, so its index must be complete. `vectors`: a vector of each chunk.
 * `history`: git's signals. A rule whose need is not met is reported as unavailable.
 */
export type Need = "edges" | "vectors" | "history";

export interface Rule {
  /** In kebab case: `removed-export`. Stands in suppressions and settings, so it never changes. */
  readonly id: string;
  /** A noun phrase: "Exported symbol removed while used". */
  readonly title: string;
  readonly type: FindingType;
  /** Of its usual finding. */
  readonly severity: Severity;
  /** Markdown of its section in docs/inside/review-rules.md: what it finds, by what evidence, what it leaves out, and the remedy. */
  readonly doc: string;
  readonly needs: readonly Need[];
  /** What settings may change, by names in kebab case; docs/inside/review-rules.md lists them. */
  readonly thresholds?: RuleThresholds;
  /** Throws only CANCELLED. */
  check(scene: ReviewScene): Promise<RuleOutcome>;
}

/** Findings of one rule, and what it could not look into; or why it could not run at all, which is never a pass. */
export type RuleOutcome =
  | { readonly kind: "checked"; readonly findings: readonly RuleFinding[]; readonly notChecked: readonly string[] }
  | { readonly kind: "unavailable"; readonly why: string };
