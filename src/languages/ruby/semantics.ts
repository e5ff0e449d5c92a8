// How names of Ruby lead to definitions: any file may open a class again, constants are global, and methods need no `self`.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { DECLARING_MAX, definedAs, definitionAt } from "../../linking/context.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { depthFirst } from "../../linking/members.ts";
import { inFile } from "../../linking/names.ts";
import { declarationsOf } from "../../linking/parts.ts";
import { isKnown, keyOf, type Place, UNKNOWN } from "../../linking/resolution.ts";
import type { LanguageSemantics, LinkContext, NameLookup } from "../../linking/semantics.ts";
import { instanceStep } from "../../linking/steps.ts";
import { knownSupersOf } from "../../linking/supertypes.ts";
import { type DefinitionFact, FILE, isNamed, LOCAL } from "../../vocabulary/facts.ts";
import { CLASS_KINDS, constantByPath, externalUnlessDefined, globalConstant, isConstant } from "./constants.ts";
import { ruby } from "./modules.ts";
import { addedToCollections, methodAtTop, nameInClass, rubyMember } from "./open-classes.ts";

/** The class or module at a place, if other files can open it: a class without a name cannot be opened again. */
function openClassAt(context: LinkContext, place: Place): DefinitionFact | null {
  const definition = definitionAt(context, place);
  return definition !== undefined &&
    CLASS_KINDS.has(definition.kind) &&
    (definition.flags & LOCAL) === 0 &&
    isNamed(definition)
    ? definition
    : null;
}

/** In a block that another method runs on an object of its own, the name is that object's method. */
const methodOrLibraryConstant: NameLookup = (context, path, name) => {
  const method = methodAtTop(context, path, name);
  return isKnown(method) || !isConstant(name) ? method : externalUnlessDefined(context, name);
};

/** Of arrays, hashes, enumerators, and relations of Rails. */
const collections = ofCollection({
  one: "at find first last max min next peek pop shift",
  many: `concat difference distinct drop entries filter intersection limit reverse slice sort take union values`,
  flattening: "flatten",
});

/** Whether the file requires a library by the name of the namespace's root: `require "minitest/mock"` for `Minitest`. */
function requiresLibrary(lookup: Lookup, file: string, namespace: string): boolean {
  const root = plain(namespace.split(".")[0] ?? "");
  const required = lookup.facts(file)?.imports ?? [];
  return required.some(
    ({ specifier }) =>
      plain(specifier.split("/")[0] ?? "") === root && ruby.resolve(specifier, file, lookup).length === 0,
  );
}

/** `active_record` and `ActiveRecord` are one. */
const plain = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

export const rubySemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: ruby,

  freeName: [inFile, globalConstant, methodOrLibraryConstant],
  nameInClass,
  superInstance(context, owner) {
    const places = knownSupersOf(context, owner);
    return places.length === 0 ? UNKNOWN : { value: { is: "instance", places, own: true }, certainty: "exact" };
  },

  openings(context, place) {
    const path = openClassAt(context, place)?.path;
    return path === undefined || context.lookup.declaring(path).length > DECLARING_MAX
      ? declarationsOf(context, place)
      : definedAs(context, path, place.path);
  },
  classKey: (context, place) => openClassAt(context, place)?.path ?? keyOf(place),

  member: rubyMember,
  ancestors: depthFirst,
  missingMember: [addedToCollections, constantByPath],
  // As facts write `self.class`.
  classAttribute: "__class__",

  calls: [collections, returningSelf],
  instanceOfVariable: (context, value) => (value.value.is === "definition" ? instanceStep(context, value) : null),

  // `total=` is called by `total`.
  writtenAs: (name) => (name.length > 1 && name.endsWith("=") ? [name, name.slice(0, -1)] : [name]),
  bareNamesAreMembers: true,

  // `class Rack::Request` defines no Rack: another line has to, and if none of the project does, a library. So does a library that the
  // file requires by that name, even if the project opens its namespace as well: `module Minitest`.
  opensLibraryType(lookup, file, { kind, parent, path, name, supers }) {
    const namespace = path.slice(0, Math.max(0, path.length - name.length - 1));
    const isType = kind === "class" || kind === "module";
    const isRequired = (): boolean => supers.length === 0 && requiresLibrary(lookup, file, namespace);
    return isType && parent === FILE && namespace !== "" && (lookup.declaring(namespace).length === 0 || isRequired());
  },
};
