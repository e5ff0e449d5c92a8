// Reviews a change: compares both states, opens the scene, runs the rules, weighs the risk.

import { analyzeChanges, type ChangesFound } from "../change/read/analyze-changes.ts";
import { type BaseState, readBaseState } from "../change/read/base-state.ts";
import { openDocumentHashes, type PresentState, readPresentState } from "../change/read/present-state.ts";
import { type ChangeRisk, riskOfChange } from "../change/risk.ts";
import { type Weighing, weighChanges } from "../change/weigh-changes.ts";
import type { HistoryStatus } from "../history/history.ts";
import type { Signals } from "../history/signals.ts";
import type { Freshness, ProjectIndex } from "../index/project-index.ts";
import { chunkIdsOf } from "../index/snapshot.ts";
import { withSnapshot } from "../index/with-snapshot.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { FETCH_OBJECTS } from "../project/git-remedy.ts";
import type { Difference } from "../project/git-sides.ts";
import { readUnchanged } from "../project/read-admitted.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { Severity } from "../vocabulary/severity.ts";
import { formatNumber, renderCount } from "../vocabulary/shown-text.ts";
import type { Need, ReviewScene, Rule, RuleSettings } from "./contract.ts";
import { openScene } from "./open-scene.ts";
import { ownCommits } from "./own-commits.ts";
import { type RuleReport, runRules } from "./run-rules.ts";
import { shownText } from "./shown-lines.ts";
import { openStoredFiles } from "./stored-files.ts";

export interface ReviewTask {
  readonly corpus: CorpusSource;
  readonly index: Pick<
    ProjectIndex,
    "snapshot" | "factsOf" | "inspect" | "fingerprint" | "recount" | "vectorStatus" | "embedFirst"
  >;
  readonly difference: Difference;
  readonly history: Promise<HistoryStatus>;
  readonly rules: readonly Rule[];
  readonly settings: RuleSettings;
  readonly severities: ReadonlyMap<string, Severity>;
  /** Milliseconds for the comparison, the rules and the risk together. */
  readonly timeMsMax: number;
  /** Whether a changed file that git cannot show is listed as not checked. Else there is no review. */
  readonly acceptsUnread: boolean;
  readonly onStep: (step: ReviewStep) => void;
  readonly signal: AbortSignal;
}

/** For a progress bar. */
export interface ReviewStep {
  readonly message: string;
  readonly done: number;
  readonly total: number;
}

export interface Reviewed {
  readonly found: ChangesFound;
  readonly reports: readonly RuleReport[];
  readonly weights: Weighing["weights"];
  /** Null where no changed symbol could be weighed. */
  readonly risk: ChangeRisk | null;
  /** What the review as a whole did not look into, in sentences. */
  readonly notChecked: readonly string[];
}

/** Shares of the time that comparing, reading the earlier state, reading the later one and weighing the risk may take at most. */
const COMPARING_SHARE = 0.5;
const BASE_SHARE = 0.25;
const PRESENT_SHARE = 0.4;
const RISK_SHARE = 0.2;
/** Of the time that is left, for one rule. */
const RULE_SHARE = 0.4;
/** With fewer vectors than this, too much similar code would be missed. */
const VECTORS_SHARE_MIN = 0.9;
/** Longest wait for vectors of the changed files, in milliseconds. */
const EMBEDDING_MS = 10_000;

/** Comparing, reading both states, weighing the risk. */
const STEPS_BESIDE_RULES = 3;

/** `conclude`: what is made of the findings, while the scene can still be asked. Throws GIT_UNAVAILABLE, CANCELLED. */
export async function reviewChange<Conclusion>(
  task: ReviewTask,
  conclude: (reviewed: Reviewed, scene: ReviewScene) => Promise<Conclusion>,
): Promise<Conclusion> {
  const { corpus, index, difference, onStep, signal, rules } = task;
  const until = performance.now() + task.timeMsMax;
  const left = (): number => Math.max(1, until - performance.now());
  const steps = rules.length + STEPS_BESIDE_RULES;
  const { found, base, present, history, earlier } = await readStates(task, left);
  if (!task.acceptsUnread) {
    refuseUnread(found);
  }
  const unmet = unmetNeeds(task, history);
  const snapshot = index.snapshot();
  let ruleEnds = until;
  const riskMs = left() * RISK_SHARE;
  try {
    const scene = openScene({
      corpus,
      snapshot,
      found,
      base: base.overlay,
      present,
      stored: openStoredFiles(corpus, difference, signal),
      history: earlier,
      settings: task.settings,
      readFacts: index.factsOf,
      inspect: index.inspect,
      isOver: () => performance.now() > ruleEnds,
      signal,
    });
    const reports = await runRules({
      rules,
      scene,
      unmet,
      severities: task.severities,
      onRule: ({ title }, rulesLeft) => {
        // Most rules take little of their time, so what is left is not divided evenly.
        ruleEnds = performance.now() + Math.max(1, left() - riskMs) * Math.max(RULE_SHARE, 1 / rulesLeft);
        onStep({ message: title, done: steps - 1 - rulesLeft, total: steps });
      },
    });
    onStep({ message: "weighing the risk", done: steps - 1, total: steps });
    const weighing = await weighChanges({
      found,
      readFacts: index.factsOf,
      present: present.overlay,
      read: (document) => readUnchanged(corpus, document),
      withSnapshot: (use) => use(snapshot),
      opened: {
        project: scene.project,
        filesUnread: base.unread.length + present.unread.length,
        endAt: (deadline) => {
          ruleEnds = deadline;
        },
      },
      signals: history.signals,
      timeMsMax: Math.min(riskMs, left()),
      signal,
    });
    const notChecked = [...notLookedInto(found, base, present, index.recount()), ...notUnderstood(weighing)];
    ruleEnds = until;
    const { weights } = weighing;
    return await conclude({ found, reports, weights, risk: riskOfChange(found, weighing), notChecked }, scene);
  } finally {
    snapshot.release();
  }
}

