// What rests on members that come by way of a lost type: of what it extends, through what extends it. Each use of such a member has to
// mean after the change what it meant.
import { referring } from "../../intelligence/edges/references.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { inTime } from "../../linking/linker.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import type { ReferenceGroup } from "../../vocabulary/facts.ts";
import { type Change, type FoundBreak, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";
import { definitionsMeant } from "../state/meaning.ts";
import { groupsAt } from "./replaced.ts";

/** Of the types above the lost one; further members are not looked for. */
const NAMES_MAX = 300;

export function* findInherited(change: Change, lost: Lost): Steps<FoundBreaks> {
  const names = lost.isRemoved ? (inTime(() => inheritedNames(change, lost))?.value ?? new Set<string>()) : new Set();
  if (names.size === 0) {
    return NO_BREAKS;
  }
  const files = new Map<string, Set<string>>();
  for (const name of [...names].slice(0, NAMES_MAX) as string[]) {
    for (const path of yield* change.base.candidates(name, name, lost.path)) {
      files.set(path, (files.get(path) ?? new Set()).add(name));
    }
  }
  const breaks: FoundBreak[] = [];
  for (const [path, mentioned] of files) {
    const found = change.base.isOver() ? null : inTime(() => lostIn(change, lost, path, mentioned));
    if (found === null) {
      return { breaks, filesLeft: [path] };
    }
    breaks.push(...found.value);
    yield;
  }
  return { breaks, filesLeft: names.size <= NAMES_MAX ? [] : [lost.path] };
}

/** Names of the members of all that the lost types extend. */
function inheritedNames({ base }: Change, { path, definitions }: Lost): ReadonlySet<string> {
  const types = definitions.flatMap(({ at, definition }): Place[] =>
    TYPE_KINDS.has(definition.kind) ? [{ path, at }] : [],
  );
  const above = types.flatMap((type) => base.linker.supers(type).flatMap(classPlacesOf));
  const seen = new Set(types.map(keyOf));
  const names = new Set<string>();
  // The list grows during the loop.
  for (const place of above) {
    if (seen.size === seen.add(keyOf(place)).size) {
      continue;
    }
    for (const member of base.linker.members(place)) {
      names.add(definitionOf(base, member)?.name ?? "");
    }
    above.push(...base.linker.supers(place).flatMap(classPlacesOf));
  }
  names.delete("");
  return names;
}

function lostIn(change: Change, lost: Lost, path: string, names: ReadonlySet<string>): FoundBreak[] {
  const symbol = lost.definitions.find(({ isOutermost }) => isOutermost)?.definition.path;
  const { base } = change;
  const groups = base.lookup.facts(path)?.references ?? [];
  return [...names].flatMap((name) =>
    referring(groups, name).flatMap((at): FoundBreak[] => {
      const group = groups[at] as ReferenceGroup;
      const meant = definitionsMeant(base, path, group);
      const why = `${name} is reached by way of ${symbol}, which is deleted`;
      return (meant === null ? [] : group.lines).flatMap((line): FoundBreak[] => {
        const means = meaningsNow(change, path, line, group);
        const effect = means.includes(null) ? "breaks" : "changes";
        return means.every((one) => one === meant)
          ? []
          : [{ kind: "inherited", effect, certainty: "constrained", path, line, why }];
      });
    }),
  );
}

/** What the name means where the line stands now; nothing where the line is gone. Positions of definitions differ in a changed file. */
function meaningsNow(
  { now, lineNow }: Change,
  path: string,
  line: number,
  group: ReferenceGroup,
): readonly (string | null)[] {
  const place = lineNow(path, line);
  const there = place?.isInChange === true ? groupsAt(now, place).filter(({ name }) => name === group.name) : [group];
  return place === null ? [] : there.map((one) => definitionsMeant(now, place.path, one));
}
