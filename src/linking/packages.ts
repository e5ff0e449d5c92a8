// Names of languages whose files declare their package or namespace: `a.b.Store.load` is found by the files that define `Store` in
// package `a.b`, wherever they are, and then by its members.
import { unmarked } from "../vocabulary/chain.ts";
import { definitionAt, outermostSeen, packageOf } from "./context.ts";
import { folderOf, isBelow, nameOfPath } from "./lookup.ts";
import { memberOf } from "./members.ts";
import { isPartial } from "./parts.ts";
import { classPlacesOf, EXTERNAL, isKnown, type Place, placesOf, type Resolution, UNKNOWN } from "./resolution.ts";
import type { LinkContext, NameLookup, NameSemantics, PackageSemantics } from "./semantics.ts";

/** Names with more parts are generated; skip them. */
const PARTS_MAX = 20;
/** If more files define a name, only those in folders named like the package are examined. */
const FILES_MAX = 40;

/** What package `wanted` defines under this name, as seen from a file. */
export function definedIn(context: LinkContext, from: string, wanted: string, name: string): Resolution {
  const defining = context.semantics(from).packages?.declaring(context.lookup, wanted, unmarked(name)) ?? [];
  const folder = wanted.slice(wanted.lastIndexOf(".") + 1);
  const likely =
    defining.length <= FILES_MAX ? defining : defining.filter((path) => nameOfPath(folderOf(path)) === folder);
  const declaring = likely
    .map((path) => context.semantics(path).packages?.declaredIn(context, path, from, wanted, name) ?? [])
    .filter((places) => places.length > 0);
  const isOne = declaring.every((places) => places.every((place) => isPartial(context, place)));
  const near = isOne ? declaring : nearest(declaring, from);
  return near.length === 0
    ? EXTERNAL
    : {
        value: { is: "definition", places: near.flat() },
        certainty: isOne || declaring.length === 1 ? "exact" : "constrained",
      };
}

/** Files without a declared package belong together only within one folder. */
export const declaredAtTop: PackageSemantics["declaredIn"] = (context, path, from, wanted, name) =>
  packageOf(context, path) === wanted && (wanted !== "" || folderOf(path) === folderOf(from))
    ? outermostSeen(context, from, path, name)
    : [];

/** Of several files that define the same name in the same package, those that share most folders with the asking file. */
function nearest(declaring: readonly (readonly Place[])[], from: string): readonly (readonly Place[])[] {
  if (declaring.length < 2) {
    return declaring;
  }
  const shared = declaring.map(([place]) => sharedFolders(place?.path ?? "", from));
  const most = Math.max(...shared);
  return declaring.filter((_, at) => shared[at] === most);
}

function sharedFolders(a: string, b: string): number {
  const [of, other] = [folderOf(a).split("/"), folderOf(b).split("/")];
  const differs = of.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? of.length : differs;
}

/** What a whole name refers to in the file's language. */
export const qualified = (context: LinkContext, from: string, name: string): Resolution =>
  context.semantics(from).packages?.qualified(context, from, name) ?? EXTERNAL;

/** `a.b.Store.load`: any part may be the first that is not a package. */
const byDottedName: PackageSemantics["qualified"] = (context, from, name) => {
  const parts = name.split(".");
  for (const at of parts.length > PARTS_MAX ? [] : order(parts)) {
    const found = definedIn(context, from, parts.slice(0, at).join("."), parts[at] ?? "");
    if (isKnown(found)) {
      return parts.slice(at + 1).reduce((owner, member) => memberOfNamed(context, owner, member), found);
    }
  }
  return EXTERNAL;
};

/** Where the outermost name may stand, the likely ones first: types begin with a capital, and packages do not. */
function order(parts: readonly string[]): number[] {
  const all = parts.map((_, at) => at);
  const isCapital = (at: number): boolean => /^\p{Lu}/u.test(parts[at] ?? "");
  return [...all.filter(isCapital), ...all.filter((at) => !isCapital(at)).reverse()];
}

const RENAMES: ReadonlySet<string> = new Set(["variable", "field", "type"]);

/** A member of it, or of what it only is another name for: `val Store = shop.Store`. */
function memberOfNamed(context: LinkContext, owner: Resolution, member: string): Resolution {
  const places = placesOf(owner);
  const own = places.length === 0 ? EXTERNAL : memberOf(context, places, member);
  for (const place of isKnown(own) ? [] : places) {
    const { type = null, kind = "" } = definitionAt(context, place) ?? {};
    const renamed = type !== null && RENAMES.has(kind) ? classPlacesOf(context.resolve(place.path, type)) : [];
    const found = memberOf(context, renamed, member);
    if (isKnown(found)) {
      return found;
    }
  }
  return own;
}

/** What an import of a full name binds: a type, else a function. */
export const importedByName: NameSemantics["imported"] = (context, path, at, isFunction) => {
  const fact = context.lookup.facts(path)?.imports[at];
  if (fact === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const other = isFunction ? UNKNOWN : qualified(context, path, fact.specifier);
  return isKnown(other) ? other : qualified(context, path, `${fact.specifier}/`);
};

/** A name in one of the packages that the file sees without an import. */
export const inVisiblePackages: NameLookup = (context, path, name) => {
  for (const space of context.semantics(path).packages?.visible(context, path) ?? []) {
    const found = definedIn(context, path, space, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return null;
};

/** A name in a package or type of which the file imports all names. */
export const inImportedPackages: NameLookup = (context, path, name) => {
  for (const specifier of packagesImported(context, path)) {
    const found = qualified(context, path, `${specifier}.${name}`);
    if (isKnown(found)) {
      return found;
    }
  }
  return null;
};

/**
 * Packages, namespaces and types from which a file imports all names, by its own imports or by those of files that import for
 * all.
 */
export function packagesImported(context: LinkContext, path: string): ReadonlySet<string> {
  const names = context.semantics(path).packages?.importsForAll ?? [];
  const forAll = names.flatMap((name) => context.lookup.named(name));
  const files = [path, ...forAll.filter((other) => isBelow(path, folderOf(other)))];
  return new Set(
    files.flatMap((each) =>
      (context.lookup.facts(each)?.imports ?? []).flatMap(({ local, imported, specifier }) =>
        local === null && imported === "*" ? [specifier] : [],
      ),
    ),
  );
}

/** Names are separated by dots, each file is of one package, and sees that package alone without an import. */
export const BASE_PACKAGES: PackageSemantics = {
  dotted: (name) => name,
  declaring: (lookup, _wanted, name) => lookup.declaring(name),
  declaredIn: declaredAtTop,
  qualified: byDottedName,
  visible: (context, path) => [packageOf(context, path)],
  areNested: false,
  importsForAll: [],
};

/** Whether other files of the package declare the same name separately, for example one file per platform. */
export function isDeclaredInOtherFile(context: LinkContext, place: Place): boolean {
  const definition = definitionAt(context, place);
  if (definition === undefined || isPartial(context, place)) {
    return false;
  }
  const own = packageOf(context, place.path);
  return context.lookup
    .declaring(definition.path)
    .some(
      (path) => path !== place.path && context.semantics(path).packages !== null && packageOf(context, path) === own,
    );
}
