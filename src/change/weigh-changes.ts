// The effect of a change on the rest of the project: who still uses a deleted or changed symbol, and how risky each changed
// symbol is. Uses the index, so only files that are as indexed; within a time limit.

import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Signals } from "../history/signals.ts";
import type { Snapshot } from "../index/snapshot.ts";
import { callersOf } from "../intelligence/edges/calls.ts";
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import { filesWithTests, openTests } from "../intelligence/edges/in-tests.ts";
import { findReferences, type References } from "../intelligence/edges/references.ts";
import { symbolOf } from "../intelligence/edges/target.ts";
import { type Risk, riskOf, riskOfRemoval } from "../intelligence/symbols/risk.ts";
import { inTime } from "../linking/linker.ts";
import type { Overlay } from "../linking/overlay.ts";
import type { SymbolPrint } from "../syntax/fingerprint.ts";
import { atOnce } from "../system/slices.ts";
import { TYPE_KINDS } from "../vocabulary/chunk.ts";
import { ROLES } from "../vocabulary/facts.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import { brokenUses } from "./breaks/broken-uses.ts";
import { mayBeCalledByLibrary } from "./breaks/called-by-libraries.ts";
import { type FileUses, mergedUses } from "./breaks/file-uses.ts";
import { removedMembers } from "./breaks/removed-members.ts";
import { signUses, surveySigns } from "./breaks/sign-uses.ts";
import { type ReadIndexed, surveyUnread, unreadUses } from "./breaks/unread-uses.ts";
import { openChange } from "./open-change.ts";
import type { ChangesFound, FileDifference } from "./read/analyze-changes.ts";
import { type ReadFacts, readBaseState } from "./read/base-state.ts";
import { encloses } from "./read/compare-prints.ts";
import { targetAt } from "./read/symbol-target.ts";
import { UNUSED_KINDS } from "./read/unused-kinds.ts";
import { type Change, changedPaths } from "./state/change.ts";
import { timeForSymbol } from "./symbol-time.ts";

export interface SymbolWeight {
  /** Users of a symbol that was deleted or has another signature; none for others. */
  readonly users: readonly FileUses[];
  /** Lines with its name in text whose uses are not read, which may use it. */
  readonly unread: readonly FileUses[];
  /** References by its name whose receiver is unknown. */
  readonly unknown: number;
  /** Files that were not looked into for users. */
  readonly filesLeft: number;
  /** Whether it has no users here and a library may ask for it, so that what it breaks is not known. */
  readonly mayBeCalledByLibrary: boolean;
  readonly risk: Risk | null;
}

export interface Weighing {
  readonly weights: ReadonlyMap<SymbolPrint, SymbolWeight>;
  /** Changed or removed symbols that were not weighed: of a file that is not as indexed, of a language without facts, for want of time. */
  readonly unweighed: number;
  /** Changed files whose state before the change could not be read. */
  readonly filesUnread: number;
}

export interface WeighingTask {
  readonly found: ChangesFound;
  readonly readFacts: ReadFacts;
  /** Files whose state after the change is not the index's. Default: none; a file that is not as indexed is not weighed. */
  readonly present?: Overlay;
  /** Reads the files that may use it in text whose uses are not read. Default: these are not looked at. */
  readonly read?: ReadIndexed;
  readonly withSnapshot: <Value>(use: (snapshot: Snapshot) => Value) => Value;
  /** The project over that snapshot, if the caller keeps both open. Default: it is opened again in each slice. */
  readonly opened?: OpenedProject;
  readonly signals: Signals | null;
  readonly timeMsMax: number;
  /** For one symbol; default `timeForSymbol`. */
  readonly symbolMsMax?: number;
  readonly signal: AbortSignal;
}

export interface OpenedProject {
  readonly project: Change;
  /** Changed files whose state before the change could not be read. */
  readonly filesUnread: number;
  /** From now on, its searches end at this time, on the clock of performance.now(). */
  endAt(deadline: number): void;
}

/** Time between two yields to other work where several symbols fit into it, in milliseconds. */
const SLICE_MS = 60;

interface Candidate {
  readonly file: FileDifference;
  /** Under which its weight is kept: of the state after the change, where it is still there. */
  readonly symbol: SymbolPrint;
  /** In the base state. */
  readonly before: SymbolPrint;
  /** If only the body differs, others are affected only by deleted members. */
  readonly change: "signature" | "body" | "removed";
}

