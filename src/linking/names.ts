// What a name means at its place: what a definition, an import or `self` refers to, what a bare name means inside a class, and
// what a file sees of other files.
import { type DefinitionFact, FILE, GLOBAL, STATIC } from "../vocabulary/facts.ts";
import { seenName } from "./included.ts";
import { openIndexOf } from "./index-of.ts";
import { memberOf, supersOf } from "./members.ts";
import { fromStars, imported } from "./modules-of.ts";
import { bareAtTop, elsewhereOrForeign } from "./open-classes.ts";
import { isConstant } from "./open-constants.ts";
import { inPackageOf, qualified } from "./packages.ts";
import { importedByPath } from "./paths.ts";
import { macroNamed } from "./traits.ts";
import { FOREIGN, isKnown, type Place, type Reached, UNKNOWN } from "./value.ts";
import { bare, declarationsOf, definedAs, definingAmong, definitionAt, outermostSeen, type World } from "./world.ts";

const ROOT = /^(@|%|self@|super@)(\d+)(\/?)$/u;

/** What the root of a chain refers to. */
export function rootOf(world: World, path: string, root: string): Reached {
  if (root.startsWith("!")) {
    return FOREIGN;
  }
  const [, kind, digits, mark] = ROOT.exec(root) ?? [];
  const place: Place = { path, at: Number(digits) };
  switch (kind) {
    case "@":
      return { value: { is: "definition", places: declarationsOf(world, place) }, certainty: "exact" };
    case "%":
      return world.rules(path)?.pathsAreMembers === true
        ? importedByPath(world, path, place.at)
        : imported(world, path, place.at, mark === "/");
    case "self@":
      return { value: { is: "instance", places: [place], own: true }, certainty: "exact" };
    case "super@":
      return ofSupers(world, place);
    default:
      return freeName(world, path, root);
  }
}

/** An instance of the superclass: the first known superclass represents all. */
function ofSupers(world: World, place: Place): Reached {
  if (world.rules(place.path)?.openClasses === true) {
    const open = supersOf(world, place).filter(({ path }) => path !== "");
    return open.length === 0 ? UNKNOWN : { value: { is: "instance", places: open, own: true }, certainty: "exact" };
  }
  const supers = world.lookup.facts(place.path)?.definitions[place.at]?.supers ?? [];
  const places = supers.flatMap((chain) => {
    const { value } = world.reach(place.path, chain);
    return value.is === "definition" || value.is === "instance" ? value.places : [];
  });
  return places.length === 0 ? FOREIGN : { value: { is: "instance", places, own: true }, certainty: "exact" };
}

/**
 * A bare name in a class whose members need no `this`: an inherited member, or what the name means outside of the class.
 * `isStatic`: there is no instance, so only static members can be meant.
 */
export function bareInClass(world: World, path: string, at: number, name: string, isStatic = false): Reached {
  const inherited = memberOf(world, [{ path, at }], name);
  if (isKnown(inherited) && (!isStatic || needsNoInstance(world, inherited))) {
    return inherited;
  }
  const around = world.lookup.facts(path)?.definitions[at];
  const outer = around?.parent ?? FILE;
  return outer === FILE
    ? importedOrFree(world, path, name)
    : bareInClass(world, path, outer, name, isStatic || ((around?.flags ?? 0) & STATIC) !== 0);
}

const DECLARES_TYPE: ReadonlySet<string> = new Set(["class", "interface", "enum", "type", "module", "member"]);

function needsNoInstance(world: World, { value }: Reached): boolean {
  const definitions = value.is === "definition" ? value.places.map((place) => definitionAt(world, place)) : [];
  return definitions.some((one) => one !== undefined && ((one.flags & STATIC) !== 0 || DECLARES_TYPE.has(one.kind)));
}

/** A name at the top of a file that may or may not be imported. */
export function importedOrFree(world: World, path: string, name: string): Reached {
  const local = bare(name);
  const at = world.lookup.facts(path)?.imports.findIndex((fact) => fact.local === local) ?? -1;
  return at < 0 ? freeName(world, path, name) : imported(world, path, at, name !== local);
}

/** A name that the file does not bind: from its package, from an import of all names, or global. */
function freeName(world: World, path: string, name: string): Reached {
  const rules = world.rules(path);
  if (rules?.includes === true) {
    return seenName(world, path, name);
  }
  if (name.startsWith("\\")) {
    return qualified(world, path, name);
  }
  if (rules?.traits === true && name.endsWith("!")) {
    return macroNamed(world, path, name.slice(0, -1));
  }
  const places = (paths: readonly string[]): Place[] =>
    paths.flatMap((other) => outermostSeen(world, path, other, name).map((at) => ({ path: other, at })));
  const inPackage =
    rules?.modules.inPackage === undefined
      ? []
      : definingAmong(world, rules.modules.inPackage(path, world.lookup), name);
  const own = [...places([path]), ...places(inPackage), ...places(seenFrom(world, path, bare(name)))];
  if (own.length > 0) {
    return { value: { is: "definition", places: own }, certainty: "exact" };
  }
  // A function may be named without being called.
  if (rules?.openTypes === true && !name.endsWith("/")) {
    return freeName(world, path, `${name}/`);
  }
  const open = rules?.openClasses === true && /^\p{Lu}/u.test(name) ? definedAs(world, name, path) : [];
  if (open.length > 0) {
    return { value: { is: "definition", places: open }, certainty: "exact" };
  }
  const beside = rules?.packaged === true ? inPackageOf(world, path, name) : UNKNOWN;
  if (isKnown(beside)) {
    return beside;
  }
  const handed = fromStars(world, path, name);
  if (isKnown(handed)) {
    return handed;
  }
  if (rules?.openClasses === true) {
    const atTop = bareAtTop(world, path, name);
    // In a block that another method runs on an object of its own, the name is that object's method.
    return isKnown(atTop) || !isConstant(name) ? atTop : elsewhereOrForeign(world, name);
  }
  // A path may begin with the name of another crate.
  const crate = rules?.pathsAreMembers === true ? rules.modules.resolve(name, path, world.lookup) : [];
  if (crate.length > 0) {
    return { value: { is: "module", paths: crate }, certainty: "exact" };
  }
  const global = rules?.scriptsAreGlobal === true ? globalPlaces(world, path, name) : [];
  return global.length > 0 ? { value: { is: "definition", places: global }, certainty: "constrained" } : FOREIGN;
}

/** Other files that define the name and are visible to this one. */
function seenFrom(world: World, path: string, name: string): readonly string[] {
  const { lookup } = world;
  const sees = world.rules(path)?.modules.sees;
  return sees === undefined ? [] : lookup.defining(name).filter((other) => other !== path && sees(path, other, lookup));
}

const globals = openIndexOf<DefinitionFact>(({ name, flags }) => ((flags & GLOBAL) === 0 ? [] : [name]));

/** Definitions at the top of scripts, and those that modules declare to be global. */
function globalPlaces(world: World, path: string, name: string): readonly Place[] {
  return world.lookup.defining(bare(name)).flatMap((other) => {
    const own = isScript(world, other) ? outermostSeen(world, path, other, name) : [];
    const declared = globals(world.lookup.facts(other)?.definitions ?? [], name);
    return [...own, ...declared].map((at) => ({ path: other, at }));
  });
}

/** Whether the file's top-level names are global. */
function isScript(world: World, path: string): boolean {
  const facts = world.lookup.facts(path);
  return (
    world.rules(path)?.scriptsAreGlobal === true &&
    facts !== null &&
    facts.exports === null &&
    facts.imports.length === 0
  );
}
