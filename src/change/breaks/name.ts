// What refers to a lost definition by its name, and still stands after the change. Names are resolved in the base state, since
// afterwards there is nothing to resolve to; one that resolves to a replacement then is not broken.

import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findExpansions } from "../../intelligence/edges/expansions.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { findReferences, type References, referring } from "../../intelligence/edges/references.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Steps } from "../../system/slices.ts";
import { hasMember } from "../../vocabulary/chain.ts";
import { CALL_ROLES, EXPANDED, FILE, MACRO, type ReferenceGroup, type Role } from "../../vocabulary/facts.ts";
import {
  type BreakPlaces,
  type Change,
  changedPaths,
  type Effect,
  type FoundBreak,
  type FoundBreaks,
  type Lost,
  type LostDefinition,
} from "../state/change.ts";
import { survivorsOf } from "../state/surviving-lines.ts";
import { hasInheritedPlace } from "./inherited-place.ts";
import { counts, groupsAt, isReplaced, stillMeans } from "./replaced.ts";

/** Shorter names are in no list of what libraries have. */
const DISTINCTIVE_LENGTH_MIN = 4;

export interface NamedBreaks extends FoundBreaks {
  /** All that referred to the outermost definitions in the base state. */
  readonly all: References;
}

const NOTHING: References = { references: [], unknown: 0, unresolved: [], filesRead: [], filesLeft: [] };

export function* findNamed(change: Change, lost: Lost): Steps<NamedBreaks> {
  const breaks: FoundBreak[] = [];
  const doubtful: FoundBreak[] = [];
  const filesLeft = new Set<string>();
  let all = NOTHING;
  for (const one of lost.definitions) {
    const found = yield* findReferences(change.base, one.target);
    all = one.isOutermost ? joined(all, found) : all;
    addAll(filesLeft, found.filesLeft);
    const others = yield* inOtherChanged(change, lost, one);
    addAll(filesLeft, others.filesLeft);
    const own = [...inUnchanged(change, lost, one, found), ...inOwnFile(change, lost, one, found)];
    breaks.push(...[...own, ...others.standing].map((reference) => breakOf(change, one, reference)));
    doubtful.push(...onUnknown(change, lost, one, found));
  }
  const expanded = yield* whereExpanded(change, lost, breaks);
  addAll(filesLeft, expanded.filesLeft);
  // Of two reasons for a line the first one counts.
  return { breaks: [...breaks, ...expanded.breaks, ...doubtful], filesLeft: [...filesLeft], all };
}

function addAll(paths: Set<string>, more: readonly string[]): void {
  for (const path of more) {
    paths.add(path);
  }
}

const joined = (one: References, other: References): References => ({
  references: [...one.references, ...other.references],
  unknown: one.unknown + other.unknown,
  unresolved: [...one.unresolved, ...other.unresolved],
  filesRead: [...one.filesRead, ...other.filesRead],
  filesLeft: [...one.filesLeft, ...other.filesLeft],
});

/** A reference that still stands, and what becomes of it. */
interface Standing extends Pick<Reference, "path" | "line" | "role" | "certainty"> {
  readonly isKept: boolean;
  readonly places?: BreakPlaces;
}

function breakOf(
  { base }: Change,
  one: LostDefinition,
  { path, line, role, certainty, isKept, places }: Standing,
): FoundBreak {
  const { definition, target, isOutermost } = one;
  const isSure = certainty !== "heuristic";
  const isCall = CALL_ROLES.has(role);
  // A deleted type breaks what names the type, not what names its members on a value; an enumerator may be named by itself, and nothing
  // but the path through a module leads to what is in it.
  const isNamed = isOutermost || isInModule(base, one) || isBare(base, places?.before ?? { path, line }, target.name);
  const effect: Effect = isKept ? "changes" : isSure && isNamed ? "breaks" : "may-break";
  return {
    kind: "name",
    effect,
    certainty,
    path,
    line,
    ...(places === undefined ? {} : { places }),
    endLine: memberEnd(base, definition.path, { path, line }),
    why: `${isSure ? "refers" : "may refer"} to ${definition.path}, which is deleted`,
    calls: isCall ? target.name : undefined,
    isByName: !isSure && isOutermost,
    uses: isSure && (role === "read" || isCall) ? definition.path : undefined,
    isExpansion: (definition.flags & (EXPANDED | MACRO)) !== 0 ? true : undefined,
  };
}

