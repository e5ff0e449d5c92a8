// Namespaces of PHP: a name may be absolute (`\\a\\b`), the unnamed namespace is global, and functions and constants that a namespace
// lacks are looked up there.
import { definitionAt, membersNamed, outermostSeen, packageOf } from "../../linking/context.ts";
import { BASE_PACKAGES, definedIn, qualified } from "../../linking/packages.ts";
import { orNull, placesOf } from "../../linking/resolution.ts";
import type { LinkContext, NameLookup, PackageSemantics } from "../../linking/semantics.ts";

const dotted = (name: string): string => name.replaceAll("\\", ".");

export const PHP_NAMESPACES: PackageSemantics = {
  ...BASE_PACKAGES,
  dotted,
  declaredIn(context, path, from, wanted, name) {
    const own = packageOf(context, path) === wanted ? outermostSeen(context, from, path, name) : [];
    const others = otherNamespaces(context, path, wanted);
    return [...own, ...others.flatMap((at) => membersNamed(context, { path, at }, name))];
  },
  qualified(context, from, name) {
    const parts = name.replace(/^\\/, "").split("\\");
    return definedIn(context, from, parts.slice(0, -1).join("."), parts.at(-1) ?? "");
  },
};

/** Definitions of this namespace in a file that starts with another one. */
function otherNamespaces({ lookup }: LinkContext, path: string, wanted: string): number[] {
  const definitions = lookup.facts(path)?.definitions ?? [];
  return definitions.flatMap(({ kind, name }, at) => (kind === "module" && dotted(name) === wanted ? [at] : []));
}

export const absoluteName: NameLookup = (context, path, name) =>
  name.startsWith("\\") ? qualified(context, path, name) : null;

/** A function or constant of the unnamed namespace; a type there is named absolutely. */
export const globalFunction: NameLookup = (context, path, name) => {
  const found = definedIn(context, path, "", name);
  const [place] = placesOf(found);
  const kind = place === undefined ? undefined : definitionAt(context, place)?.kind;
  return kind === "function" || kind === "variable" ? orNull(found) : null;
};
