// The proof of a rename: the changed texts are read again and linked, and every name has to mean what it meant before. A local
// variable that captures a renamed name, or an outer name that a renamed definition hides, shows here.
import { type MeaningBy, meaningOf } from "../../change/state/meaning.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { keyOf, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import { lineAt } from "../../syntax/source.ts";
import { countBelow } from "../../system/count-below.ts";
import type { Steps } from "../../system/slices.ts";
import type { DefinitionFact } from "../../vocabulary/facts.ts";
import type { Refusal } from "../change-set.ts";
import { type Chosen, isAlias, type Naming, nameAt, type RenamedPlace, renamedTo } from "./choose-places.ts";
import type { PlacedFile, PlacedFiles } from "./placed-files.ts";
import { type Use, usesByOffset } from "./uses.ts";

export interface BothStates {
  readonly naming: Naming;
  readonly chosen: Chosen;
  /** Files that may refer to the symbol, and those of them that were changed as they will be. */
  readonly before: PlacedFiles;
  readonly after: PlacedFiles;
  /** Over `before`, and over `after` above it. */
  readonly sceneBefore: EdgeScene;
  readonly sceneAfter: EdgeScene;
  /** Definitions that are renamed, by keyOf. */
  readonly renamed: ReadonlySet<string>;
}

/** More of them say the same: the name is a bad choice. */
const REFUSALS_MAX = 20;

export function* verifyLinks(states: BothStates): Steps<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const file of states.before.values()) {
    if (refusals.length >= REFUSALS_MAX) {
      break;
    }
    refusals.push(...(definitionRefusals(states, file) ?? linkRefusals(states, file)));
    yield;
  }
  refusals.push(...(yield* refusalsElsewhere(states)));
  return refusals.slice(0, REFUSALS_MAX);
}

const NEXT = "choose another name, or rename what is in the way first";

/** Null where each definition is still there, under its name. */
function definitionRefusals({ after, naming, chosen, renamed }: BothStates, file: PlacedFile): Refusal[] | null {
  const now = after.get(file.path)?.facts.definitions ?? file.facts.definitions;
  const places = openMoved(chosen.places.get(file.path) ?? [], naming.from.length);
  const expected = file.facts.definitions.map((definition, at) => {
    const { name, kind, parent, nameLine } = definition;
    const changed = renamedTo(name, naming);
    const place = changed === null ? null : places.placeAt(nameAt(file, nameLine, naming.from));
    const isRenamed = place === null && renamed.has(keyOf({ path: file.path, at }));
    const after = place === null || name !== naming.from ? changed : nameAfter(place, definition, naming);
    const unchanged = textAfter(file, places, nameLine, name, naming);
    return `${place === null && !isRenamed ? unchanged : (after ?? name)} ${kind} ${parent}`;
  });
  const at = expected.findIndex((one, index) => {
    const other = now[index];
    return one !== `${other?.name} ${other?.kind} ${other?.parent}`;
  });
  if (at < 0 && now.length === expected.length) {
    return null;
  }
  const definition = file.facts.definitions[Math.max(0, at)];
  return [
    {
      rule: "unsupported",
      path: file.path,
      line: definition === undefined ? null : lineAt(file.source, definition.nameLine),
      message: `with the name ${naming.to}, the file would define something else`,
      remedy: NEXT,
    },
  ];
}

/** A name as it is written afterwards, of which parts may be renamed: `[put]`, `Box<int>`. */
function textAfter(
  { source: { text } }: PlacedFile,
  moved: Moved,
  start: number,
  name: string,
  { from, to }: Naming,
): string {
  const spaced = name === from || !name.includes(from) ? null : writtenLike(name).exec(text.slice(start));
  const written = spaced?.[0].replaceAll(from, (part, at: number) => (moved.placeAt(start + at) === null ? part : to));
  return written?.replace(/\s+/g, " ") ?? name;
}

