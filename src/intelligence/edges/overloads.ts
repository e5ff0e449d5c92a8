// Which methods of one name are one symbol, in languages whose links tell overloads apart; in others all of them are. And what they override.

import { semanticsOf } from "../../languages/semantics.ts";
import type { Place } from "../../linking/resolution.ts";
import { withoutDefaults } from "../../linking/signatures.ts";
import { OVERRIDES } from "../../vocabulary/facts.ts";
import type { EdgeScene } from "./edge-scene.ts";
import { definitionOf, typesAbove } from "./related-types.ts";

/** All definitions of the symbol: a prototype and what it declares, the parts of a type. */
export function declarationsOf(scene: EdgeScene, place: Place): readonly Place[] {
  const own = signatureAt(scene, place);
  return scene.linker.parts(place).filter((part) => own === null || (signatureAt(scene, part) ?? own) === own);
}

/** Whether the member may override one of the others, or these it: of one kind, with the same parameters. */
export function isOverride(scene: EdgeScene, member: Place, others: readonly Place[]): boolean {
  const own = definitionOf(scene, member);
  const semantics = semanticsOf(scene.lookup.language(member.path) ?? "");
  return others.some((place) => {
    const other = definitionOf(scene, place);
    const isOneKind = own !== undefined && other !== undefined && semantics?.isOneKind(own, other) === true;
    return isOneKind && mayBeSame(signatureAt(scene, member), signatureAt(scene, place));
  });
}

/** Whether the member is written as an override, and no type above its own is among the owners. */
export function overridesOther(scene: EdgeScene, { path, at }: Place, owners: ReadonlyMap<string, Place>): boolean {
  const definition = definitionOf(scene, { path, at });
  if (definition === undefined || (definition.flags & OVERRIDES) === 0) {
    return false;
  }
  return ![...typesAbove(scene, { path, at: definition.parent }).keys()].some((type) => owners.has(type));
}

/** Null where overloads are not told apart, or the parameters were not read. */
function signatureAt(scene: EdgeScene, place: Place): string | null {
  const isApart = semanticsOf(scene.lookup.language(place.path) ?? "")?.distinguishesOverloads === true;
  const signature = isApart ? (definitionOf(scene, place)?.signature ?? null) : null;
  return signature === null ? null : withoutDefaults(signature);
}

/** A type that is written `?` may be any, as a type variable is: `(int,?)` and `(int,String)`. */
function mayBeSame(signature: string | null, other: string | null): boolean {
  if (signature === null || other === null) {
    return true;
  }
  if (signature === other) {
    return true;
  }
  const [types, others] = [signature.split(","), other.split(",")];
  const mayBeOne = (type: string, at: number): boolean =>
    type === others[at] || type.includes("?") || others[at]?.includes("?") === true;
  return (
    !signature.startsWith("()") && !other.startsWith("()") && types.length === others.length && types.every(mayBeOne)
  );
}