/** The end of a member that begins there and is written outside of its type: all of it rests on that. */
function memberEnd({ lookup }: EdgeScene, type: string, { path, line }: Pick<Reference, "path" | "line">) {
  const all = lookup.facts(path)?.definitions ?? [];
  return all.find((one) => one.nameLine === line && one.path.startsWith(`${type}.`) && one.endLine > line)?.endLine;
}

/** What a value has of a module that is mixed in is a method. */
const isInModule = ({ lookup }: EdgeScene, { definition, target }: LostDefinition): boolean =>
  definition.kind !== "method" &&
  target.places.some(({ path }) => lookup.facts(path)?.definitions[definition.parent]?.kind === "module");

/** Whether the name stands there without a value or type before it. */
const isBare = (base: EdgeScene, place: Pick<Reference, "path" | "line">, name: string): boolean =>
  groupsAt(base, place).some((group) => group.name === name && group.of !== null && !hasMember(group.of));

function inUnchanged(change: Change, lost: Lost, one: LostDefinition, { references }: References): Standing[] {
  const changed = changedPaths(change);
  const isInherited = hasInheritedPlace(change, lost, one);
  return references.flatMap((reference): Standing[] => {
    if (changed.has(reference.path) || !counts(lost, reference)) {
      return [];
    }
    const isKept = isInherited || (lost.isRemoved && stillMeans(change, lost, one, reference, change.base));
    return [{ ...reference, isKept }];
  });
}

/** The names by which code may refer to it. */
const spellings = ({ language }: Lost, { target: { name } }: LostDefinition): readonly string[] =>
  semanticsOf(language ?? "")?.writtenAs(name) ?? [name];

/** Lines of the symbol's own file that still use the name, if it resolves to nothing else now. */
function inOwnFile(change: Change, lost: Lost, one: LostDefinition, { references }: References): Standing[] {
  const { before = null, after = null } = lost.pair ?? {};
  if (lost.pair === null || before === null || after === null) {
    return [];
  }
  const { now } = change;
  const { name } = one.target;
  const names = spellings(lost, one);
  // Facts pass over a name that means what the language has, as it does now.
  const isOwnName = lost.isRemoved && languageById(lost.language)?.facts?.builtIn.has(name) === true;
  const survivors = survivorsOf(lost.pair);
  // What is imported under the name now takes the place of a definition at the top of the file.
  const isImported = now.lookup.facts(after.path)?.imports.some(({ local }) => local === name) === true;
  const isAtTop = one.target.places.every(({ at }) => lost.facts.definitions[at]?.parent === FILE);
  if (isImported && isAtTop) {
    return [];
  }
  return references.flatMap((reference): Standing[] => {
    const isOwn = reference.path === before.path;
    const line = isOwn ? (survivors.get(reference.line) ?? lost.shared.get(reference.line)) : undefined;
    const place = { path: after.path, line: line ?? 0, role: reference.role };
    const places = { before: reference, after: place };
    const same =
      line === undefined || !counts(lost, reference)
        ? []
        : groupsAt(now, place).filter((group) => names.includes(group.name));
    if (same.length === 0) {
      return survivors.has(reference.line) && isOwnName ? [{ ...reference, isKept: true, places }] : [];
    }
    const isKept = lost.isRemoved && same.every((group) => isReplaced(change, lost, one, place, group));
    return [{ ...reference, isKept, places }];
  });
}

