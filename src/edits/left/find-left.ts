// Every place that a deletion breaks or makes idle, or that a replacement leaves without a definition, with why.

import { findAllLeft, findBreaks, findNamedLeft, type PlacedBreak } from "../../change/breaks/find-breaks.ts";
import { openChange } from "../../change/open-change.ts";
import { comparePrints } from "../../change/read/compare-prints.ts";
import type { Break, Change, Lost, TextPair } from "../../change/state/change.ts";
import { lostSymbol, lostWith, outermostOf, supposedChange } from "../../change/state/lost.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { importersOf, importsOfAlone } from "../../intelligence/edges/imports-of-file.ts";
import type { OverlaidFile } from "../../linking/overlay.ts";
import type { Steps } from "../../system/slices.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { applyEdits } from "../apply-edits.ts";
import type { EditScene, LeftPlace, TextEdit } from "../change-set.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { keyOfLine } from "./read-sources.ts";

/** `calls` and `uses`: as those of a `Break`. */
export type FoundPlace = LeftPlace & Partial<Pick<Break, "calls" | "uses" | "isOnUnknown" | "isExpansion">>;

/** Longest search, in milliseconds. */
const TIME_MS_MAX = 5_000;

/** What goes or is replaced: a symbol, or a whole file (`span.path` null). */
export interface LeftTarget extends Pick<EditTarget, "path" | "text"> {
  readonly span: LineRange & Pick<EditTarget["span"], "nameLine"> & { readonly path: string | null };
}

/** In order of path and line of the files as they are, each line once; doubtful places last where there are very many. @throws CANCELLED */
export async function findLeft(
  scene: EditScene,
  target: LeftTarget,
  edits: readonly TextEdit[],
): Promise<FoundPlace[]> {
  const { path, span } = target;
  const after = await readAfter(scene, target, applyEdits(target.text, edits));
  return scene.inSlices(function* (snapshot): Steps<FoundPlace[]> {
    const deletion = deletionAt(snapshot, scene, target, after);
    return deletion === null
      ? [{ path, line: span.nameLine, why: NOT_KNOWN }]
      : placesOf(deletion.lost, yield* findAllLeft(deletion.change, deletion.lost));
  });
}

const NOT_KNOWN = "what refers to it is not known in this language";

/** What the deletion of a whole file breaks: what refers to what it defines, and what imports it. @throws CANCELLED */
export const findLeftWithoutFile = async (
  scene: EditScene,
  file: Pick<LeftTarget, "path" | "text">,
): Promise<FoundPlace[]> =>
  scene.inSlices(function* (snapshot): Steps<FoundPlace[]> {
    const { path, text } = file;
    const deletion = deletionAt(snapshot, scene, { ...file, span: wholeOf(text) }, null);
    if (deletion === null) {
      return [{ path, line: 1, why: NOT_KNOWN }];
    }
    const { change, lost } = deletion;
    const places = placesOf(lost, yield* findAllLeft(change, lost));
    const imports: FoundPlace[] = [];
    for (const user of yield* importersOf(snapshot, change.base, path)) {
      const lines = new Set(importsOfAlone(change.base, user, path).map(({ line }) => line));
      const why = `imports ${path}, which is deleted`;
      imports.push(...[...lines].map((line) => ({ path: user, line, why, effect: "breaks" as const })));
    }
    const known = new Set(places.map(keyOfLine));
    return inOrder([...places, ...imports.filter((one) => !known.has(keyOfLine(one)))]);
  });

/** A whole file, as what goes or is replaced. */
export const wholeOf = (text: string) => ({
  path: null,
  nameLine: 1,
  startLine: 1,
  endLine: splitLines(text).length,
  start: 0,
  end: text.length,
  nameStart: 0,
  nameEnd: 0,
});

/** What refers to those definitions of a symbol whose names its new text does not define. `kept`: the names that it does. @throws CANCELLED */
export const findLeftByReplacement = async (
  scene: EditScene,
  target: LeftTarget,
  after: TextAfter,
  kept: ReadonlySet<string>,
): Promise<FoundPlace[]> =>
  scene.inSlices(function* (snapshot): Steps<FoundPlace[]> {
    const deletion = deletionAt(snapshot, scene, target, after);
    const definitions = deletion?.lost.definitions.filter(({ definition }) => !kept.has(definition.path)) ?? [];
    if (deletion === null || definitions.length === 0) {
      return [];
    }
    const lost = { ...deletion.lost, definitions };
    return placesOf(lost, yield* findNamedLeft(deletion.change, lost));
  });

