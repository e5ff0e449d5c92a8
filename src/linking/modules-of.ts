// What a name means in a module: what the module defines, exports or re-exports. Follows re-exports across files.
import type { Facts } from "../vocabulary/facts.ts";
import { usedBy } from "./namespaces.ts";
import { qualified } from "./packages.ts";
import { FOREIGN, isKnown, type Place, type Reached, together, UNKNOWN } from "./value.ts";
import { definingAmong, definitionAt, outermostNamed, type World } from "./world.ts";

/** Limit on the files searched for one name along `export *`; it ends loops. */
const HANDED_ON_MAX = 200;

/** The export that represents the whole module: `module.exports = X`. */
const REPLACED = "=";

/** What import `at` of the file binds; `isFunction`: for languages that keep functions apart from other names. */
export function imported(world: World, path: string, at: number, isFunction: boolean): Reached {
  const fact = world.lookup.facts(path)?.imports[at];
  const rules = world.rules(path);
  if (fact === undefined || rules === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const { specifier, imported: name } = fact;
  if (rules.packaged === true) {
    const other = isFunction ? UNKNOWN : qualified(world, path, specifier);
    return isKnown(other) ? other : qualified(world, path, `${specifier}/`);
  }
  const paths = rules.modules.resolve(specifier, path, world.lookup);
  const isWhole = name === "*";
  for (const wanted of isWhole ? [REPLACED] : name === "default" ? [name, REPLACED] : [name]) {
    const found = exportOf(world, paths, wanted);
    if (isKnown(found)) {
      return found;
    }
  }
  const module = isWhole ? paths : (rules.modules.submodule?.(specifier, name, path, world.lookup) ?? []);
  if (module.length > 0) {
    return { value: { is: "module", paths: module }, certainty: "exact" };
  }
  return paths.length === 0 ? FOREIGN : UNKNOWN;
}

/** What the module consisting of these files has under this name. */
export function exportOf(world: World, paths: readonly string[], name: string): Reached {
  if (world.rules(paths[0] ?? "")?.methodSets !== undefined) {
    // Several files of a Go package define a name only for different builds: all of them are meant.
    const places = definingAmong(world, paths, name).flatMap((path) =>
      outermostNamed(world, path, name).map((at) => ({ path, at })),
    );
    return places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty: "exact" };
  }
  return search(world, paths, name, new Set());
}

function search(world: World, paths: readonly string[], name: string, seen: Set<string>): Reached {
  let foreign = false;
  for (const path of paths) {
    if (seen.has(path) || seen.size >= HANDED_ON_MAX) {
      continue;
    }
    seen.add(path);
    const found = inFile(world, path, name, seen);
    if (isKnown(found)) {
      return found;
    }
    foreign ||= found.value.is === "foreign";
  }
  return foreign ? FOREIGN : UNKNOWN;
}

function inFile(world: World, path: string, name: string, seen: Set<string>): Reached {
  const facts = world.lookup.facts(path);
  if (facts === null) {
    return UNKNOWN;
  }
  const handsOn = world.rules(path)?.handsImportsOn === true;
  if (facts.exports !== null && !handsOn) {
    const declared = facts.exports.find((fact) => fact.name === name);
    if (declared !== undefined) {
      return world.reach(path, declared.of);
    }
    // `export *` re-exports everything but the default.
    const modules = name === "default" ? [] : facts.exports.filter((fact) => fact.name === "*");
    return search(
      world,
      modules.flatMap(({ of }) => modulePaths(world, path, of)),
      name,
      seen,
    );
  }
  const outermost = outermostNamed(world, path, name);
  const brought = handsOn ? broughtAs(facts.imports, name) : [];
  // `try: from .fast import read`, `except ImportError: def read()`: either may be meant.
  const bindsOften = world.rules(path)?.pathsAreMembers !== true;
  if (outermost.length > 0) {
    const own: Reached = {
      value: { is: "definition", places: outermost.map((one) => ({ path, at: one })) },
      certainty: "exact",
    };
    if (bindsOften) {
      return together([...brought.map((at) => world.reach(path, `%${at}`)), own]);
    }
    // `mod stdout; pub use stdout::stdout;`: the module and its main item have the same name.
    const isModule = brought.length > 0 && outermost.every((one) => facts.definitions[one]?.kind === "module");
    return isModule ? together([own, world.reach(path, `%${brought[0]}`)]) : own;
  }
  if (!handsOn) {
    return UNKNOWN;
  }
  // A macro and a trait of the same name may be re-exported by separate imports.
  const all = brought.map((at) => world.reach(path, `%${at}`));
  const known = all.find(isKnown);
  if (all.length > 0 && bindsOften) {
    return together(all);
  }
  if (known !== undefined) {
    return known;
  }
  const handed = search(world, starImports(world, path), name, seen);
  return isKnown(handed) ? handed : (all[0] ?? handed);
}

const broughtAs = (imports: Facts["imports"], name: string): number[] =>
  imports.flatMap(({ local }, at) => (local === name ? [at] : []));

function modulePaths(world: World, path: string, chain: string): readonly string[] {
  const { value } = world.reach(path, chain);
  if (value.is === "definition") {
    return value.places.flatMap((place) => filesOfModule(world, place));
  }
  return value.is === "module" ? value.paths : [];
}

/** The file of a module that this file only declares (`mod store;`). */
export function filesOfModule(world: World, place: Place): readonly string[] {
  const definition = definitionAt(world, place);
  const modules = definition?.kind === "module" ? world.rules(place.path)?.modules : undefined;
  return modules?.submodule?.("", definition?.path.replaceAll(".", "/") ?? "", place.path, world.lookup) ?? [];
}

const starsOf = ({ lookup }: World, path: string): { at: number; specifier: string }[] =>
  (lookup.facts(path)?.imports ?? []).flatMap(({ local, imported: what, specifier }, at) =>
    local === null && what === "*" ? [{ at, specifier }] : [],
  );

/** Files from which a file imports all names. */
const starImports = (world: World, path: string): string[] =>
  starsOf(world, path).flatMap(({ at }) => modulePaths(world, path, `%${at}`));

/** What a name means that the file gets through an import of all names. */
export function fromStars(world: World, path: string, name: string): Reached {
  const rules = world.rules(path);
  if (rules?.starsBind !== true) {
    return UNKNOWN;
  }
  if (rules.packaged !== true) {
    const found = exportOf(world, starImports(world, path), name);
    return isKnown(found) || rules.pathsAreMembers !== true ? found : fromStarsOfTypes(world, path, name);
  }
  for (const specifier of usedBy(world, path)) {
    const found = qualified(world, path, `${specifier}.${name}`);
    if (isKnown(found)) {
      return found;
    }
  }
  return UNKNOWN;
}

/** `use State::*`: members of an enum or of an inline module. */
function fromStarsOfTypes(world: World, path: string, name: string): Reached {
  for (const { at } of starsOf(world, path)) {
    const { value } = world.reach(path, `%${at}`);
    // Re-exports of an inline module are reached through it, like its own members.
    const found = value.is === "definition" ? world.reach(path, `%${at}.${name}`) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return UNKNOWN;
}
