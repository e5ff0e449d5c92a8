// How names of Python lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningReceiver, returningSelf } from "../../linking/calls.ts";
import { byPath } from "../../linking/children.ts";
import { depthFirst } from "../../linking/members.ts";
import { definedOrImported, inFirstFile, inStarImports } from "../../linking/module-members.ts";
import { inFilesOfPackage } from "../../linking/names.ts";
import { EXTERNAL } from "../../linking/resolution.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { LOCAL } from "../../vocabulary/facts.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { python } from "./modules.ts";

/** What a `with` statement calls. */
const ENTERING: ReadonlySet<string> = new Set(["__enter__", "__aenter__"]);

/** Of lists, dictionaries, sets and queues. */
const collections = ofCollection({
  one: "get max min next pop popleft setdefault",
  many: "copy difference intersection union values",
});

/** What runs a module without binding a name may be that module: `import_module("shop.store").save()`. */
const importedOrLoaded: LanguageSemantics["imported"] = (context, path, at, isFunction) => {
  const fact = context.lookup.facts(path)?.imports[at];
  if (fact?.imported !== null) {
    return BASE_SEMANTICS.imported(context, path, at, isFunction);
  }
  const paths = python.resolve(fact.specifier, path, context.lookup);
  return paths.length === 0 ? EXTERNAL : { value: { is: "module", paths }, certainty: "exact" };
};

/** With those of the same path in the stub of the file, or in the file of the stub: type checkers read the one, programs the other. */
const inStubToo: LanguageSemantics["declarations"] = (context, place, definition, sameName) => {
  const own = BASE_SEMANTICS.declarations(context, place, definition, sameName);
  const other = place.path.endsWith(".pyi") ? place.path.slice(0, -1) : `${place.path}i`;
  const facts = context.lookup.exists(other) ? context.lookup.facts(other) : null;
  return facts === null || (definition.flags & LOCAL) !== 0
    ? own
    : [...own, ...byPath(facts.definitions, definition.path).map((at) => ({ path: other, at }))];
};

export const pythonSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: python,
  declarations: inStubToo,
  imported: importedOrLoaded,
  freeName: [inFilesOfPackage, inStarImports],
  moduleMember: inFirstFile(definedOrImported),
  ancestors: depthFirst,
  needsImports: true,
  importsAreMembers: true,
  overriding: { ...BASE_SEMANTICS.overriding, classesMayBeIncomplete: true },
  classAttribute: "__class__",
  calls: [returningReceiver(ENTERING), collections, returningSelf],
  calledType: instanceOfType,
  callMethod: "__call__",
  iterationMethods: ["__iter__", "__aiter__"],
  keyMethods: ["__getitem__"],
  isConstructed: isCapitalized,
};
