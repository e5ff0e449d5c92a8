// The classes and modules that include a module: searched for in the files that contain its name as a word.
import { isNamed, STATIC } from "../vocabulary/facts.ts";
import { supersOf } from "./members.ts";
import { openMemory } from "./memory.ts";
import type { Place } from "./value.ts";
import { definitionAt, filesMentioning, type World } from "./world.ts";

export interface Includer {
  readonly place: Place;
  /** Whether the module's methods become the class's own instead of its instances' (`extend`). */
  readonly isExtended: boolean;
}

/** If more files contain the module's name, it is a common word, or included everywhere; no includers are searched for. */
const FILES_MAX = 150;

/** By the module's path; null while the search is running. */
const includers = openMemory<readonly Includer[]>([]);

export function includersOf(world: World, module: Place): readonly Includer[] {
  const definition = definitionAt(world, module);
  if (definition === undefined || !isNamed(definition)) {
    return [];
  }
  const { path, name } = definition;
  return includers(world, path, () =>
    filesMentioning(world, module.path, name, FILES_MAX).flatMap((file) => includersIn(world, file, name, path)),
  );
}

function includersIn(world: World, file: string, name: string, path: string): Includer[] {
  const definitions = world.lookup.facts(file)?.definitions ?? [];
  return definitions.flatMap((definition, at): Includer[] => {
    const isNear = definition.supers.some(
      (chain) => chain === name || chain.endsWith(`.${name}`) || /^@\d+$/.test(chain),
    );
    const place = { path: file, at };
    const isMixed = isNear && supersOf(world, place).some((one) => definitionAt(world, one)?.path === path);
    if (!isMixed) {
      return [];
    }
    const isExtended = !isNamed(definition) && (definition.flags & STATIC) !== 0;
    return [{ place: isExtended ? { path: file, at: definition.parent } : place, isExtended }];
  });
}
