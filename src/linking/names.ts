// What a name means at its place: what a definition, an import or `self` refers to, what a bare name means inside a class, and
// what a file sees of other files. The look-ups here are those that several languages share.
import { parseRoot, unmarked } from "../vocabulary/chain.ts";
import { FILE, STATIC } from "../vocabulary/facts.ts";
import { definitionAt, hasFlag, outermostSeen } from "./context.ts";
import { memberOf } from "./members.ts";
import { definingAmong } from "./module-members.ts";
import { declarationsOf } from "./parts.ts";
import { definitionOf, EXTERNAL, isKnown, orNull, type Place, placesOf, type Resolution } from "./resolution.ts";
import type { LinkContext, NameLookup } from "./semantics.ts";

/** What the root of a chain refers to. */
export function resolveRoot(context: LinkContext, path: string, root: string): Resolution {
  const parsed = parseRoot(root);
  switch (parsed.is) {
    case "built-in":
      return EXTERNAL;
    case "definition":
      return {
        value: { is: "definition", places: declarationsOf(context, { path, at: parsed.at }) },
        certainty: "exact",
      };
    case "import":
      return context.semantics(path).imported(context, path, parsed.at, parsed.isFunction);
    case "self":
      return { value: { is: "instance", places: [{ path, at: parsed.at }], own: true }, certainty: "exact" };
    case "super":
      return context.semantics(path).superInstance(context, { path, at: parsed.at });
    case "name":
      return freeName(context, path, root);
  }
}

/** A name that the file does not bind. */
function freeName(context: LinkContext, path: string, name: string): Resolution {
  for (const lookUp of context.semantics(path).freeName) {
    const found = lookUp(context, path, name);
    if (found !== null) {
      return found;
    }
  }
  return EXTERNAL;
}

/** A name at the top of a file that may or may not be imported. */
export function importedOrFree(context: LinkContext, path: string, name: string): Resolution {
  const local = unmarked(name);
  const at = context.lookup.facts(path)?.imports.findIndex((fact) => fact.local === local) ?? -1;
  return at < 0 ? freeName(context, path, name) : context.semantics(path).imported(context, path, at, name !== local);
}

/** An own or inherited member of the class or of an enclosing one; else what the name means outside of the classes. */
export const memberOrFree = (context: LinkContext, owner: Place, name: string): Resolution =>
  memberOrOuter(context, owner, name, false);

/** `isStatic`: there is no instance, so only what needs none can be meant. */
function memberOrOuter(context: LinkContext, owner: Place, name: string, isStatic: boolean): Resolution {
  const inherited = memberOf(context, [owner], name);
  if (isKnown(inherited) && (!isStatic || needsNoInstance(context, inherited))) {
    return inherited;
  }
  const { parent = FILE, flags = 0 } = definitionAt(context, owner) ?? {};
  return parent === FILE
    ? importedOrFree(context, owner.path, name)
    : memberOrOuter(context, { path: owner.path, at: parent }, name, isStatic || (flags & STATIC) !== 0);
}

const DECLARES_TYPE: ReadonlySet<string> = new Set(["class", "interface", "enum", "type", "module", "member"]);

const needsNoInstance = (context: LinkContext, resolution: Resolution): boolean =>
  placesOf(resolution).some(
    (place) => hasFlag(context, place, STATIC) || DECLARES_TYPE.has(definitionAt(context, place)?.kind ?? ""),
  );

/** At the top of the file, and of those files whose names it sees without an import. */
export const inFiles =
  (others: (context: LinkContext, path: string, name: string) => readonly string[]): NameLookup =>
  (context, path, name) => {
    const files = [path, ...others(context, path, name)];
    return orNull(definitionOf(files.flatMap((other) => outermostSeen(context, path, other, name))));
  };

export const inFile: NameLookup = inFiles(() => []);

/** In the file and in the others of its package, by the language's `inPackage`. */
export const inFilesOfPackage: NameLookup = inFiles((context, path, name) =>
  definingAmong(context, context.semantics(path).modules.inPackage?.(path, context.lookup) ?? [], name),
);
