// Extension methods: declared outside of the class on which they are called, with the receiver as first parameter.
// They are visible where their namespace is.

import { childrenNamed, definitionAt } from "../../linking/context.ts";
import { packagesImported } from "../../linking/packages.ts";
import { isKnown, keyOf, mapUnion, orNull, type Place, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup } from "../../linking/semantics.ts";
import { hierarchyOf } from "../../linking/supertypes.ts";
import { BUILT_IN_ROOT, isMade, parseMember } from "../../vocabulary/chain.ts";
import type { DefinitionAt, DefinitionFact } from "../../vocabulary/facts.ts";
import { namespacesOf } from "./namespaces.ts";

/** The first parameter, by its position. */
const RECEIVER = "0";

/** An extension method of the receiver, which is a value, not a class of another library called by name. */
export const extensionMethod: MissingMemberLookup = (context, { path, chain, on, name }) => {
  const { value } = on;
  const isValue = isKnown(on) || isMade(parseMember(chain)?.owner ?? "");
  if (value.is === "unknown" || value.is === "module" || !isValue) {
    return null;
  }
  const extensions = extensionsNamed(context, path, name);
  return extensions.length === 0 ? null : orNull(mapUnion(on, (each) => ofReceiver(context, each, extensions)));
};

interface Extension {
  readonly method: Place;
  readonly receiver: Resolution;
  /** Whether it extends a built-in type such as `string`; most calls on such a type are to its own methods. */
  readonly isBuiltIn: boolean;
}

function extensionsNamed(context: LinkContext, path: string, name: string): Extension[] {
  const seen = new Set([...namespacesOf(context, path), ...packagesImported(context, path)]);
  return context.lookup.defining(name).flatMap((other): Extension[] => {
    const isVisible = namespacesOf(context, other).some((space) => seen.has(space));
    if (!isVisible || context.semantics(other) !== context.semantics(path)) {
      return [];
    }
    const definitions = context.lookup.facts(other)?.definitions ?? [];
    return definitions.flatMap((definition, at): Extension[] => {
      const [receiver] = definition.name === name ? childrenNamed(context, other, at, RECEIVER) : [];
      const type = receiver === undefined ? null : (definitions[receiver]?.type ?? null);
      return type === null
        ? []
        : [
            {
              method: { path: other, at },
              receiver: context.resolve(other, type),
              isBuiltIn: type.startsWith(BUILT_IN_ROOT),
            },
          ];
    });
  });
}

function ofReceiver(context: LinkContext, { value }: Resolution, extensions: readonly Extension[]): Resolution {
  const declared = value.is === "definition" ? valueOfVariable(context, value.places) : value;
  if (declared.is === "external") {
    // The receiver has a type of another library. Whether that is the extended type, or derived from it, is not known here.
    return anyOf(extensions.filter(({ receiver, isBuiltIn }) => !isBuiltIn && receiver.value.is === "external"));
  }
  if (declared.is !== "instance") {
    return UNKNOWN;
  }
  const classes = new Set(hierarchyOf(context, declared.places).map(keyOf));
  const fit = extensions.filter(
    ({ receiver }) =>
      receiver.value.is === "instance" && receiver.value.places.some((place) => classes.has(keyOf(place))),
  );
  return anyOf(fit);
}

const anyOf = (fit: readonly Extension[]): Resolution =>
  fit.length === 0
    ? UNKNOWN
    : { value: { is: "definition", places: fit.map(({ method }) => method) }, certainty: "constrained" };

/** The value of a variable, field or property. */
function valueOfVariable(context: LinkContext, places: readonly Place[]): Resolution["value"] {
  for (const place of places) {
    const definition = definitionAt(context, place);
    if (definition?.type !== null && /^(?:field|variable|member)$/.test(definition?.kind ?? "")) {
      return context.resolve(place.path, definition?.type ?? BUILT_IN_ROOT).value;
    }
  }
  return UNKNOWN.value;
}

/** Whether it takes what it extends as its first parameter. */
export const hasReceiverFirst = (definitions: readonly DefinitionFact[], at: DefinitionAt): boolean =>
  definitions.some(({ parent, name }) => parent === at && name === RECEIVER);
