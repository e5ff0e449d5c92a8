// Extension methods as in C#: declared outside of the class on which they are called, with the receiver as first parameter.
// They are visible where their namespace is.
import { BUILT_IN_ROOT } from "../vocabulary/chain.ts";
import { childrenNamed, definitionAt, type LinkContext } from "./context.ts";
import { hierarchyOf } from "./members-elsewhere.ts";
import { namespacesOf, usedBy } from "./namespaces.ts";
import { keyOf, mapUnion, type Place, type Resolution, UNKNOWN } from "./resolution.ts";

/** The first parameter, by its position. */
const RECEIVER = "0";

/** What `.name` means on the receiver if none of its classes has such a member. */
export function extensionMethod(context: LinkContext, path: string, on: Resolution, name: string): Resolution {
  const { value } = on;
  if (value.is === "unknown" || value.is === "module") {
    return UNKNOWN;
  }
  const extensions = extensionsNamed(context, path, name);
  return extensions.length === 0 ? UNKNOWN : mapUnion(on, (each) => ofReceiver(context, each, extensions));
}

interface Extension {
  readonly method: Place;
  readonly receiver: Resolution;
  /** Whether it extends a built-in type such as `string`; most calls on such a type are to its own methods. */
  readonly isBuiltIn: boolean;
}

function extensionsNamed(context: LinkContext, path: string, name: string): Extension[] {
  const seen = new Set([...namespacesOf(context, path), ...usedBy(context, path)]);
  return context.lookup.defining(name).flatMap((other): Extension[] => {
    const rules = context.semantics(other);
    if (rules?.receiversFirst !== true || !namespacesOf(context, other).some((space) => seen.has(space))) {
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
  const held = value.is === "definition" ? holding(context, value.places) : value;
  if (held.is === "external") {
    // The receiver has a type of another library. Whether that is the extended type, or derived from it, is not known here.
    return one(extensions.filter(({ receiver, isBuiltIn }) => !isBuiltIn && receiver.value.is === "external"));
  }
  if (held.is !== "instance") {
    return UNKNOWN;
  }
  const classes = new Set(hierarchyOf(context, held.places).map(keyOf));
  const fit = extensions.filter(
    ({ receiver }) =>
      receiver.value.is === "instance" && receiver.value.places.some((place) => classes.has(keyOf(place))),
  );
  return one(fit);
}

const one = (fit: readonly Extension[]): Resolution =>
  fit.length === 0
    ? UNKNOWN
    : { value: { is: "definition", places: fit.map(({ method }) => method) }, certainty: "constrained" };

/** The value of a variable, field or property. */
function holding(context: LinkContext, places: readonly Place[]): Resolution["value"] {
  for (const place of places) {
    const definition = definitionAt(context, place);
    if (definition?.type !== null && /^(?:field|variable|member)$/.test(definition?.kind ?? "")) {
      return context.resolve(place.path, definition?.type ?? BUILT_IN_ROOT).value;
    }
  }
  return UNKNOWN.value;
}
