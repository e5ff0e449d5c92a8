// Links names to definitions over the files of a project: from facts alone, at the time of the question. The same facts give
// the same links, whichever file came first; what cannot be proven or narrowed is absent.
import { type Chain, FILE, type MentionGroup, STATIC } from "../vocabulary/facts.ts";
import { calledOnMany } from "./collections.ts";
import { extensionMethod } from "./extension-methods.ts";
import { memberOfHosts } from "./hosts.ts";
import { seenName } from "./included.ts";
import { memberElsewhere } from "./jvm-members.ts";
import type { Lookup } from "./lookup.ts";
import { memberOf, supersOf } from "./members.ts";
import { fromStars, imported } from "./modules-of.ts";
import { certaintyOf, partsOf } from "./namespaces.ts";
import { bareAtTop, bareInOpen, onOwnClass } from "./open-classes.ts";
import { isExtension } from "./open-types.ts";
import { partsSeen } from "./overloads.ts";
import { inNamespace, inPackageOf, inPackagePath, qualified } from "./packages.ts";
import { importedByPath } from "./paths.ts";
import type { LinkRules, RulesOf } from "./rules.ts";
import { callStep, elementStep, heldBy, instanceStep, memberStep } from "./steps.ts";
import { macroNamed, macroOf, memberInTraits } from "./traits.ts";
import { atMost, FOREIGN, firstOf, isKnown, keyOf, type Place, type Reached, UNKNOWN } from "./value.ts";
import { bare, declarationsOf, definedAs, definitionAt, openedAgain, outermostNamed, type World } from "./world.ts";

export interface Linker {
  /** What a group's mentions lead to; `foreign` and `unknown` are values of their own. */
  target(path: string, group: MentionGroup): Reached;
  reach(path: string, chain: Chain): Reached;
}

/** A chain that leads to a chain, and so on: no further than this. */
const DEPTH_MAX = 40;
/** Chains that one question follows; beyond it the code is a tangle made to be one. */
const STEPS_MAX = 20_000;

const LAST_STEP = /^(.*?)(\.[^.()^*[\]]+|\(\)|\^|\*|\[\])$/su;
const ROOT = /^(@|%|self@|super@)(\d+)(\/?)$/u;
const IN_CLASS = /^in@(\d+)$/u;

/** Time was up while a chain was followed. The linker is of no use after it. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** What the work gives; null where time was up first. */
export function inTime<Value>(work: () => Value): { readonly value: Value } | null {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof OutOfTime) {
      return null;
    }
    throw error;
  }
}

/**
 * Remembers what it has reached as long as the lookup's files stay as they are. Throws OutOfTime as soon as `isOver` says so: what
 * was found by then could be what is meant, or what is meant where nothing else is.
 */
export function openLinker(lookup: Lookup, rulesOf: RulesOf, isOver: () => boolean = () => false): Linker {
  const remembered = new Map<string, Map<Chain, Reached>>();
  const languages = new Map<string, LinkRules | undefined>();
  /** Chains whose answer is being looked for: who comes to one again goes round in a circle. */
  const underWay = new Set<string>();
  let cut = 0;
  let taken = 0;

  const world: World = {
    lookup,
    rules(path) {
      if (!languages.has(path)) {
        const language = lookup.language(path);
        languages.set(path, language === null ? undefined : rulesOf(language));
      }
      return languages.get(path);
    },
    reach(path, chain) {
      const ofFile = remembered.get(path) ?? new Map<Chain, Reached>();
      remembered.set(path, ofFile);
      const known = ofFile.get(chain);
      if (known !== undefined) {
        return known;
      }
      if (isOver()) {
        throw new OutOfTime("time was up while a name was followed");
      }
      const key = `${path} ${chain}`;
      if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && taken >= STEPS_MAX)) {
        cut += 1;
        return UNKNOWN;
      }
      taken = underWay.size === 0 ? 0 : taken + 1;
      const before = cut;
      underWay.add(key);
      const reached = follow(world, path, chain);
      underWay.delete(key);
      // What was found while something on the way had to be left unknown holds for that question alone.
      if (cut === before || underWay.size === 0) {
        ofFile.set(chain, reached);
      }
      return reached;
    },
    leaveOpen() {
      cut += 1;
    },
    leftOpen: () => cut,
  };
  return {
    reach: world.reach,
    target(path, { of, roles }) {
      const plain = of === null ? UNKNOWN : world.reach(path, of);
      const ending = of === null || isKnown(plain) ? undefined : world.rules(path)?.decoratorEnding;
      const reached =
        ending === undefined || !roles.includes("decorate") ? plain : world.reach(path, withEnding(of ?? "", ending));
      const { value } = reached;
      // One declaration found is all of them: overloads, merged and conditional ones.
      if (value.is !== "definition") {
        return reached;
      }
      const places = firstOf(allOf(world, partsSeen(world, path, value.places)), keyOf);
      const declaring = places.filter((place) => !isExtension(world, place));
      // What only adds to a type does not declare it.
      return declaring.length === 0 && places.length > 0
        ? FOREIGN
        : atMost(certaintyOf(world, declaring), { ...reached, value: { ...value, places: declaring } });
    },
  };
}

