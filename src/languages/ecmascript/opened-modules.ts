// Declarations of one symbol in several files: `declare module "./store.ts" { interface Store { … } }` adds to an interface that
// another file declares.
import { definitionAt, openMemo } from "../../linking/context.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { exported, inFirstFile } from "../../linking/module-members.ts";
import { declarationsOf } from "../../linking/parts.ts";
import { definitionOf, firstOf, isKnown, keyOf, type Place, placesOf } from "../../linking/resolution.ts";
import type { DeclarationSemantics, LinkContext, NameSemantics } from "../../linking/semantics.ts";
import { append } from "../../system/append.ts";
import { type DefinitionAt, type DefinitionFact, FILE, GLOBAL, LOCAL, OPENS_MODULE } from "../../vocabulary/facts.ts";
import { documentedType } from "./documented-types.ts";
import { ecmascript } from "./modules.ts";

/** Kinds of declarations that several modules may add to. */
const MERGED: ReadonlySet<string> = new Set(["interface", "class", "enum"]);

/** By name: what stands directly in a module that the file opens again, or in `declare global`. */
const inOpened = derivedFrom((definitions: readonly DefinitionFact[]): ReadonlyMap<string, DefinitionAt[]> => {
  const found = new Map<string, DefinitionAt[]>();
  for (const [at, { name, parent, flags }] of definitions.entries()) {
    const isOpened = parent !== FILE && ((definitions[parent]?.flags ?? 0) & OPENS_MODULE) !== 0;
    if (isOpened || (flags & GLOBAL) !== 0) {
      append(found, name, at);
    }
  }
  return found;
});

const exportedByFiles = inFirstFile(exported);

/** A declaration in a module that is opened again. */
interface Addition {
  readonly place: Place;
  /** The files of the module; empty for one outside of the project. */
  readonly files: readonly string[];
  /** The same text for all declarations of the symbol. */
  readonly symbol: string;
}

const additions = openMemo<readonly Addition[]>([]);

/** Of this name, in all files. */
const additionsNamed = (context: LinkContext, name: string): readonly Addition[] =>
  additions(context, name, () => context.lookup.defining(name).flatMap((path) => additionsIn(context, path, name)));

function additionsIn(context: LinkContext, path: string, name: string): Addition[] {
  const { definitions = [] } = context.semantics(path).modules === ecmascript ? (context.lookup.facts(path) ?? {}) : {};
  return (inOpened(definitions).get(name) ?? []).map((at) => {
    if (((definitions[at]?.flags ?? 0) & GLOBAL) !== 0) {
      return { place: { path, at }, files: [], symbol: `global ${name}` };
    }
    const specifier = definitions[definitions[at]?.parent ?? FILE]?.name ?? "";
    const files = ecmascript.resolve(specifier, path, context.lookup);
    const [declared] = placesOf(exportedByFiles(context, files, name));
    const symbol = declared === undefined ? `${files[0] ?? specifier} ${name}` : keyOf(declared);
    return { place: { path, at }, files, symbol };
  });
}

/** The declarations of a symbol in its own file, then those in modules that are opened again. */
export const declarationsInModules: DeclarationSemantics["openings"] = (context, place) => {
  const added = inOpenedAnywhere(context, place);
  return added.length === 0 ? declarationsOf(context, place) : added;
};

const merged = openMemo<readonly Place[]>([]);

/** All declarations of a symbol of which modules that are opened again have some; none of any other. */
const inOpenedAnywhere = (context: LinkContext, place: Place): readonly Place[] => {
  const definition = definitionAt(context, place);
  if (definition === undefined || !MERGED.has(definition.kind) || (definition.flags & LOCAL) !== 0) {
    return NONE;
  }
  const all = additionsNamed(context, definition.name);
  if (all.length === 0) {
    return NONE;
  }
  const own = declarationsOf(context, place);
  const keys = new Set(own.map(keyOf));
  const symbol = all.find((one) => keys.has(keyOf(one.place)) || keys.has(one.symbol))?.symbol;
  return symbol === undefined ? NONE : merged(context, symbol, () => withDeclared(context, definition.name, symbol));
};

const NONE: readonly Place[] = [];

function withDeclared(context: LinkContext, name: string, symbol: string): readonly Place[] {
  const added = additionsNamed(context, name).filter((one) => one.symbol === symbol);
  const declared = added.flatMap(({ files }) => placesOf(exportedByFiles(context, files, name)));
  return firstOf([...declared, ...added.map(({ place }) => place)], keyOf);
}

/** The other declarations, which have members of their own: of the first one all, of any other the first. */
export const membersInModules: DeclarationSemantics["extensions"] = (context, place) => {
  const all = inOpenedAnywhere(context, place);
  const [first] = all;
  return first === undefined ? NONE : keyOf(first) === keyOf(place) ? all.slice(1) : [first];
};

/** What a module exports; else what another file adds to it. */
export const addedToModule: NameSemantics["moduleMember"] = (context, paths, name) => {
  const found = exportedByFiles(context, paths, name);
  const added = isKnown(found)
    ? []
    : additionsNamed(context, name).filter(({ files }) => files.some((file) => paths.includes(file)));
  const declared = definitionOf(added.map(({ place }) => place));
  return [found, declared].find(isKnown) ?? documentedType(context, paths[0] ?? "", name) ?? found;
};
