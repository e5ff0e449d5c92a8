// Refuses to rename what a library declares, too: its other users would keep the old name.
import { conversionsOf, isPassedToLibraries } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { overridesOther } from "../../intelligence/edges/overloads.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE, OPENS_MODULE } from "../../vocabulary/facts.ts";
import type { Refusal } from "../change-set.ts";

/** Of what is added to a library's module: `declare module "vue" { interface … }`. */
export function libraryModuleRefusal({ lookup }: EdgeScene, { path, at }: Place): Refusal | null {
  const { definitions = [] } = lookup.facts(path) ?? {};
  const definition = definitions[at];
  const module = definitions[definition?.parent ?? FILE];
  const isOpened = module !== undefined && (module.flags & OPENS_MODULE) !== 0;
  const modules = semanticsOf(lookup.language(path) ?? "")?.modules;
  if (!isOpened || definition === undefined || modules?.resolve(module.name, path, lookup).length !== 0) {
    return null;
  }
  const message = `${definition.name} is declared for the module ${module.name}, which is outside of the project`;
  const remedy = "rename it by hand if that module does not use it";
  return { rule: "unsupported", path, line: definition.nameLine, message, remedy };
}

/** Of the members of a family. */
export function* libraryMemberRefusals(
  scene: EdgeScene,
  name: string,
  places: readonly Place[],
  { owners, extending }: Readonly<Record<"owners" | "extending", ReadonlyMap<string, Place>>>,
): Steps<Refusal[]> {
  const { lookup } = scene;
  const refusals: Refusal[] = [];
  for (const place of places) {
    const isMarked = overridesOther(scene, place, owners);
    const mayBeLibrarys = isMarked || (extending.size > 0 && isLibraryMember(name, lookup.language(place.path)));
    if (mayBeLibrarys || (yield* isUsedAsLibrarys(scene, place, name))) {
      refusals.push(libraryMemberRefusal(scene, name, place));
    }
  }
  return refusals;
}

export const libraryMemberRefusal = (scene: EdgeScene, name: string, place: Place): Refusal => ({
  rule: "unsupported",
  path: place.path,
  line: definitionOf(scene, place)?.nameLine ?? null,
  message: `${name} may override or implement a member of a library, which keeps its name`,
  remedy: "rename it by hand if the library does not use it",
});

/** Whether a value of its type is used as a library's interface with such a method, in languages that do not name what they implement. */
function* isUsedAsLibrarys(scene: EdgeScene, place: Place, name: string): Steps<boolean> {
  if (definitionOf(scene, place)?.kind !== "method" || !scene.linker.isLibraryMethod(place, name)) {
    return false;
  }
  const target = { name, places: [place] };
  const { conversions, filesLeft } = yield* conversionsOf(scene, target);
  // Of a library's interface, `error` too, or of one of the project that has the method from a library's.
  const isConverted = conversions.some(
    ({ expected }) => expected === null || scene.linker.methodSet(expected)?.methods.get(name)?.place === null,
  );
  return isConverted || filesLeft.length > 0 || (yield* isPassedToLibraries(scene, target));
}
