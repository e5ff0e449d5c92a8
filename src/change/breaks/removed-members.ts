// Members that a change removed and that no outline lists, so that only their owner shows as changed: a struct's field, an
// interface's property, an attribute, and the second name of `var a, b = 1, 2`. A property that holds a function is a method here.
import { type DefinitionAt, type Facts, FILE, isNamed, LOCAL } from "../../vocabulary/facts.ts";

const MEMBERS: ReadonlySet<string> = new Set(["field", "member", "method"]);

/** Ordinals in `before` of members whose owner still exists, and of names at the top of the file, whose path `now` does not have. */
export function removedMembers(before: Facts, now: Facts): DefinitionAt[] {
  const left = new Set(now.definitions.map(({ path }) => path));
  return before.definitions.flatMap((definition, at) => {
    const { kind, flags, path, parent } = definition;
    const isKept = isNamed(definition) && (flags & LOCAL) === 0;
    const isMember = MEMBERS.has(kind);
    const owner = before.definitions[parent]?.path ?? path.slice(0, -definition.name.length - 1);
    const isOfKept = isMember ? left.has(owner) : parent === FILE;
    return isKept && !left.has(path) && isOfKept ? [at] : [];
  });
}
