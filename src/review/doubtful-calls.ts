// Which calls of a function may mean another one of its name, that takes what they pass.

import { misfitOf } from "../change/calls/call-fits.ts";
import { parametersAt } from "../change/calls/called-function.ts";
import type { Target } from "../intelligence/edges/edge-scene.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import { definitionOf } from "../intelligence/edges/related-types.ts";
import type { CallForm } from "../languages/contract/call-form.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import { keyOf, type Place } from "../linking/resolution.ts";
import type { ReviewScene } from "./contract.ts";
import { groupsOn, isProven, namesakesOf } from "./other-meanings.ts";

export interface CallOf {
  readonly target: Target;
  /** Where the function's own parameters are declared. */
  readonly own: readonly Place[];
  readonly form: CallForm;
  readonly reference: Pick<Reference, "path" | "line" | "certainty">;
  /** What the call passes. */
  readonly entries: readonly string[];
}

/** What the call may mean besides, in words for a message; null where it proves what it means, or nothing else fits it. */
export async function doubtOf(scene: ReviewScene, call: CallOf): Promise<string | null> {
  const { target, own, form, reference, entries } = call;
  const { now } = scene.project;
  const groups = groupsOn(now, reference.path, reference.line, target.name);
  if (groups.length > 0 && groups.every((group) => isProven(now, now, reference.path, group))) {
    return null;
  }
  if (isLibraryMember(target.name, now.lookup.language(reference.path))) {
    return `the library of the language has \`${target.name}\`, too`;
  }
  const known = new Set([...target.places, ...own].map(keyOf));
  for (const place of namesakesOf(now, target, (one) => known.has(keyOf(one)))) {
    const [parameters] = (await parametersAt(now, [place], form, scene.text)) ?? [];
    if (parameters === undefined || misfitOf(parameters, entries, form) === null) {
      return `\`${definitionOf(now, place)?.path ?? target.name}\` in ${place.path} takes them`;
    }
  }
  return null;
}
