// Finds what a member overrides: the nearest member of its name in the supertypes. A call of that one may run this one, but is
// not an edge, since which of them runs is not known.

import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import type { Place } from "../../linking/resolution.ts";
import { superChain } from "../../vocabulary/chain.ts";
import { FUNCTION_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, type Facts, FILE, PRIVATE } from "../../vocabulary/facts.ts";
import { nodeOf, type SymbolNode } from "./calls.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(["method", "function"]);

/** Null if it overrides nothing, or the time limit was reached first. */
export function overriddenBy({ lookup, linker }: EdgeScene, { places: [place] }: Target): SymbolNode | null {
  const facts = place === undefined ? null : lookup.facts(place.path);
  const definition = facts?.definitions[place?.at ?? FILE];
  const language = place === undefined ? null : lookup.language(place.path);
  if (place === undefined || facts === null || definition === undefined || language === null) {
    return null;
  }
  const { embeds = false, constructors = [] } = languageById(language) ?? {};
  if (embeds || constructors.includes(definition.name) || !mayOverride(facts, definition)) {
    return null;
  }
  const first = inheritedMember({ lookup, linker }, { path: place.path, at: definition.parent }, definition);
  const other = first === null ? null : lookup.facts(first.path);
  const isOther = first !== null && (first.path !== place.path || first.at !== place.at);
  return isOther && other !== null ? nodeOf(first.path, other, first.at) : null;
}

/** The member of this name and kind that a type has from its supertypes: the nearest one; null where there is none, or time was up. */
export function inheritedMember(
  { lookup, linker }: Pick<EdgeScene, "lookup" | "linker">,
  owner: Place,
  { name, kind }: Pick<DefinitionFact, "name" | "kind">,
): Place | null {
  const mark = FUNCTION_KINDS.has(kind) ? (semanticsOf(lookup.language(owner.path) ?? "")?.functionMark ?? "") : "";
  const value = inTime(() => linker.declared(owner.path, `${superChain(owner.at)}.${name}${mark}`))?.value.value;
  const [first = null] = value?.is === "definition" ? value.places : [];
  return first;
}

function mayOverride({ definitions }: Facts, { name, parent, kind, flags, path }: DefinitionFact): boolean {
  const enclosing = definitions[parent];
  return (
    FUNCTIONS.has(kind) &&
    path !== name &&
    enclosing !== undefined &&
    name !== enclosing.name &&
    (flags & PRIVATE) === 0
  );
}
