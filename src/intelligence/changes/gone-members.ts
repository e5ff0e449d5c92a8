// Members that a change took away: a struct's field, an interface's property, an attribute. No outline lists most of them, so
// that their loss shows only as a change of what they are in. A property that holds a function is a method here. Knows facts
// alone.
import { type DefinitionAt, type Facts, isNamed, LOCAL } from "../../vocabulary/facts.ts";

const MEMBERS: ReadonlySet<string> = new Set(["field", "member", "method"]);

/** Ordinals in `before` of members whose path `now` does not have, of what is itself still there. */
export function goneMembers(before: Facts, now: Facts): DefinitionAt[] {
  const left = new Set(now.definitions.map(({ path }) => path));
  return before.definitions.flatMap((definition, at) => {
    const { kind, flags, path, parent } = definition;
    const isMember = MEMBERS.has(kind) && isNamed(definition) && (flags & LOCAL) === 0;
    const owner = before.definitions[parent]?.path ?? path.slice(0, -definition.name.length - 1);
    return isMember && !left.has(path) && left.has(owner) ? [at] : [];
  });
}