export async function weighChanges(task: WeighingTask): Promise<Weighing> {
  const { found, withSnapshot, signals, timeMsMax, signal, present = new Map() } = task;
  const until = performance.now() + timeMsMax;
  const candidates = candidatesOf(found);
  const { overlay, unread } =
    candidates.length > 0 && task.opened === undefined
      ? await readBaseState(found.texts, task.readFacts, timeMsMax / 2, signal)
      : { overlay: new Map(), unread: [] };
  const weights = new Map<SymbolPrint, SymbolWeight>();
  let deadline = until;
  const isOver = (): boolean => performance.now() > deadline;
  const projectOver = (snapshot: Snapshot): Change =>
    task.opened?.project ?? openChange({ snapshot, base: overlay, present, pairs: found.texts, signal, isOver });
  let next = 0;
  while (next < candidates.length && performance.now() < until) {
    throwIfCancelled(signal);
    withSnapshot((snapshot) => {
      const sliceEnd = Math.min(until, performance.now() + SLICE_MS);
      const project = projectOver(snapshot);
      do {
        const left = until - performance.now();
        deadline =
          performance.now() + Math.min(left, task.symbolMsMax ?? timeForSymbol(left, candidates.length - next));
        task.opened?.endAt(deadline);
        const candidate = candidates[next++];
        const weight =
          candidate === undefined
            ? null
            : (inTime(() => weigh({ snapshot, project, signals, present }, candidate, candidates))?.value ?? null);
        // A search that is incomplete would call used symbols unused.
        if (candidate !== undefined && weight !== null && performance.now() <= deadline) {
          weights.set(candidate.symbol, weight);
        }
      } while (next < candidates.length && performance.now() < sliceEnd);
    });
    await yieldToEvents();
  }
  if (task.read !== undefined) {
    deadline = until;
    task.opened?.endAt(deadline);
    await addUnread({ weights, candidates, projectOver, until, read: task.read }, task);
  }
  return {
    weights,
    unweighed: candidates.length - weights.size,
    filesUnread: task.opened?.filesUnread ?? unread.length,
  };
}

interface Unread {
  /** Added to. */
  readonly weights: Map<SymbolPrint, SymbolWeight>;
  readonly candidates: readonly Candidate[];
  readonly projectOver: (snapshot: Snapshot) => Change;
  readonly until: number;
  readonly read: ReadIndexed;
}

/** Looks for the names of what is gone or has another form in text whose uses are not read. */
async function addUnread(
  { weights, candidates, projectOver, until, read }: Unread,
  { withSnapshot, present = new Map(), signal }: WeighingTask,
): Promise<void> {
  for (const { file, symbol, before, change } of candidates) {
    const weight = weights.get(symbol);
    if (weight === undefined || change === "body") {
      continue;
    }
    throwIfCancelled(signal);
    const found =
      performance.now() < until
        ? withSnapshot((snapshot) => {
            const project = projectOver(snapshot);
            return inTime(() => {
              const target = targetAt(project.base, file.from ?? file.path, before);
              const pair = project.pairs.find((one) => one.before?.path === (file.from ?? file.path));
              const isRemoved = change === "removed";
              const survey = target === null ? null : surveyUnread(snapshot, project, { target, isRemoved }, present);
              const signs =
                target === null || pair === undefined || !isRemoved || weight.users.length > 0
                  ? null
                  : surveySigns(project, target, pair);
              const documents = new Map(signs?.paths.map((path) => [path, snapshot.documentAt(path)]));
              return survey === null ? null : { ...survey, changed: changedPaths(project), signs, documents };
            });
          })?.value
        : undefined;
    if (found === undefined || found === null || performance.now() > until) {
      weights.set(symbol, { ...weight, filesLeft: Math.max(1, weight.filesLeft) });
    } else {
      const { signs, documents } = found;
      const textOf = async (path: string): Promise<string | null> => {
        const document = documents.get(path);
        return document === undefined || present.has(path) ? null : ((await read(document))?.text ?? null);
      };
      const users = signs === null ? weight.users : await signUses(signs, textOf);
      const { unread, filesLeft: further } = await unreadUses(found, read);
      const filesLeft = (signs?.isWhole === false ? Math.max(1, weight.filesLeft) : weight.filesLeft) + further;
      weights.set(symbol, { ...weight, users, filesLeft, unread });
    }
    await yieldToEvents();
  }
}