/**
 * What uses those of the target's definitions that are still there with another signature. None in a language whose references are not
 * known. @throws CANCELLED
 */
export async function findLeftByForm(scene: EditScene, target: LeftTarget, after: TextAfter): Promise<FoundPlace[]> {
  const { path, text } = target;
  const [was, now] = await Promise.all(
    [text, after.text].map((one) => scene.analyzer.fingerprint(path, one, scene.signal)),
  );
  if (was === undefined || now === undefined || "unread" in was || "unread" in now) {
    return [];
  }
  const changed = comparePrints(was, now).changed.filter(({ kind }) => kind === "signature");
  return scene.inSlices(function* (snapshot): Steps<FoundPlace[]> {
    const deletion = changed.length === 0 ? null : deletionAt(snapshot, scene, target, after);
    const found: FoundPlace[] = [];
    for (const { definition, target: one } of deletion?.lost.definitions ?? []) {
      const isChanged = changed.some(
        ({ before }) => before.path === definition.path && before.nameLine === definition.nameLine,
      );
      const pair = deletion?.change.pairs[0] ?? null;
      const lost = deletion === null || !isChanged ? null : lostSymbol(deletion.change, one, pair, false);
      if (deletion !== null && lost !== null) {
        const { breaks, filesLeft } = yield* findBreaks(deletion.change, lost);
        const why = `uses ${definition.path}, whose signature is changed`;
        found.push(
          ...placesOf(lost, { breaks: breaks.map((each) => ({ ...each, effect: "may-break", why })), filesLeft }),
        );
      }
    }
    return found;
  });
}

/** The file as it will be: its text, and what that says of names; null where that cannot be read. */
export interface TextAfter {
  readonly text: string;
  readonly file: OverlaidFile | null;
}

/** `text`: the whole new text of the target's file. @throws CANCELLED */
export async function readAfter(
  { analyzer, signal }: EditScene,
  { path }: Pick<LeftTarget, "path">,
  text: string,
): Promise<TextAfter> {
  const facts = await analyzer.factsOf(path, text, signal);
  return { text, file: "unread" in facts ? null : facts };
}

interface Deletion {
  readonly change: Change;
  readonly lost: Lost;
}

/**
 * Null in a language whose references are not known. `after`: null where the file goes. A text that cannot be read is taken for the old one
 * without what goes.
 */
function deletionAt(
  snapshot: Snapshot,
  { signal }: EditScene,
  { path, span, text }: LeftTarget,
  after: TextAfter | null,
): Deletion | null {
  const isOver = lateAfter(TIME_MS_MAX);
  const lookup = lookupOf(snapshot);
  const facts = lookup.facts(path);
  const file = { path, language: lookup.language(path) };
  if (facts === null) {
    return null;
  }
  if (after !== null && after.file === null) {
    const edges: EdgeScene = openEdges(snapshot, lookup, signal, new Map(), isOver);
    const lost = lostWith(file, facts, span, null);
    return { lost, change: supposedChange(edges, lost) };
  }
  const pair: TextPair = { before: { path, text }, after: after && { path, text: after.text } };
  const present = new Map([[path, after?.file ?? null]]);
  const base = new Map([[path, { language: file.language, facts }]]);
  const change = openChange({ snapshot, base, present, pairs: [pair], signal, isOver });
  return { change, lost: lostWith(file, facts, span, pair) };
}

function placesOf(
  lost: Lost,
  { breaks, filesLeft }: { readonly breaks: readonly PlacedBreak[]; readonly filesLeft: ReadonlySet<string> },
): FoundPlace[] {
  const places = inOrder(
    breaks.map(({ kind: _kind, certainty: _certainty, before, ...place }) => ({ ...place, ...before })),
  );
  const { path } = lost;
  const line = outermostOf(lost)?.definition.nameLine ?? 1;
  return filesLeft.size === 0
    ? places
    : [...places, { path, line, why: "not all that refers to it was found in time" }];
}

/** An answer shows about as many places; of more, the doubtful ones come last. */
const SHOWN_MAX = 1_000;

/** By path and line. */
export function inOrder(places: readonly FoundPlace[]): FoundPlace[] {
  const doubt = ({ isOnUnknown = false }: FoundPlace): number => (isOnUnknown && places.length > SHOWN_MAX ? 1 : 0);
  return [...places].sort(
    (a, b) => doubt(a) - doubt(b) || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1),
  );
}
