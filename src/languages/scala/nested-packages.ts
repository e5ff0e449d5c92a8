// Packages of Scala contain others: `kernel.Outcome`, where `kernel` is a package, is found by an import, or by what is left of the
// package's name inside of one whose names are seen.

import { packageOf } from "../../linking/context.ts";
import { BASE_PACKAGES, packagesImported, qualified } from "../../linking/packages.ts";
import { isKnown } from "../../linking/resolution.ts";
import type { MissingMemberLookup, PackageSemantics } from "../../linking/semantics.ts";
import { dottedNames, importIn, unmarked } from "../../vocabulary/chain.ts";

export const inNestedPackage: MissingMemberLookup = (context, { path, chain }) => {
  const [first = "", ...others] = dottedNames(unmarked(chain)) ?? [];
  const at = importIn(first);
  const isPlain = (at !== null || /^\p{Ll}[^@%!/']*$/u.test(first)) && others.every((name) => !/[@%!/']/.test(name));
  if (!isPlain || others.length === 0) {
    return null;
  }
  const imports = context.lookup.facts(path)?.imports ?? [];
  const imported = at === null ? imports.find(({ local }) => local === first) : imports[at];
  const outer = ["", packageOf(context, path), ...packagesImported(context, path)];
  const starts =
    at !== null || imported !== undefined
      ? [imported?.specifier ?? ""]
      : outer.map((space) => (space === "" ? first : `${space}.${first}`));
  for (const start of starts) {
    const found = qualified(context, path, [start, ...others].join("."));
    if (isKnown(found)) {
      return found;
    }
  }
  return null;
};

/** A whole name, or one that begins in a package around the file's own: `support.limit` in package `grid` is `grid.support.limit`. */
export const SCALA_PACKAGES: PackageSemantics = {
  ...BASE_PACKAGES,
  qualified(context, from, name) {
    const whole = BASE_PACKAGES.qualified(context, from, name);
    const own = packageOf(context, from).split(".");
    const outer = own.map((_, up) => own.slice(0, own.length - up).join("."));
    for (const space of isKnown(whole) ? [] : outer.filter((one) => one !== "")) {
      const found = BASE_PACKAGES.qualified(context, from, `${space}.${name}`);
      if (isKnown(found)) {
        return found;
      }
    }
    return whole;
  },
};
