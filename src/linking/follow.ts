// Resolves a chain: applies its last step to what the rest of it resolves to.
import {
  CALL,
  type Chain,
  classOfBareName,
  dottedNames,
  ELEMENT,
  INSTANCE,
  isMade,
  KEYS,
  lastStep,
  MANY,
  parseMember,
  selfChain,
  unmarked,
} from "../vocabulary/chain.ts";
import { calledOnCollection, mayBeKey } from "./collections.ts";
import { definedAs, definitionAt, type LinkContext } from "./context.ts";
import { extensionMethod } from "./extension-methods.ts";
import { heldBy } from "./held.ts";
import { memberOfHosts } from "./hosts.ts";
import { memberStep } from "./member-step.ts";
import { memberElsewhere } from "./members-elsewhere.ts";
import { bareInClass, importedOrFree, rootOf } from "./names.ts";
import { bareAtTop, bareInOpen, onOwnClass } from "./open-classes.ts";
import { inNamespace, inPackagePath } from "./packages.ts";
import { atMost, isKnown, mapUnion, type Resolution, UNKNOWN } from "./resolution.ts";
import { callStep, elementStep, instanceStep, keysStep } from "./steps.ts";
import { macroOf, memberInTraits } from "./traits.ts";

/** What a chain of a file resolves to. */
export function follow(context: LinkContext, path: string, chain: Chain): Resolution {
  const last = lastStep(chain);
  if (last === null) {
    return rootOf(context, path, chain);
  }
  const { before, step } = last;
  const inClass = classOfBareName(before);
  if (inClass !== null && context.semantics(path)?.openClasses === true) {
    const name = step.slice(1);
    const found = bareInOpen(context, { path, at: inClass }, name);
    return isKnown(found) ? found : firstKnown(bareAtTop(context, path, name), found);
  }
  if (inClass !== null) {
    return bareInClass(context, path, inClass, step.slice(1));
  }
  const resolution = context.resolve(path, before);
  switch (step) {
    case CALL:
      return (
        builtIn(context, path, before) ?? itself(context, path, before, resolution) ?? callStep(context, resolution)
      );
    case INSTANCE:
      return instanceStep(context, resolution);
    case MANY:
      return { ...resolution, value: { is: "collection", of: resolution.value } };
    case ELEMENT:
      return elementStep(context, resolution);
    case KEYS:
      return keysStep(context, resolution);
    default: {
      const name = step.slice(1);
      const own = memberStep(context, resolution, name);
      const found = isKnown(own) ? own : firstKnown(byKey(context, path, resolution, name), own);
      if (!isKnown(found) && context.semantics(path)?.openClasses === true) {
        const inPath = isKnown(resolution) ? found : wholeConstant(context, path, chain);
        return firstKnown(onOwnClass(context, path, resolution, name), firstKnown(inPath, found));
      }
      return isKnown(found)
        ? found
        : firstKnown(
            memberElsewhere(context, path, resolution, name, () => importedOrFree(context, path, name)),
            firstKnown(
              byNamespace(context, path, chain, resolution, name),
              firstKnown(
                byTraits(context, path, resolution, name),
                firstKnown(memberOfHosts(context, resolution, name), found),
              ),
            ),
          );
    }
  }
}

/** One of the values that a collection holds by key, in languages where keys are members. */
function byKey(context: LinkContext, path: string, on: Resolution, name: string): Resolution {
  const isOpen = context.semantics(path)?.keysAreMembers === true && mayBeKey(name);
  const held = isOpen ? heldBy(context, on) : UNKNOWN;
  return mapUnion(held, (one) => (one.value.is === "collection" ? elementStep(context, one) : UNKNOWN));
}

const CONSTANT = /^\p{Lu}[^@]*$/u;

/** A library's class that the project reopens by its full name without reopening its namespace: `class Rack::Request`. */
function wholeConstant(context: LinkContext, path: string, chain: string): Resolution {
  const names = dottedNames(chain) ?? [];
  const isWhole = names.length > 1 && names.every((name) => CONSTANT.test(name));
  const places = isWhole ? definedAs(context, names.join("."), path) : [];
  return places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty: "exact" };
}

/** Where packages are namespaces: a member of the namespace, or a visible method that is declared elsewhere. */
function byNamespace(context: LinkContext, path: string, chain: Chain, on: Resolution, name: string): Resolution {
  const { namespaces = false, packagesNest = false } = context.semantics(path) ?? {};
  if (!namespaces) {
    return packagesNest ? inPackagePath(context, path, chain) : UNKNOWN;
  }
  const space = isKnown(on) ? UNKNOWN : inNamespace(context, path, chain);
  // The receiver is a value, not a class of another library called by name.
  const isValue = isKnown(on) || isMade(parseMember(chain)?.owner ?? "");
  return isKnown(space) || !isValue ? space : extensionMethod(context, path, on, name);
}

/** Where types have traits: members of visible traits, and for a crate its macros. */
const byTraits = (context: LinkContext, path: string, on: Resolution, name: string): Resolution =>
  context.semantics(path)?.traits === true
    ? firstKnown(memberInTraits(context, path, on, name), macroOf(context, on, name))
    : UNKNOWN;

const firstKnown = (one: Resolution, other: Resolution): Resolution => (isKnown(one) ? one : other);

const NONE: ReadonlySet<string> = new Set();

/** A call of a built-in type's method; null if the chain does not end in one. */
function builtIn(context: LinkContext, path: string, called: Chain): Resolution | null {
  const { owner = "", name = "" } = parseMember(called) ?? {};
  const resolution = owner === "" ? UNKNOWN : context.resolve(path, owner);
  const passesOn = context.semantics(path)?.passesOn ?? NONE;
  const held = heldBy(context, resolution);
  if (passesOn.has(name) && held.value.is === "instance" && !isKnown(context.resolve(path, called))) {
    return held;
  }
  if (context.semantics(path)?.givesOneOfEnum?.has(unmarked(name)) === true && isEnum(context, resolution)) {
    return instanceStep(context, resolution);
  }
  return held.value.is === "collection" ? calledOnCollection(held, unmarked(name)) : null;
}

function isEnum(context: LinkContext, { value }: Resolution): boolean {
  const [place] = value.is === "definition" ? value.places : [];
  return place !== undefined && definitionAt(context, place)?.kind === "enum";
}

/**
 * The result of a method that returns its receiver: of the receiver's class, not of the class that declares the method.
 * Otherwise null.
 */
function itself(
  context: LinkContext,
  path: string,
  called: Chain,
  { value, certainty }: Resolution,
): Resolution | null {
  const member = parseMember(called);
  const [place] = value.is === "definition" ? value.places : [];
  const method = place === undefined ? undefined : definitionAt(context, place);
  if (member === null || method?.kind !== "method" || method.type !== selfChain(method.parent)) {
    return null;
  }
  const on = heldBy(context, context.resolve(path, member.owner));
  const made = on.value.is === "definition" ? instanceStep(context, on) : on;
  return made.value.is === "instance" ? atMost(certainty, made) : null;
}
