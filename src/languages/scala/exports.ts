// What Scala's `export` makes members: of each exported name facts have a definition without a name, whose type is what the names
// belong to.

import { childrenNamed, definitionAt } from "../../linking/context.ts";
import { memberStep } from "../../linking/member-step.ts";
import { membersOfType } from "../../linking/members.ts";
import { type Place, placesOf } from "../../linking/resolution.ts";
import type { LinkContext, MemberSemantics } from "../../linking/semantics.ts";
import { EXPORTING } from "../../vocabulary/facts.ts";

/** An own member, else an exported one. */
export const ownOrExported: MemberSemantics["ownMembers"] = (context, place, name) => {
  const own = membersOfType(context, place, name);
  return own.length > 0 ? own : exportedMembers(context, place, name);
};

function exportedMembers(context: LinkContext, place: Place, name: string): Place[] {
  const exports = childrenNamed(context, place.path, place.at, EXPORTING).map(
    (at) => definitionAt(context, { path: place.path, at }) ?? null,
  );
  for (const one of exports) {
    const [exported, alias] = one?.signature?.split(" ") ?? [];
    const wanted = exported === "*" ? name : alias === name ? exported : undefined;
    const found =
      wanted === undefined || one === null || one.type === null
        ? []
        : placesOf(memberStep(context, context.resolve(place.path, one.type), wanted));
    if (found.length > 0) {
      return [...found];
    }
  }
  return [];
}
