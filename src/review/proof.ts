// Whether a line is proven to fail after a change. Findings about uses are of medium or above only where that is so: the line's import, its
// scope or a receiver whose type is known with all that it extends says what it means, and nothing that can be seen could be meant
// afterwards. All others are low, with the first doubt as the reason.
import { areAllKnown } from "../change/breaks/called-by-libraries.ts";
import { groupsAt } from "../change/breaks/replaced.ts";
import { survivorsOf } from "../change/read/surviving-lines.ts";
import type { SymbolTarget } from "../change/read/symbol-target.ts";
import type { Change, TextPair } from "../change/state/change.ts";
import type { EdgeScene } from "../intelligence/edges/edge-scene.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import { isExtension } from "../intelligence/edges/external-receivers.ts";
import { definitionOf, descendants, type Found } from "../intelligence/edges/related-types.ts";
import { placesOfWord } from "../intelligence/occurrences/places-of-word.ts";
import { roleOf } from "../languages/file-role.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import { languageById } from "../languages/registry.ts";
import { semanticsOf } from "../languages/semantics.ts";
import { inTime } from "../linking/linker.ts";
import { isKnown, isOneOf, type Place, type Value } from "../linking/resolution.ts";
import { atOnce } from "../system/slices.ts";
import { classOfBareName, importChain, parseMember, parseRoot, splitFirst } from "../vocabulary/chain.ts";
import { type Facts, FILE, isNamed, LOCAL, PARTIAL, type ReferenceGroup } from "../vocabulary/facts.ts";
import { splitLines } from "../vocabulary/text.ts";
import { isCommentLine } from "./generated-text.ts";

/** What the change takes away, or hides from other files. */
export interface LostSymbol {
  /** In the base state. */
  readonly target: SymbolTarget;
  readonly pair: TextPair;
  readonly isHidden: boolean;
}

/** In words for a message; null: none is left. */
type Doubt = string | null;

const NO_TIME = "there was no time to prove it";
const NO_PART: ReadonlySet<string> = new Set(["vendored", "fixture", "generated", "example"]);

const isNoPart = (path: string): boolean => NO_PART.has(roleOf(path)?.role ?? "");

/** References by this name on a line (1-based) of the file. */
const groupsOn = (scene: EdgeScene, path: string, line: number, name: string): readonly ReferenceGroup[] =>
  groupsAt(scene, { path, line }).filter((group) => group.name === name);

const languageOf = ({ lookup }: EdgeScene, path: string) => languageById(lookup.language(path) ?? "");

const factsIn = ({ lookup }: EdgeScene, path: string | undefined): Facts | null =>
  path === undefined ? null : lookup.facts(path);

/** Whether its own file, or the language, may still provide the symbol. */
export function doubtOfLoss({ base, now }: Change, { target, pair, isHidden }: LostSymbol): Doubt {
  const { before, after } = pair;
  const { name, definition } = target;
  const path = before?.path ?? "";
  if (isNoPart(path)) {
    return `${path} is no part of the program`;
  }
  if (languageOf(base, path)?.findsNamesLoaded === true) {
    return "what is loaded beside the project may have it";
  }
  if (isHidden || after === null) {
    return null;
  }
  const facts = factsIn(now, after.path);
  if (facts === null || facts.left > 0) {
    return `${after.path} is not known as a whole`;
  }
  const known = new Set(factsIn(base, path)?.definitions.map((one) => one.path));
  const named = facts.definitions.filter((one) => one.name === name);
  const other = named.find((one) => one.path === definition.path || !known.has(one.path));
  if (other !== undefined) {
    return `${after.path} declares \`${other.path}\``;
  }
  // A line that has the name and is neither a use nor a comment may provide it: by a macro, a text, code that the grammar could not read.
  const uses = new Set([
    ...facts.references.flatMap((group) => (group.name === name ? group.lines : [])),
    ...named.map(({ nameLine }) => nameLine),
  ]);
  const line = splitLines(after.text).findIndex(
    (text, at) => !uses.has(at + 1) && !isCommentLine(text) && placesOfWord(text, name).length > 0,
  );
  return line < 0 ? null : `${after.path}:${line + 1} still has the name`;
}

