// What became of an edit, as every edit tool answers it.

import { z } from "zod";
import { EFFECTS } from "../../change/state/change.ts";
import type { Candidate, LeftPlace, OtherPlace, Refusal } from "../../edits/change-set.ts";
import type { PlannedFile } from "../../edits/store/plan-changes.ts";
import type { DiffedFile } from "../../edits/unified-diff.ts";
import { NO_USE_CLASSES } from "../../intelligence/occurrences/occurrence.ts";
import { envelopeField } from "../answer/envelope.ts";
import { defineTable } from "../answer/table.ts";
import { CHANGES, USERS } from "../code/changes/diff-rows.ts";
import { riskField } from "../code/changes/write-diff.ts";
import { NO_USE_IN_WORDS } from "../code/symbols/write-account.ts";
import type { EditImpact } from "./impact.ts";

const EDIT_STATES = [
  "preview",
  "staged",
  "applied",
  "undone",
  "discarded",
  "unchanged",
  "missing",
  "ambiguous",
  "stale",
  "refused",
] as const;
export type EditState = (typeof EDIT_STATES)[number];

/** How each state is answered. */
export const OUTCOME_OF = {
  preview: "found",
  staged: "found",
  applied: "found",
  undone: "found",
  discarded: "found",
  unchanged: "empty",
  missing: "empty",
  ambiguous: "ambiguous",
  stale: "failed",
  refused: "failed",
} as const satisfies Record<EditState, string>;

/** What to do after an answer: `apply`, the same call again with `apply`; otherwise calls of other tools, each with what it does. */
export type NextStep =
  | "apply"
  | readonly {
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly does: string;
    }[];

/** The working tree that an edit was routed to. */
export interface RoutedTree {
  /** Absolute. */
  readonly root: string;
  /** Null: a commit is checked out, and no branch. */
  readonly branch: string | null;
}

export interface EditReport {
  readonly state: EditState;
  /** What was asked for: "rename_symbol src/store.ts#Store.put to save". */
  readonly intent: string;
  /** The first line: why nothing was done. Null: made from the state, the intent and the files. */
  readonly message: string | null;
  /** That holds the edit; null where none does. */
  readonly session: string | null;
  /** Both states of the files; empty where the edit could not be made. */
  readonly files: readonly PlannedFile[];
  /** Shown as a diff where there are no files: the target here and in the tree that the edit was routed to. */
  readonly differing: DiffedFile | null;
  /** Places that it may concern and does not touch. */
  readonly left: readonly LeftPlace[];
  /** Places of the name that it leaves as no use. */
  readonly others: readonly OtherPlace[];
  readonly refusals: readonly Refusal[];
  readonly candidates: readonly Candidate[];
  /** What its author should know, each a sentence. */
  readonly warnings: readonly string[];
  /** Files of the edit that had changes in git that were not committed yet. */
  readonly uncommitted: readonly string[];
  /** The git branch that was made with the edit; null where none was. */
  readonly branch: { readonly name: string; readonly commit: string } | null;
  /** Null unless files were written. */
  readonly impact: EditImpact | null;
  /** Null: the project's own. */
  readonly tree: RoutedTree | null;
  /** Null where nothing is left to do. */
  readonly next: NextStep | null;
}

export const NOTHING_DONE: Omit<EditReport, "state" | "intent" | "message"> = {
  session: null,
  files: [],
  differing: null,
  left: [],
  others: [],
  refusals: [],
  candidates: [],
  warnings: [],
  uncommitted: [],
  branch: null,
  impact: null,
  tree: null,
  next: null,
};

export const FILES = defineTable({
  doc: "files of the edit",
  columns: {
    path: z.string(),
    change: z.enum(["edit", "create", "delete", "move"]),
    to: z.string().nullable().meta({ doc: "where a moved file goes" }),
    added: z.number().meta({ doc: "lines" }),
    removed: z.number().meta({ doc: "lines" }),
  },
  usual: { change: "edit" },
  line: ({ path, change, to, added = 0, removed = 0 }) =>
    `${change === undefined ? "" : `${change} `}${path}${to === undefined ? "" : ` to ${to}`} +${added} -${removed}`,
});

