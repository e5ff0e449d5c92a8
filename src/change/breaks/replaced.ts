// Whether what referred to a lost definition means another one after the change, so that nothing is broken.
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Linker } from "../../linking/linker.ts";
import { keyOf, type Place, placesOf } from "../../linking/resolution.ts";
import { importChain, parseRoot, splitFirst } from "../../vocabulary/chain.ts";
import { FILE, type ImportFact, type ReferenceGroup } from "../../vocabulary/facts.ts";
import type { Change, Lost, LostDefinition } from "../state/change.ts";
import { requiresMore } from "./override.ts";

/** An import or export of a symbol that still exists is valid whatever its form is. */
export const counts = ({ isRemoved }: Lost, { role }: Pick<Reference, "role">): boolean =>
  isRemoved || (role !== "import" && role !== "export");

/** References on a line (1-based). */
export const groupsAt = (
  { lookup }: EdgeScene,
  { path, line }: Pick<Reference, "path" | "line">,
): readonly ReferenceGroup[] => (lookup.facts(path)?.references ?? []).filter(({ lines }) => lines.includes(line));

/** Whether all that means it on the line of the reference has a replacement. `scene`: the state in which the reference is looked at. */
export function stillMeans(
  change: Change,
  lost: Lost,
  one: LostDefinition,
  reference: Pick<Reference, "path" | "line" | "role">,
  scene: EdgeScene,
): boolean {
  const keys = new Set(one.target.places.map(keyOf));
  const meant = groupsAt(scene, reference).filter((group) => leadsTo(scene.linker, reference.path, group, keys));
  return meant.length > 0 && meant.every((group) => isReplaced(change, lost, one, reference, group));
}

export function leadsTo(linker: Linker, path: string, group: ReferenceGroup, keys: ReadonlySet<string>): boolean {
  const { value } = linker.target(path, group);
  return value.is === "definition" && value.places.some((place) => keys.has(keyOf(place)));
}

/** Whether a reference to a removed symbol resolves to a valid replacement now. */
export function isReplaced(
  change: Change,
  lost: Lost,
  { target }: LostDefinition,
  { path, role }: Pick<Reference, "path" | "role">,
  group: ReferenceGroup,
): boolean {
  const { base, now, gone } = change;
  const { value } = now.linker.target(path, group);
  const places = value.is === "definition" ? value.places.filter((place) => !gone.has(keyOf(place))) : [];
  if (places.length === 0) {
    return isImportedThere(change, target, path, group);
  }
  if (hadAlternatives(change, lost, target) && !places.some((place) => isForAllBuilds(change, place.path))) {
    return false;
  }
  // A literal of the type lacks the new required member, although the old name is inherited.
  if (role === "write" && requiresMore(change, lost)) {
    return false;
  }
  const overriding = semanticsOf(base.lookup.language(path) ?? "")?.overriding;
  const isOfClass = target.places.every((place) => ownerKind(base, place) === "class");
  // A class inherits nothing from an interface, or a type, that it implements.
  const isPromised = isOfClass && places.every((place) => PROMISING.has(ownerKind(now, place) ?? ""));
  return !(overriding?.interfacesHaveBodies === false && isPromised);
}

/** Whether the module that it is imported from has the name from somewhere else now, such as from a library. */
function isImportedThere({ base, now }: Change, { places }: Target, path: string, { of }: ReferenceGroup): boolean {
  const root = of === null ? null : parseRoot(of.slice(0, of.length - splitFirst(of).steps.length));
  const wanted = root?.is === "import" ? now.lookup.facts(path)?.imports[root.at] : undefined;
  const modules = semanticsOf(now.lookup.language(path) ?? "")?.modules;
  const keys = new Set(places.map(keyOf));
  const led = (file: string, { specifier, imported }: ImportFact): boolean =>
    base.lookup.facts(file)?.imports.some((one, at) => {
      const isSame = one.specifier === specifier && one.imported === imported;
      return isSame && placesOf(base.linker.resolve(file, importChain(at))).some((place) => keys.has(keyOf(place)));
    }) === true;
  return (wanted === undefined ? [] : (modules?.resolve(wanted.specifier, path, now.lookup) ?? [])).some((file) => {
    const facts = now.lookup.facts(file);
    // Where exports are written out, an import alone is seen by nobody else.
    return facts?.exports === null && facts.imports.some((one) => one.local === wanted?.imported && !led(file, one));
  });
}

const PROMISING: ReadonlySet<string> = new Set(["interface", "type"]);

const ownerKind = ({ lookup }: EdgeScene, { path, at }: Place): string | undefined => {
  const definitions = lookup.facts(path)?.definitions ?? [];
  return definitions[definitions[at]?.parent ?? FILE]?.kind;
};

/** Whether further files defined the name before: those are for other builds, so they do not replace the removed definition. */
function hadAlternatives(
  { base }: Change,
  { path, language, facts }: Lost,
  { name, places }: LostDefinition["target"],
): boolean {
  const definition = facts.definitions[places[0]?.at ?? FILE];
  const mayHaveVariants = semanticsOf(language ?? "")?.hasBuildVariants === true;
  if (!mayHaveVariants || definition?.parent !== FILE || definition.path !== name) {
    return false;
  }
  const { value } = base.linker.resolve(path, name);
  return value.is === "definition" && value.places.length > places.length;
}

/** Whether the change makes the file, which may have been for some builds, one that is a part of every build. */
function isForAllBuilds({ now, pairs }: Change, path: string): boolean {
  const text = pairs.find(({ after }) => after?.path === path)?.after?.text;
  const semantics = semanticsOf(now.lookup.language(path) ?? "");
  return text !== undefined && semantics?.isUnderCondition?.(path, text) === false;
}
