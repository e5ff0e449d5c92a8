// Which of several overloads a call means, where its arguments are read: those of the type and of all that it extends, without those that
// another one overrides. A language's own rules choose among them.
import type { MentionGroup } from "../vocabulary/facts.ts";
import { FILE } from "../vocabulary/facts.ts";
import { supersOf, typesAbove } from "./members.ts";
import { openMemory } from "./memory.ts";
import { withoutDefaults } from "./signatures.ts";
import { atMost, firstOf, keyOf, type Place, type Reached } from "./value.ts";
import { definitionAt, isFunction, membersNamed, type World } from "./world.ts";

/** Types of one hierarchy that are looked into. */
const TYPES_MAX = 50;

const inherited = openMemory<readonly Place[]>();

/**
 * What the mentions of a group refer to. `plain`: the chain as it is reached, before the certainty was lowered because of overloads;
 * `reached`: with all declarations.
 */
export function calledOverload(
  world: World,
  path: string,
  { given }: MentionGroup,
  plain: Reached,
  reached: Reached,
): Reached {
  const choose = world.rules(path)?.chooseOverloads;
  const { value } = reached;
  if (given === null || choose === undefined || value.is !== "definition") {
    return reached;
  }
  const [first] = value.places;
  const definition = first === undefined ? undefined : definitionAt(world, first);
  if (first === undefined || definition === undefined || !isFunction(definition)) {
    return reached;
  }
  const others = world.rules(first.path)?.chooseOverloads === choose ? allInherited(world, first) : [];
  const own = new Set(value.places.map((place) => signatureOf(world, place)));
  const all = [...value.places, ...others.filter((place) => !own.has(signatureOf(world, place)))];
  if (all.length < 2) {
    return reached;
  }
  const { at, isSure } = choose(
    given,
    all.map((place) => signatureOf(world, place)),
    (value, wanted, index) => isSubtype(world, path, value, all[index]?.path ?? path, wanted),
  );
  const meant = at.flatMap((index) => all[index] ?? []);
  if (meant.length === 0) {
    return reached;
  }
  const isOne = new Set(meant.map((place) => withoutDefaults(signatureOf(world, place) ?? keyOf(place)))).size === 1;
  const certainty = isOne && isSure ? plain.certainty : "constrained";
  return atMost(certainty, { value: { ...value, places: meant }, certainty: plain.certainty });
}

const related = openMemory<{ readonly is: boolean | null }>();

/** Whether a class that one file names extends what another file names; null where either may be something unknown. */
function isSubtype(world: World, path: string, value: string, other: string, wanted: string): boolean | null {
  return related(world, `${path} ${value} ${other} ${wanted}`, () => {
    const [type, above] = [typeNamed(world, path, value), typeNamed(world, other, wanted)];
    if (type === null || above === null || (type === FOREIGN_TYPE && above === FOREIGN_TYPE)) {
      return { is: null };
    }
    // A library knows no type of the project.
    return { is: type === FOREIGN_TYPE ? false : isBelow(world, type, above) };
  }).is;
}

const FOREIGN_TYPE = "foreign";
const TYPES: ReadonlySet<string> = new Set(["class", "interface", "enum"]);

/** The type that a simple name means in a file; null where that is not known, or one of several. */
function typeNamed(world: World, path: string, name: string): Place | typeof FOREIGN_TYPE | null {
  const facts = world.lookup.facts(path);
  const at = facts?.imports.findIndex(({ local }) => local === name) ?? -1;
  const own = (facts?.definitions ?? []).flatMap((one, index) =>
    one.name === name && TYPES.has(one.kind) ? [{ path, at: index }] : [],
  );
  if (own.length > 0 && at < 0) {
    return own.length === 1 ? (own[0] ?? null) : null;
  }
  const { value } = world.reach(path, at < 0 ? name : `%${at}`);
  const [place, ...others] = value.is === "definition" ? value.places : [];
  return place !== undefined && others.length === 0 ? place : value.is === FOREIGN_TYPE ? FOREIGN_TYPE : null;
}

/** Of a type that a library declares, whether it is extended is known of none that extends something of a library. */
function isBelow(world: World, type: Place, above: Place | typeof FOREIGN_TYPE): boolean | null {
  const wanted = above === FOREIGN_TYPE ? null : keyOf(above);
  const seen = new Map([[keyOf(type), type]]);
  let isOpen = wanted === null && definitionAt(world, type)?.kind === "enum";
  // A map goes on over what is added while it is walked.
  for (const [key, place] of seen) {
    if (key === wanted) {
      return true;
    }
    for (const one of seen.size < TYPES_MAX ? supersOf(world, place) : []) {
      isOpen ||= one.path === "" && wanted === null;
      if (one.path !== "") {
        seen.set(keyOf(one), one);
      }
    }
  }
  return isOpen || seen.size >= TYPES_MAX ? null : false;
}

const signatureOf = (world: World, place: Place): string | null => definitionAt(world, place)?.signature ?? null;

/** Methods of the same name in what the type of this one extends; of one signature the nearest alone, which overrides the others. */
function allInherited(world: World, place: Place): readonly Place[] {
  const { name = "", parent = FILE } = definitionAt(world, place) ?? {};
  const owner = { path: place.path, at: parent };
  return parent === FILE
    ? []
    : inherited(world, `${keyOf(owner)} ${name}`, () => {
        const found = [...typesAbove(world, owner, TYPES_MAX)].flatMap((one) => membersNamed(world, one, `${name}/`));
        return firstOf(found, (one) => signatureOf(world, one) ?? keyOf(one));
      });
}
