// Extensions of Swift: a type may have parts in any file that sees it.
import { definitionAt, openMemo } from "../../linking/context.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { LinkContext } from "../../linking/semantics.ts";
import { type DefinitionFact, EXTENSION, LOCAL, PRIVATE } from "../../vocabulary/facts.ts";
import { sees } from "./modules.ts";

/** A type with more parts is generated. */
const PARTS_MAX = 100;

const NONE: readonly Place[] = [];
const parts = openMemo<readonly Place[]>();

/** The other declarations and extensions of the type's path. */
export function extensionsOf(context: LinkContext, place: Place): readonly Place[] {
  const definition = definitionAt(context, place);
  return definition === undefined || (definition.flags & LOCAL) !== 0
    ? NONE
    : parts(context, keyOf(place), () => findParts(context, place, definition));
}

function findParts(context: LinkContext, place: Place, { name, path }: DefinitionFact): readonly Place[] {
  const { lookup } = context;
  const own = path.slice(path.lastIndexOf(".") + 1);
  const files = new Set([name, path, own].flatMap((one) => [...lookup.defining(one)]));
  // One file must see the other: what a test adds to a type is a member in that test.
  const seen = [...files].filter(
    (other) => other !== place.path && (sees(place.path, other, lookup) || sees(other, place.path, lookup)),
  );
  // A file-private type is not a part of others with the same name.
  const shared = isOwn(context, place.path, path) ? [] : seen.filter((file) => !isOwn(context, file, path));
  const declared = [place.path, ...shared].flatMap((file) =>
    (lookup.facts(file)?.definitions ?? []).flatMap((one, at) =>
      one.path === path && isType(one.kind) ? [{ path: file, at }] : [],
    ),
  );
  return declared.filter((part) => keyOf(part) !== keyOf(place)).slice(0, PARTS_MAX);
}

/** Whether the file declares a private type of this path, or a private type that encloses it. */
function isOwn({ lookup }: LinkContext, file: string, path: string): boolean {
  const outer = path.split(".", 1)[0];
  return (lookup.facts(file)?.definitions ?? []).some(
    (one) =>
      (one.flags & PRIVATE) !== 0 && !isAdded(one) && isType(one.kind) && (one.path === path || one.path === outer),
  );
}

const isAdded = ({ flags }: DefinitionFact): boolean => (flags & EXTENSION) !== 0;

const isType = (kind: string): boolean => kind === "class" || kind === "interface" || kind === "enum";
