// Members that a Rust type has indirectly: those of what it dereferences to, and those of traits that are visible in the file,
// since a method can be called only where its trait is visible.

import { definitionAt, membersNamed, openMemo } from "../../linking/context.ts";
import { memberStep } from "../../linking/member-step.ts";
import { memberOf } from "../../linking/members.ts";
import {
  atMost,
  definitionOf,
  firstOf,
  isKnown,
  keyOf,
  mapUnion,
  orNull,
  type Place,
  placesOf,
  type Resolution,
  UNKNOWN,
} from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup } from "../../linking/semantics.ts";
import { callStep, instanceStep } from "../../linking/steps.ts";
import { valueOfVariable } from "../../linking/supertypes.ts";
import { importChain } from "../../vocabulary/chain.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { isNamedIn } from "./impl-blocks.ts";
import { filesDefining } from "./macros.ts";

/** Limit on chains of dereferences. */
const DEREFERENCES_MAX = 4;

/** A member of what the value dereferences to, of its output when awaited, or of a visible trait. */
export const memberInTraits: MissingMemberLookup = (context, { path, on, name }) =>
  orNull(
    mapUnion(valueOfVariable(context, on), (one) => {
      for (const way of [dereferenced, awaited]) {
        const found = way(context, one, name);
        if (isKnown(found)) {
          return found;
        }
      }
      return inVisibleTraits(context, path, one, name);
    }),
  );

function dereferenced(context: LinkContext, on: Resolution, name: string): Resolution {
  let target = on;
  for (let left = DEREFERENCES_MAX; left > 0; left--) {
    target =
      target.value.is === "instance" ? callStep(context, memberOf(context, target.value.places, "deref")) : UNKNOWN;
    const found = isKnown(target) ? memberStep(context, target, name) : UNKNOWN;
    if (isKnown(found)) {
      return atMost("constrained", found);
    }
  }
  return UNKNOWN;
}

/** A future is awaited for its `Output`: chains write an awaited value as its result. */
function awaited(context: LinkContext, { value }: Resolution, name: string): Resolution {
  const output = value.is === "instance" ? memberOf(context, value.places, "Output") : UNKNOWN;
  const found = isKnown(output) ? memberStep(context, instanceStep(context, output), name) : UNKNOWN;
  return atMost("constrained", found);
}

function inVisibleTraits(context: LinkContext, path: string, { value }: Resolution, name: string): Resolution {
  const isOurs =
    value.is === "instance" ||
    (value.is === "definition" &&
      value.places.every((place) => TYPE_KINDS.has(definitionAt(context, place)?.kind ?? "")));
  if (!isOurs) {
    return UNKNOWN;
  }
  const named = traitsNamed(context, path).flatMap((trait) => membersNamed(context, trait, name));
  // Of several traits, the receiver's type decides which one is meant.
  const places = named.length > 0 ? named : inTraitsByStar(context, path, name);
  return definitionOf(places.length === 1 ? places : [], "constrained");
}

const isTrait = (context: LinkContext, place: Place): boolean => definitionAt(context, place)?.kind === "interface";

const named = openMemo<readonly Place[]>();

/** Traits that a file declares or imports by name. */
const traitsNamed = (context: LinkContext, path: string): readonly Place[] =>
  named(context, path, () => findTraits(context, path));

function findTraits(context: LinkContext, path: string): readonly Place[] {
  const facts = context.lookup.facts(path);
  const own = (facts?.definitions ?? []).map((_, at): Place => ({ path, at }));
  const imports = (facts?.imports ?? []).flatMap(({ imported }, at): readonly Place[] => {
    return /^\p{Lu}/u.test(imported ?? "") ? placesOf(context.resolve(path, importChain(at))) : [];
  });
  return firstOf([...own, ...imports], keyOf).filter((place) => isTrait(context, place));
}

/** Traits that a file imports through `*`. */
function inTraitsByStar(context: LinkContext, path: string, name: string): readonly Place[] {
  const seen = new Map<string, boolean>();
  return filesDefining(context, path, name).flatMap((file): Place[] =>
    (context.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) => {
      const trait: Place = { path: file, at: definition.parent };
      if (definition.name !== name || !isTrait(context, trait)) {
        return [];
      }
      const key = keyOf(trait);
      const isSeen = seen.get(key) ?? isNamedIn(context, path, definitionAt(context, trait)?.name ?? "", trait);
      seen.set(key, isSeen);
      return isSeen ? [{ path: file, at }] : [];
    }),
  );
}
