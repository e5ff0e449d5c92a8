// Finds what a rename is about: the symbol, the definitions that have to keep one name with it, and the files that may refer to
// it. Refuses what cannot have the new name, before any file is read.
import { fileOfModule } from "../../change/breaks/declaration.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { findReferences, type References } from "../../intelligence/edges/references.ts";
import { resolveTarget, type TargetSymbol } from "../../intelligence/edges/target.ts";
import { documentsWith } from "../../intelligence/symbols/candidate-files.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Overlay } from "../../linking/overlay.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE, GLOBAL, LOCAL } from "../../vocabulary/facts.ts";
import type { Built, EditScene, Refusal } from "../change-set.ts";
import { withoutTarget } from "../without-target.ts";
import type { Naming } from "./choose-places.ts";
import { findCollisions } from "./collisions.ts";
import { embeddedFields, type Family, familyOf } from "./rename-family.ts";

export interface RenameRequest {
  /** Address: `path#Class.method`, `Class.method`, `path:line`. */
  readonly symbol: string;
  /** First digits of the SHA-256 of its file that the caller saw. */
  readonly hash?: string | undefined;
  readonly newName: string;
  /** Whether references are renamed that are matched by their name alone. */
  readonly includeHeuristic: boolean;
}

/** Longest time for each of the three searches, in milliseconds: an incomplete one would leave references behind. */
const TIME_MS_MAX = 20_000;

export interface LookedUp {
  readonly kind: "found";
  readonly target: TargetSymbol;
  readonly family: Family;
  readonly references: References;
  /** Files with the name as a word. */
  readonly mentioning: readonly string[];
}

/** Whether values of unknown type may have it. */
export const canBeMember = ({ definition: { parent, kind } }: TargetSymbol): boolean =>
  parent !== FILE || kind === "method";

/** Files that are looked into for further places to list. */
export const OTHERS_MAX = 300;

export const refused = (...refusals: readonly Refusal[]): Built => ({ kind: "refused", refusals });

export const edgesOver = (snapshot: Snapshot, { signal }: EditScene, overlay?: Overlay): EdgeScene =>
  openEdges(snapshot, lookupOf(snapshot), signal, overlay, lateAfter(TIME_MS_MAX));

/** The symbol, all that has to keep its name with it, and which files may refer to it. */
export function* lookUp(snapshot: Snapshot, scene: EditScene, request: RenameRequest): Steps<LookedUp | Built> {
  const edges = edgesOver(snapshot, scene);
  const targeted = resolveTarget(snapshot, edges.lookup, request.symbol);
  if (targeted.kind === "unread") {
    return refused(unreadRefusal(targeted.found.document));
  }
  if (targeted.kind !== "found") {
    return withoutTarget(request.symbol, targeted);
  }
  const target = targeted.symbol;
  if (request.hash !== undefined && !target.document.contentHash.startsWith(request.hash)) {
    return staleOf(target);
  }
  const mixed = ofSeveralKinds(edges, target);
  if (mixed !== null) {
    return mixed;
  }
  const namesake = localNamesake(edges, target);
  if (namesake !== null) {
    const message = `another ${target.name} inside of the same function or file cannot be told apart from it`;
    const { path } = target.document;
    return refused({ rule: "unsupported", path, line: namesake, message, remedy: "rename it by replace_in_symbol" });
  }
  if (request.newName === target.name) {
    const intent = `rename_symbol ${request.symbol} to ${request.newName}`;
    return { kind: "built", change: { intent, changes: [], left: [], symbols: [] } };
  }
  const invalid = nameRefusal(target, request.newName);
  if (invalid !== null) {
    return refused(invalid);
  }
  const file = fileOfModule(edges, target.document.path, target.definition);
  if (file !== undefined) {
    const message = `${file} has the name of the module, and would have to be renamed with it`;
    const { path } = target.document;
    const remedy = "rename the file, what declares the module and each place that finds it by hand";
    return refused({ rule: "unsupported", path, line: target.definition.nameLine, message, remedy });
  }
  const shortened = otherNameRefusal(target);
  if (shortened !== null) {
    return refused(shortened);
  }
  const named = yield* familyOf(edges, target);
  const found = yield* findReferences(edges, { name: target.name, places: named.places }, true);
  const embedded = TYPE_KINDS.has(target.definition.kind) ? embeddedFields(edges, target, found.references) : [];
  const family = { ...named, places: [...named.places, ...embedded], embedded };
  const collisions =
    family.refusals.length > 0 ? family.refusals : yield* findCollisions(edges, family, naming(target, request));
  if (collisions.length > 0) {
    return refused(...collisions);
  }
  const references =
    embedded.length === 0 ? found : yield* findReferences(edges, { name: target.name, places: family.places }, true);
  const mentioning = canBeMember(target) ? filesMentioning(snapshot, target) : [];
  return references.filesLeft.length === 0
    ? { kind: "found", target, family, references, mentioning }
    : refused(notSearched(references.filesLeft[0] ?? null));
}

