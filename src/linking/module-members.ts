// What a module has under a name: what its files define, export or re-export. Follows re-exports across files. Languages choose
// among these functions for their `moduleMember` and `imported`.
import { importChain, unmarked } from "../vocabulary/chain.ts";
import { DEFAULT, type Facts, REPLACED } from "../vocabulary/facts.ts";
import { definitionAt, outermostNamed } from "./context.ts";
import {
  definitionOf,
  EXTERNAL,
  isKnown,
  orNull,
  type Place,
  type Resolution,
  UNKNOWN,
  unionOf,
} from "./resolution.ts";
import type { LinkContext, NameLookup, NameSemantics } from "./semantics.ts";

/** Limit on the files searched for one name along `export *`; it ends loops. */
const FILES_MAX = 200;

export const moduleMember = (context: LinkContext, paths: readonly string[], name: string): Resolution =>
  context.semantics(paths[0] ?? "").moduleMember(context, paths, name);

/** What an import binds that names a module and what it has. */
export const importedFromModule: NameSemantics["imported"] = (context, path, at) => {
  const fact = context.lookup.facts(path)?.imports[at];
  if (fact === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const { specifier, imported: name } = fact;
  const { modules } = context.semantics(path);
  const paths = modules.resolve(specifier, path, context.lookup);
  const isWhole = name === "*";
  for (const wanted of isWhole ? [REPLACED] : name === DEFAULT ? [name, REPLACED] : [name]) {
    const found = moduleMember(context, paths, wanted);
    if (isKnown(found)) {
      return found;
    }
  }
  const module = isWhole ? paths : (modules.submodule?.(specifier, name, path, context.lookup) ?? []);
  if (module.length > 0) {
    return { value: { is: "module", paths: module }, certainty: "exact" };
  }
  return paths.length === 0 ? EXTERNAL : UNKNOWN;
};

/** What one file of a module has under a name. `among`: the same of the files of another module, for re-exports. */
export type FileMember = (
  context: LinkContext,
  path: string,
  name: string,
  among: (paths: readonly string[]) => Resolution,
) => Resolution;

/** What the first file has that has the name. */
export const inFirstFile =
  (inFile: FileMember): NameSemantics["moduleMember"] =>
  (context, paths, name) => {
    const seen = new Set<string>();
    const among = (files: readonly string[]): Resolution => {
      let isExternal = false;
      for (const path of files) {
        if (seen.has(path) || seen.size >= FILES_MAX || context.lookup.facts(path) === null) {
          continue;
        }
        seen.add(path);
        const found = inFile(context, path, name, among);
        if (isKnown(found)) {
          return found;
        }
        isExternal ||= found.value.is === "external";
      }
      return isExternal ? EXTERNAL : UNKNOWN;
    };
    return among(paths);
  };

/** What all files have: some of a Go package define a name only for different builds, and all of them are meant. */
export const inAllFiles: NameSemantics["moduleMember"] = (context, paths, name) =>
  definitionOf(definingAmong(context, paths, name).flatMap((path) => outermostNamed(context, path, name)));

/** What the file defines at its top under the name; null if it defines nothing. */
export const definedAtTop = (context: LinkContext, path: string, name: string): Resolution | null =>
  orNull(definitionOf(outermostNamed(context, path, name)));

/** What the file exports; a file without exports exports all that it defines. */
export const exported: FileMember = (context, path, name, among) => {
  const exports = context.lookup.facts(path)?.exports ?? null;
  if (exports === null) {
    return definedAtTop(context, path, name) ?? UNKNOWN;
  }
  const declared = exports.find((fact) => fact.name === name);
  if (declared !== undefined) {
    return context.resolve(path, declared.of);
  }
  // `export *` re-exports everything but the default, and no module as a whole.
  const modules = name === DEFAULT || name === REPLACED ? [] : exports.filter((fact) => fact.name === "*");
  return among(modules.flatMap(({ of }) => filesOf(context, path, of)));
};

/**
 * What the file defines, or what it imports, which other files can import from it. Either may be meant: `try: from .fast import read`,
 * `except ImportError: def read()`.
 */
export const definedOrImported: FileMember = (context, path, name, among) => {
  const imported = importsAs(context, path, name).map((at) => context.resolve(path, importChain(at)));
  const own = definedAtTop(context, path, name);
  return own === null && imported.length === 0
    ? among(starImports(context, path))
    : unionOf(own === null ? imported : [...imported, own]);
};

/** Ordinals of the file's imports that bind the name. */
export const importsAs = ({ lookup }: LinkContext, path: string, name: string): number[] =>
  (lookup.facts(path)?.imports ?? NO_IMPORTS).flatMap(({ local }, at) => (local === name ? [at] : []));

const NO_IMPORTS: Facts["imports"] = [];

/** Files of the module that a chain leads to. */
function filesOf(context: LinkContext, path: string, chain: string): readonly string[] {
  const { value } = context.resolve(path, chain);
  if (value.is === "definition") {
    return value.places.flatMap((place) => filesOfModule(context, place));
  }
  return value.is === "module" ? value.paths : [];
}

/** The file of a module that this file only declares (`mod store;`). */
export function filesOfModule(context: LinkContext, place: Place): readonly string[] {
  const definition = definitionAt(context, place);
  if (definition?.kind !== "module") {
    return [];
  }
  const { modules } = context.semantics(place.path);
  return modules.submodule?.("", definition.path.replaceAll(".", "/"), place.path, context.lookup) ?? [];
}

/** Ordinals of the file's imports of all names. */
export const starsOf = ({ lookup }: LinkContext, path: string): readonly number[] =>
  (lookup.facts(path)?.imports ?? NO_IMPORTS).flatMap(({ local, imported }, at) =>
    local === null && imported === "*" ? [at] : [],
  );

/** Files from which a file imports all names. */
export const starImports = (context: LinkContext, path: string): string[] =>
  starsOf(context, path).flatMap((at) => filesOf(context, path, importChain(at)));

/** A name in a module of which the file imports all names. */
export const inStarImports: NameLookup = (context, path, name) =>
  orNull(moduleMember(context, starImports(context, path), name));

/** Those files that define the name. */
export function definingAmong({ lookup }: LinkContext, paths: readonly string[], name: string): readonly string[] {
  if (paths.length === 0) {
    return paths;
  }
  const defining = new Set(lookup.defining(unmarked(name)));
  return paths.filter((path) => defining.has(path));
}
