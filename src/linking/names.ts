// What a name means at its place: what a definition, an import or `self` refers to, what a bare name means inside a class, and
// what a file sees of other files.
import { FUNCTION_MARK, isFunctionName, MACRO_MARK, parseRoot, unmarked } from "../vocabulary/chain.ts";
import { type DefinitionFact, FILE, GLOBAL, STATIC } from "../vocabulary/facts.ts";
import { declarationsOf, definedAs, definingAmong, definitionAt, type LinkContext, outermostSeen } from "./context.ts";
import { seenName } from "./included.ts";
import { openIndexOf } from "./index-of.ts";
import { memberOf, supersOf } from "./members.ts";
import { fromStars, imported } from "./modules-of.ts";
import { bareAtTop, elsewhereOrForeign } from "./open-classes.ts";
import { isConstant } from "./open-constants.ts";
import { inPackageOf, qualified } from "./packages.ts";
import { importedByPath } from "./paths.ts";
import { EXTERNAL, isKnown, type Place, type Resolution, UNKNOWN } from "./resolution.ts";
import { macroNamed } from "./traits.ts";

/** What the root of a chain refers to. */
export function rootOf(context: LinkContext, path: string, root: string): Resolution {
  const parsed = parseRoot(root);
  switch (parsed.is) {
    case "built-in":
      return EXTERNAL;
    case "definition": {
      const places = declarationsOf(context, { path, at: parsed.at });
      return { value: { is: "definition", places }, certainty: "exact" };
    }
    case "import":
      return context.semantics(path)?.pathsAreMembers === true
        ? importedByPath(context, path, parsed.at)
        : imported(context, path, parsed.at, parsed.isFunction);
    case "self":
      return { value: { is: "instance", places: [{ path, at: parsed.at }], own: true }, certainty: "exact" };
    case "super":
      return ofSupers(context, { path, at: parsed.at });
    case "name":
      return freeName(context, path, root);
  }
}

/** An instance of the superclass: the first known superclass represents all. */
function ofSupers(context: LinkContext, place: Place): Resolution {
  if (context.semantics(place.path)?.openClasses === true) {
    const open = supersOf(context, place).filter(({ path }) => path !== "");
    return open.length === 0 ? UNKNOWN : { value: { is: "instance", places: open, own: true }, certainty: "exact" };
  }
  const supers = context.lookup.facts(place.path)?.definitions[place.at]?.supers ?? [];
  const places = supers.flatMap((chain) => {
    const { value } = context.resolve(place.path, chain);
    return value.is === "definition" || value.is === "instance" ? value.places : [];
  });
  return places.length === 0 ? EXTERNAL : { value: { is: "instance", places, own: true }, certainty: "exact" };
}

/**
 * A bare name in a class whose members need no `this`: an inherited member, or what the name means outside of the class.
 * `isStatic`: there is no instance, so only static members can be meant.
 */
export function bareInClass(
  context: LinkContext,
  path: string,
  at: number,
  name: string,
  isStatic = false,
): Resolution {
  const inherited = memberOf(context, [{ path, at }], name);
  if (isKnown(inherited) && (!isStatic || needsNoInstance(context, inherited))) {
    return inherited;
  }
  const around = context.lookup.facts(path)?.definitions[at];
  const outer = around?.parent ?? FILE;
  return outer === FILE
    ? importedOrFree(context, path, name)
    : bareInClass(context, path, outer, name, isStatic || ((around?.flags ?? 0) & STATIC) !== 0);
}

const DECLARES_TYPE: ReadonlySet<string> = new Set(["class", "interface", "enum", "type", "module", "member"]);

function needsNoInstance(context: LinkContext, { value }: Resolution): boolean {
  const definitions = value.is === "definition" ? value.places.map((place) => definitionAt(context, place)) : [];
  return definitions.some((one) => one !== undefined && ((one.flags & STATIC) !== 0 || DECLARES_TYPE.has(one.kind)));
}

