// What the name of an argument refers to beside the parameter: a field that a class takes under its name. The name is a member of what is
// called, or of the value that is copied, with a colon before it: `Order.:size` of `Order(size = 1)`.

import { FUNCTION_KINDS, TYPE_KINDS } from "../vocabulary/chunk.ts";
import { ARGUMENT, type DefinitionFact } from "../vocabulary/facts.ts";
import { definitionAt } from "./context.ts";
import { memberOf } from "./members.ts";
import { atMost, definitionOf, EXTERNAL, placesOf } from "./resolution.ts";
import type { MissingMemberLookup } from "./semantics.ts";
import { valueOfVariable } from "./supertypes.ts";

const isArgument = (definition: DefinitionFact | undefined): boolean => ((definition?.flags ?? 0) & ARGUMENT) !== 0;

/** What is no type and no function says nothing of the arguments of its call. */
const isCallable = ({ kind }: DefinitionFact): boolean => TYPE_KINDS.has(kind) || FUNCTION_KINDS.has(kind);

/** A parameter that is no field is nothing that code elsewhere refers to. */
export const byNamedArgument: MissingMemberLookup = (context, { on, name }) => {
  const { value, certainty } = name.startsWith(":") ? valueOfVariable(context, on) : on;
  const places = name.startsWith(":") && (value.is === "definition" || value.is === "instance") ? value.places : [];
  const owners = places.flatMap((place) => definitionAt(context, place) ?? []);
  if (owners.length === 0 || !owners.every(isCallable)) {
    return null;
  }
  const member = memberOf(context, places, name.slice(1), "instance");
  const fields = placesOf(member).filter((place) => isArgument(definitionAt(context, place)));
  return fields.length === 0 ? EXTERNAL : atMost(certainty, definitionOf(fields, member.certainty));
};
