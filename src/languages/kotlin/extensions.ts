// Kotlin's extensions: members that are declared outside of the type (`fun Order.isLarge()`) and imported like functions.
import { definitionAt, membersNamed } from "../../linking/context.ts";
import { importedOrFree } from "../../linking/names.ts";
import { keyOf, mapUnion, orNull, type Place, placesOf, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import type { LinkContext, MissingMember, MissingMemberLookup } from "../../linking/semantics.ts";
import { hierarchyOf, knownSupersOf } from "../../linking/supertypes.ts";
import { FILE } from "../../vocabulary/facts.ts";

/** An extension of the receiver's type, or of what that extends. */
export const extension: MissingMemberLookup = (context, member) =>
  orNull(mapUnion(member.on, (one) => extensionOf(context, member, one)));

function extensionOf(context: LinkContext, { path, name }: MissingMember, on: Resolution): Resolution {
  const { value } = on;
  if (value.is !== "instance" && value.is !== "definition") {
    return UNKNOWN;
  }
  const places = placesOf(importedOrFree(context, path, name));
  if (places.length === 0) {
    return UNKNOWN;
  }
  const classes = new Set(hierarchyOf(context, value.places).map(keyOf));
  const own = places.filter((place) => receiversOf(context, place).some((receiver) => classes.has(keyOf(receiver))));
  return own.length === 0 ? UNKNOWN : { value: { is: "definition", places: own }, certainty: "constrained" };
}

/** The classes that an extension extends: the type of `this` inside it. */
function receiversOf(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || definition.parent !== FILE) {
    return [];
  }
  return membersNamed(context, place, "{}").flatMap((self) => knownSupersOf(context, self));
}