export const LEFT = defineTable({
  doc: "places that the edit may concern and does not touch",
  columns: {
    path: z.string(),
    line: z.number(),
    why: z.string(),
    effect: z.enum(EFFECTS).nullable().meta({ doc: "null: not broken by the edit, or nobody can say" }),
    end_line: z.number().nullable().meta({ doc: "inclusive, of a call over several lines; null: the line alone" }),
  },
  grouped: true,
  shared: ["why", "effect"],
  line: ({ line, why, effect, end_line: end }) =>
    `${line}${end == null ? "" : `-${end}`}${effect === undefined || effect === "may-break" ? "" : ` ${effect}`}${why === undefined ? "" : `: ${why}`}`,
});

export const OTHERS = defineTable({
  doc: "places of the name that the edit leaves as no use of the symbol; with `left`, all that still have it",
  columns: {
    path: z.string(),
    class: z.enum(NO_USE_CLASSES).meta({ doc: "other: of something else" }),
    lines: z.string().meta({ doc: "1-based, in order" }),
  },
  grouped: true,
  shared: ["class"],
  line: ({ class: of, lines = "" }) => `${of === undefined ? "" : `${NO_USE_IN_WORDS[of]}: `}${lines}`,
});

export const REFUSALS = defineTable({
  doc: "why the edit is not made",
  columns: {
    rule: z.string(),
    path: z.string().nullable(),
    line: z.number().nullable(),
    message: z.string(),
    remedy: z.string(),
  },
  line: ({ path, line, message, remedy }) => {
    const place = path === undefined ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
    return `${place}${message}; ${remedy}`;
  },
});

export const CANDIDATES = defineTable({
  doc: "symbols that the target may mean",
  columns: {
    symbol: z.string().meta({ doc: "path#symbol: a target that is not ambiguous" }),
    kind: z.string(),
    start_line: z.number(),
    end_line: z.number(),
  },
  shared: ["kind"],
  line: ({ symbol, kind, start_line: first, end_line: last }) =>
    `${symbol} (${kind === undefined ? "" : `${kind}, `}${first}-${last})`,
});

const states = (of: (typeof OUTCOME_OF)[EditState]): string =>
  EDIT_STATES.filter((state) => OUTCOME_OF[state] === of).join(", ");

/** Output fields of every edit tool. */
export const editOutput = {
  outcome: z.enum(["found", "empty", "ambiguous", "failed"]).meta({
    doc: `by \`state\`: found (${states("found")}), empty (${states("empty")}), ambiguous, failed (${states("failed")})`,
  }),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  envelope: envelopeField.optional(),
  state: z.enum(EDIT_STATES).meta({ doc: "applied and undone: files were written; otherwise none was" }),
  session: z.string().optional().meta({ doc: "of a staged, applied or undone edit: undo_edits takes it" }),
  tree: z
    .object({ root: z.string(), branch: z.string().nullable() })
    .optional()
    .meta({ doc: "the working tree that `worktree` named; absent: the project's own" }),
  files: FILES.field.optional(),
  diff: z.string().optional().meta({ doc: "in git's format, as far as the budget goes" }),
  diff_lines_left: z.number().optional().meta({ doc: "lines of the diff that are not shown; absent: none" }),
  left: LEFT.field.optional(),
  others: OTHERS.field.optional(),
  refusals: REFUSALS.field.optional(),
  candidates: CANDIDATES.field.optional(),
  warnings: z.array(z.string()).optional(),
  git: z
    .object({
      uncommitted: z
        .array(z.string())
        .optional()
        .meta({ doc: "files of the edit that had changes that were not committed yet; absent: none" }),
      branch: z.string().optional().meta({ doc: "made by commit_edits with `branch`" }),
      commit: z.string().optional(),
    })
    .optional(),
  impact: z
    .object({
      risk: riskField,
      unweighed: z.number().optional().meta({ doc: "symbols whose users and risk were not counted" }),
      changes: CHANGES.field.optional(),
      users: USERS.field.optional(),
    })
    .optional()
    .meta({ doc: "of an applied edit, on the project as it is now" }),
};
