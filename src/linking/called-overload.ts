// Which of several overloads a call means, where its arguments are read: those of the type and of all that it extends, without those that
// another one overrides. A language's own rules choose among them.
import type { MentionGroup } from "../vocabulary/facts.ts";
import { FILE } from "../vocabulary/facts.ts";
import { supersOf } from "./members.ts";
import { openMemory } from "./memory.ts";
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
  );
  const meant = at.flatMap((index) => all[index] ?? []);
  if (meant.length === 0) {
    return reached;
  }
  const certainty = meant.length === 1 && isSure ? plain.certainty : "constrained";
  return atMost(certainty, { value: { ...value, places: meant }, certainty: plain.certainty });
}

const signatureOf = (world: World, place: Place): string | null => definitionAt(world, place)?.signature ?? null;

/** Methods of the same name in what the type of this one extends; of one signature the nearest alone, which overrides the others. */
function allInherited(world: World, place: Place): readonly Place[] {
  const { name = "", parent = FILE } = definitionAt(world, place) ?? {};
  const owner = { path: place.path, at: parent };
  return parent === FILE
    ? []
    : inherited(world, `${keyOf(owner)} ${name}`, () => {
        const found: Place[] = [];
        const seen = new Set([keyOf(owner)]);
        let ahead = supersOf(world, owner);
        while (ahead.length > 0 && seen.size < TYPES_MAX) {
          const next = ahead.filter((one) => one.path !== "" && !seen.has(keyOf(one)));
          for (const one of next) {
            seen.add(keyOf(one));
            found.push(...membersNamed(world, one, `${name}/`));
          }
          ahead = next.flatMap((one) => supersOf(world, one));
        }
        return firstOf(found, (one) => signatureOf(world, one) ?? keyOf(one));
      });
}
