// Members of a union of type literals: `kind` of `{ kind: "a" } | { kind: "b" }` is one symbol, since each part has it.
import { definitionAt, membersNamed } from "../../linking/context.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { memberStep } from "../../linking/member-step.ts";
import { isKnown, type Place } from "../../linking/resolution.ts";
import type { LinkContext } from "../../linking/semantics.ts";
import { definitionIn } from "../../vocabulary/chain.ts";
import { type DefinitionAt, type DefinitionFact, UNION } from "../../vocabulary/facts.ts";

/** By the ordinal of each type literal: the union of which it is a part. */
const unions = derivedFrom((definitions: readonly DefinitionFact[]): ReadonlyMap<DefinitionAt, DefinitionFact> => {
  const found = new Map<DefinitionAt, DefinitionFact>();
  for (const definition of definitions) {
    for (const chain of (definition.flags & UNION) === 0 ? [] : partsOf(definition)) {
      const at = definitionIn(chain);
      if (at !== null) {
        found.set(at, definition);
      }
    }
  }
  return found;
});

const partsOf = ({ type }: DefinitionFact): readonly string[] => type?.split("|") ?? [];

/** The members of the same name in all literals of the union; none where a part lacks it, or for any other definition. */
export function inAllParts(context: LinkContext, { path, at }: Place): readonly Place[] {
  const definition = definitionAt(context, { path, at });
  const { definitions = [] } = context.lookup.facts(path) ?? {};
  const union = definition === undefined ? undefined : unions(definitions).get(definition.parent);
  if (definition === undefined || union === undefined) {
    return NONE;
  }
  const found: Place[] = [];
  for (const chain of partsOf(union)) {
    const literal = definitionIn(chain);
    const own = literal === null ? NONE : membersNamed(context, { path, at: literal }, definition.name);
    if (own.length === 0 && !isKnown(memberStep(context, context.resolve(path, chain), definition.name))) {
      return NONE;
    }
    found.push(...own);
  }
  return found;
}

const NONE: readonly Place[] = [];
