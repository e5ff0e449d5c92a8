// What an edit did to the project, once it is written: which symbols differ, who still uses what is gone or has another signature, and
// how risky that is. The same measures as analyze_diff, on the texts of the edit.

import { type ChangesFound, changesBetween } from "../../change/read/analyze-changes.ts";
import { type StateText, sidesOfTexts, type TextStates } from "../../change/read/read-sides.ts";
import { type ChangeRisk, riskOfChange } from "../../change/risk.ts";
import { type Weighing, type WeighingTask, weighChanges } from "../../change/weigh-changes.ts";
import type { EditScene } from "../../edits/change-set.ts";
import type { PlannedFile } from "../../edits/store/plan-changes.ts";
import { HISTORY_WAIT_MS, type HistoryState } from "../../history/history.ts";
import { freshen } from "../answer/answer-fresh.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";

/** For the users and risk of all touched symbols. */
const WEIGHING_MS = 2_000;

export interface EditImpact {
  readonly found: ChangesFound;
  readonly weighing: Weighing;
  /** Null where no symbol was touched. */
  readonly risk: ChangeRisk | null;
  /** State of the history from which the risk has points. */
  readonly history: HistoryState;
}

/** Indexes the files as they are now, and weighs what the edit touched. CANCELLED. */
export async function impactOfEdit(
  files: readonly PlannedFile[],
  session: ProjectSession,
  scene: EditScene,
  context: Pick<OperationContext, "signal" | "onProgress">,
): Promise<EditImpact> {
  const { signal, withSnapshot } = scene;
  const [index, history] = await Promise.all([session.index(), session.history()]);
  const { fingerprint, factsOf: readFacts } = index;
  // A worker compares the texts while the index takes in the files.
  const [{ lagging }, sides, { signals, state }] = await Promise.all([
    freshen(index, { waitMs: session.settings.searchWaitMs, embedUpTo: null }, context),
    sidesOfTexts(files.flatMap(textStates), { fingerprint, signal }),
    history.ask(HISTORY_WAIT_MS, signal),
  ]);
  const found = { ...changesBetween(sides), filesLeft: 0 };
  // With files missing from the index, unused and unknown would look the same.
  const timeMsMax = lagging > 0 ? 0 : WEIGHING_MS;
  const weighing = await weighChanges({ found, readFacts, withSnapshot, signals, timeMsMax, signal });
  return { found, weighing, risk: riskOfChange(found, weighing), history: state };
}

/** What edits would do, before they are written. */
export type PlannedImpact = Pick<EditImpact, "found" | "weighing" | "risk">;

type Present = NonNullable<WeighingTask["present"]> extends ReadonlyMap<string, infer File> ? File : never;

/** The same measures for files that are not written yet: the index has them as they are, and the facts of the new texts are laid over it. */
export async function weighPlanned(
  files: readonly PlannedFile[],
  session: ProjectSession,
  { withSnapshot, signal }: EditScene,
): Promise<PlannedImpact> {
  const [index, history] = await Promise.all([session.index(), session.history()]);
  const { fingerprint, factsOf: readFacts } = index;
  const [sides, { signals }] = await Promise.all([
    sidesOfTexts(files.flatMap(textStates), { fingerprint, signal }),
    history.ask(HISTORY_WAIT_MS, signal),
  ]);
  const present = new Map<string, Present>();
  for (const { path, to, after } of files) {
    const facts = after === null ? null : await readFacts(to ?? path, after.text, signal);
    if (facts === null || !("unread" in facts)) {
      present.set(to ?? path, facts);
    }
  }
  const found = { ...changesBetween(sides), filesLeft: 0 };
  const weighing = await weighChanges({
    found,
    readFacts,
    present,
    withSnapshot,
    signals,
    timeMsMax: WEIGHING_MS,
    signal,
  });
  return { found, weighing, risk: riskOfChange(found, weighing) };
}

function textStates({ path, to, before, after }: PlannedFile): TextStates[] {
  const state = (content: PlannedFile["before"]): StateText | null =>
    content === null ? null : { text: content.text, contentHash: content.sha256 };
  return [{ path: to ?? path, from: to === null ? null : path, before: state(before), after: state(after) }];
}
