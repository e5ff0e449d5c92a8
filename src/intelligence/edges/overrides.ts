// What has to change together with a member in languages that declare supertypes: members that override it, and the class
// itself if a supertype requires the member. Pure over facts.

import { semanticsOf } from "../../languages/semantics.ts";
import { classPlacesOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import {
  ABSTRACT,
  type DefinitionFact,
  FILE,
  OPTIONAL,
  OVERRIDES,
  type ReferenceGroup,
} from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";
import { hierarchyOf } from "./hierarchy.ts";
import { inheritedMember, overriddenBy } from "./overridden-member.ts";
import { findReferences } from "./references.ts";
import { definitionOf } from "./related-types.ts";

export interface Override {
  readonly path: string;
  /** 1-based, of its name. */
  readonly line: number;
  /** Whether it says itself that there is something that it overrides. */
  readonly isMarked: boolean;
}

export interface Overrides {
  /** Members of subtypes that take its place. */
  readonly overriding: readonly Override[];
  /** Whether what implements its type must have it: it is abstract, or an interface's. */
  readonly isRequired: boolean;
  /** The class that would no longer be complete without it; null where nothing of the project asks for it. */
  readonly completes: { readonly path: string; readonly line: number } | null;
  /** Whether one that takes fewer parameters still takes its place. */
  readonly fewerParametersFit: boolean;
  readonly isWhole: boolean;
}

const NONE: Overrides = {
  overriding: [],
  isRequired: false,
  completes: null,
  fewerParametersFit: false,
  isWhole: true,
};

const MEMBERS: ReadonlySet<string> = new Set(["method", "field", "function", "variable", "type"]);
const VALUES: ReadonlySet<string> = new Set(["field", "variable", "type"]);
const TYPES: ReadonlySet<string> = new Set(["class", "enum", "interface", "type"]);

const WITH_VALUES: ReadonlySet<string> = new Set(["class", "enum"]);

/** Kinds of types that only declare which members an implementation has. */
const ASKING: ReadonlySet<string> = new Set(["interface", "type"]);

/** Empty for anything but a member of a class or interface, and in languages whose interfaces are implemented without being named. */
export function* overridesOf(scene: EdgeScene, target: Target): Steps<Overrides> {
  const [place] = target.places;
  const definition = place === undefined ? undefined : definitionOf(scene, place);
  if (place === undefined || definition === undefined || !MEMBERS.has(definition.kind) || definition.parent === FILE) {
    return NONE;
  }
  const owner: Place = { path: place.path, at: definition.parent };
  const around = definitionOf(scene, owner);
  if (around === undefined || !TYPES.has(around.kind) || scene.linker.comparesMethods(owner)) {
    return NONE;
  }
  const semantics = semanticsOf(scene.lookup.language(place.path) ?? "");
  const hierarchy = yield* hierarchyOf(scene, target);
  const overriding = (hierarchy?.overriding ?? []).map(({ node }): Override => {
    // A field of the same name is another symbol under the same path.
    const own = (node.target?.places ?? [])
      .map((one) => definitionOf(scene, one))
      .find((one) => one !== undefined && semantics?.isOneKind(definition, one) !== false);
    return { path: node.path, line: own?.nameLine ?? node.line, isMarked: ((own?.flags ?? 0) & OVERRIDES) !== 0 };
  });
  return {
    overriding,
    isRequired: needsImplementation(scene, place.path, definition, around),
    completes: isRequiredAbove(scene, target, around) ? { path: place.path, line: around.nameLine } : null,
    fewerParametersFit: semantics?.overriding.fewerParametersFit === true,
    isWhole: hierarchy?.isWhole !== false,
  };
}

/** Whether an implementation needs a member of its own: the member is abstract, or an interface's without a body. */
export function needsImplementation(
  { lookup }: EdgeScene,
  path: string,
  { flags, kind }: DefinitionFact,
  around: DefinitionFact,
): boolean {
  const overriding = semanticsOf(lookup.language(path) ?? "")?.overriding;
  const isInferred = kind === "type" && overriding?.typesAreInferred === true;
  const isBare = ASKING.has(around.kind) && overriding?.interfacesHaveBodies === false;
  return (flags & OPTIONAL) === 0 && !isInferred && ((flags & ABSTRACT) !== 0 || isBare);
}

export interface ExternalOverrides {
  readonly places: readonly Place[];
  readonly filesLeft: readonly string[];
}

/** What implements a member for types outside of the project: `fn push` in `impl Drive for Vec<T>`. By lines of the index. */
export function* externalOverrides(scene: EdgeScene, { name, places: [own] }: Target): Steps<ExternalOverrides> {
  const member = own === undefined ? undefined : definitionOf(scene, own);
  const owner = own === undefined || member === undefined ? null : { path: own.path, at: member.parent };
  const around = owner === null ? undefined : definitionOf(scene, owner);
  if (owner === null || around?.kind !== "interface") {
    return { places: [], filesLeft: [] };
  }
  const { references, filesLeft } = yield* findReferences(scene, { name: around.name, places: [owner] });
  const places = references.flatMap(({ path, line, role }) => {
    const { definitions = [], references: groups = [] } = scene.lookup.facts(path) ?? {};
    const heads = groups.flatMap(({ lines, roles }) => lines.filter((one, at) => roles[at] === "extend" && one > line));
    const end = Math.min(...heads, Number.POSITIVE_INFINITY);
    return definitions.flatMap((one, at) => {
      const isExternal = one.name === name && one.parent === FILE && (one.flags & OVERRIDES) !== 0;
      return role === "extend" && isExternal && line < one.nameLine && one.nameLine < end ? [{ path, at }] : [];
    });
  });
  return { places, filesLeft };
}

/**
 * Whether the target is a member that a type of a library may have, because something outside of all types implements its interface for
 * none of the project's: `impl Drive for [T]`, `impl<T: Named> Drive for T`.
 */
export function* isImplementedForLibraries(scene: EdgeScene, { places: [own] }: Target): Steps<boolean> {
  const { lookup, linker } = scene;
  const owner: Place = {
    path: own?.path ?? "",
    at: (own === undefined ? undefined : definitionOf(scene, own))?.parent ?? FILE,
  };
  const around = definitionOf(scene, owner);
  if (around?.kind !== "interface" || semanticsOf(lookup.language(owner.path) ?? "")?.implementsSeparately !== true) {
    return false;
  }
  const { references } = yield* findReferences(scene, { name: around.name, places: [owner] });
  return references.some(({ path, line, role }) => {
    const { definitions = [], references: groups = [] } = lookup.facts(path) ?? {};
    const isOfOne = definitions.some(
      (one) => (TYPE_KINDS.has(one.kind) || one.supers.length > 0) && containsLine(one, line),
    );
    const isFor = (group: ReferenceGroup): boolean =>
      group.lines.some((one, at) => one === line && group.roles[at] === "type") &&
      classPlacesOf(linker.target(path, group)).some((place) => definitionOf(scene, place)?.kind !== "interface");
    return role === "extend" && !isOfOne && !groups.some(isFor);
  });
}

const containsLine = ({ startLine, endLine }: DefinitionFact, line: number): boolean =>
  startLine <= line && line <= endLine;

/** The nearest member of its name above, which a class may have because an interface asks for it: a property, constant or type, too. */
export function memberAbove(scene: EdgeScene, target: Target): Place | null {
  const [place] = target.places;
  const own = place === undefined ? undefined : definitionOf(scene, place);
  const isValue = own !== undefined && VALUES.has(own.kind) && own.parent !== FILE;
  return place !== undefined && isValue
    ? inheritedMember(scene, { path: place.path, at: own.parent }, own)
    : (overriddenBy(scene, target)?.target?.places[0] ?? null);
}

/** Whether the nearest member that it overrides has to be implemented by this type. */
function isRequiredAbove(scene: EdgeScene, target: Target, type: DefinitionFact): boolean {
  const above = memberAbove(scene, target);
  const asking = above === null ? undefined : definitionOf(scene, above);
  if (above === null || asking === undefined) {
    return false;
  }
  const around = definitionOf(scene, { ...above, at: asking.parent });
  return (
    around !== undefined &&
    hasToComplete(scene, above.path, type, around) &&
    needsImplementation(scene, above.path, asking, around)
  );
}

/** Whether a type has to have what one above it only asks for. `path`: of a file of the language. */
export function hasToComplete(
  { lookup }: EdgeScene,
  path: string,
  { kind, flags }: DefinitionFact,
  asking: Pick<DefinitionFact, "kind">,
): boolean {
  const isAbstract = (flags & ABSTRACT) !== 0;
  const overriding = semanticsOf(lookup.language(path) ?? "")?.overriding;
  const isAsked = !isAbstract || (ASKING.has(asking.kind) && overriding?.abstractClassesDeclare === true);
  return WITH_VALUES.has(kind) && isAsked;
}
