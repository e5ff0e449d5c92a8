// Definitions by package or namespace, as files declare it: of all files that define a name, those in the wanted package.
// Handles no members, and no single language.
import {
  type Chain,
  definitionIn,
  INSTANCE,
  lastStep,
  parseMember,
  unmarked,
  withoutTypeMark,
} from "../vocabulary/chain.ts";
import { type DefinitionFact, type Facts, PARTIAL } from "../vocabulary/facts.ts";
import { childrenNamed, definitionAt, isFunction, type LinkContext, outermostNamed, outermostSeen } from "./context.ts";
import { folderOf, nameOfPath } from "./lookup.ts";
import { EXTERNAL, keyOf, type Place, type Resolution } from "./resolution.ts";
import { withoutDefaults } from "./signatures.ts";

export const packageOf = ({ lookup }: LinkContext, path: string): string =>
  (lookup.facts(path)?.package ?? "").replaceAll("\\", ".");

/** If more files define a name, only those in folders named like the package are examined. */
const FILES_MAX = 40;

/** What package or namespace `wanted` defines under this name, as seen from a file. */
export function definedIn(context: LinkContext, from: string, wanted: string, name: string): Resolution {
  const defining = declaringIn(context, from, wanted, unmarked(name));
  const folder = wanted.slice(wanted.lastIndexOf(".") + 1);
  const likely =
    defining.length <= FILES_MAX ? defining : defining.filter((path) => nameOfPath(folderOf(path)) === folder);
  const declaring = likely
    .map((path) => declaredBy(context, path, from, wanted, name))
    .filter((each) => each.length > 0);
  const isOne = declaring.every((places) => places.every((place) => isPart(context, place)));
  const near = isOne ? declaring : nearest(declaring, from);
  return near.length === 0
    ? EXTERNAL
    : {
        value: { is: "definition", places: near.flat() },
        certainty: isOne || declaring.length === 1 ? "exact" : "constrained",
      };
}

/** Files that may declare the name in that package, at the top level or in a namespace block. */
function declaringIn(
  { lookup, semantics }: LinkContext,
  from: string,
  wanted: string,
  name: string,
): readonly string[] {
  const { extensions = false, namespaces = false } = semantics(from) ?? {};
  if (extensions) {
    return lookup.defining(name);
  }
  const inBlocks = namespaces && wanted !== "" ? lookup.declaring(`${wanted}.${name}`) : [];
  return inBlocks.length === 0 ? lookup.declaring(name) : [...new Set([...lookup.declaring(name), ...inBlocks])].sort();
}

function declaredBy(context: LinkContext, path: string, from: string, wanted: string, name: string): Place[] {
  const rules = context.semantics(path);
  if (rules?.packaged !== true) {
    return [];
  }
  const isOwn =
    packageOf(context, path) === wanted &&
    // Files without a declared package belong together only within one folder, unless the unnamed package is global.
    (wanted !== "" || rules.rooted === true || folderOf(path) === folderOf(from));
  const inBlock = rules.namespaces === true && wanted !== "" ? outermostNamed(context, path, `${wanted}.${name}`) : [];
  const inOther = rules.rooted === true ? otherSpaces(context, path, wanted) : [];
  const found = [
    ...(isOwn ? outermostSeen(context, from, path, name) : []),
    ...inBlock,
    ...inOther.flatMap((space) => childrenNamed(context, path, space, name)),
  ];
  return found.map((at) => ({ path, at }));
}

/** Definitions of this namespace in a file that starts with another one. */
function otherSpaces({ lookup }: LinkContext, path: string, wanted: string): number[] {
  const definitions = lookup.facts(path)?.definitions ?? [];
  return definitions.flatMap(({ kind, name }, at) =>
    kind === "module" && name.replaceAll("\\", ".") === wanted ? [at] : [],
  );
}

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

/** Namespaces that a file sees without an import: its own and the enclosing ones, innermost first. */
export function namespacesOf(context: LinkContext, path: string): readonly string[] {
  const facts = context.lookup.facts(path);
  return facts === null ? [] : spacesOf(facts);
}

/**
 * Packages, namespaces and types from which a file imports all names, by its own imports or by those of files that import for
 * all.
 */
export function usedBy(context: LinkContext, path: string): ReadonlySet<string> {
  const forAll = (context.semantics(path)?.importsForAll ?? []).flatMap((name) => context.lookup.named(name));
  const files = [path, ...forAll.filter((other) => isBelow(path, folderOf(other)))];
  return new Set(
    files.flatMap((each) =>
      (context.lookup.facts(each)?.imports ?? []).flatMap(({ local, imported, specifier }) =>
        local === null && imported === "*" ? [specifier] : [],
      ),
    ),
  );
}

