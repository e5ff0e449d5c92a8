// What a name means in a module: what the module defines, exports or re-exports. Follows re-exports across files.
import { importChain } from "../vocabulary/chain.ts";
import type { Facts } from "../vocabulary/facts.ts";
import { definingAmong, definitionAt, type LinkContext, outermostNamed } from "./context.ts";
import { usedBy } from "./namespaces.ts";
import { qualified } from "./packages.ts";
import { EXTERNAL, isKnown, type Place, type Resolution, UNKNOWN, unionOf } from "./resolution.ts";

/** Limit on the files searched for one name along `export *`; it ends loops. */
const HANDED_ON_MAX = 200;

/** The export that represents the whole module: `module.exports = X`. */
const REPLACED = "=";

/** What import `at` of the file binds; `isFunction`: for languages that keep functions apart from other names. */
export function imported(context: LinkContext, path: string, at: number, isFunction: boolean): Resolution {
  const fact = context.lookup.facts(path)?.imports[at];
  const rules = context.semantics(path);
  if (fact === undefined || rules === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const { specifier, imported: name } = fact;
  if (rules.packaged === true) {
    const other = isFunction ? UNKNOWN : qualified(context, path, specifier);
    return isKnown(other) ? other : qualified(context, path, `${specifier}/`);
  }
  const paths = rules.modules.resolve(specifier, path, context.lookup);
  const isWhole = name === "*";
  for (const wanted of isWhole ? [REPLACED] : name === "default" ? [name, REPLACED] : [name]) {
    const found = exportOf(context, paths, wanted);
    if (isKnown(found)) {
      return found;
    }
  }
  const module = isWhole ? paths : (rules.modules.submodule?.(specifier, name, path, context.lookup) ?? []);
  if (module.length > 0) {
    return { value: { is: "module", paths: module }, certainty: "exact" };
  }
  return paths.length === 0 ? EXTERNAL : UNKNOWN;
}

/** What the module consisting of these files has under this name. */
export function exportOf(context: LinkContext, paths: readonly string[], name: string): Resolution {
  if (context.semantics(paths[0] ?? "")?.methodSets !== undefined) {
    // Several files of a Go package define a name only for different builds: all of them are meant.
    const places = definingAmong(context, paths, name).flatMap((path) =>
      outermostNamed(context, path, name).map((at) => ({ path, at })),
    );
    return places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty: "exact" };
  }
  return search(context, paths, name, new Set());
}

function search(context: LinkContext, paths: readonly string[], name: string, seen: Set<string>): Resolution {
  let external = false;
  for (const path of paths) {
    if (seen.has(path) || seen.size >= HANDED_ON_MAX) {
      continue;
    }
    seen.add(path);
    const found = inFile(context, path, name, seen);
    if (isKnown(found)) {
      return found;
    }
    external ||= found.value.is === "external";
  }
  return external ? EXTERNAL : UNKNOWN;
}

function inFile(context: LinkContext, path: string, name: string, seen: Set<string>): Resolution {
  const facts = context.lookup.facts(path);
  if (facts === null) {
    return UNKNOWN;
  }
  const handsOn = context.semantics(path)?.handsImportsOn === true;
  if (facts.exports !== null && !handsOn) {
    const declared = facts.exports.find((fact) => fact.name === name);
    if (declared !== undefined) {
      return context.resolve(path, declared.of);
    }
    // `export *` re-exports everything but the default.
    const modules = name === "default" ? [] : facts.exports.filter((fact) => fact.name === "*");
    return search(
      context,
      modules.flatMap(({ of }) => modulePaths(context, path, of)),
      name,
      seen,
    );
  }
  const outermost = outermostNamed(context, path, name);
  const brought = handsOn ? broughtAs(facts.imports, name) : [];
  // `try: from .fast import read`, `except ImportError: def read()`: either may be meant.
  const bindsOften = context.semantics(path)?.pathsAreMembers !== true;
  if (outermost.length > 0) {
    const own: Resolution = {
      value: { is: "definition", places: outermost.map((one) => ({ path, at: one })) },
      certainty: "exact",
    };
    if (bindsOften) {
      return unionOf([...brought.map((at) => context.resolve(path, importChain(at))), own]);
    }
    // `mod stdout; pub use stdout::stdout;`: the module and its main item have the same name.
    const [first] = brought;
    const isModule = outermost.every((one) => facts.definitions[one]?.kind === "module");
    return isModule && first !== undefined ? unionOf([own, context.resolve(path, importChain(first))]) : own;
  }
  if (!handsOn) {
    return UNKNOWN;
  }
  // A macro and a trait of the same name may be re-exported by separate imports.
  const all = brought.map((at) => context.resolve(path, importChain(at)));
  const known = all.find(isKnown);
  if (all.length > 0 && bindsOften) {
    return unionOf(all);
  }
  if (known !== undefined) {
    return known;
  }
  const handed = search(context, starImports(context, path), name, seen);
  return isKnown(handed) ? handed : (all[0] ?? handed);
}

const broughtAs = (imports: Facts["imports"], name: string): number[] =>
  imports.flatMap(({ local }, at) => (local === name ? [at] : []));

function modulePaths(context: LinkContext, path: string, chain: string): readonly string[] {
  const { value } = context.resolve(path, chain);
  if (value.is === "definition") {
    return value.places.flatMap((place) => filesOfModule(context, place));
  }
  return value.is === "module" ? value.paths : [];
}

/** The file of a module that this file only declares (`mod store;`). */
export function filesOfModule(context: LinkContext, place: Place): readonly string[] {
  const definition = definitionAt(context, place);
  const modules = definition?.kind === "module" ? context.semantics(place.path)?.modules : undefined;
  return modules?.submodule?.("", definition?.path.replaceAll(".", "/") ?? "", place.path, context.lookup) ?? [];
}

const starsOf = ({ lookup }: LinkContext, path: string): { at: number; specifier: string }[] =>
  (lookup.facts(path)?.imports ?? []).flatMap(({ local, imported: what, specifier }, at) =>
    local === null && what === "*" ? [{ at, specifier }] : [],
  );

/** Files from which a file imports all names. */
const starImports = (context: LinkContext, path: string): string[] =>
  starsOf(context, path).flatMap(({ at }) => modulePaths(context, path, importChain(at)));

/** What a name means that the file gets through an import of all names. */
export function fromStars(context: LinkContext, path: string, name: string): Resolution {
  const rules = context.semantics(path);
  if (rules?.starsBind !== true) {
    return UNKNOWN;
  }
  if (rules.packaged !== true) {
    const found = exportOf(context, starImports(context, path), name);
    return isKnown(found) || rules.pathsAreMembers !== true ? found : fromStarsOfTypes(context, path, name);
  }
  for (const specifier of usedBy(context, path)) {
    const found = qualified(context, path, `${specifier}.${name}`);
    if (isKnown(found)) {
      return found;
    }
  }
  return UNKNOWN;
}

/** `use State::*`: members of an enum or of an inline module. */
function fromStarsOfTypes(context: LinkContext, path: string, name: string): Resolution {
  for (const { at } of starsOf(context, path)) {
    const { value } = context.resolve(path, importChain(at));
    // Re-exports of an inline module are reached through it, like its own members.
    const found = value.is === "definition" ? context.resolve(path, `${importChain(at)}.${name}`) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return UNKNOWN;
}
