// The edits of a move over one state of the project: users follow, the destination is filled, the source cleaned. Pure.

import type { Snapshot } from "../../index/snapshot.ts";
import { lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { leads } from "../../intelligence/edges/reference-search.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import type { Overlay } from "../../linking/overlay.ts";
import { keyOf } from "../../linking/resolution.ts";
import { openSource } from "../../syntax/source.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionAt, type Facts, FILE } from "../../vocabulary/facts.ts";
import { applyEdits } from "../apply-edits.ts";
import type { Built, ChangeSet, FileChange } from "../change-set.ts";
import type { differences } from "./check-move.ts";
import { cleanSource, isStillUsed } from "./clean-source.ts";
import { Draft } from "./draft.ts";
import { fillDestination } from "./fill-destination.ts";
import { followUser } from "./follow-users.ts";
import { inPieces, type MoveScene, resolveModule } from "./move-scene.ts";
import { defaultStatement, piecesOf } from "./moved-text.ts";
import type { ExactText } from "./placed-uses.ts";
import type { MoveText } from "./read-texts.ts";
import { refused } from "./refusals.ts";
import { type Survey, TIME_MS_MAX } from "./survey-move.ts";
import { followThrough } from "./through-modules.ts";

/** What a move is made of once its files are read. */
export interface MoveTask {
  readonly survey: Survey;
  /** Project-relative path of the destination. */
  readonly to: string;
  readonly exportNeeded: boolean;
  readonly syntax: ImportSyntax;
  readonly texts: ReadonlyMap<string, MoveText>;
  /** Users that name it through its module, with exact places. */
  readonly exact: ReadonlyMap<string, ExactText>;
  readonly signal: AbortSignal;
}

export interface Drafted {
  readonly kind: "drafted";
  readonly change: ChangeSet;
  /** The changed files after the move; null for one that is deleted. */
  readonly overlayTexts: ReadonlyMap<string, string | null>;
  readonly moved: Parameters<typeof differences>[3];
  /** Files in which every name has to mean what it meant. */
  readonly paths: readonly string[];
}

export function* draftMove(snapshot: Snapshot, task: MoveTask): Steps<Drafted | Built> {
  const { survey, syntax, texts } = task;
  const opened = openScene(snapshot, task);
  if ("kind" in opened) {
    return opened;
  }
  const { draft, source, destination, definition } = opened;
  let isPassedOn = false;
  for (const user of syntax.scope === "file" ? survey.users : []) {
    const text = texts.get(user.path);
    isPassedOn = (text !== undefined && followUser(opened, text)) || isPassedOn;
    const exact = task.exact.get(user.path);
    if (exact !== undefined) {
      followThrough(opened, exact);
    }
    yield;
  }
  const isUsedElsewhere = survey.users.some(({ path }) => path !== destination.path);
  fillDestination(opened, isUsedElsewhere || isStillUsed(opened) || opened.exportedAs.size > 0);
  cleanSource(opened, isPassedOn);
  if (draft.refusals.length > 0) {
    return { kind: "refused", refusals: draft.refusals };
  }
  const changes = changesOf(opened, survey, texts);
  if ("kind" in changes) {
    return changes;
  }
  return {
    kind: "drafted",
    change: {
      intent: `move_symbol ${source.path}#${definition.path} to ${destination.path}`,
      changes: changes.all,
      left: draft.left,
      symbols: [`${destination.path}#${definition.path}`],
    },
    overlayTexts: changes.texts,
    moved: {
      from: source.path,
      to: destination.path,
      own: opened.own,
      inside: inPieces(opened),
      rebased: syntax.rebased,
    },
    paths: [source.path, destination.path, ...survey.users.map(({ path }) => path)],
  };
}

function openScene(snapshot: Snapshot, task: MoveTask): MoveScene | Built {
  const { survey, to, exportNeeded, syntax, texts, signal } = task;
  const { facts, symbol, destination } = survey;
  const { document, definition } = symbol;
  const source = texts.get(document.path);
  if (source === undefined || snapshot.documentAt(document.path)?.contentHash !== document.contentHash) {
    return { kind: "stale", message: `${document.path} changed while it was read: ask again`, candidates: [] };
  }
  const cannot = cannotMove(snapshot, task, source);
  if (cannot !== null) {
    return refused(
      "unsupported",
      cannot.path,
      null,
      `${definition.path} cannot be moved: ${cannot.why}`,
      "move it by hand",
    );
  }
  const there = destination === null ? facts.package : (snapshot.shape(destination.id)?.package ?? null);
  if (there !== facts.package) {
    return refused("unsupported", to, null, `${to} is of another package`, "name a file of the same package");
  }
  const sourceLines = openSource(source.text);
  const named = symbol.places.flatMap(({ path, at }) => (path === source.path ? [at] : []));
  const places = [...new Set([...named, ...(syntax.between?.attached(facts, definition) ?? [])])];
  const definitions = places.flatMap((at) => facts.definitions[at] ?? []);
  const pieces = piecesOf(source, sourceLines, definitions, facts);
  if (typeof pieces === "string") {
    return refused("unsupported", source.path, definition.nameLine, pieces, "move it by hand");
  }
  const own = new Set([...places, ...nameless(facts, inPieces({ pieces, sourceLines }))]);
  const made: Overlay = new Map(destination === null ? [[to, { language: document.language, facts: null }]] : []);
  const edges = openEdges(snapshot, lookupOf(snapshot), signal, made, lateAfter(TIME_MS_MAX));
  const keys = new Set([...own].map((at) => keyOf({ path: source.path, at })));
  const exported = (facts.exports ?? [])
    .filter(({ of }) => leads(edges, source.path, of, keys))
    .map(({ name }) => name);
  const empty = { path: to, text: "", contentHash: "", statements: [], items: [], isWhole: true };
  const apart = exported.includes("default") ? defaultStatement(source, definition.name) : null;
  const all = apart === null || pieces.some(({ code }) => code === apart.code) ? pieces : [...pieces, apart];
  return {
    edges,
    syntax,
    draft: new Draft(),
    source,
    sourceLines,
    facts,
    destination: texts.get(to) ?? empty,
    destinationFacts: destination === null ? null : edges.lookup.facts(to),
    definition,
    own,
    pieces: all,
    exportedAs: new Set(facts.exports === null ? [definition.name] : exported),
    exportNeeded,
  };
}

interface Changes {
  readonly all: readonly FileChange[];
  readonly texts: ReadonlyMap<string, string | null>;
}

function changesOf(
  scene: MoveScene,
  { importers, destination: known }: Survey,
  files: ReadonlyMap<string, MoveText>,
): Changes | Built {
  const { draft, syntax, source, destination } = scene;
  const all: FileChange[] = [];
  const texts = new Map<string, string | null>();
  const isEmptied = isLeftEmpty(scene);
  for (const file of new Set([...files.values(), destination])) {
    const edits = draft.replacementsOf(file, syntax, source);
    const text = applyEdits(file.text, edits);
    const { path, contentHash } = file;
    if (file === source && isEmptied) {
      all.push({ kind: "delete", path, contentHash });
      texts.set(path, null);
    } else if (file === destination && known === null) {
      const whole = (syntax.header?.(source) ?? "") + text;
      all.push({ kind: "create", path, text: whole, like: source.path });
      texts.set(path, whole);
    } else if (edits.length > 0) {
      all.push({ kind: "edit", path, contentHash, edits });
      texts.set(path, text);
    }
  }
  const remaining = isEmptied ? importers.filter((path) => importsStill(scene, path, files.get(path))) : [];
  return remaining.length === 0
    ? { all, texts }
    : refused(
        "unsupported",
        remaining[0] ?? null,
        null,
        `nothing else is in ${source.path}, which ${remaining.join(", ")} would go on importing`,
        "rename the file, or move something else first",
      );
}

/** Why nothing can leave the source or enter the destination. */
function cannotMove(
  snapshot: Snapshot,
  { survey: { facts, destination }, syntax, texts, to }: MoveTask,
  source: MoveText,
): { readonly path: string; readonly why: string } | null {
  const left = syntax.refusal?.(facts, source.text, source.path) ?? null;
  if (left !== null) {
    return { path: source.path, why: left };
  }
  const shape = destination === null ? null : snapshot.shape(destination.id);
  const there = shape === null ? facts : { ...shape, references: [], conversions: [] };
  const entered = syntax.refusal?.(there, texts.get(to)?.text ?? "", to) ?? null;
  return entered === null ? null : { path: to, why: entered };
}

/** Definitions without a name, such as the members of a union, stand beside what they are a part of. */
const nameless = ({ definitions }: Facts, inside: (line: number) => boolean): DefinitionAt[] =>
  definitions.flatMap(({ parent, nameLine }, at) => (parent === FILE && inside(nameLine) ? [at] : []));

/** Whether nothing but imports and comments would remain of the source. */
function isLeftEmpty({ source, pieces, draft }: MoveScene): boolean {
  const moved = new Set(pieces.map(({ code }) => code));
  const isExporting = source.statements.some(
    (statement) => statement.role === "export" && statement.names.some((name) => !draft.isGone(statement, name)),
  );
  return !isExporting && source.items.every((item) => item.kind !== "code" || moved.has(item));
}

/** Whether a file imports the source after the move. */
function importsStill(scene: MoveScene, path: string, file: MoveText | undefined): boolean {
  const { draft, source } = scene;
  return (
    file === undefined ||
    file.statements.some(
      (statement) =>
        statement.module !== null &&
        resolveModule(scene, statement.module.text, path).includes(source.path) &&
        !draft.isRedirected(statement) &&
        (statement.names.length === 0 || statement.names.some((name) => !draft.isGone(statement, name))),
    )
  );
}
