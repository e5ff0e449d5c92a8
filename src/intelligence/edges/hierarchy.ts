// The hierarchy around a class, interface or type: its supertypes, subtypes or implementers, and members; for a method, what
// overrides it. If types implement an interface by having its methods, as in Go, these are compared.
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionFact, FILE, LOCAL, PRIVATE, STATIC } from "../../vocabulary/facts.ts";
import { keyOfNode } from "./calls.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";
import {
  add,
  definitionOf,
  descendants,
  type Found,
  implementedBy,
  implementers,
  type Relative,
  relatives,
} from "./related-types.ts";

export interface Member {
  readonly path: string;
  readonly definition: DefinitionFact;
}

export interface Hierarchy {
  /** What it extends, implements or embeds by its own word, as far as that is the project's. */
  readonly supers: readonly Relative[];
  /** Interfaces that it implements by its methods alone. */
  readonly implemented: readonly Relative[];
  /** All that extends or implements it, directly or not; in Go what embeds it. */
  readonly subtypes: readonly Relative[];
  /** For a method: those of `subtypes` that override it, and in Go those of `implemented` through which it is called. */
  readonly overriding: readonly Relative[];
  /** In order of path and line. */
  readonly members: readonly Member[];
  /** False where time was up first: then more may be found. */
  readonly isWhole: boolean;
}

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "type", "enum", "module"]);
const LATE: Hierarchy = { supers: [], implemented: [], subtypes: [], overriding: [], members: [], isWhole: false };

/** Null for what is neither a type nor a member of one. */
export function* hierarchyOf(scene: EdgeScene, { places: [place] }: Target): Steps<Hierarchy | null> {
  const definition = place === undefined ? undefined : definitionOf(scene, place);
  if (place === undefined || definition === undefined) {
    return null;
  }
  if (TYPES.has(definition.kind)) {
    return yield* ofType(scene, place, definition);
  }
  const owner = inTime(() => ownerOf(scene, place, definition));
  if (owner === null) {
    return LATE;
  }
  return owner.value === null ? null : yield* ofMember(scene, place, definition, owner.value);
}

/** Null for a member that cannot be overridden. */
function ownerOf({ lookup, linker }: EdgeScene, place: Place, definition: DefinitionFact): Place | null {
  const { kind, parent, flags, path, name } = definition;
  if ((kind !== "method" && kind !== "field" && kind !== "function") || (flags & (PRIVATE | STATIC | LOCAL)) !== 0) {
    return null;
  }
  if (parent !== FILE) {
    const owner = { path: place.path, at: parent };
    return TYPES.has(lookup.facts(place.path)?.definitions[parent]?.kind ?? "") ? owner : null;
  }
  if (path === name) {
    return null;
  }
  const owners = linker
    .owners(place, name)
    .filter((one) => linker.members(one).some((own) => keyOf(own) === keyOf(place)));
  return owners[0] ?? null;
}

function* ofType(scene: EdgeScene, place: Place, definition: DefinitionFact): Steps<Hierarchy> {
  const { linker, lookup } = scene;
  const byMethods = linker.comparesMethods(place);
  const members = inTime(() => linker.members(place));
  const supers = inTime(() => declaredSupers(scene, place));
  yield;
  const subtypes: Found = new Map();
  const implemented: Found = new Map();
  const isWhole =
    byMethods && definition.kind === "interface"
      ? yield* implementers(scene, place, subtypes)
      : yield* descendants(scene, place, subtypes);
  const isSearched = !byMethods || (yield* implementedBy(scene, place, implemented));
  const keysOf = (all: readonly Relative[]): ReadonlySet<string> => new Set(all.map(({ node }) => keyOfNode(node)));
  const above = supers?.value ?? [];
  const asked = relatives(implemented);
  // What an interface embeds is a part of it; what a struct embeds and implements by that is said once.
  const isInterface = definition.kind === "interface";
  const [embedded, known] = [keysOf(above), keysOf(asked)];
  return {
    supers: isInterface ? above : above.filter(({ node }) => !known.has(keyOfNode(node))),
    implemented: isInterface ? asked.filter(({ node }) => !embedded.has(keyOfNode(node))) : asked,
    subtypes: relatives(subtypes),
    overriding: [],
    members: (members?.value ?? [])
      .flatMap(({ path, at }) => {
        const member = lookup.facts(path)?.definitions[at];
        return member === undefined ? [] : { path, definition: member };
      })
      .sort((a, b) => (a.path === b.path ? a.definition.nameLine - b.definition.nameLine : a.path < b.path ? -1 : 1)),
    isWhole: isWhole && isSearched && members !== null && supers !== null,
  };
}

function* ofMember(scene: EdgeScene, place: Place, definition: DefinitionFact, owner: Place): Steps<Hierarchy | null> {
  const { linker } = scene;
  const byMethods = linker.comparesMethods(owner);
  const others: Found = new Map();
  const isInterface = definitionOf(scene, owner)?.kind === "interface";
  const isWhole = !byMethods
    ? yield* descendants(scene, owner, others)
    : isInterface
      ? yield* implementers(scene, owner, others)
      : yield* implementedBy(scene, owner, others);
  const overriding: Found = new Map();
  for (const { place: type, certainty } of others.values()) {
    const own = byMethods
      ? (linker.methodSet(type)?.methods.get(definition.name)?.place ?? null)
      : memberLike(scene, type, definition);
    if (own !== null && keyOf(own) !== keyOf(place)) {
      add(scene, overriding, own, certainty);
    }
  }
  return { supers: [], implemented: [], subtypes: [], overriding: relatives(overriding), members: [], isWhole };
}

/** A field takes the place of no method, where a type may have both under one name. */
function memberLike(scene: EdgeScene, type: Place, definition: DefinitionFact): Place | null {
  const members = inTime(() => scene.linker.members(type))?.value ?? [];
  const semantics = semanticsOf(scene.lookup.language(type.path) ?? "");
  const isLike = (member: Place): boolean => {
    const other = definitionOf(scene, member);
    return other?.name === definition.name && semantics?.isOneKind(definition, other) !== false;
  };
  return members.find(isLike) ?? null;
}

function declaredSupers(scene: EdgeScene, place: Place): Relative[] {
  const found: Found = new Map();
  for (const { value, certainty } of scene.linker.supers(place)) {
    for (const one of value.is === "definition" || value.is === "instance" ? value.places : []) {
      add(scene, found, one, certainty);
    }
  }
  return relatives(found);
}
