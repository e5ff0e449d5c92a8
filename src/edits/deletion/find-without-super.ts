// What rests on members that come by way of a deleted type: of what it extends, through what extends it. The project is linked
// once more without the deleted definitions, and each use of such a member has to mean what it meant.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { referring } from "../../intelligence/edges/references.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime, openLinker } from "../../linking/linker.ts";
import { overlaidLookup } from "../../linking/overlay.ts";
import { classPlacesOf, keyOf, type Place, type Resolution } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import type { DefinitionFact, Facts, ReferenceGroup } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT, placeIn } from "./deleted.ts";

/** Of the types above the deleted one; further members are not looked for. */
const NAMES_MAX = 300;

export function* findWithoutSuper(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const names = inTime(() => inheritedNames(edges, deleted))?.value ?? new Set();
  if (names.size === 0) {
    return NOTHING_LEFT;
  }
  const files = new Map<string, Set<string>>();
  for (const name of [...names].slice(0, NAMES_MAX)) {
    for (const path of yield* edges.candidates(name, name, deleted.path)) {
      files.set(path, (files.get(path) ?? new Set()).add(name));
    }
  }
  const after = linkerWithout(edges, deleted);
  const places: LeftPlace[] = [];
  for (const [path, mentioned] of files) {
    const facts = edges.lookup.facts(path);
    const lost = edges.isOver() ? null : inTime(() => lostIn(edges, after, path, facts, mentioned));
    if (lost === null) {
      return { places, isWhole: false };
    }
    places.push(...lost.value.map(({ line, name }) => ({ path, line, why: whyLost(deleted, name) })));
    yield;
  }
  return { places, isWhole: names.size <= NAMES_MAX };
}

const whyLost = ({ facts, outermost: [at] }: Deleted, name: string): string =>
  `${name} is reached by way of ${facts.definitions[at ?? -1]?.path}, which is deleted`;

/** Names of the members of all that the deleted types extend. */
function inheritedNames({ linker, lookup }: EdgeScene, deleted: Deleted): ReadonlySet<string> {
  const types = deleted.gone.filter((at) => TYPE_KINDS.has(deleted.facts.definitions[at]?.kind ?? "variable"));
  const above = types.flatMap((at) => linker.supers(placeIn(deleted, at)).flatMap(classPlacesOf));
  const seen = new Set(types.map((at) => keyOf(placeIn(deleted, at))));
  const names = new Set<string>();
  for (const place of above) {
    if (seen.size === seen.add(keyOf(place)).size) {
      continue;
    }
    for (const member of linker.members(place)) {
      names.add(definitionAt(lookup.facts(member.path), member)?.name ?? "");
    }
    above.push(...linker.supers(place).flatMap(classPlacesOf));
  }
  names.delete("");
  return names;
}

const definitionAt = (facts: Facts | null, { at }: Place): DefinitionFact | undefined => facts?.definitions[at];

/** Of the project without what is deleted. Ordinals and lines stay as they are. */
function linkerWithout({ lookup, isOver }: EdgeScene, { path, facts, gone, isInside }: Deleted) {
  const without = new Set(gone);
  const definitions = facts.definitions.map(
    (definition, at): DefinitionFact =>
      without.has(at)
        ? { ...definition, name: "{}", path: "{}", kind: "variable", type: null, supers: [], flags: 0 }
        : definition,
  );
  const references = facts.references.filter(({ lines }) => !lines.every(isInside));
  const file = { language: lookup.language(path), facts: { ...facts, definitions, references } };
  return openLinker(overlaidLookup(lookup, new Map([[path, file]])), semanticsOf, isOver);
}

function lostIn(
  { linker }: EdgeScene,
  after: EdgeScene["linker"],
  path: string,
  facts: Facts | null,
  names: ReadonlySet<string>,
): { readonly line: number; readonly name: string }[] {
  const groups = facts?.references ?? [];
  return [...names].flatMap((name) =>
    referring(groups, name).flatMap((at) => {
      const group = groups[at] as ReferenceGroup;
      const meant = placesOf(linker.target(path, group));
      return meant !== "" && meant !== placesOf(after.target(path, group))
        ? group.lines.map((line) => ({ line, name }))
        : [];
    }),
  );
}

const placesOf = ({ value }: Resolution): string =>
  value.is === "definition" ? value.places.map(keyOf).sort().join(" ") : "";
