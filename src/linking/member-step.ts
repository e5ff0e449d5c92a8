// Resolves a `.name` step on what the chain before it resolved to.

import { definitionAt, type LinkContext } from "./context.ts";
import { mapAlternatives } from "./each-alternative.ts";
import { ALIASES, holdsOf, VALUES } from "./held.ts";
import { memberOf } from "./members.ts";
import { exportOf, filesOfModule } from "./modules-of.ts";
import { isOpenType, openMember } from "./open-classes.ts";
import { atMost, EXTERNAL, isKnown, type Place, type Resolution, UNKNOWN, withTypeArguments } from "./resolution.ts";

/** Limit for a variable that holds a variable, or an alias of an alias; some refer to themselves. */
const HELD_MAX = 8;

/** `.name` */
export const memberStep = (context: LinkContext, resolution: Resolution, name: string, held = 0): Resolution =>
  held > HELD_MAX ? UNKNOWN : mapAlternatives(context, resolution, (one) => memberOfOne(context, one, name, held));

function memberOfOne(context: LinkContext, { value, certainty }: Resolution, name: string, held: number): Resolution {
  switch (value.is) {
    case "module": {
      const found = exportOf(context, value.paths, name);
      return atMost(certainty, isKnown(found) ? found : submoduleOf(context, value.paths, name));
    }
    case "definition": {
      const own = isOpen(context, value.places)
        ? openMember(context, value.places, name, "class")
        : memberOf(context, value.places, name);
      if (isKnown(own)) {
        return atMost(certainty, withTypeArguments(own, value.given));
      }
      const inModule = ofModule(context, value.places, name);
      const known = isKnown(inModule) ? inModule : handedOn(context, value.places, name, held);
      if (isKnown(known)) {
        return atMost(certainty, known);
      }
      // A variable has the members of its value; a method accessed without a call is a property.
      const given = holdsOf(context, value, VALUES);
      // An alias has the members of its type.
      const inner = leadsOn(given) ? given : holdsOf(context, value, ALIASES);
      return leadsOn(inner) ? memberStep(context, { ...inner, certainty: "constrained" }, name, held + 1) : own;
    }
    case "instance": {
      if (name === CLASS) {
        return { value: { is: "definition", places: value.places }, certainty };
      }
      const found = isOpen(context, value.places)
        ? openMember(context, value.places, name, "instance")
        : memberOf(context, value.places, name);
      const sure = atMost(value.own ? certainty : "constrained", withTypeArguments(found, value.given));
      if (isKnown(found)) {
        return sure;
      }
      const alias = holdsOf(context, value, ALIASES);
      return leadsOn(alias) ? memberStep(context, { ...alias, certainty: "constrained" }, name, held + 1) : sure;
    }
    case "collection":
    case "keys":
    case "external":
      return EXTERNAL;
    default:
      return UNKNOWN;
  }
}

const isOpen = (context: LinkContext, [first]: readonly Place[]): boolean =>
  first !== undefined && isOpenType(context, first);

/** The value of one of our definitions may be foreign; its members are then foreign too. */
const leadsOn = ({ value }: Resolution): boolean => value.is !== "unknown";

/** Members of a module that this file only declares and that has a file of its own. */
function ofModule(context: LinkContext, places: readonly Place[], name: string): Resolution {
  for (const place of places) {
    const files = filesOfModule(context, place);
    if (files.length > 0) {
      const found = exportOf(context, files, name);
      return isKnown(found) ? found : submoduleOf(context, files, name);
    }
  }
  return UNKNOWN;
}

/** What an inline module re-exports from other modules (`mod prelude { pub use … }`). */
function handedOn(context: LinkContext, places: readonly Place[], name: string, held: number): Resolution {
  for (const place of places) {
    const definition = definitionAt(context, place);
    const exports = definition?.kind === "module" ? (context.lookup.facts(place.path)?.exports ?? []) : [];
    const named = exports.find((one) => one.name === `${definition?.path}.${name}`);
    if (named !== undefined) {
      return context.resolve(place.path, named.of);
    }
    for (const { of } of exports.filter((one) => one.name === `${definition?.path}.*`)) {
      const found = memberStep(context, context.resolve(place.path, of), name, held + 1);
      if (isKnown(found)) {
        return found;
      }
    }
  }
  return UNKNOWN;
}

function submoduleOf(context: LinkContext, paths: readonly string[], name: string): Resolution {
  for (const path of paths) {
    const found = context.semantics(path)?.modules.submodule?.("", name, path, context.lookup) ?? [];
    if (found.length > 0) {
      return { value: { is: "module", paths: found }, certainty: "exact" };
    }
  }
  return UNKNOWN;
}

/** Python's attribute for the class of an object. */
const CLASS = "__class__";
