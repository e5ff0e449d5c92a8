// One edit from its request to its report: build, check, then preview, stage or write; after a write the index takes the files in
// and the answer weighs what was touched.
import type { Built, ChangeSet, EditScene, FileChange, Refusal } from "../../edits/change-set.ts";
import { judgeEdit } from "../../edits/gate/judge-edit.ts";
import { refuseUnread, warnOfUnread } from "../../edits/gate/unread-places.ts";
import type { CommitOutcome } from "../../edits/store/edit-store.ts";
import { leftAfter } from "../../edits/store/left-after.ts";
import { onCreated } from "../../edits/store/merge-changes.ts";
import { planChanges } from "../../edits/store/plan-changes.ts";
import type { EditTarget } from "../../edits/targets/resolve-target.ts";
import type { DiffedFile } from "../../edits/unified-diff.ts";
import { type Rebased, textOf } from "../../edits/worktrees/rebase-target.ts";
import type { Freshness } from "../../index/project-index.ts";
import { withSnapshot, withSnapshotInSlices } from "../../index/with-snapshot.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { type EditReport, NOTHING_DONE } from "./edit-report.ts";
import { impactOfEdit } from "./impact.ts";

/** `stage`: into this session; null: into a new one. */
export type EditMode =
  | { readonly kind: "preview" }
  | { readonly kind: "apply" }
  | { readonly kind: "stage"; readonly session: string | null };

/** What the author of an edit allows. */
export interface EditLimits {
  /** As the field has it; undefined: the project. */
  readonly scope: string | undefined;
  readonly allowSyntaxErrors: boolean;
  /** Places in text that is not understood that its author has looked at. */
  readonly leaveUnread: number;
}

/** The project in which an edit is made. */
export interface EditPlace {
  readonly session: ProjectSession;
  readonly scene: EditScene;
  /** Files that are not indexed as they are now: what they refer to is not known. */
  readonly lagging: number;
  readonly context: Pick<OperationContext, "signal" | "onProgress">;
}

/** The project of an open session; the index was brought up to date when the request began. */
export async function openPlace(
  session: ProjectSession,
  { lagging }: Pick<Freshness, "lagging">,
  context: EditPlace["context"],
): Promise<EditPlace> {
  const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
  const { signal } = context;
  const scene: EditScene = {
    root: session.root,
    corpus,
    analyzer: index,
    signal,
    withSnapshot: (use) => withSnapshot(index, use),
    inSlices: (use) => withSnapshotInSlices(index, use, signal),
  };
  return { session, scene, lagging, context };
}

/** `intent`: what was asked for, of an edit that could not be built. */
export async function runEdit(
  built: Built,
  intent: string,
  mode: EditMode,
  limits: EditLimits,
  place: EditPlace,
): Promise<EditReport> {
  if (built.kind !== "built") {
    return notBuilt(built, intent);
  }
  const { change } = built;
  if (change.changes.length === 0) {
    const message = `${change.intent}: the files already read so`;
    return { ...NOTHING_DONE, state: "unchanged", intent: change.intent, message, left: change.left };
  }
  const merged = onCreated(await stagedIn(mode, place), change.changes);
  if (merged.kind === "refused") {
    return refused({ ...NOTHING_DONE, intent: change.intent, message: null }, merged.refusals);
  }
  const judged = { ...change, changes: merged.changes };
  const checked = await checkChange(judged, limits, place, mode.kind === "apply");
  return checked.report ?? carryOut(change, checked.base, mode, place);
}

/** What the session of an edit that is staged has already. NOT_FOUND for an unknown one. */
export const stagedIn = async (mode: EditMode, { session }: EditPlace): Promise<readonly FileChange[]> =>
  mode.kind === "stage" && mode.session !== null ? (await session.edits()).get(mode.session).changes : [];

async function carryOut(change: ChangeSet, base: Base, mode: EditMode, place: EditPlace): Promise<EditReport> {
  switch (mode.kind) {
    case "preview":
      return { ...base, state: "preview", next: "apply" };
    case "stage": {
      const staged = await (await place.session.edits()).stage(mode.session, change);
      if (staged.kind === "refused") {
        return refused(base, staged.refusals);
      }
      const { id } = staged.session;
      const preview = { tool: "preview_edits", input: { session: id }, does: "shows the whole session" };
      return { ...base, state: "staged", session: id, next: [preview, commitCall(id)] };
    }
    case "apply":
      return afterCommit(withLeftAfter(base, change), await (await place.session.edits()).apply(change), place);
  }
}

/** The call that writes a staged session. */
export const commitCall = (session: string) => ({
  tool: "commit_edits",
  input: { session, apply: true },
  does: "writes it",
});

type Base = Omit<EditReport, "state">;

/** The report of an edit that is to be written: its places that are left have the lines of the written files. */
export const withLeftAfter = (base: Base, change: ChangeSet): Base => ({
  ...base,
  left: leftAfter(base.left, change, base.files),
  others: leftAfter(base.others, change, base.files),
});

