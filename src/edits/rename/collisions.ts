// Where the new name already belongs to something: beside a renamed definition, in a type related to its own, or among the imports
// of a file that imports it.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { folderOf } from "../../linking/lookup.ts";
import { keyOf, type Place, placesOf } from "../../linking/resolution.ts";
import { lineAt } from "../../syntax/source.ts";
import type { Steps } from "../../system/slices.ts";
import { selfChain } from "../../vocabulary/chain.ts";
import { FILE, isNamed } from "../../vocabulary/facts.ts";
import type { Refusal } from "../change-set.ts";
import { type Chosen, type Naming, rulesOf } from "./choose-places.ts";
import type { PlacedFiles } from "./placed-files.ts";
import type { Family } from "./rename-family.ts";
import { usesByOffset } from "./uses.ts";

/** `scene`: the project before the change, by lines. */
export function* findCollisions(scene: EdgeScene, family: Family, { to }: Naming): Steps<Refusal[]> {
  const found = new Map<string, Place>();
  for (const place of family.places) {
    for (const other of [...siblingsNamed(scene, place, to), ...inPackage(scene, place, to)]) {
      found.set(keyOf(other), other);
    }
  }
  for (const owner of family.owners) {
    const chain = `${selfChain(owner.at)}.${to}`;
    const mark = semanticsOf(scene.lookup.language(owner.path) ?? "")?.functionMark ?? "";
    const inherited = [chain, chain + mark].flatMap((one) => placesOf(scene.linker.declared(owner.path, one)));
    for (const other of [...inherited, ...(yield* inSubtypes(scene, owner, to))]) {
      found.set(keyOf(other), other);
    }
  }
  return [...found.values()].map((place) => collision(scene, place, to));
}

function collision(scene: EdgeScene, place: Place, name: string): Refusal {
  const definition = definitionOf(scene, place);
  return {
    rule: "collision",
    path: place.path,
    line: definition?.nameLine ?? null,
    message: `${definition?.path ?? name} is defined already (${definition?.kind ?? "symbol"})`,
    remedy: "choose another name, or rename that one first",
  };
}

function siblingsNamed({ lookup }: EdgeScene, { path, at }: Place, name: string): Place[] {
  const definitions = lookup.facts(path)?.definitions ?? [];
  const own = definitions[at];
  const before = own === undefined ? "" : own.path.slice(0, own.path.length - own.name.length);
  return definitions.flatMap((other, index) => {
    const isBeside = other.parent === own?.parent && (other.parent !== FILE || other.path === before + name);
    return isBeside && other.name === name && isNamed(other) ? [{ path, at: index }] : [];
  });
}

/** At the top of other files whose names this one sees without an import. */
function inPackage({ lookup }: EdgeScene, { path, at }: Place, name: string): Place[] {
  const own = lookup.facts(path)?.definitions[at];
  const modules = semanticsOf(lookup.language(path) ?? "")?.modules;
  if (own === undefined || own.parent !== FILE || modules?.inPackage === undefined) {
    return [];
  }
  const asPath = own.path.slice(0, own.path.length - own.name.length) + name;
  const others = modules.inPackage(path, lookup).filter((other) => other !== path);
  const defining = new Set(lookup.defining(name));
  return others
    .filter((other) => defining.has(other))
    .flatMap((other) =>
      (lookup.facts(other)?.definitions ?? []).flatMap((one, index) =>
        one.parent === FILE && one.path === asPath ? [{ path: other, at: index }] : [],
      ),
    );
}

function* inSubtypes(scene: EdgeScene, owner: Place, name: string): Steps<Place[]> {
  const below: Found = new Map();
  yield* descendants(scene, owner, below);
  return [...below.values()].flatMap(({ place }) =>
    scene.linker.members(place).filter((member) => definitionOf(scene, member)?.name === name),
  );
}

/** Files that import the symbol by its name, and have another thing of the new name. */
export const findImportCollisions = (files: PlacedFiles, { places }: Chosen, { from, to }: Naming): Refusal[] =>
  [...places].flatMap(([path, renamed]): Refusal[] => {
    const file = files.get(path);
    const uses = file === undefined ? undefined : usesByOffset(file.facts.references);
    const importing = renamed.some(({ offset }) => uses?.get(offset)?.some(({ role }) => role === "import") === true);
    const isBound = importing && file?.facts.imports.some(({ local }) => local === from) === true;
    const rival = isBound
      ? (file.facts.imports.find(({ local }) => local === to)?.line ??
        file.facts.definitions.find(({ name, parent }) => name === to && parent === FILE)?.nameLine)
      : undefined;
    if (file === undefined || rival === undefined) {
      return [];
    }
    const line = lineAt(file.source, rival);
    const message = `${path} imports ${from}, and has something else that is called ${to}`;
    return [{ rule: "collision", path, line, message, remedy: "choose another name, or rename that one first" }];
  });

/** Files of other packages that use the symbol, where its new name could not be seen. */
export function findHidden(
  files: PlacedFiles,
  { places }: Chosen,
  [first]: readonly Place[],
  { to }: Naming,
): Refusal[] {
  const own = files.get(first?.path ?? "");
  const why = own === undefined ? null : (rulesOf(own)?.whyHidden?.(to) ?? null);
  if (own === undefined || why === null) {
    return [];
  }
  return [...places].flatMap(([path, renamed]): Refusal[] => {
    const file = files.get(path);
    const isSeen = folderOf(path) === folderOf(own.path) && file?.facts.package === own.facts.package;
    const [place] = renamed;
    if (file === undefined || place === undefined || isSeen) {
      return [];
    }
    const message = `${to} could not be seen here: ${why}`;
    const line = lineAt(file.source, place.offset);
    return [{ rule: "shadowing", path, line, message, remedy: "choose a name that other packages see" }];
  });
}