/** The name with any white space where it has one blank. */
const writtenLike = (name: string): RegExp => {
  const parts = name.split(" ").map((part) => part.replace(/[^\p{ID_Continue}]/gu, "\\$&"));
  return new RegExp(`^${parts.join("\\s+")}`);
};

/** Of a shorthand that is written out, the member stands first. */
const nameAfter = ({ newNameAt, otherNameAt }: RenamedPlace, { kind }: DefinitionFact, { from, to }: Naming): string =>
  otherNameAt === null || (kind === "field") === (newNameAt === 0) ? to : from;

/** Places that would mean something else than before. */
function linkRefusals(states: BothStates, file: PlacedFile): Refusal[] {
  const { chosen, after, sceneBefore, sceneAfter, naming } = states;
  const changed = after.get(file.path) ?? file;
  const places = chosen.places.get(file.path) ?? [];
  const moved = openMoved(places, naming.from.length);
  const now = usesByOffset(changed.facts.references);
  const expected = new Set<number>();
  const refusals: Refusal[] = [];
  const refuse = (offset: number, message: string): void => {
    refusals.push({ rule: "shadowing", path: file.path, line: lineAt(file.source, offset), message, remedy: NEXT });
  };
  for (const [offset, uses] of usesByOffset(file.facts.references)) {
    for (const use of uses) {
      const isConcerned = concerns(use, naming);
      if (!isConcerned && places.length === 0) {
        continue;
      }
      const meant = isConcerned ? sceneBefore.linker.target(file.path, use.group) : UNKNOWN;
      const { name, at } = expectedUse(states, file, moved, { offset, use, meant });
      expected.add(at);
      const same = now.get(at)?.filter(({ group, role }) => group.name === name && role === use.role) ?? [];
      const wanted = meaningOf(sceneBefore, file.path, use.group, BY_PLACE);
      const means = ({ group }: Use): boolean => meaningOf(sceneAfter, file.path, group, BY_PLACE) === wanted;
      if (isLeft(states, file, { offset, use, meant }, moved)) {
        continue;
      }
      if (same.length === 0) {
        refuse(offset, `${name} would mean a local variable or parameter here`);
      } else if (isConcerned && meant.certainty !== "heuristic" && !same.some(means)) {
        // What was not proven before, such as what is reached by way of a listed place, shows nothing.
        const other = `${name} would mean something else here than ${use.group.name} does now`;
        refuse(offset, otherMeaning(states, meant, name) ?? other);
      }
    }
  }
  for (const [at, uses] of now) {
    const isNew = !expected.has(at) && uses.some(({ group }) => group.name === naming.to);
    if (isNew && !moved.isWrittenOut(at)) {
      refuse(moved.before(at), `${naming.to} means a local variable here, and would mean the renamed symbol`);
    }
  }
  return refusals;
}

/** Whether its meaning may change: it has the old or the new name, or is reached by way of one. */
const concerns = ({ group: { name, of } }: Use, { from, to }: Naming): boolean =>
  name === from || name === to || (of !== null && (of.includes(from) || of.includes(to)));

/** Where a use may mean the symbol and others, which keep their name; null for any other use. */
function otherMeaning(
  { renamed, sceneBefore, naming }: BothStates,
  { value }: Resolution,
  name: string,
): string | null {
  const others = value.is === "definition" ? value.places.filter((place) => !renamed.has(keyOf(place))) : [];
  const [first] = others;
  if (value.is !== "definition" || first === undefined || others.length === value.places.length || name !== naming.to) {
    return null;
  }
  const path = sceneBefore.lookup.facts(first.path)?.definitions[first.at]?.path ?? naming.from;
  return `${naming.from} means ${first.path}#${path} here, too`;
}

interface UseBefore {
  readonly offset: number;
  readonly use: Use;
  readonly meant: Resolution;
}