/** The report of a commit: what was written, and its impact. */
export async function afterCommit(base: Base, outcome: CommitOutcome, place: EditPlace): Promise<EditReport> {
  if (outcome.kind === "refused") {
    return refused(base, outcome.refusals);
  }
  const { session, files, branch, removed } = outcome;
  const impact = await impactOfEdit(files, place.session, place.scene, place.context);
  const forgotten = `${renderCount(removed.length, "older edit")} can no longer be undone (kept_edits, kept_edits_mb)`;
  const warnings = [
    ...base.warnings,
    ...(branch?.kind === "failed" ? [`the git branch ${branch.branch} was not made: ${branch.why}`] : []),
    ...(branch?.kind === "made" && branch.stale !== null
      ? [`git's index has the files as before the commit (${branch.stale}): \`git reset -q\` takes them over`]
      : []),
    ...(removed.length === 0 ? [] : [forgotten]),
  ];
  const made = branch?.kind === "made" ? { name: branch.branch, commit: branch.commit } : null;
  return { ...base, state: "applied", session: session.id, files, warnings, branch: made, impact, next: null };
}

interface Checked {
  readonly base: Base;
  /** Null where nothing speaks against the edit. */
  readonly report: EditReport | null;
}

/** Both states of the files, and whether the edit may be made. `isWritten`: whether the files are written next. */
export async function checkChange(
  change: ChangeSet,
  limits: EditLimits,
  place: EditPlace,
  isWritten: boolean,
): Promise<Checked> {
  const { session, scene } = place;
  const base: Base = {
    ...NOTHING_DONE,
    intent: change.intent,
    message: null,
    left: change.left,
    others: change.others ?? [],
  };
  const plan = planChanges(session.root, change.changes);
  if (plan.kind === "refused") {
    return { base, report: refused(base, plan.refusals) };
  }
  const { refusals, warnings, uncommitted } = await judgeEdit(scene, change, plan.files, {
    ...limits,
    protectedPaths: session.settings.protectedPaths,
  });
  const unread = isWritten ? refuseUnread(change.left, limits.leaveUnread) : [];
  const judged: Base = {
    ...base,
    files: plan.files,
    warnings: [...(isWritten ? [] : warnOfUnread(change.left)), ...warnings],
    uncommitted,
  };
  const all = [...unread, ...refusals];
  return { base: judged, report: all.length === 0 ? null : refused(judged, all) };
}

/** Where all reasons are that files changed meanwhile, the edit is stale: asked again, it may be made. */
function refused(base: Base, found: readonly Refusal[]): EditReport {
  // Several places of one line may be refused for the same reason.
  const refusals = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  const isStale = refusals.every(({ rule }) => rule === "stale");
  const [first] = refusals;
  const why = refusals.length === 1 && first !== undefined ? first.message : renderCount(refusals.length, "reason");
  const message = `${base.intent} ${isStale ? "is stale" : "is refused"}: ${why}`;
  return { ...base, state: isStale ? "stale" : "refused", message, refusals, next: null };
}

/** The report of an edit that follows all uses of a symbol, while some are not known yet. */
export function notIndexedYet(intent: string, lagging: number): EditReport {
  const message = `${renderCount(lagging, "file")} not indexed yet, and uses of the symbol there are unknown`;
  const remedy = "ask again once index_status says that all files are indexed";
  return refused({ ...NOTHING_DONE, intent, message: null }, [
    { rule: "stale", path: null, line: null, message, remedy },
  ]);
}

/** The report of an edit that could not be built. */
export function notBuilt(built: Exclude<Built, { kind: "built" }>, intent: string): EditReport {
  const base: Base = { ...NOTHING_DONE, intent, message: null };
  if (built.kind === "refused") {
    return refused(base, built.refusals);
  }
  const { kind, message, candidates } = built;
  const isUnknown = kind === "missing" && candidates.length === 0;
  const leftOut = { tool: "index_status", input: {}, does: "lists files that are left out, and why" };
  return { ...base, state: kind, message, candidates, next: isUnknown ? [leftOut] : null };
}

/** The report of an edit whose symbol is another text in the tree that it was routed to. */
export function differingTarget({ here, there }: Extract<Rebased, { kind: "differs" }>, intent: string): EditReport {
  const { address, span, path } = there;
  const { startLine, endLine } = span;
  const side = (target: EditTarget): DiffedFile["before"] => {
    const text = `${textOf(target)}\n`;
    return { text, bytes: Buffer.from(text), mode: null };
  };
  return {
    ...NOTHING_DONE,
    state: "stale",
    intent,
    message: `${address} has another text in that worktree: in the diff, - is the text here and + the text there`,
    candidates: [{ address, kind: span.kind, startLine, endLine }],
    differing: { path, to: null, before: side(here), after: side(there) },
  };
}
