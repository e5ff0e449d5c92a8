// Stages edits that a language model proposes in one session of the edit engine, whose gate checks them as anybody's, and weighs what they would
// break. All of them or none.
import type { Built, RefusalRule } from "../../edits/change-set.ts";
import { createFile, replaceText } from "../../edits/files/edit-file.ts";
import type { PlannedFile } from "../../edits/store/plan-changes.ts";
import { deleteSymbol } from "../../edits/symbols/delete-symbol.ts";
import { insertBesideSymbol } from "../../edits/symbols/insert-beside-symbol.ts";
import { replaceInSymbol } from "../../edits/symbols/replace-in-symbol.ts";
import { replaceSymbol } from "../../edits/symbols/replace-symbol.ts";
import { unifiedDiff } from "../../edits/unified-diff.ts";
import { isTestFile } from "../../languages/file-role.ts";
import type { ProposalImpact } from "../../reason/gate/decide.ts";
import type { ProposalRefusal } from "../../reason/gate/judge-proposal.ts";
import type { ProposedEdit } from "../../reason/proposal/parse-proposal.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { freshen } from "../answer/answer-fresh.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import type { EditReport } from "../edits/edit-report.ts";
import { type PlannedImpact, weighPlanned } from "../edits/impact.ts";
import { type EditPlace, openPlace, runEdit } from "../edits/run-edit.ts";
import { checkSession } from "../edits/run-session.ts";

export interface StagedProposal {
  readonly kind: "staged";
  /** Of the edit engine: edit_status lists it. */
  readonly session: string;
  readonly files: readonly string[];
  /** In git's format. */
  readonly diff: string;
  readonly warnings: readonly string[];
  readonly impact: ProposalImpact;
}

export type ProposalStaging =
  | StagedProposal
  | { readonly kind: "refused"; readonly refusals: readonly ProposalRefusal[] }
  /** The files already read so. */
  | { readonly kind: "unchanged" };

const LIMITS = { scope: undefined, allowSyntaxErrors: false, leaveUnread: 0 };

/** `hashes`: of the files when they were sent. Leaves no session unless all edits are staged. Throws CANCELLED. */
export const stageProposal = async (
  root: string,
  edits: readonly ProposedEdit[],
  hashes: ReadonlyMap<string, string>,
  context: OperationContext,
): Promise<ProposalStaging> =>
  context.services.withProject(root, async (project) => {
    const index = await project.index();
    const waits = { waitMs: project.settings.searchWaitMs, embedUpTo: null };
    const freshness = await freshen(index, waits, context);
    const place = await openPlace(project, freshness, context);
    const staging: Staging = { place, hashes, session: null };
    let isStaged = false;
    try {
      const refusals = await stageAll(edits, staging);
      if (refusals.length > 0) {
        return { kind: "refused", refusals };
      }
      if (staging.session === null) {
        return { kind: "unchanged" };
      }
      const whole = await checkSession(staging.session, LIMITS, place, null);
      if (whole.state !== "preview") {
        return { kind: "refused", refusals: refusalsOf(whole, whole.files[0]?.path ?? "") };
      }
      const planned = await weighPlanned(whole.files, project, place.scene);
      isStaged = true;
      return {
        kind: "staged",
        session: staging.session,
        files: whole.files.map(({ path }) => path),
        diff: diffOf(whole.files),
        warnings: whole.warnings,
        impact: impactOf(planned, whole, freshness.lagging),
      };
    } finally {
      if (!isStaged && staging.session !== null) {
        await discardStaged(project, staging.session);
      }
    }
  });

/** No file is touched. */
export async function discardStaged(project: ProjectSession, session: string): Promise<void> {
  await (await project.edits()).rollback(session);
}

interface Staging {
  readonly place: EditPlace;
  readonly hashes: ReadonlyMap<string, string>;
  /** Null until the first edit is staged. */
  session: string | null;
}

