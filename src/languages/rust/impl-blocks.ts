// `impl` blocks of Rust, which may stand in any file of the crate that names the type.

import { definitionAt } from "../../linking/context.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { LinkContext, MembersInOtherFiles } from "../../linking/semantics.ts";
import { importChain, unmarked } from "../../vocabulary/chain.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { areOfOneCrate } from "./modules.ts";

/** Whether the name refers to this place in the file. */
export function isNamedIn(context: LinkContext, path: string, name: string, place: Place): boolean {
  const imports = context.lookup.facts(path)?.imports ?? [];
  // An import without a name (`use Store as _`) still makes it visible.
  const at = imports.findIndex(({ local, imported }) => local === name || (local === null && imported === name));
  const { value } = context.resolve(path, at < 0 ? name : importChain(at));
  return value.is === "definition" && value.places.some((one) => keyOf(one) === keyOf(place));
}

const mayExtend = (context: LinkContext, owner: Place, name: string, path: string): boolean =>
  areOfOneCrate(owner.path, path, context.lookup) && isNamedIn(context, path, name, owner);

export const inImplBlocks: MembersInOtherFiles = {
  named(context, owner, name) {
    const { lookup } = context;
    const definition = definitionAt(context, owner);
    if (definition === undefined) {
      return [];
    }
    const path = `${definition.path}.${unmarked(name)}`;
    // A definition in a macro is known by its simple name only.
    const declaring = new Set([...lookup.declaring(path), ...lookup.declaring(unmarked(name))]);
    return [...declaring]
      .filter((other) => other !== owner.path && mayExtend(context, owner, definition.name, other))
      .flatMap((other) =>
        (lookup.facts(other)?.definitions ?? []).flatMap((one, at): Place[] =>
          one.path === path ? [{ path: other, at }] : [],
        ),
      );
  },
  all(context, owner) {
    const { name: type, path } = definitionAt(context, owner) ?? { name: "", path: "" };
    return context.lookup
      .containing(type)
      .filter((other) => other !== owner.path && mayExtend(context, owner, type, other))
      .flatMap((other) =>
        (context.lookup.facts(other)?.definitions ?? []).flatMap(({ parent, path: symbol, name }, at): Place[] =>
          parent === FILE && symbol === `${path}.${name}` ? [{ path: other, at }] : [],
        ),
      );
  },
};