/** The name and place of a use after the change. */
function expectedUse(
  { naming, renamed }: BothStates,
  file: PlacedFile,
  moved: Moved,
  { offset, use, meant }: UseBefore,
): { readonly name: string; readonly at: number } {
  const place = use.group.name === naming.from ? moved.placeAt(nameAt(file, offset, naming.from)) : null;
  const at = moved.after(offset);
  if (place === null) {
    return { name: textAfter(file, moved, offset, use.group.name, naming), at };
  }
  const keepsName = place.otherNameAt !== null && !meansOneOf(meant, renamed);
  return keepsName
    ? { name: naming.from, at: at + (place.otherNameAt ?? 0) }
    : { name: naming.to, at: at + place.newNameAt };
}

/** Whether it means the symbol and was left as it is, which the answer says. */
const isLeft = ({ naming, renamed }: BothStates, file: PlacedFile, { offset, use, meant }: UseBefore, moved: Moved) =>
  use.group.name === naming.from &&
  meansOneOf(meant, renamed) &&
  moved.placeAt(nameAt(file, offset, naming.from)) === null &&
  !isAlias(use, file.facts, naming.from);

const meansOneOf = ({ value }: Resolution, keys: ReadonlySet<string>): boolean =>
  value.is === "definition" && value.places.some((place) => keys.has(keyOf(place)));

/** A rename leaves each definition at its place among those of its file. */
const BY_PLACE: MeaningBy = { definition: (_, place) => keyOf(place) };

/** Offsets of one file before and after its change. */
interface Moved {
  placeAt(offset: number | null): RenamedPlace | null;
  /** Where what starts at the offset starts afterwards. */
  after(offset: number): number;
  before(offset: number): number;
  /** Whether one of the two names of a shorthand that was written out starts there afterwards. */
  isWrittenOut(offset: number): boolean;
}

/** `places`: in order of offset; `length`: of the old name. */
function openMoved(places: readonly RenamedPlace[], length: number): Moved {
  const byOffset = new Map(places.map((place) => [place.offset, place]));
  /** What a text has grown by up to each place, and after the last. */
  const grown = [0];
  for (const { text } of places) {
    grown.push((grown.at(-1) ?? 0) + text.length - length);
  }
  const starts = places.map(({ offset }, at) => offset + (grown[at] ?? 0));
  const writtenOut = new Set(
    places.flatMap(({ newNameAt, otherNameAt }, at) => {
      const start = starts[at] ?? 0;
      return otherNameAt === null ? [] : [start + newNameAt, start + otherNameAt];
    }),
  );
  const offsets = places.map(({ offset }) => offset);
  return {
    placeAt: (offset) => (offset === null ? null : (byOffset.get(offset) ?? null)),
    after: (offset) => offset + (grown[countBelow(offsets, offset)] ?? 0),
    before: (offset) => offset - (grown[countBelow(starts, offset)] ?? 0),
    isWrittenOut: (offset) => writtenOut.has(offset),
  };
}

/** References to the new name in files that the change does not touch. */
function* refusalsElsewhere({ naming, before, sceneBefore, sceneAfter, renamed }: BothStates): Steps<Refusal[]> {
  const like = [...renamed][0]?.replace(/@\d+$/u, "") ?? "";
  const refusals: Refusal[] = [];
  for (const path of yield* sceneBefore.candidates(naming.to, naming.to, like)) {
    for (const group of before.has(path) ? [] : (sceneBefore.lookup.facts(path)?.references ?? [])) {
      if (group.name === naming.to) {
        const [was, is] = [sceneBefore, sceneAfter].map((scene) => meaningOf(scene, path, group, BY_PLACE));
        if (was !== is) {
          const message = `${naming.to} would mean something else here than it does now`;
          refusals.push({ rule: "shadowing", path, line: group.lines[0] ?? null, message, remedy: NEXT });
        }
      }
    }
    yield;
  }
  return refusals;
}
