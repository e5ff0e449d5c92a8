// Resolves a chain: applies its last step to what the rest of it resolves to.
import type { Chain } from "../vocabulary/facts.ts";
import { calledOnMany, mayBeKey } from "./collections.ts";
import { extensionMethod } from "./extension-methods.ts";
import { heldBy } from "./held.ts";
import { memberOfHosts } from "./hosts.ts";
import { memberStep } from "./member-step.ts";
import { memberElsewhere } from "./members-elsewhere.ts";
import { bareInClass, importedOrFree, rootOf } from "./names.ts";
import { bareAtTop, bareInOpen, onOwnClass } from "./open-classes.ts";
import { inNamespace, inPackagePath } from "./packages.ts";
import { callStep, elementStep, instanceStep, keysStep } from "./steps.ts";
import { macroOf, memberInTraits } from "./traits.ts";
import { atMost, isKnown, overAll, type Reached, UNKNOWN } from "./value.ts";
import { bare, definedAs, definitionAt, type World } from "./world.ts";

const LAST_STEP = /^(.*?)(\.(?:(?!\{#\})[^.()^*[\]])+|\(\)|\^|\*|\[\]|\{#\})$/su;
const IN_CLASS = /^in@(\d+)$/u;

/** What a chain of a file resolves to. */
export function follow(world: World, path: string, chain: Chain): Reached {
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
    case "{#}":
      return keysStep(world, reached);
    default: {
      const name = step.slice(1);
      const own = memberStep(world, reached, name);
      const found = isKnown(own) ? own : firstKnown(byKey(world, path, reached, name), own);
      if (!isKnown(found) && world.rules(path)?.openClasses === true) {
        const inPath = isKnown(reached) ? found : wholeConstant(world, path, chain);
        return firstKnown(onOwnClass(world, path, reached, name), firstKnown(inPath, found));
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

/** One of the values that a collection holds by key, in languages where keys are members. */
function byKey(world: World, path: string, on: Reached, name: string): Reached {
  const isOpen = world.rules(path)?.keysAreMembers === true && mayBeKey(name);
  const held = isOpen ? heldBy(world, on) : UNKNOWN;
  return overAll(held, (one) => (one.value.is === "many" ? elementStep(world, one) : UNKNOWN));
}

const CONSTANT = /^(?:in@\d+\.)?(\p{Lu}[^.()^*[\]@]*(?:\.\p{Lu}[^.()^*[\]@]*)+)$/u;

/** A library's class that the project reopens by its full name without reopening its namespace: `class Rack::Request`. */
function wholeConstant(world: World, path: string, chain: string): Reached {
  const [, whole = ""] = CONSTANT.exec(chain) ?? [];
  const places = whole === "" ? [] : definedAs(world, whole, path);
  return places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty: "exact" };
}

/** Where packages are namespaces: a member of the namespace, or a visible method that is declared elsewhere. */
function byNamespace(world: World, path: string, chain: Chain, on: Reached, name: string): Reached {
  const { namespaces = false, packagesNest = false } = world.rules(path) ?? {};
  if (!namespaces) {
    return packagesNest ? inPackagePath(world, path, chain) : UNKNOWN;
  }
  const space = isKnown(on) ? UNKNOWN : inNamespace(world, path, chain);
  // The receiver is a value, not a class of another library called by name.
  const isValue = isKnown(on) || /[\^)\]]\.[^.]*$/.test(chain);
  return isKnown(space) || !isValue ? space : extensionMethod(world, path, on, name);
}

/** Where types have traits: members of visible traits, and for a crate its macros. */
const byTraits = (world: World, path: string, on: Reached, name: string): Reached =>
  world.rules(path)?.traits === true
    ? firstKnown(memberInTraits(world, path, on, name), macroOf(world, on, name))
    : UNKNOWN;

const firstKnown = (one: Reached, other: Reached): Reached => (isKnown(one) ? one : other);

const MEMBER = /^(.+)\.([^.()^*[\]]+)$/su;

const NONE: ReadonlySet<string> = new Set();

/** A call of a built-in type's method; null if the chain does not end in one. */
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

/**
 * The result of a method that returns its receiver: of the receiver's class, not of the class that declares the method.
 * Otherwise null.
 */
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