/** Whether the line (1-based, after the change) may mean something else than the symbol, or find it elsewhere. */
export function doubtOfUse(change: Change, lost: LostSymbol, path: string, line: number): Doubt {
  const { base, now, pairs } = change;
  const { pair, target } = lost;
  if (isNoPart(path)) {
    return `${path} is no part of the program`;
  }
  const isOwn = path === pair.after?.path;
  const old = isOwn ? [...survivorsOf(pair)].find(([, now]) => now === line)?.[0] : line;
  const isChanged = !isOwn && pairs.some(({ after }) => after?.path === path);
  const place = isOwn ? (pair.before?.path ?? path) : path;
  const scene = isChanged ? change.baseOf(pair) : base;
  const groups = old === undefined ? [] : groupsOn(scene, place, old, target.name);
  if (groups.length === 0) {
    // It has to have the symbol without naming it, which is checked where types are.
    return languageOf(base, place)?.findsMembersLate === true ? "nothing checks that it is there" : null;
  }
  const meant = firstDoubt(groups, (group) => doubtOfMeaning(scene, now, place, group));
  return meant ?? firstDoubt(groupsOn(now, path, line, target.name), (group) => doubtOfAbsence(change, lost, path, group));
}

/** Whether a call on the line (of the state after the change) may mean another function. */
export const doubtOfCall = (
  now: EdgeScene,
  name: string,
  { path, line, certainty }: Pick<Reference, "path" | "line" | "certainty">,
): Doubt =>
  certainty === "heuristic"
    ? "it is only called so"
    : isNoPart(path)
      ? `${path} is no part of the program`
      : firstDoubt(groupsOn(now, path, line, name), (group) => doubtOfMeaning(now, now, path, group));

function firstDoubt(groups: readonly ReferenceGroup[], doubtOf: (group: ReferenceGroup) => Doubt): Doubt {
  for (const group of groups) {
    const looked = inTime(() => doubtOf(group));
    if (looked === null || looked.value !== null) {
      return looked?.value ?? NO_TIME;
    }
  }
  return null;
}

/** Whether a reference may mean another symbol than the edge says. `edges`: the state of the edge; `now`: the one of its receiver. */
export function doubtOfMeaning(edges: EdgeScene, now: EdgeScene, path: string, group: ReferenceGroup): Doubt {
  const { of } = group;
  const meant = edges.linker.target(path, group);
  if (of === null || meant.value.is !== "definition" || isOneOf(meant)) {
    return "what it stands on is not known";
  }
  const owner = parseMember(of)?.owner ?? null;
  const within = owner === null ? null : classOfBareName(owner);
  const isMember = meant.value.places.some((place) => (definitionOf(edges, place)?.parent ?? FILE) !== FILE);
  const isBare = owner === null || (within !== null && !isMember);
  if (isBare || edges.linker.resolve(path, owner).value.is === "module") {
    return meant.certainty === "exact" ? null : "another definition may be meant";
  }
  const receiver: Value =
    within === null ? now.linker.resolve(path, owner).value : { is: "instance", places: [{ path, at: within }], own: true };
  return doubtOfReceiver(now, receiver, group.name);
}

