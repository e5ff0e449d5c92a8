// The edits of a move to another package or module: a language has each use follow at its exact place; here the files are read, the
// text is taken out and put in, and imports go that nothing uses any more.

import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { typesAbove } from "../../intelligence/edges/related-types.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import {
  type BetweenMove,
  isInside,
  type MoveBetween,
  type PlacedText,
} from "../../languages/contract/move-between.ts";
import type { Overlay } from "../../linking/overlay.ts";
import { keyOf } from "../../linking/resolution.ts";
import { openSource } from "../../syntax/source.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionAt, NO_FACTS } from "../../vocabulary/facts.ts";
import { applyEdits } from "../apply-edits.ts";
import type { Built, EditScene, FileChange } from "../change-set.ts";
import { BetweenEdits } from "./between-edits.ts";
import type { Drafted } from "./draft-move.ts";
import { outermostOf } from "./find-needs.ts";
import { inPieces } from "./move-scene.ts";
import { type MovedPiece, piecesOf } from "./moved-text.ts";
import { type ExactText, overlayOfExact, placeUses, readExact } from "./placed-uses.ts";
import { readTexts } from "./read-texts.ts";
import { refused } from "./refusals.ts";
import { type Survey, TIME_MS_MAX } from "./survey-move.ts";

export interface BetweenTask {
  readonly survey: Survey;
  /** Project-relative path of the destination. */
  readonly to: string;
  readonly exportNeeded: boolean;
  readonly syntax: ImportSyntax;
  readonly between: MoveBetween;
}

export async function draftBetween(scene: EditScene, task: BetweenTask): Promise<Drafted | Built> {
  const { survey } = task;
  const { document } = survey.symbol;
  const own = ownOf(task);
  const names = namesOf(survey, own);
  const near = await scene.inSlices((snapshot) => neighboursOf(snapshot, task, names));
  const documents = new Map([document, ...near].map((one) => [one.path, one]));
  if (survey.destination !== null) {
    documents.set(survey.destination.path, survey.destination);
  }
  const read = await readTexts(scene, [...documents.values()]);
  if (read.kind !== "read") {
    return read;
  }
  const exact = await readExact(scene, read.texts);
  return "kind" in exact ? exact : scene.inSlices((snapshot) => draft(snapshot, scene, { ...task, own, names, exact }));
}

/** What moves, and what the language has go with it. */
function ownOf({ survey: { symbol, facts }, between }: BetweenTask): ReadonlySet<DefinitionAt> {
  const places = symbol.places.flatMap(({ path, at }) => (path === symbol.document.path ? [at] : []));
  return new Set([...places, ...between.attached(facts, symbol.definition)]);
}

/** Of what moves and of its members. */
const namesOf = ({ facts }: Survey, own: ReadonlySet<DefinitionAt>): ReadonlySet<string> =>
  new Set(facts.definitions.filter((_, at) => own.has(outermostOf(facts, at))).map(({ name }) => name));

/** Files that refer to it, and those that may use members of it that are not visible everywhere. */
function* neighboursOf(
  snapshot: Snapshot,
  { survey, between }: BetweenTask,
  names: ReadonlySet<string>,
): Steps<readonly DocumentRecord[]> {
  const { path } = survey.symbol.document;
  const paths = new Set(survey.references.references.map((reference) => reference.path));
  const lookup = lookupOf(snapshot);
  const named = new Set(between.readsNeeded === true ? survey.facts.references.map(({ name }) => name) : []);
  for (const neighbour of between.neighbours(path, lookup)) {
    const document = snapshot.documentAt(neighbour);
    const isUser = document !== undefined && [...names].some((name) => snapshot.mayName(document.id, name));
    if (isUser || (named.size > 0 && lookup.facts(neighbour)?.definitions.some(({ name }) => named.has(name)))) {
      paths.add(neighbour);
    }
    yield;
  }
  paths.delete(path);
  return [...paths].flatMap((one) => snapshot.documentAt(one) ?? []);
}

interface ReadTask extends BetweenTask {
  readonly own: ReadonlySet<DefinitionAt>;
  readonly names: ReadonlySet<string>;
  readonly exact: ReadonlyMap<string, ExactText>;
}

