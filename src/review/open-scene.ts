// The scene of a review from what was compared: files with both texts, edges of both states, lines as evidence.

import { openChange } from "../change/open-change.ts";
import type { ChangesFound } from "../change/read/analyze-changes.ts";
import type { ReadFacts } from "../change/read/base-state.ts";
import type { PresentState } from "../change/read/present-state.ts";
import type { Signals } from "../history/signals.ts";
import type { Snapshot } from "../index/snapshot.ts";
import type { Overlay } from "../linking/overlay.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { readUnchanged } from "../project/read-admitted.ts";
import { openSlicer } from "../system/slices.ts";
import { lineAt, type SourceText, sourceText } from "../vocabulary/text.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, RuleSettings, StateSide } from "./contract.ts";
import type { StoredFiles } from "./stored-files.ts";

export interface SceneParts {
  readonly corpus: CorpusSource;
  /** Stays open as long as the scene is used. */
  readonly snapshot: Snapshot;
  readonly found: Pick<ChangesFound, "files" | "texts" | "moved">;
  /** The changed files before the change. */
  readonly base: Overlay;
  readonly present: PresentState;
  readonly stored: StoredFiles;
  readonly history: Signals | null;
  readonly settings: RuleSettings;
  readonly readFacts: ReadFacts;
  readonly inspect: ReviewScene["inspect"];
  /** Whether the time of the present rule is up. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

export function openScene(parts: SceneParts): ReviewScene {
  const { snapshot, found, base, present, stored, history, settings, readFacts, inspect, isOver, signal } = parts;
  const slicer = openSlicer(signal);
  const text = openTexts(parts);
  const project = openChange({
    snapshot,
    base,
    present: present.overlay,
    pairs: found.texts,
    signal,
    isOver: () => signal.aborted || isOver(),
  });
  return {
    files: reviewedFiles(found),
    moved: found.moved,
    project,
    snapshot,
    isStored: (path) => stored.has(path),
    isIndexed: (path) => !present.overlay.has(path) && snapshot.documentAt(path) !== undefined,
    history,
    settings,
    readFacts,
    inspect,
    text: async (path, side) => (await text(path, side))?.text ?? null,
    withheldText: (path, side) => stored.withheldText(path, side),
    evidence: async (path, line, side) => evidenceOf(await text(path, side), { path, line, side }),
    pause: () => slicer.yieldIfDue(),
    isOver,
  };
}

function reviewedFiles({ files, texts }: SceneParts["found"]): ReviewedFile[] {
  const byPath = new Map(texts.map((pair) => [pair.after?.path ?? pair.before?.path, pair]));
  return files.map(({ path, status, from, language, unread, lines, symbols }) => {
    const { before = null, after = null } = (unread === null ? byPath.get(path) : undefined) ?? {};
    return {
      path,
      status,
      from,
      language,
      unread,
      lines,
      symbols,
      before: before?.text ?? null,
      after: after?.text ?? null,
    };
  });
}

type Texts = (path: string, side: StateSide) => Promise<SourceText | null>;

/** Reads each file at most once in each state. */
function openTexts({ found, present, stored, corpus, snapshot }: SceneParts): Texts {
  const known = new Map<string, Promise<SourceText | null>>();
  const changed = { before: new Map<string, string | null>(), after: new Map<string, string | null>() };
  for (const { before, after } of found.texts) {
    for (const { path } of [before, after].filter((side) => side !== null)) {
      changed.before.set(path, before?.path === path ? before.text : null);
      changed.after.set(path, after?.path === path ? after.text : null);
    }
  }
  const unread = new Set(found.files.flatMap((file) => (file.unread === null ? [] : [file.path, file.from])));
  const read = async (path: string, side: StateSide): Promise<string | null> => {
    const ofChange = changed[side].get(path);
    if (ofChange !== undefined || unread.has(path)) {
      return ofChange ?? stored.leftOutText(path, side);
    }
    if (present.overlay.has(path)) {
      return present.textOf(path);
    }
    const document = snapshot.documentAt(path);
    if (document === undefined) {
      return stored.leftOutText(path, side);
    }
    // A file that was written meanwhile has other lines than its edges say.
    return (await readUnchanged(corpus, document))?.text ?? null;
  };
  return (path, side) => {
    const key = `${side} ${path}`;
    const reading = known.get(key) ?? read(path, side).then((found) => (found === null ? null : sourceText(found, 1)));
    known.set(key, reading);
    return reading;
  };
}

const evidenceOf = (
  source: SourceText | null,
  { path, line, side }: Pick<EvidenceLine, "path" | "line" | "side">,
): EvidenceLine | null =>
  source === null || line < 1 || line > source.starts.length
    ? null
    : { path, line, text: lineAt(source, line).trim(), side };