/** Uses in the other changed files, in their present state, of the file in its base state. */
function* inOtherChanged(
  change: Change,
  lost: Lost,
  one: LostDefinition,
): Steps<{ readonly standing: readonly Standing[]; readonly filesLeft: readonly string[] }> {
  const { now, pairs } = change;
  const { pair } = lost;
  const names = spellings(lost, one);
  const naming = pairs.filter(
    (other) =>
      other !== pair &&
      other.after !== null &&
      (now.lookup.facts(other.after.path)?.references ?? []).some((group) => names.includes(group.name)),
  );
  if (pair === null || naming.length === 0) {
    return { standing: [], filesLeft: [] };
  }
  const byPath = new Map(naming.map((other) => [other.after?.path, other]));
  const scene = change.baseOf(pair);
  const all = yield* findReferences(scene, one.target);
  const standing = all.references.flatMap((reference): Standing[] => {
    const other = byPath.get(reference.path);
    if (other === undefined || !counts(lost, reference)) {
      return [];
    }
    const isAdapted =
      !lost.isRemoved && other.before !== null && ![...survivorsOf(other).values()].includes(reference.line);
    const isKept = lost.isRemoved && stillMeans(change, lost, one, reference, scene);
    return isAdapted ? [] : [{ ...reference, isKept, places: { before: null, after: reference } }];
  });
  return { standing, filesLeft: all.filesLeft.filter((path) => byPath.has(path)) };
}

/** Uses of macros whose text is among the places, and of macros whose text uses those. */
function* whereExpanded({ base }: Change, lost: Lost, among: readonly FoundBreak[]): Steps<FoundBreaks> {
  const standing = among.filter(({ places, effect }) => effect !== "changes" && places?.before !== null);
  const isGone = ({ path, line }: Pick<FoundBreak, "path" | "line">): boolean =>
    path === lost.path && lost.isInside(line);
  const { expansions, filesLeft } = yield* findExpansions(base, standing, isGone);
  const breaks = expansions.map(({ path, line, role, name, certainty }): FoundBreak => {
    const calls = CALL_ROLES.has(role) ? name : undefined;
    const why = `expands ${name}, whose text uses what is deleted`;
    return { kind: "name", effect: "breaks", certainty, path, line, why, calls, isExpansion: true };
  });
  return { breaks, filesLeft };
}

/** Its name on values of unknown type: of a member that goes with others, not where libraries have the name too. */
function onUnknown(change: Change, lost: Lost, one: LostDefinition, found: References): FoundBreak[] {
  const { name } = one.definition;
  if (!one.isOutermost && isLibraryMember(name, lost.language)) {
    return [];
  }
  const isMember = one.definition.parent !== FILE;
  const open = [
    ...found.unresolved,
    ...(isMember ? ofLibraries(change.base, name, lost.language, found.filesRead) : []),
  ];
  return open.map(({ path, line, role }) => ({
    kind: "name",
    effect: "may-break",
    certainty: "heuristic",
    path,
    line,
    why: `on a value of unknown type, may refer to ${one.definition.path}, which is deleted`,
    calls: CALL_ROLES.has(role) ? one.target.name : undefined,
    uses: role === "type" ? one.definition.path : undefined,
    isOnUnknown: true,
  }));
}

/**
 * A member's name on values whose type a library gives, though no library has such a member: a callback's parameter is of the project's
 * type that the library was given (`ProxyHandler<State>`), or the project adds the member to the library's.
 */
export function ofLibraries(
  { lookup, linker }: EdgeScene,
  name: string,
  language: string | null,
  files: readonly string[],
): { readonly path: string; readonly line: number; readonly role: Role }[] {
  if (name.length < DISTINCTIVE_LENGTH_MIN || isLibraryMember(name, language)) {
    return [];
  }
  return files.flatMap((path) => {
    const groups = lookup.facts(path)?.references ?? [];
    return referring(groups, name).flatMap((index) => {
      const group = groups[index] as ReferenceGroup;
      const isOpen = group.of !== null && hasMember(group.of) && linker.target(path, group).value.is !== "definition";
      return isOpen ? group.lines.map((line, at) => ({ path, line, role: group.roles[at] ?? "read" })) : [];
    });
  });
}
