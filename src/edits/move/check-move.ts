// Whether every name means after a move what it meant before: facts of the changed texts are read again and resolved over an overlay.
import { byFileAndName, isOfUnknownMember, type LinkedState, meaningOf } from "../../change/state/meaning.ts";
import type { DefinitionAt, Facts, ReferenceGroup } from "../../vocabulary/facts.ts";
import type { Refusal } from "../change-set.ts";
import { outermostOf } from "./find-needs.ts";

/** What moves, and where. */
export interface MovedPlaces {
  readonly from: string;
  readonly to: string;
  /** Ordinals of the definitions in `from`. */
  readonly own: ReadonlySet<DefinitionAt>;
  /** Whether a line of `from` moves. */
  readonly inside: (line: number) => boolean;
  /** How a module outside of the project is written in another file. */
  readonly rebased: (module: string, from: string, to: string) => string;
}

/** Uses of one name with one meaning, by the lines that they stand on. */
type Meanings = Map<string, { readonly group: ReferenceGroup; readonly path: string; readonly lines: number[] }>;

/** Places whose name would mean something else; for each file the first few. */
export function differences(
  before: LinkedState,
  after: LinkedState,
  paths: readonly string[],
  moved: MovedPlaces,
): Refusal[] {
  const expected = new Map<string, Meanings>(paths.map((path) => [path, new Map()]));
  for (const path of paths) {
    for (const group of before.lookup.facts(path)?.references ?? []) {
      const meaning = meaningBefore(before, path, group, moved);
      for (const [at, line] of meaning === null ? [] : group.lines.entries()) {
        const isMoved = path === moved.from && moved.inside(line);
        const target = expected.get(isMoved ? moved.to : path);
        addLine(target, `${group.roles[at]} ${group.name} ${meaning}`, group, path, line);
      }
    }
  }
  return paths.flatMap((path) => {
    const [wanted, found] = [expected.get(path) ?? new Map(), meaningsAfter(after, path)];
    return [...missingIn(path, wanted, found), ...capturedIn(path, wanted, found)].slice(0, DIFFERENCES_SHOWN);
  });
}

function meaningsAfter(after: LinkedState, path: string): Meanings {
  const found: Meanings = new Map();
  for (const group of after.lookup.facts(path)?.references ?? []) {
    const meaning = meaningOf(after, path, group);
    for (const [at, line] of meaning === null ? [] : group.lines.entries()) {
      addLine(found, `${group.roles[at]} ${group.name} ${meaning}`, group, path, line);
    }
  }
  return found;
}

const DIFFERENCES_SHOWN = 5;

function missingIn(path: string, expected: Meanings, found: Meanings): Refusal[] {
  return [...expected]
    .filter(([key, { lines }]) => !STATEMENT.test(key) && (found.get(key)?.lines.length ?? 0) < lines.length)
    .map(([, { group, path: at, lines }]) => ({
      rule: "unsupported",
      path: at,
      line: lines[0] ?? null,
      message: `after the move ${group.name} would not mean the same${at === path ? "" : ` in ${path}`}`,
      remedy: "change this use first, or move it by hand",
    }));
}

/** Names that meant nothing of the project before, and something of it now. */
function capturedIn(path: string, expected: Meanings, found: Meanings): Refusal[] {
  const known = new Set([...expected.keys()].map(withoutRole));
  return [...found]
    .filter(([key]) => !STATEMENT.test(key) && !isOfUnknownMember(key) && key.includes("#"))
    .filter(([key]) => !known.has(withoutRole(key)))
    .map(([key, { group }]) => ({
      rule: "shadowing",
      path,
      line: null,
      message: `after the move ${group.name} would mean ${key.split(" ").at(-1)} in ${path}`,
      remedy: "rename it first, or choose another file",
    }));
}

const STATEMENT = /^(?:import|export) /;
const withoutRole = (key: string): string => key.slice(key.indexOf(" ") + 1);

function addLine(meanings: Meanings | undefined, key: string, group: ReferenceGroup, path: string, line: number): void {
  const known = meanings?.get(key);
  if (known === undefined) {
    meanings?.set(key, { group, path, lines: [line] });
  } else {
    known.lines.push(line);
  }
}

function meaningBefore(state: LinkedState, path: string, group: ReferenceGroup, moved: MovedPlaces): string | null {
  const { from, to, own, inside, rebased } = moved;
  const isMoving = (at: DefinitionAt): boolean => own.has(outermostOf(state.lookup.facts(from) as Facts, at));
  const isInside = path === from && inside(group.lines[0] ?? 0);
  return meaningOf(state, path, group, {
    definition: (before, place) => {
      const label = byFileAndName.definition(before, place);
      return place.path === from && isMoving(place.at) ? to + label.slice(from.length) : label;
    },
    ...(isInside ? { module: ({ specifier }) => rebased(specifier, from, to) } : {}),
  });
}
