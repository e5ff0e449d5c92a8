// What a name means, as a text that is the same in two states of the project where the meaning is.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import type { ReferenceGroup } from "../../vocabulary/facts.ts";

/** `src/store.ts#Store.put`; null where it means no definition of the project. */
export function definitionsMeant({ lookup, linker }: EdgeScene, path: string, group: ReferenceGroup): string | null {
  const { value } = linker.target(path, group);
  return value.is === "definition"
    ? value.places
        .map((place) => `${place.path}#${lookup.facts(place.path)?.definitions[place.at]?.path ?? ""}`)
        .sort()
        .join(" ")
    : null;
}