/** A name at the top of a file that may or may not be imported. */
export function importedOrFree(context: LinkContext, path: string, name: string): Resolution {
  const local = unmarked(name);
  const at = context.lookup.facts(path)?.imports.findIndex((fact) => fact.local === local) ?? -1;
  return at < 0 ? freeName(context, path, name) : imported(context, path, at, name !== local);
}

/** A name that the file does not bind: from its package, from an import of all names, or global. */
function freeName(context: LinkContext, path: string, name: string): Resolution {
  const rules = context.semantics(path);
  if (rules?.includes === true) {
    return seenName(context, path, name);
  }
  if (name.startsWith("\\")) {
    return qualified(context, path, name);
  }
  if (rules?.traits === true && name.endsWith(MACRO_MARK)) {
    return macroNamed(context, path, name.slice(0, -1));
  }
  const places = (paths: readonly string[]): Place[] =>
    paths.flatMap((other) => outermostSeen(context, path, other, name).map((at) => ({ path: other, at })));
  const inPackage =
    rules?.modules.inPackage === undefined
      ? []
      : definingAmong(context, rules.modules.inPackage(path, context.lookup), name);
  const own = [...places([path]), ...places(inPackage), ...places(seenFrom(context, path, unmarked(name)))];
  if (own.length > 0) {
    return { value: { is: "definition", places: own }, certainty: "exact" };
  }
  // A function may be named without being called.
  if (rules?.openTypes === true && !isFunctionName(name)) {
    return freeName(context, path, name + FUNCTION_MARK);
  }
  const open = rules?.openClasses === true && /^\p{Lu}/u.test(name) ? definedAs(context, name, path) : [];
  if (open.length > 0) {
    return { value: { is: "definition", places: open }, certainty: "exact" };
  }
  const beside = rules?.packaged === true ? inPackageOf(context, path, name) : UNKNOWN;
  if (isKnown(beside)) {
    return beside;
  }
  const handed = fromStars(context, path, name);
  if (isKnown(handed)) {
    return handed;
  }
  if (rules?.openClasses === true) {
    const atTop = bareAtTop(context, path, name);
    // In a block that another method runs on an object of its own, the name is that object's method.
    return isKnown(atTop) || !isConstant(name) ? atTop : elsewhereOrForeign(context, name);
  }
  // A path may begin with the name of another crate.
  const crate = rules?.pathsAreMembers === true ? rules.modules.resolve(name, path, context.lookup) : [];
  if (crate.length > 0) {
    return { value: { is: "module", paths: crate }, certainty: "exact" };
  }
  const global = rules?.scriptsAreGlobal === true ? globalPlaces(context, path, name) : [];
  return global.length > 0 ? { value: { is: "definition", places: global }, certainty: "constrained" } : EXTERNAL;
}

/** Other files that define the name and are visible to this one. */
function seenFrom(context: LinkContext, path: string, name: string): readonly string[] {
  const { lookup } = context;
  const sees = context.semantics(path)?.modules.sees;
  return sees === undefined ? [] : lookup.defining(name).filter((other) => other !== path && sees(path, other, lookup));
}

const globals = openIndexOf<DefinitionFact>(({ name, flags }) => ((flags & GLOBAL) === 0 ? [] : [name]));

/** Definitions at the top of scripts, and those that modules declare to be global. */
function globalPlaces(context: LinkContext, path: string, name: string): readonly Place[] {
  return context.lookup.defining(unmarked(name)).flatMap((other) => {
    const own = isScript(context, other) ? outermostSeen(context, path, other, name) : [];
    const declared = globals(context.lookup.facts(other)?.definitions ?? [], name);
    return [...own, ...declared].map((at) => ({ path: other, at }));
  });
}

/** Whether the file's top-level names are global. */
function isScript(context: LinkContext, path: string): boolean {
  const facts = context.lookup.facts(path);
  return (
    context.semantics(path)?.scriptsAreGlobal === true &&
    facts !== null &&
    facts.exports === null &&
    facts.imports.length === 0
  );
}
