// Names of languages whose files declare their packages: `a.b.Store.load` is found by who defines `Store` in package `a.b`,
// wherever that stands, and then by its members. Knows no single language.
import { folderOf, nameOfPath } from "./lookup.ts";
import { memberOf } from "./members.ts";
import { FOREIGN, isKnown, type Place, type Reached } from "./value.ts";
import { bare, outermostNamed, type World } from "./world.ts";

/** A name of more parts is none of a person's. */
const PARTS_MAX = 20;

/** What a whole name leads to, as seen from a file; its last part may be marked as a function's. */
export function qualified(world: World, from: string, name: string): Reached {
  const parts = name.split(/[.\\]/);
  for (const at of parts.length > PARTS_MAX ? [] : order(parts)) {
    const found = definedIn(world, from, parts.slice(0, at).join("."), parts[at] ?? "");
    if (isKnown(found)) {
      return parts.slice(at + 1).reduce((owner, member) => memberOfThat(world, owner, member), found);
    }
  }
  return FOREIGN;
}

/** What a bare name of the file means in its package. */
export function inPackageOf(world: World, path: string, name: string): Reached {
  return definedIn(world, path, packageOf(world, path), name);
}

const packageOf = ({ lookup }: World, path: string): string =>
  (lookup.facts(path)?.package ?? "").replaceAll("\\", ".");

function memberOfThat(world: World, owner: Reached, member: string): Reached {
  return owner.value.is === "definition" ? memberOf(world, owner.value.places, member) : FOREIGN;
}

/** Where the outermost name may stand, the likely ones first: types begin with a capital, and packages do not. */
function order(parts: readonly string[]): number[] {
  const all = parts.map((_, at) => at);
  const isCapital = (at: number): boolean => /^\p{Lu}/u.test(parts[at] ?? "");
  return [...all.filter(isCapital), ...all.filter((at) => !isCapital(at)).reverse()];
}

/** Files that define a name, beyond which only those are looked into whose folder is called as the package is. */
const FILES_MAX = 40;

function definedIn(world: World, from: string, wanted: string, name: string): Reached {
  const defining = world.lookup.defining(bare(name));
  const folder = wanted.slice(wanted.lastIndexOf(".") + 1);
  const likely =
    defining.length <= FILES_MAX ? defining : defining.filter((path) => nameOfPath(folderOf(path)) === folder);
  const own = likely.filter(
    (path) =>
      world.rules(path)?.packaged === true &&
      packageOf(world, path) === wanted &&
      // What declares no package belongs together in one folder alone.
      (wanted !== "" || folderOf(path) === folderOf(from)),
  );
  const places = own.map((path) => outermostNamed(world, path, name).map((at): Place => ({ path, at })));
  const declaring = places.filter((each) => each.length > 0);
  const near = nearest(declaring, from);
  return near.length === 0
    ? FOREIGN
    : {
        value: { is: "definition", places: near.flat() },
        certainty: near.length < declaring.length ? "constrained" : "exact",
      };
}

/** Of several files that define the same name of the same package, those that share most folders with the one who asks. */
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
