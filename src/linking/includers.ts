// Who mixes a module in: looked for in the files that have its name among their words.
import { isNamed, STATIC } from "../vocabulary/facts.ts";
import { supersOf } from "./members.ts";
import type { Place } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

export interface Includer {
  readonly place: Place;
  /** Whether the module's methods are the class's own, not its instances'. */
  readonly isExtended: boolean;
}

/** A module that more files name is looked for in none: a word like any other, or everyone's. */
const FILES_MAX = 150;

/** By the module's path; null while it is being looked for. */
const known = new WeakMap<World, Map<string, readonly Includer[] | null>>();

export function includersOf(world: World, module: Place): readonly Includer[] {
  const definition = definitionAt(world, module);
  if (definition === undefined || !isNamed(definition)) {
    return [];
  }
  const { path, name } = definition;
  const ofWorld = known.get(world) ?? new Map<string, readonly Includer[] | null>();
  known.set(world, ofWorld);
  const before = ofWorld.get(path);
  if (before === null) {
    // Who asks again before the answer is there asks in a circle.
    world.leaveOpen();
    return [];
  }
  if (before !== undefined) {
    return before;
  }
  ofWorld.set(path, null);
  const left = world.leftOpen();
  const files = (world.lookup.mentioning?.(name) ?? []).filter(
    (other) => world.rules(other) === world.rules(module.path),
  );
  const found = files.length > FILES_MAX ? [] : files.flatMap((file) => includersIn(world, file, name, path));
  if (world.leftOpen() === left) {
    ofWorld.set(path, found);
  } else {
    ofWorld.delete(path);
  }
  return found;
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