/** Changed signatures first, since these affect other code. */
function candidatesOf({ files, moved }: ChangesFound): Candidate[] {
  const of = (kind: "signature" | "body"): Candidate[] =>
    files.flatMap((file) =>
      file.symbols.changed
        .filter((one) => one.kind === kind)
        .map(({ before, after }) => ({ file, symbol: after, before, change: kind })),
    );
  const removal = (file: FileDifference, symbol: SymbolPrint): Candidate => ({
    file,
    symbol,
    before: symbol,
    change: "removed",
  });
  // A deleted type breaks only what names the type, not what names its members.
  const removed = files.flatMap((file) => {
    const types = file.symbols.removed.filter(({ kind }) => TYPE_KINDS.has(kind));
    const outermost = file.symbols.removed.filter((symbol) => !types.some((type) => encloses(type, symbol)));
    return outermost.map((symbol) => removal(file, symbol));
  });
  const byPath = new Map(
    files.flatMap((file) => [[file.path, file] as const, [file.from ?? file.path, file] as const]),
  );
  const away = moved.flatMap(({ before }) => {
    const file = byPath.get(before.file);
    return file === undefined ? [] : [removal(file, before.symbol)];
  });
  return [...of("signature"), ...removed, ...away, ...of("body")].filter(
    ({ symbol }) => !UNUSED_KINDS.has(symbol.kind),
  );
}

interface Scales {
  readonly snapshot: Snapshot;
  readonly project: Change;
  readonly signals: Signals | null;
  readonly present: Overlay;
}

/** Null if the file's state after the change is not known, or its language is not linked. */
function weigh(
  { snapshot, project, signals, present }: Scales,
  candidate: Candidate,
  all: readonly Candidate[],
): SymbolWeight | null {
  const { file, symbol, before, change } = candidate;
  const document = snapshot.documentAt(file.path);
  if (!present.has(file.path) && (document?.contentHash ?? null) !== file.contentHash) {
    return null;
  }
  const hotspotRank = signals?.of(file.path)?.hotspotRank ?? null;
  const path = file.from ?? file.path;
  const target = targetAt(project.base, path, before);
  const pair = project.pairs.find((one) => one.before?.path === path);
  if (target === null || pair === undefined) {
    return null;
  }
  const members = change === "removed" ? [] : membersRemoved(project, candidate, all, path);
  const isRemoved = change === "removed" || members.length > 0;
  const wanted = members.length > 0 ? members : change === "body" ? [] : [target];
  const broken = wanted.map((one) => brokenUses(project, { target: one, pair, isRemoved }));
  const users = mergedUses(broken.flatMap((one) => one.users));
  const own = change === "removed" ? broken[0]?.all : atOnce(findReferences(project.base, target));
  const uses = own === undefined ? { dependents: 0, tests: 0 } : usersOf(project.base, own);
  const definition = targetAt(project.now, file.path, symbol)?.definition ?? target.definition;
  return {
    users,
    unread: [],
    unknown: broken.reduce((sum, one) => sum + one.unknown, 0),
    filesLeft: broken.reduce((most, one) => Math.max(most, one.filesLeft), 0),
    mayBeCalledByLibrary: users.length === 0 && wanted.some((one) => mayBeCalledByLibrary(project.base, one)),
    risk:
      change === "removed"
        ? riskOfRemoval({ definition, dependents: users.length === 0 ? 0 : uses.dependents, hotspotRank })
        : riskOf({ definition, ...uses, hotspotRank }),
  };
}

/** What was deleted from lines of this symbol, without lines of nested symbols that were changed or removed themselves. */
function membersRemoved(
  { base, now }: Change,
  { file, before }: Candidate,
  all: readonly Candidate[],
  path: string,
): Target[] {
  const [was, is] = [base.lookup.facts(path), now.lookup.facts(file.path)];
  if (was === null || is === null) {
    return [];
  }
  const inner = all.filter((one) => one.file === file && (encloses(before, one.before) || one.change === "removed"));
  return removedMembers(was, is).flatMap((at) => {
    const { nameLine } = was.definitions[at] ?? { nameLine: 0 };
    const contains = ({ startLine, endLine }: SymbolPrint): boolean => startLine <= nameLine && nameLine <= endLine;
    const isIn = contains(before) && !inner.some((one) => contains(one.before));
    const target = isIn ? symbolOf({ path, language: base.lookup.language(path) }, was, [at]) : null;
    return target === null ? [] : [target];
  });
}

function usersOf(scene: EdgeScene, all: References): { readonly dependents: number; readonly tests: number } {
  return {
    dependents: callersOf(scene, all, new Set(ROLES)).length,
    tests: filesWithTests(openTests(scene), all.references).length,
  };
}