function* draft(snapshot: Snapshot, { signal }: EditScene, task: ReadTask): Steps<Drafted | Built> {
  const { survey, to, syntax, between, own, exact } = task;
  const { document, definition } = survey.symbol;
  const source = exact.get(document.path);
  if (source === undefined || snapshot.documentAt(document.path)?.contentHash !== document.contentHash) {
    return { kind: "stale", message: `${document.path} changed while it was read: ask again`, candidates: [] };
  }
  const refusal = refusalOf(task, source);
  if (refusal !== null) {
    return refusal;
  }
  const sourceLines = openSource(source.text);
  const definitions = [...own].flatMap((at) => survey.facts.definitions[at] ?? []);
  const pieces = piecesOf(source, sourceLines, definitions, survey.facts);
  if (typeof pieces === "string") {
    return refused("unsupported", source.path, definition.nameLine, pieces, "move it by hand");
  }
  const move = yield* openMove(snapshot, task, { source, pieces, signal });
  const edits = new BetweenEdits(move, syntax);
  between.follow(move, edits);
  if (edits.draft.refusals.length > 0) {
    return { kind: "refused", refusals: edits.draft.refusals };
  }
  edits.removeUnusedImports();
  const lookup = lookupOf(snapshot);
  const header = survey.destination === null ? between.header(source, to, lookup) : "";
  if (typeof header !== "string") {
    return refused("unsupported", to, null, header.refused, "name another file");
  }
  edits.takeOver();
  const { all, texts } = changesOf(edits, exact, header, task);
  return {
    kind: "drafted",
    change: {
      intent: `move_symbol ${source.path}#${definition.path} to ${to}`,
      changes: all,
      left: edits.draft.left,
      symbols: [`${to}#${definition.path}`],
    },
    overlayTexts: texts,
    moved: { from: source.path, to, own, inside: inPieces({ pieces, sourceLines }), rebased: syntax.rebased },
    paths: [...exact.keys(), ...mentioning(snapshot, task)],
  };
}

/** Why nothing can leave the source or enter the destination. */
function refusalOf({ survey, syntax, to, exact }: ReadTask, source: ExactText): Built | null {
  const there = exact.get(to);
  for (const file of there === undefined ? [source] : [source, there]) {
    const why = syntax.refusal?.(file.facts, file.text, file.path) ?? null;
    if (why !== null) {
      const message = `${survey.symbol.definition.path} cannot be moved: ${why}`;
      return refused("unsupported", file.path, null, message, "move it by hand");
    }
  }
  const why = there === undefined ? (syntax.refusal?.(source.facts, "", to) ?? null) : null;
  return why === null
    ? null
    : refused("unsupported", to, null, `${survey.symbol.definition.path} cannot be moved: ${why}`, "move it by hand");
}

/** Files beside the destination, in which the name may mean something else so far. */
function mentioning(snapshot: Snapshot, { survey, to, between }: ReadTask): string[] {
  const { name } = survey.symbol;
  return between.neighbours(to, lookupOf(snapshot)).filter((path) => {
    const document = snapshot.documentAt(path);
    return document !== undefined && snapshot.mayName(document.id, name);
  });
}

interface Opened {
  readonly source: ExactText;
  readonly pieces: readonly MovedPiece[];
  readonly signal: AbortSignal;
}

function* openMove(
  snapshot: Snapshot,
  { survey, to, exportNeeded, own, names, exact }: ReadTask,
  { source, pieces, signal }: Opened,
): Steps<BetweenMove & { readonly pieces: readonly MovedPiece[] }> {
  const isNew = survey.destination === null;
  const { language } = source;
  const made: ExactText = { ...EMPTY, path: to, text: "", contentHash: "", language };
  const overlay: Overlay = new Map([
    ...overlayOfExact(exact),
    ...(isNew ? [[to, { language, facts: null }] as const] : []),
  ]);
  const edges = openEdges(snapshot, lookupOf(snapshot), signal, overlay, lateAfter(TIME_MS_MAX));
  const place = (text: ExactText): PlacedText =>
    placeUses(edges, text, { path: source.path, own }, text === source ? null : names);
  const users: PlacedText[] = [];
  for (const text of exact.values()) {
    if (text !== source && text.path !== to) {
      users.push(place(text));
      yield;
    }
  }
  return {
    definition: survey.symbol.definition,
    own,
    pieces,
    source: place(source),
    destination: place(exact.get(to) ?? made),
    isNew,
    users,
    exportNeeded,
    lookup: edges.lookup,
    isBelow: (type, above) => typesAbove(edges, type).has(keyOf(above)),
  };
}

const EMPTY = {
  statements: [],
  items: [],
  isWhole: true,
  facts: NO_FACTS,
};

function changesOf(
  { draft, move }: BetweenEdits,
  exact: ReadonlyMap<string, ExactText>,
  header: string,
  { syntax, between }: BetweenTask,
): { readonly all: readonly FileChange[]; readonly texts: ReadonlyMap<string, string | null> } {
  const all: FileChange[] = [];
  const texts = new Map<string, string | null>();
  const { source, destination, isNew, pieces } = move;
  const isEmptied =
    between.deletesEmptied &&
    source.items.every((item) => item.kind === "import" || item.kind === "lead" || isInside(pieces, item.start));
  for (const file of new Set([source, destination, ...move.users])) {
    const edits = draft.replacementsOf(file, syntax, source);
    const text = applyEdits(file.text, edits);
    const { path } = file;
    const contentHash = exact.get(path)?.contentHash ?? "";
    if (file === source && isEmptied) {
      all.push({ kind: "delete", path, contentHash });
      texts.set(path, null);
    } else if (file === destination && isNew) {
      all.push({ kind: "create", path, text: header + text, like: source.path });
      texts.set(path, header + text);
    } else if (edits.length > 0) {
      all.push({ kind: "edit", path, contentHash, edits });
      texts.set(path, text);
    }
  }
  return { all, texts };
}
