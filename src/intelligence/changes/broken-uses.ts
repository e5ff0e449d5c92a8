// Uses of a symbol that a change removed, moved or gave another signature: references that still exist and referred to it before.
// Names are resolved in the base state, since afterwards there is nothing to resolve to.

import { semanticsOf } from "../../languages/semantics.ts";
import type { Linker } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import { atOnce } from "../../system/slices.ts";
import { FILE, OVERRIDES, type ReferenceGroup } from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "../edges/edge-scene.ts";
import { overriddenBy } from "../edges/overridden-member.ts";
import type { Reference } from "../edges/reference-search.ts";
import { findReferences, type References } from "../edges/references.ts";
import { brokenConversions } from "./broken-conversions.ts";
import { brokenOverrides, requiresMore } from "./broken-overrides.ts";
import type { ChangedProject, ChangedTarget } from "./changed-project.ts";
import { type FileUses, type FoundUses, usesByFile } from "./file-uses.ts";
import { survivorsOf } from "./surviving-lines.ts";

export interface BrokenUses {
  /** Files that the change leaves as they are before those it touches. */
  readonly users: readonly FileUses[];
  /** Further references by the name whose receiver is unknown. */
  readonly unknown: number;
  /** Files that were not looked into, or known in part alone. */
  readonly filesLeft: number;
  /** All that referred to it at the base state. */
  readonly all: References;
}

/** Throws nothing; if the time limit is reached, the files that were not searched are counted. */
export function brokenUses(project: ChangedProject, changed: ChangedTarget): BrokenUses {
  const { base, pairs } = project;
  const all = atOnce(findReferences(base, changed.target));
  const changedPaths = new Set(pairs.flatMap(({ before, after }) => [before?.path, after?.path]));
  if (isInherited(base, changed.target, changedPaths)) {
    const { uses, filesLeft } = brokenOverrides(project, changed, true);
    return { users: usesByFile(uses, changedPaths), unknown: 0, filesLeft: filesLeft.length, all };
  }
  const found: Reference[] = [];
  for (const reference of all.references) {
    const isOwn = reference.path === changed.pair.before?.path;
    if (!changedPaths.has(reference.path)) {
      found.push(...(breaks(project, changed, reference) ? [reference] : []));
    } else if (isOwn) {
      found.push(...leftInOwnFile(project, changed, reference));
    }
  }
  const inOthers = inOtherChanged(project, changed);
  const unnamed = brokenWithoutName(project, changed);
  const users = usesByFile([...found, ...inOthers.references, ...unnamed.flatMap(({ uses }) => uses)], changedPaths);
  const filesLeft = new Set([...all.filesLeft, ...inOthers.filesLeft, ...unnamed.flatMap((one) => one.filesLeft)]).size;
  return { users, unknown: all.unknown, filesLeft, all };
}

/** What needs the symbol as it was without naming it: places that use its type as an interface, and what overrides it. */
export const brokenWithoutName = (project: ChangedProject, changed: ChangedTarget): FoundUses[] => [
  brokenConversions(project, changed.target),
  brokenOverrides(project, changed),
];

/**
 * Whether the method takes the place of one that stays as it is, a library's or one in a file that is not changed: those that use it
 * use that one then, and what overrides it overrides that one.
 */
function isInherited(base: EdgeScene, target: Target, changed: ReadonlySet<string | undefined>): boolean {
  const [place] = target.places;
  const flags = place === undefined ? 0 : (base.lookup.facts(place.path)?.definitions[place.at]?.flags ?? 0);
  const overriding = semanticsOf(base.lookup.language(place?.path ?? "") ?? "")?.overriding;
  if (overriding?.areMarked !== true || (flags & OVERRIDES) === 0) {
    return false;
  }
  const above = overriddenBy(base, target);
  return above === null || !changed.has(above.path);
}

/** An import or export of a symbol that still exists is valid whatever its signature is. */
const counts = ({ isRemoved }: ChangedTarget, { role }: Reference): boolean =>
  isRemoved || (role !== "import" && role !== "export");

/** A reference in an unchanged file; if it now resolves to another definition, nothing is broken. */
function breaks(
  project: ChangedProject,
  changed: ChangedTarget,
  reference: Reference,
  /** The state in which the reference is looked at. */
  scene: EdgeScene = project.base,
): boolean {
  if (!changed.isRemoved || !counts(changed, reference)) {
    return counts(changed, reference);
  }
  const keys = new Set(changed.target.places.map(keyOf));
  const meant = groupsAt(scene, reference).filter((group) => leadsTo(scene.linker, reference.path, group, keys));
  return meant.length === 0 || !meant.every((group) => isReplaced(project, changed, reference, group));
}

