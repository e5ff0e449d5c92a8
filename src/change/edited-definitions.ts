// What edits broke, without a version control system: what the index had of the edited files before it saw the edits, and what it has now.
// Coarser than a comparison of texts (analyze-changes.ts): definitions that are gone, or take other parameters.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Snapshot } from "../index/snapshot.ts";
import { symbolOf } from "../intelligence/edges/target.ts";
import { inTime } from "../linking/linker.ts";
import type { OverlaidFile, Overlay } from "../linking/overlay.ts";
import { type DefinitionFact, EXPORTED, type Facts, FILE, isNamed, LOCAL } from "../vocabulary/facts.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import { brokenUses } from "./breaks/broken-uses.ts";
import type { FileUses } from "./breaks/file-uses.ts";
import { openChange } from "./open-change.ts";
import type { TextPair } from "./state/change.ts";

/** A file as the index had it at some time. */
interface IndexedFile extends OverlaidFile {
  /** Hex SHA-256 of its bytes. */
  readonly contentHash: string;
}

/** By path; an overlay that brings the files back. */
export type IndexedFiles = ReadonlyMap<string, IndexedFile>;

export interface EditedDefinition {
  readonly path: string;
  /** In the facts before the edit. */
  readonly at: number;
  readonly definition: DefinitionFact;
  readonly change: "removed" | "signature";
}

export interface EditedUses extends EditedDefinition {
  /** Null where it was not looked for in time. */
  readonly users: readonly FileUses[] | null;
}

/** What the index has of these files now, for a comparison after its next update; without those that it has no facts of. */
export function indexedFacts(snapshot: Snapshot, paths: readonly string[]): IndexedFiles {
  const files = paths.flatMap((path): [string, IndexedFile][] => {
    const document = snapshot.documentAt(path);
    const facts = factsOf(snapshot, path);
    return document === undefined || facts === null
      ? []
      : [[path, { language: document.language, facts, contentHash: document.contentHash }]];
  });
  return new Map(files);
}

/** Those of them that are not in the index as they were. */
const changedSince = (snapshot: Snapshot, before: IndexedFiles): IndexedFiles =>
  new Map([...before].filter(([path, { contentHash }]) => snapshot.documentAt(path)?.contentHash !== contentHash));

/** Read in full, since the snapshot is released before they are used. */
function factsOf(snapshot: Snapshot, path: string): Facts | null {
  const document = snapshot.documentAt(path);
  const shape = document === undefined ? null : snapshot.shape(document.id);
  return document === undefined || shape === null ? null : { ...shape, ...snapshot.inside(document.id) };
}

/** Of each file that `before` has. A file of which there are no facts now, although it exists, says nothing. */
const editedDefinitions = (snapshot: Snapshot, before: Overlay): EditedDefinition[] =>
  [...before].flatMap(([path, file]) => {
    const was = file?.facts?.definitions ?? [];
    const exists = snapshot.documentAt(path) !== undefined;
    const now = factsOf(snapshot, path)?.definitions ?? null;
    return exists && now === null ? [] : differencesOf(path, was, now ?? []);
  });

function differencesOf(
  path: string,
  was: readonly DefinitionFact[],
  now: readonly DefinitionFact[],
): EditedDefinition[] {
  const [before, after] = [formsByPath(was), formsByPath(now)];
  const isRemoved = (definition: DefinitionFact): boolean => !after.has(definition.path);
  const seen = new Set<string>();
  return was.flatMap((definition, at): EditedDefinition[] => {
    if (!isSymbol(definition) || seen.has(definition.path) || isWithin(was, definition, isRemoved)) {
      return [];
    }
    seen.add(definition.path);
    const change = isRemoved(definition)
      ? "removed"
      : after.get(definition.path) === before.get(definition.path)
        ? null
        : "signature";
    return change === null ? [] : [{ path, at, definition, change }];
  });
}

/** What only serves to resolve other names, and what no other file can name. */
const isSymbol = (definition: DefinitionFact): boolean => isNamed(definition) && (definition.flags & LOCAL) === 0;

/** A deleted type breaks only what names the type, not what names its members. */
function isWithin(
  all: readonly DefinitionFact[],
  { parent }: DefinitionFact,
  isRemoved: (definition: DefinitionFact) => boolean,
): boolean {
  const above = parent === FILE ? undefined : all[parent];
  return above !== undefined && (isRemoved(above) || isWithin(all, above, isRemoved));
}

/** All definitions of a path, since it may be overloaded, as far as others depend on their form. */
function formsByPath(definitions: readonly DefinitionFact[]): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const { path, kind, parameters, signature, flags } of definitions.filter(isSymbol)) {
    forms.set(path, `${forms.get(path) ?? ""}${kind} ${parameters} ${signature} ${flags & EXPORTED}\n`);
  }
  return forms;
}

export interface EditedUsesTask {
  readonly before: IndexedFiles;
  /** These files as they are now; their earlier texts are not known. */
  readonly texts: ReadonlyMap<string, string>;
  readonly withSnapshot: <Value>(use: (snapshot: Snapshot) => Value) => Value;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** Time between two yields to other work, and for one symbol, in milliseconds. */
const SLICE_MS = 60;
const SYMBOL_MS = 500;

/** Who still uses what the edits removed or changed. Throws CANCELLED. */
export async function usesOfEdits(task: EditedUsesTask): Promise<readonly EditedUses[]> {
  const { texts, withSnapshot, timeMsMax, signal } = task;
  const until = performance.now() + timeMsMax;
  // Of a file that is as it was, every line counts as a use.
  const before = withSnapshot((snapshot) => changedSince(snapshot, task.before));
  const edited = withSnapshot((snapshot) => editedDefinitions(snapshot, before));
  const pairs = [...before.keys()].map((path): TextPair => {
    const text = texts.get(path);
    return { before: { path, text: "" }, after: text === undefined ? null : { path, text } };
  });
  const found: EditedUses[] = [];
  while (found.length < edited.length && performance.now() < until) {
    throwIfCancelled(signal);
    withSnapshot((snapshot) => {
      const sliceEnd = Math.min(until, performance.now() + SLICE_MS);
      let deadline = until;
      const isOver = (): boolean => performance.now() > deadline;
      const project = openChange({ snapshot, base: before, present: new Map(), pairs, signal, isOver });
      do {
        deadline = Math.min(until, performance.now() + SYMBOL_MS);
        const one = edited[found.length];
        if (one !== undefined) {
          found.push({ ...one, users: inTime(() => usersOf(project, before, one))?.value ?? null });
        }
      } while (found.length < edited.length && performance.now() < sliceEnd);
    });
    await yieldToEvents();
  }
  return [...found, ...edited.slice(found.length).map((one) => ({ ...one, users: null }))];
}

function usersOf(
  project: ReturnType<typeof openChange>,
  before: Overlay,
  { path, at, change }: EditedDefinition,
): readonly FileUses[] {
  const file = before.get(path);
  const pair = project.pairs.find((one) => one.before?.path === path);
  const target = file?.facts ? symbolOf({ path, language: file.language }, file.facts, [at]) : null;
  return target === null || pair === undefined
    ? []
    : brokenUses(project, { target, pair, isRemoved: change === "removed" }).users;
}