const withEnding = (chain: Chain, ending: string): Chain =>
  chain.endsWith("'") ? `${chain.slice(0, -1)}${ending}'` : chain + ending;

const allOf = (world: World, places: readonly Place[]): Place[] =>
  places.flatMap((place) => openedAgain(world, place)).flatMap((place) => partsOf(world, place));

function follow(world: World, path: string, chain: Chain): Reached {
  const [, before = "", step = ""] = LAST_STEP.exec(chain) ?? [];
  if (step === "" || before === "") {
    return rootOf(world, path, chain);
  }
  const inClass = IN_CLASS.exec(before);
  if (inClass !== null && world.rules(path)?.openClasses === true) {
    const name = step.slice(1);
    const found = bareInOpen(world, { path, at: Number(inClass[1]) }, name);
    return isKnown(found) ? found : firstKnown(bareAtTop(world, path, name), found);
  }
  if (inClass !== null) {
    return bareInClass(world, path, Number(inClass[1]), step.slice(1));
  }
  const reached = world.reach(path, before);
  switch (step) {
    case "()":
      return builtIn(world, path, before) ?? itself(world, path, before, reached) ?? callStep(world, reached);
    case "^":
      return instanceStep(world, reached);
    case "*":
      return { ...reached, value: { is: "many", of: reached.value } };
    case "[]":
      return elementStep(world, reached);
    default: {
      const name = step.slice(1);
      const found = memberStep(world, reached, name);
      if (!isKnown(found) && world.rules(path)?.openClasses === true) {
        return firstKnown(onOwnClass(world, path, reached, name), found);
      }
      return isKnown(found)
        ? found
        : firstKnown(
            memberElsewhere(world, path, reached, name, () => importedOrFree(world, path, name)),
            firstKnown(
              byNamespace(world, path, chain, reached, name),
              firstKnown(byTraits(world, path, reached, name), firstKnown(memberOfHosts(world, reached, name), found)),
            ),
          );
    }
  }
}

/** Where packages are namespaces: what a namespace has, or a method from elsewhere that those in sight have. */
function byNamespace(world: World, path: string, chain: Chain, on: Reached, name: string): Reached {
  const { namespaces = false, packagesNest = false } = world.rules(path) ?? {};
  if (!namespaces) {
    return packagesNest ? inPackagePath(world, path, chain) : UNKNOWN;
  }
  const space = isKnown(on) ? UNKNOWN : inNamespace(world, path, chain);
  // What is asked is a value, not a class of another library by its name.
  const isValue = isKnown(on) || /[\^)\]]\.[^.]*$/.test(chain);
  return isKnown(space) || !isValue ? space : extensionMethod(world, path, on, name);
}

/** Where types have traits: what those in sight have, and of a crate its macros. */
const byTraits = (world: World, path: string, on: Reached, name: string): Reached =>
  world.rules(path)?.traits === true
    ? firstKnown(memberInTraits(world, path, on, name), macroOf(world, on, name))
    : UNKNOWN;

const firstKnown = (one: Reached, other: Reached): Reached => (isKnown(one) ? one : other);

const MEMBER = /^(.+)\.([^.()^*[\]]+)$/su;

const NONE: ReadonlySet<string> = new Set();

