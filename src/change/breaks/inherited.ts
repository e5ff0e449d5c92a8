// What rests on members that come by way of a lost type: of what it extends, through what extends it. Each use of such a member has to
// mean after the change what it meant.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { enclosingAt } from "../../intelligence/edges/enclosing-definition.ts";
import { referring } from "../../intelligence/edges/references.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { inTime } from "../../linking/linker.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE, type ReferenceGroup } from "../../vocabulary/facts.ts";
import { type Change, type FoundBreak, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";
import { outermostOf } from "../state/lost.ts";
import { definitionsMeant } from "../state/meaning.ts";
import { groupsAt } from "./replaced.ts";

/** Of the types above the lost one; further members are not looked for. */
const NAMES_MAX = 300;

export function* findInherited(change: Change, lost: Lost): Steps<FoundBreaks> {
  const isGone = lost.isRemoved && !isElsewhere(change, lost);
  const { names, meanings } = isGone ? (inTime(() => inheritedMembers(change, lost))?.value ?? NO_MEMBERS) : NO_MEMBERS;
  if (names.size === 0) {
    return NO_BREAKS;
  }
  const files = new Map<string, Set<string>>();
  for (const name of [...names].slice(0, NAMES_MAX)) {
    for (const path of yield* change.base.candidates(name, name, lost.path)) {
      files.set(path, (files.get(path) ?? new Set()).add(name));
    }
  }
  const breaks: FoundBreak[] = [];
  for (const [path, mentioned] of files) {
    const found = change.base.isOver()
      ? null
      : inTime(() => lostIn(change, lost, path, { names: mentioned, meanings }));
    if (found === null) {
      return { breaks, filesLeft: [path] };
    }
    breaks.push(...found.value);
    yield;
  }
  return { breaks, filesLeft: names.size <= NAMES_MAX ? [] : [lost.path] };
}

interface Members {
  readonly names: ReadonlySet<string>;
  /** As `definitionsMeant` says them. */
  readonly meanings: ReadonlySet<string>;
}

const NO_MEMBERS: Members = { names: new Set(), meanings: new Set() };

/** Whether another changed file defines it now: what is reached by way of it is sound again once the places that name it are. */
const isElsewhere = ({ now, pairs }: Change, { pair, definitions }: Lost): boolean =>
  pairs.some(
    ({ after }) =>
      after !== null &&
      after.path !== pair?.after?.path &&
      (now.lookup.facts(after.path)?.definitions ?? []).some(({ name, kind }) =>
        definitions.some((one) => one.isOutermost && one.definition.name === name && one.definition.kind === kind),
      ),
  );

/** The members of all that the lost types extend. */
function inheritedMembers({ base }: Change, { path, definitions }: Lost): Members {
  const types = definitions.flatMap(({ at, definition }): Place[] =>
    TYPE_KINDS.has(definition.kind) ? [{ path, at }] : [],
  );
  const above = types.flatMap((type) => base.linker.supers(type).flatMap(classPlacesOf));
  const seen = new Set(types.map(keyOf));
  const names = new Set<string>();
  const meanings = new Set<string>();
  // The list grows during the loop.
  for (const place of above) {
    if (seen.size === seen.add(keyOf(place)).size) {
      continue;
    }
    for (const member of base.linker.members(place)) {
      const { name = "", path: symbol = "" } = definitionOf(base, member) ?? {};
      names.add(name);
      meanings.add(`${member.path}#${symbol}`);
    }
    above.push(...base.linker.supers(place).flatMap(classPlacesOf));
  }
  names.delete("");
  return { names, meanings };
}

function lostIn(change: Change, lost: Lost, path: string, { names, meanings }: Members): FoundBreak[] {
  const symbol = outermostOf(lost)?.definition.path;
  const { base } = change;
  const groups = base.lookup.facts(path)?.references ?? [];
  return [...names].flatMap((name) =>
    referring(groups, name).flatMap((at): FoundBreak[] => {
      const group = groups[at] as ReferenceGroup;
      const meant = definitionsMeant(base, path, group);
      if (meant === null || !meant.split(" ").some((one) => meanings.has(one))) {
        // Something else of this name: whatever became of it, it was not reached by way of the lost type.
        return [];
      }
      const why = `${name} is reached by way of ${symbol}, which is deleted`;
      return group.lines.flatMap((line): FoundBreak[] => {
        const means = meaningsNow(change, path, line, group);
        const effect = means.includes(null) ? "breaks" : "changes";
        return means.every((one) => one === meant)
          ? []
          : [{ kind: "inherited", effect, certainty: "constrained", path, line, why }];
      });
    }),
  );
}

/** Path of what encloses the line; null for the top of the file. */
function symbolAt({ lookup }: EdgeScene, path: string, line: number): string | null {
  const facts = lookup.facts(path);
  const at = facts === null ? FILE : enclosingAt(facts, { line });
  return facts?.definitions[at]?.path ?? null;
}

/** What the name means where the line stands now; nothing where the line is gone. Positions of definitions differ in a changed file. */
function meaningsNow(
  { base, now, lineNow }: Change,
  path: string,
  line: number,
  group: ReferenceGroup,
): readonly (string | null)[] {
  const place = lineNow(path, line);
  const there = place?.isInChange === true ? groupsAt(now, place).filter(({ name }) => name === group.name) : [group];
  // A line like many others may seem to have stayed, while the function that it stood in is gone.
  const isGone = place === null || symbolAt(base, path, line) !== symbolAt(now, place.path, place.line);
  return place === null || isGone ? [] : there.map((one) => definitionsMeant(now, place.path, one));
}
