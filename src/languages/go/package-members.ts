// Methods of Go, which any file of the package may declare for a type.

import { definitionAt } from "../../linking/context.ts";
import type { Place } from "../../linking/resolution.ts";
import type { LinkContext, MembersInOtherFiles } from "../../linking/semantics.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { goModules } from "./modules.ts";

const othersOf = ({ lookup }: LinkContext, path: string): readonly string[] =>
  goModules.inPackage?.(path, lookup) ?? [];

export const methodsInPackage: MembersInOtherFiles = {
  named(context, owner, name) {
    const { lookup } = context;
    const path = `${definitionAt(context, owner)?.path}.${unmarked(name)}`;
    const declaring = lookup.declaring(path).filter((other) => other !== owner.path);
    const beside = new Set(declaring.length === 0 ? [] : othersOf(context, owner.path));
    return declaring.flatMap((other) =>
      (beside.has(other) ? (lookup.facts(other)?.definitions ?? []) : []).flatMap((definition, at): Place[] =>
        definition.path === path ? [{ path: other, at }] : [],
      ),
    );
  },
  all(context, owner) {
    const path = definitionAt(context, owner)?.path;
    return othersOf(context, owner.path).flatMap((other) =>
      (context.lookup.facts(other)?.definitions ?? []).flatMap(({ parent, path: symbol, name }, at): Place[] =>
        parent === FILE && symbol === `${path}.${name}` ? [{ path: other, at }] : [],
      ),
    );
  },
};