/** A call of what the language's own types have; null where the chain ends in nothing of the kind. */
function builtIn(world: World, path: string, called: Chain): Reached | null {
  const [, of = "", name = ""] = MEMBER.exec(called) ?? [];
  const reached = of === "" ? UNKNOWN : world.reach(path, of);
  const passesOn = world.rules(path)?.passesOn ?? NONE;
  const held = heldBy(world, reached);
  if (passesOn.has(name) && held.value.is === "instance" && !isKnown(world.reach(path, called))) {
    return held;
  }
  if (world.rules(path)?.givesOneOfEnum?.has(bare(name)) === true && isEnum(world, reached)) {
    return instanceStep(world, reached);
  }
  return held.value.is === "many" ? calledOnMany(held, bare(name)) : null;
}

function isEnum(world: World, { value }: Reached): boolean {
  const [place] = value.is === "definition" ? value.places : [];
  return place !== undefined && definitionAt(world, place)?.kind === "enum";
}

/** What a method gives that gives back what it is called on: of that class, not of the one that declares the method. Else null. */
function itself(world: World, path: string, called: Chain, { value, certainty }: Reached): Reached | null {
  const [, of = ""] = MEMBER.exec(called) ?? [];
  const [place] = value.is === "definition" ? value.places : [];
  const method = of === "" || place === undefined ? undefined : definitionAt(world, place);
  if (method?.kind !== "method" || method.type !== `self@${method.parent}`) {
    return null;
  }
  const on = heldBy(world, world.reach(path, of));
  const made = on.value.is === "definition" ? instanceStep(world, on) : on;
  return made.value.is === "instance" ? atMost(certainty, made) : null;
}

function rootOf(world: World, path: string, root: string): Reached {
  if (root === "!") {
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

/** An instance of what the class extends: the first of its supers that is known stands for all. */
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
 * A bare name in a class whose members need no `this`: inherited, or whatever it means outside of it. `isStatic`: what is around is
 * no instance, so that only what needs none is reached.
 */
function bareInClass(world: World, path: string, at: number, name: string, isStatic = false): Reached {
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

/** A name at the top of a file, of which it is not known yet whether it imports that. */
function importedOrFree(world: World, path: string, name: string): Reached {
  const local = bare(name);
  const at = world.lookup.facts(path)?.imports.findIndex((fact) => fact.local === local) ?? -1;
  return at < 0 ? freeName(world, path, name) : imported(world, path, at, name !== local);
}

/** A name that the file does not bind: of its package, of what it imports whole, or of all files. */
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
    paths.flatMap((other) => outermostNamed(world, other, name).map((at) => ({ path: other, at })));
  const inPackage =
    rules?.modules.inPackage === undefined ? [] : definedIn(world, rules.modules.inPackage(path, world.lookup), name);
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
  const atTop = rules?.openClasses === true ? bareAtTop(world, path, name) : UNKNOWN;
  if (isKnown(atTop)) {
    return atTop;
  }
  // A path may begin with another crate's name.
  const crate = rules?.pathsAreMembers === true ? rules.modules.resolve(name, path, world.lookup) : [];
  if (crate.length > 0) {
    return { value: { is: "module", paths: crate }, certainty: "exact" };
  }
  const global =
    rules?.scriptsAreGlobal === true
      ? places(world.lookup.defining(bare(name)).filter((other) => isScript(world, other)))
      : [];
  return global.length > 0 ? { value: { is: "definition", places: global }, certainty: "constrained" } : FOREIGN;
}

/** Other files that define the name, and whose names the file sees. */
function seenFrom(world: World, path: string, name: string): readonly string[] {
  const { lookup } = world;
  const sees = world.rules(path)?.modules.sees;
  return sees === undefined ? [] : lookup.defining(name).filter((other) => other !== path && sees(path, other, lookup));
}

/** Of the files of a package, those that define the name at all. */
function definedIn({ lookup }: World, paths: readonly string[], name: string): readonly string[] {
  if (paths.length === 0) {
    return paths;
  }
  const defining = new Set(lookup.defining(bare(name)));
  return paths.filter((path) => defining.has(path));
}

/** Whether the file's outermost names are everyone's. */
function isScript(world: World, path: string): boolean {
  const facts = world.lookup.facts(path);
  return (
    world.rules(path)?.scriptsAreGlobal === true &&
    facts !== null &&
    facts.exports === null &&
    facts.imports.length === 0
  );
}