/** Ends at the first edit that is refused. */
async function stageAll(edits: readonly ProposedEdit[], staging: Staging): Promise<readonly ProposalRefusal[]> {
  for (const edit of edits) {
    const { path, kind } = edit;
    const hash = staging.hashes.get(path);
    if (hash === undefined && kind !== "create") {
      return [{ path, why: "it has changed since it was sent", remedy: "ask again" }];
    }
    try {
      const built = await build(edit, hash ?? "", staging.place);
      const mode = { kind: "stage", session: staging.session } as const;
      const beyond = built.kind === "built" ? built.change.changes.find((change) => change.path !== path) : undefined;
      if (beyond !== undefined) {
        return [
          { path, why: `it would change ${beyond.path} as well`, remedy: "ask again, and name that file in the task" },
        ];
      }
      const report = await runEdit(built, `${kind} ${path}`, mode, LIMITS, staging.place);
      if (report.state === "staged") {
        staging.session = report.session;
      } else if (report.state !== "unchanged") {
        return refusalsOf(report, path);
      }
    } catch (error) {
      if (error instanceof Failure && error.code === "INVALID_INPUT") {
        return [{ path, why: error.message, remedy: error.hint }];
      }
      throw error;
    }
  }
  return [];
}

function build(edit: ProposedEdit, hash: string, { scene }: EditPlace): Promise<Built> | Built {
  const target = (symbol: string) => ({ symbol: `${edit.path}#${symbol}`, hash });
  switch (edit.kind) {
    case "replace":
      return replaceSymbol(scene, { ...target(edit.symbol), text: edit.text });
    case "insert-before":
      return insertBesideSymbol(scene, "before", { ...target(edit.symbol), text: edit.text });
    case "insert-after":
      return insertBesideSymbol(scene, "after", { ...target(edit.symbol), text: edit.text });
    case "delete":
      return deleteSymbol(scene, target(edit.symbol));
    case "change": {
      const { path, symbol, find, text } = edit;
      const replacing = { find, replacement: text, regex: false, count: 1 };
      return symbol === null
        ? replaceText(scene, { path, hash, ...replacing })
        : replaceInSymbol(scene, { ...target(symbol), ...replacing });
    }
    case "create":
      return createFile(scene, edit.path, edit.text.endsWith("\n") ? edit.text : `${edit.text}\n`);
  }
}

function refusalsOf({ refusals, message, candidates }: EditReport, path: string): ProposalRefusal[] {
  const nearest = candidates.map(({ address }) => address).slice(0, 3);
  const remedy = nearest.length === 0 ? "ask again" : `the nearest are ${nearest.join(", ")}`;
  return refusals.length === 0
    ? [{ path, why: message ?? "it cannot be edited so", remedy }]
    : refusals.map((one) => ({
        path: one.path ?? path,
        why: one.message,
        remedy: OWN_REMEDIES[one.rule] ?? one.remedy,
      }));
}

/** The engine's own speak of a session, which is gone, and of fields that the user has not. */
const OWN_REMEDIES: Partial<Record<RefusalRule, string>> = {
  overlap: "ask again, for one edit that does all of it",
  "syntax-error": "ask again",
};

const diffOf = (files: readonly PlannedFile[]): string => files.map((file) => unifiedDiff(file).text).join("");

function impactOf({ risk, weighing, found }: PlannedImpact, { left }: EditReport, lagging: number): ProposalImpact {
  const altered = found.files.flatMap(({ path, symbols }) => [
    ...symbols.removed.map((symbol) => `${path}#${symbol.path}`),
    ...symbols.changed.filter(({ kind }) => kind === "signature").map(({ after }) => `${path}#${after.path}`),
  ]);
  const users = [...weighing.weights.values()].flatMap((weight) => weight.users).filter((one) => !one.isChanged);
  const exported = found.files.flatMap(({ path, symbols }) =>
    [...symbols.changed.map(({ after }) => after), ...symbols.removed].flatMap((symbol) => {
      const points = weighing.weights.get(symbol)?.risk?.points ?? [];
      return points.some(({ reason }) => reason === "exported") ? [`${path}#${symbol.path}`] : [];
    }),
  );
  const unseen = lagging === 0 ? [] : [`${lagging} files not indexed yet`];
  return {
    risk: risk?.score ?? null,
    points: (risk?.points ?? []).map(({ points, reason }) => `${reason} +${points}`),
    unknown: [...(risk?.unknown ?? []), ...unseen],
    altered,
    users: [...new Set(users.map(({ path, lines }) => `${path}:${lines.join(",")}`))],
    tests: [...new Set(users.map(({ path }) => path).filter(isTestFile))],
    exported: [...new Set(exported)],
    left: left.map(({ path, line, why }) => `${path}:${line} ${why}`),
    isWeighed: weighing.unweighed === 0 && weighing.filesUnread === 0 && lagging === 0,
  };
}