/** Whether a reference to a removed symbol now resolves to a valid replacement. */
function isReplaced(
  project: ChangedProject,
  changed: ChangedTarget,
  { path, role }: Pick<Reference, "path" | "role">,
  group: ReferenceGroup,
): boolean {
  const { base, now } = project;
  const { value } = now.linker.target(path, group);
  if (value.is !== "definition") {
    return false;
  }
  if (hadAlternatives(base, changed) && !value.places.some((place) => isForAllBuilds(project, place.path))) {
    return false;
  }
  // A literal of the type lacks the new required member, although the old name is inherited.
  if (role === "write" && requiresMore(project, changed)) {
    return false;
  }
  const overriding = semanticsOf(base.lookup.language(path) ?? "")?.overriding;
  const isOfClass = changed.target.places.every((place) => ownerKind(base, place) === "class");
  // A class inherits nothing from an interface that it implements.
  const isPromised = isOfClass && value.places.every((place) => ownerKind(now, place) === "interface");
  return !(overriding?.interfacesHaveBodies === false && isPromised);
}

const ownerKind = ({ lookup }: EdgeScene, { path, at }: Place): string | undefined => {
  const definitions = lookup.facts(path)?.definitions ?? [];
  return definitions[definitions[at]?.parent ?? FILE]?.kind;
};

/** Whether further files defined the name before: those are for other builds, so they do not replace the removed definition. */
function hadAlternatives({ lookup, linker }: EdgeScene, { target }: ChangedTarget): boolean {
  const [place] = target.places;
  const definition = place === undefined ? undefined : lookup.facts(place.path)?.definitions[place.at];
  const mayHaveVariants = semanticsOf(lookup.language(place?.path ?? "") ?? "")?.hasBuildVariants === true;
  if (place === undefined || !mayHaveVariants || definition?.parent !== FILE || definition.path !== target.name) {
    return false;
  }
  const { value } = linker.resolve(place.path, target.name);
  return value.is === "definition" && value.places.length > target.places.length;
}

/** Whether the change makes the file, which may have been for some builds, one that is a part of every build. */
function isForAllBuilds({ now, pairs }: ChangedProject, path: string): boolean {
  const text = pairs.find(({ after }) => after?.path === path)?.after?.text;
  const semantics = semanticsOf(now.lookup.language(path) ?? "");
  return text !== undefined && semantics?.isUnderCondition?.(path, text) === false;
}

/** References on a line (1-based). */
export function groupsAt(
  { lookup }: EdgeScene,
  { path, line }: Pick<Reference, "path" | "line">,
): readonly ReferenceGroup[] {
  return (lookup.facts(path)?.references ?? []).filter(({ lines }) => lines.includes(line));
}

function leadsTo(linker: Linker, path: string, group: ReferenceGroup, keys: ReadonlySet<string>): boolean {
  const { value } = linker.target(path, group);
  return value.is === "definition" && value.places.some((place) => keys.has(keyOf(place)));
}

/** Lines of the symbol's own file that still use the name, if it resolves to nothing else now. */
function leftInOwnFile(project: ChangedProject, changed: ChangedTarget, reference: Reference): Reference[] {
  const { now } = project;
  const { before, after } = changed.pair;
  if (before === null || after === null || !counts(changed, reference)) {
    return [];
  }
  const line = survivorsOf(changed.pair).get(reference.line);
  const { name } = changed.target;
  const groups = line === undefined ? [] : groupsAt(now, { path: after.path, line });
  // What is imported under the name now takes the place of a definition at the top of the file.
  const isImported = now.lookup.facts(after.path)?.imports.some(({ local }) => local === name) === true;
  const same = isImported && isAtTop(changed, project.base) ? [] : groups.filter((group) => group.name === name);
  const here = { path: after.path, role: reference.role };
  const isLeft =
    same.length > 0 && !(changed.isRemoved && same.every((group) => isReplaced(project, changed, here, group)));
  return line === undefined || !isLeft ? [] : [{ ...reference, path: after.path, line }];
}

const isAtTop = ({ target }: ChangedTarget, { lookup }: EdgeScene): boolean =>
  target.places.every(({ path, at }) => lookup.facts(path)?.definitions[at]?.parent === FILE);

/** Uses in the other changed files, in their present state, of the file in its base state. */
function inOtherChanged(project: ChangedProject, changed: ChangedTarget): Pick<References, "references" | "filesLeft"> {
  const { now, pairs } = project;
  const others = pairs.flatMap((pair) =>
    pair === changed.pair || pair.after === null ? [] : [{ pair, path: pair.after.path }],
  );
  const { name } = changed.target;
  const naming = others.filter(({ path }) => names(now, path, name));
  if (naming.length === 0) {
    return { references: [], filesLeft: [] };
  }
  const byPath = new Map(naming.map(({ path, pair }) => [path, pair]));
  const scene = project.baseOf(changed.pair);
  const all = atOnce(findReferences(scene, changed.target));
  const left = all.references.filter((reference) => {
    const pair = byPath.get(reference.path);
    if (pair === undefined || !counts(changed, reference)) {
      return false;
    }
    return changed.isRemoved
      ? breaks(project, changed, reference, scene)
      : pair.before === null || new Set(survivorsOf(pair).values()).has(reference.line);
  });
  return { references: left, filesLeft: all.filesLeft.filter((path) => byPath.has(path)) };
}

const names = ({ lookup }: EdgeScene, path: string, name: string): boolean =>
  (lookup.facts(path)?.references ?? []).some((group) => group.name === name);
