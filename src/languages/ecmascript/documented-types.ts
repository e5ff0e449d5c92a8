// Types that a comment of JavaScript defines (`@typedef`): its module has them whatever else it exports.
import { definitionAt, outermostNamed } from "../../linking/context.ts";
import { definitionOf, orNull, type Resolution } from "../../linking/resolution.ts";
import type { LinkContext } from "../../linking/semantics.ts";

/** Null for a name that no comment of the file defines. */
export function documentedType(context: LinkContext, path: string, name: string): Resolution | null {
  const isTyped = context.lookup.language(path) !== "javascript";
  const all = isTyped ? [] : outermostNamed(context, path, name);
  return orNull(definitionOf(all.filter((place) => definitionAt(context, place)?.kind === "type")));
}
