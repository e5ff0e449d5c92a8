// Names that a file of TypeScript or JavaScript sees without an import: of scripts, and of `declare global`.

import { outermostSeen } from "../../linking/context.ts";
import { openIndexOf } from "../../linking/index-of.ts";
import { definitionOf, orNull } from "../../linking/resolution.ts";
import type { LinkContext, NameLookup } from "../../linking/semantics.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { type DefinitionFact, GLOBAL } from "../../vocabulary/facts.ts";

const globals = openIndexOf<DefinitionFact>(({ name, flags }) => ((flags & GLOBAL) === 0 ? [] : [name]));

/** Definitions at the top of scripts, and those that modules declare to be global. */
export const globalName: NameLookup = (context, path, name) => {
  const { lookup } = context;
  const places = lookup.defining(unmarked(name)).flatMap((other) => {
    const own = isScript(context, path, other) ? outermostSeen(context, path, other, name) : [];
    const declared = globals(lookup.facts(other)?.definitions ?? [], name);
    return [...own, ...declared.map((at) => ({ path: other, at }))];
  });
  return orNull(definitionOf(places, "constrained"));
};

/** Whether the file is of the same languages, and its top-level names are global: it imports and exports nothing. */
function isScript({ lookup, semantics }: LinkContext, path: string, other: string): boolean {
  const facts = lookup.facts(other);
  return semantics(other) === semantics(path) && facts !== null && facts.exports === null && facts.imports.length === 0;
}