/** Whether a value may have a member from somewhere that is not seen. */
function doubtOfReceiver(now: EdgeScene, value: Value, name: string): Doubt {
  if ((value.is !== "definition" && value.is !== "instance") || value.places.length === 0) {
    return "the type of what it stands on is not known";
  }
  const { places } = value;
  const type = definitionOf(now, places[0] as Place);
  if (places.some((place) => ((definitionOf(now, place)?.flags ?? 0) & PARTIAL) !== 0)) {
    return `\`${type?.path}\` is partial, and a generator may write it`;
  }
  if (!areAllKnown(now, places)) {
    return `\`${type?.path}\` may have it from a library`;
  }
  const language = languageOf(now, places[0]?.path ?? "");
  if (language?.findsMembersLate !== true) {
    return null;
  }
  if (value.is === "instance" && !value.own) {
    return "members are sought when they are called";
  }
  const below: Found = new Map();
  const isWhole = places.every((place) => atOnce(descendants(now, place, below)));
  const having = [...places, ...[...below.values()].map(({ place }) => place)].find((place) =>
    now.lookup
      .facts(place.path)
      ?.definitions.some(
        (one) => one.parent === place.at && (one.name === name || language.answersForMembers?.test(one.name) === true),
      ),
  );
  return having !== undefined ? `\`${definitionOf(now, having)?.path}\` answers for it` : isWhole ? null : NO_TIME;
}

/** Whether the name may be found elsewhere after the change. */
function doubtOfAbsence(change: Change, lost: LostSymbol, path: string, { of, name }: ReferenceGroup): Doubt {
  const { base, now, pairs } = change;
  if (lost.isHidden || of === null) {
    return null;
  }
  const { steps } = splitFirst(of);
  const root = parseRoot(of.slice(0, of.length - steps.length));
  const imports = factsIn(now, path)?.imports ?? [];
  if (root.is === "import") {
    const before = pairs.find(({ after }) => after?.path === path)?.before?.path ?? path;
    const fact = imports[root.at];
    const isKept = factsIn(base, before)?.imports.some(
      ({ specifier, imported }) => specifier === fact?.specifier && imported === fact.imported,
    );
    return isKept === true ? null : `${path} imports it in another way now`;
  }
  const isMember = lost.target.definition.parent !== FILE;
  const isFree = !isMember && root.is === "name";
  const other = namesake(now, lost, (place) => isFree || isExtension(now, { name, places: [place] }));
  if (other !== null) {
    return other;
  }
  const semantics = semanticsOf(now.lookup.language(path) ?? "");
  if (semantics?.runsOnObject?.(path) === true) {
    return "what the script runs on may have it";
  }
  if (!isFree) {
    return null;
  }
  if (isLibraryMember(name, now.lookup.language(path))) {
    return "the library of the language has it, too";
  }
  const isOpen = imports.some(
    ({ local, imported }, at) =>
      local === null && imported === "*" && !isKnown(now.linker.resolve(path, importChain(at))),
  );
  return isOpen || semantics?.importsWholeNamespaces === true ? `${path} imports all names of a library` : null;
}

/** Another definition of the name that could be meant. */
function namesake(now: EdgeScene, { target, pair }: LostSymbol, isMeant: (place: Place) => boolean): Doubt {
  const { name } = target;
  for (const path of atOnce(now.candidates(name, name, pair.before?.path ?? ""))) {
    for (const [at, one] of (factsIn(now, path)?.definitions ?? []).entries()) {
      if (one.name === name && isNamed(one) && (one.flags & LOCAL) === 0 && isMeant({ path, at })) {
        return `\`${one.path}\` is defined in ${path}, too`;
      }
    }
  }
  return null;
}

/** Lines above a use in which the code may ask whether the name is there, or what the build is for. */
const CONDITION_LINES = 4;
const CONDITION =
  /\b(?:method_exists|property_exists|function_exists|class_exists|is_callable|hasattr|getattr|respond_to\?|defined\?|typeof)[\s(]|["'] in\b|^\s*try\b|^\s*#\s*(?:if|ifdef|elif|else)\b|\bcfg!?\(|^\s*@available|^\s*\/\/go:build/;

/** Whether the line is only reached where the name exists. */
export function doubtOfPlace(text: string, line: number): Doubt {
  const above = splitLines(text).slice(Math.max(0, line - CONDITION_LINES), line);
  return above.some((one) => CONDITION.test(one)) ? "it may only run where the name is there" : null;
}
