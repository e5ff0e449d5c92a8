// Finds what a member overrides: the nearest member of its name in the supertypes. A call of that one may run this one, but is
// not an edge, since which of them runs is not known.

import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { superChain } from "../../vocabulary/chain.ts";
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
  const mark = semanticsOf(language)?.functionMark ?? "";
  const chain = `${superChain(definition.parent)}.${definition.name}${mark}`;
  const value = inTime(() => linker.declared(place.path, chain))?.value.value;
  const [first] = value?.is === "definition" ? value.places : [];
  const other = first === undefined ? null : lookup.facts(first.path);
  const isOther = first !== undefined && (first.path !== place.path || first.at !== place.at);
  return isOther && other !== null ? nodeOf(first.path, other, first.at) : null;
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