const isBelow = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

const known = new WeakMap<Facts["definitions"], readonly string[]>();

function spacesOf({ package: own, definitions }: Facts): readonly string[] {
  let spaces = known.get(definitions);
  if (spaces === undefined) {
    const blocks = definitions.filter(({ kind }) => kind === "module").map(({ path }) => path);
    const all = [...(own === null ? [] : [own]), ...blocks].flatMap(withThoseAround);
    spaces = [...new Set([...all, ""])];
    known.set(definitions, spaces);
  }
  return spaces;
}

function withThoseAround(space: string): string[] {
  const parts = space.split(".");
  return parts.map((_, up) => parts.slice(0, parts.length - up).join("."));
}

const isPart = (context: LinkContext, place: Place): boolean =>
  ((definitionAt(context, place)?.flags ?? 0) & PARTIAL) !== 0;

/** Whether other files of the package declare the same name separately, for example one file per platform. */
export function isOneOfSeveral(context: LinkContext, place: Place): boolean {
  const definition = definitionAt(context, place);
  if (definition === undefined || context.semantics(place.path)?.packaged !== true || isPart(context, place)) {
    return false;
  }
  const own = packageOf(context, place.path);
  return context.lookup
    .declaring(definition.path)
    .some(
      (path) => path !== place.path && context.semantics(path)?.packaged === true && packageOf(context, path) === own,
    );
}

/** All parts of a partial type, this one first; for any other type, the type itself. */
export function partsOf(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || !isPart(context, place)) {
    return [place];
  }
  const whole = wholeName(context, place.path, definition);
  const parts = context.lookup
    .defining(definition.name)
    .flatMap((path): Place[] =>
      (context.lookup.facts(path)?.definitions ?? []).flatMap((other, at) =>
        other.name === definition.name && (other.flags & PARTIAL) !== 0 && wholeName(context, path, other) === whole
          ? [{ path, at }]
          : [],
      ),
    );
  return [place, ...parts.filter((part) => keyOf(part) !== keyOf(place))];
}

/** The name with its namespace, which is part of the path if the namespace has a block. */
function wholeName(context: LinkContext, path: string, { path: own }: DefinitionFact): string {
  const space = packageOf(context, path);
  return space === "" || own.startsWith(`${space}.`) ? own : `${space}.${own}`;
}

/**
 * Certainty of a link to these declarations. Which of several overloads a call means is decided by the types of its arguments, which
 * are not known: such a link is not exact. Nor is `Color.Red` of C#, where `Color` may be a property of the type `Color`, or the type.
 */
export function certaintyOf(context: LinkContext, places: readonly Place[]): Resolution["certainty"] {
  const [place] = places;
  const definition = place === undefined ? undefined : definitionAt(context, place);
  if (isOverloaded(context, places)) {
    return "constrained";
  }
  if (place === undefined || definition?.kind !== "field" || context.semantics(place.path)?.namespaces !== true) {
    return "exact";
  }
  return nameOfType(context, place.path, definition.type) === definition.name ? "constrained" : "exact";
}

/** The simple name of the type of which a chain is an instance; undefined for other chains. */
function nameOfType(context: LinkContext, path: string, chain: Chain | null): string | undefined {
  const last = chain === null ? null : lastStep(chain);
  if (last?.step !== INSTANCE) {
    return undefined;
  }
  const at = definitionIn(last.before);
  const name = parseMember(last.before)?.name ?? last.before;
  return at !== null ? definitionAt(context, { path, at })?.name : withoutTypeMark(name);
}

/** Whether functions of one name differ here by their parameters, or are more than one function's declarations in one file. */
function isOverloaded(context: LinkContext, places: readonly Place[]): boolean {
  const [first] = places;
  const most = first === undefined || places.length === 1 ? undefined : context.semantics(first.path)?.overloads;
  if (most === undefined) {
    return false;
  }
  const signatures = new Set<string>();
  const counts = new Set<number>();
  const inFile = new Map<string, number>();
  for (const place of places) {
    const definition = definitionAt(context, place);
    if (definition !== undefined && isFunction(definition)) {
      counts.add(definition.parameters);
      signatures.add(withoutDefaults(definition.signature ?? ""));
      inFile.set(place.path, (inFile.get(place.path) ?? 0) + 1);
    }
  }
  return counts.size > 1 || signatures.size > 1 || [...inFile.values()].some((count) => count > most);
}