/** Nothing is judged that git cannot show. Throws GIT_UNAVAILABLE. */
function refuseUnread({ files }: ChangesFound): void {
  const missing = files.filter(({ isNotHere }) => isNotHere).map(({ path }) => path);
  if (missing.length > 0) {
    const message = `the change cannot be reviewed: git does not have the content of ${listed(missing)} here`;
    throw new Failure("GIT_UNAVAILABLE", message, { hint: FETCH_OBJECTS });
  }
}

/** The first few of them. */
const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ` and ${formatNumber(paths.length - 3)} more` : ""}`;

/** Both states of the change, and git's history without the change's own commits. */
interface States {
  readonly found: ChangesFound;
  readonly base: BaseState;
  readonly present: PresentState;
  readonly history: HistoryStatus;
  readonly earlier: Signals | null;
}

async function readStates(task: ReviewTask, left: () => number): Promise<States> {
  const { corpus, index, difference, timeMsMax, onStep, signal, rules } = task;
  const total = rules.length + STEPS_BESIDE_RULES;
  onStep({ message: "comparing", done: 0, total });
  const found = await analyzeChanges({
    corpus,
    files: difference.files,
    fingerprint: index.fingerprint,
    timeMsMax: timeMsMax * COMPARING_SHARE,
    signal,
  });
  onStep({ message: "reading both states", done: 1, total });
  const base = await readBaseState(found.texts, index.factsOf, Math.max(left() * BASE_SHARE, 1), signal);
  const present = await presentState(task, found, Math.max(left() * PRESENT_SHARE, 1));
  await embedChanged(task, found);
  const history = await task.history;
  const own = await ownCommits(corpus, difference, signal);
  return { found, base, present, history, earlier: history.signals?.without(own) ?? null };
}

async function presentState(
  { corpus, index, difference, signal }: ReviewTask,
  found: ChangesFound,
  timeMsMax: number,
): Promise<PresentState> {
  const documentHash = openDocumentHashes((use) => withSnapshot(index, use));
  return readPresentState({ corpus, difference, found, documentHash, readFacts: index.factsOf, timeMsMax, signal });
}

/** A rule that compares by meaning needs the vectors of what changed most of all. */
async function embedChanged({ index, rules, signal }: ReviewTask, { files }: ChangesFound): Promise<void> {
  if (index.vectorStatus().state === "disabled" || !rules.some(({ needs }) => needs.includes("vectors"))) {
    return;
  }
  const snapshot = index.snapshot();
  const chunks = files.flatMap(({ path }) => {
    const document = snapshot.documentAt(path);
    return document === undefined ? [] : chunkIdsOf(document);
  });
  snapshot.release();
  await index.embedFirst({ chunks, waitMs: EMBEDDING_MS, signal });
}

function unmetNeeds({ index }: ReviewTask, history: HistoryStatus): Partial<Record<Need, string>> {
  const { lagging, coverage } = index.recount();
  const { state, reason } = index.vectorStatus();
  const { chunks, chunksEmbedded } = coverage;
  const vectors =
    state === "disabled" || state === "unavailable"
      ? reason || "search by meaning is off"
      : chunksEmbedded < chunks * VECTORS_SHARE_MIN
        ? `${formatNumber(chunksEmbedded)} of ${formatNumber(chunks)} chunks are searchable by meaning; run \`context-broker index\``
        : null;
  return {
    ...(lagging > 0 ? { edges: `${formatNumber(lagging)} files are not indexed yet` } : {}),
    ...(vectors === null ? {} : { vectors }),
    ...(history.signals === null ? { history: history.reason } : {}),
  };
}

function notLookedInto(
  found: ChangesFound,
  base: BaseState,
  present: PresentState,
  { lagging }: Freshness,
): readonly string[] {
  const missed = found.files.filter(({ isMissed }) => isMissed);
  return [
    ...(found.filesLeft > 0 ? [`${formatNumber(found.filesLeft)} changed files were not compared in time`] : []),
    ...missed.map(({ path, unread }) => `${path}: ${unread}`),
    ...(base.unread.length > 0 ? [`not read as they were before: ${listed(base.unread)}`] : []),
    ...(present.unread.length > 0 ? [`not read as they are after the change: ${listed(present.unread)}`] : []),
    ...(lagging > 0 ? [`${formatNumber(lagging)} files are not indexed yet`] : []),
  ];
}

/** Symbols of which more is not listed: a change that leaves so many is looked at as a whole. */
const UNREAD_MAX = 10;

/** What may still use what the change takes away or gives another form, in text whose uses are not read. */
function notUnderstood({ weights }: Weighing): readonly string[] {
  const all = [...weights].flatMap(([symbol, { unread }]) => {
    const places = unread.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
    return places.length === 0 ? [] : [`${symbol.path} may be used in text whose uses are not read: ${listed(places)}`];
  });
  const more = all.length - UNREAD_MAX;
  const partly = [...weights].filter(([, { filesLeft }]) => filesLeft > 0);
  const files = Math.max(0, ...partly.map(([, { filesLeft }]) => filesLeft));
  const symbols = partly.map(([{ path }]) => path);
  return [
    ...all.slice(0, UNREAD_MAX),
    ...(more > 0 ? [`${formatNumber(more)} more symbols may be used in text whose uses are not read`] : []),
    ...(files === 0 ? [] : [`${renderCount(files, "file")} not looked through whole for uses of ${listed(symbols)}`]),
  ].map(shownText);
}