/** A field and a method of one name, of which the path does not choose; null where all definitions are one symbol's. */
function ofSeveralKinds({ lookup }: EdgeScene, { document, definition, places }: TargetSymbol): Built | null {
  const semantics = semanticsOf(document.language ?? "");
  const all = places.flatMap(({ path, at }) =>
    path === document.path ? (lookup.facts(path)?.definitions[at] ?? []) : [],
  );
  if (
    semantics === null ||
    semantics === undefined ||
    all.every((one) => semantics.isOneKind(definition, one) || isAsWritten(definition, one))
  ) {
    return null;
  }
  const candidates = all.map(({ kind, nameLine, startLine, endLine }) => ({
    address: `${document.path}:${nameLine}`,
    kind,
    startLine,
    endLine,
  }));
  return {
    kind: "ambiguous",
    message: `${definition.path} names a ${candidates.map((one) => one.kind).join(" and a ")}`,
    candidates,
  };
}

/** A record's component, which is a field and a method by one name in the text. */
const isAsWritten = (one: DefinitionFact, other: DefinitionFact): boolean =>
  one.nameLine === other.nameLine && one.startLine === other.startLine && one.endLine === other.endLine;

/** Other definitions of its name inside of functions, from which links do not tell it apart. */
function localNamesake({ lookup }: EdgeScene, { name, document, definition }: TargetSymbol): number | null {
  if ((definition.flags & LOCAL) === 0) {
    return null;
  }
  const { parent, nameLine } = definition;
  const all = lookup.facts(document.path)?.definitions ?? [];
  const isOther = (one: DefinitionFact): boolean => one.name === name && one.nameLine !== nameLine;
  // What a script puts on `window` is no namesake of what stands in the file.
  const other = all.find((one) => isOther(one) && one.parent === parent && (one.flags & GLOBAL) === 0);
  return other?.nameLine ?? null;
}

/** Of languages that can refer to it. */
function filesMentioning(snapshot: Snapshot, { name, document }: TargetSymbol): string[] {
  const family = (language: string | null) => semanticsOf(language ?? "")?.modules;
  const own = family(document.language);
  return [...documentsWith(snapshot, name)].filter(({ language }) => family(language) === own).map(({ path }) => path);
}

const staleOf = ({ document, definition }: TargetSymbol): Built => {
  const { path, kind, startLine, endLine } = definition;
  return {
    kind: "stale",
    message: `${document.path} changed since its hash was given`,
    candidates: [{ address: `${document.path}#${path}`, kind, startLine, endLine }],
  };
};

const naming = (target: TargetSymbol, { newName }: RenameRequest): Naming => ({ from: target.name, to: newName });

export const notSearched = (path: string | null): Refusal => ({
  rule: "unsupported",
  path,
  line: null,
  message: "not all files could be searched for references",
  remedy: "try again; if that does not help, rename by replace_in_symbol",
});

/** Of a symbol that the index has without what refers to it. */
const unreadRefusal = ({ path, language }: Pick<TargetSymbol["document"], "path" | "language">): Refusal =>
  languageById(language)?.rename === undefined
    ? unsupportedIn(path, language)
    : {
        rule: "unsupported",
        path,
        line: null,
        message: "it cannot be renamed: what refers to it is not known",
        remedy: "rename by replace_in_symbol, file by file",
      };

const unsupportedIn = (path: string, language: string | null): Refusal => ({
  rule: "unsupported",
  path,
  line: null,
  message: `rename_symbol does not support ${language ?? "this kind of file"}`,
  remedy: "rename the definition and each place that find_references lists by replace_in_symbol",
});

/** Of a type that files may write by another name, which would have to change with it. */
function otherNameRefusal({ document, definition, name }: TargetSymbol): Refusal | null {
  const names = semanticsOf(document.language ?? "")?.writtenAs(name) ?? [name];
  const other = TYPE_KINDS.has(definition.kind) ? names.find((one) => one !== name) : undefined;
  return other === undefined
    ? null
    : {
        rule: "unsupported",
        path: document.path,
        line: definition.nameLine,
        message: `${name} may be written ${other}, too, and these uses would not be renamed`,
        remedy: "rename by replace_in_symbol, file by file",
      };
}

/** Null for a name that the language allows. */
function nameRefusal({ document, definition, name }: TargetSymbol, to: string): Refusal | null {
  const rules = languageById(document.language)?.rename;
  if (rules === undefined) {
    return unsupportedIn(document.path, document.language);
  }
  const place = { path: document.path, line: definition.nameLine } as const;
  if (!rules.identifier.test(to) || rules.reserved.has(to)) {
    const message = `${JSON.stringify(to.slice(0, 80))} cannot be a name in ${document.language}`;
    return { rule: "unsupported", ...place, message, remedy: "give an identifier that is no keyword" };
  }
  if (rules.isFixed?.(name) === true) {
    const message = `${name} has its meaning by its name`;
    return { rule: "unsupported", ...place, message, remedy: "leave it, or replace it by another symbol" };
  }
  if (!rules.identifier.test(name)) {
    const message = `${name} is not written as a plain name`;
    return { rule: "unsupported", ...place, message, remedy: "rename by replace_in_symbol" };
  }
  return null;
}
