// What the index knows of all files that have a name as a word, before their texts are read: which places the facts account for, and
// what the text is elsewhere.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { type Chain, dottedNames, hasMember, parseMember, typeIn } from "../../vocabulary/chain.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import {
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  FILE,
  LINKED,
  MACRO,
  PRIVATE,
  type ReferenceGroup,
} from "../../vocabulary/facts.ts";
import { allOf, type Stretches, type StretchKind } from "../../vocabulary/stretches.ts";
import type { EdgeScene, Target } from "../edges/edge-scene.ts";
import { isExtension } from "../edges/external-receivers.ts";
import { isImplementedForLibraries } from "../edges/overrides.ts";
import type { Reference } from "../edges/reference-search.ts";
import { findReferences, type References, referring } from "../edges/references.ts";
import { documentsWith } from "../symbols/candidate-files.ts";
import type { Known, SurveyedFile } from "./classify-file.ts";

/** Documents between two yields. */
const STEP = 64;

/** In order of path. `references`: of `findReferences` for the same target. `admits`: default, all files. */
export function* surveyFiles(
  snapshot: Snapshot,
  edges: EdgeScene,
  target: Target,
  references: Pick<References, "references" | "unresolved" | "filesLeft">,
  admits: (document: DocumentRecord) => boolean = () => true,
): Steps<readonly SurveyedFile[]> {
  const { lookup, linker } = edges;
  const found: SurveyedFile[] = [];
  const own = semanticsOf(lookup.language(target.places[0]?.path ?? "") ?? "")?.modules;
  const keys = new Set(target.places.map(keyOf));
  const isMember = target.places.some(({ path, at }) => (lookup.facts(path)?.definitions[at]?.parent ?? FILE) !== FILE);
  const isType = target.places.some(({ path, at }) => TYPE_KINDS.has(lookup.facts(path)?.definitions[at]?.kind ?? ""));
  const owners = new Set(target.places.flatMap((place) => ownerName(lookup, place) ?? []));
  const specialises = target.places.some((place) => ownerWritten(lookup, place)?.includes("<") === true);
  const embedded = new Set<string>();
  const isExtended = isExtension(edges, target);
  const isForLibraries = isMember && (yield* isImplementedForLibraries(edges, target));
  const linked = linkedPaths(lookup, target);
  const isForeign = target.places.some(({ path, at }) => isFlagged(lookup.facts(path)?.definitions[at], LINKED));
  const isLinked = (one: DefinitionFact, all: Facts["definitions"]): boolean =>
    (linked.has(one.path) && isOpen(one, all)) || (isForeign && isFlagged(one, LINKED));
  const crosses = (path: string, language: string | null): boolean => {
    const semantics = isForeign || linked.size > 0 ? semanticsOf(language ?? "") : undefined;
    const facts = semantics?.namesForeign === undefined ? null : lookup.facts(path);
    return (
      (isForeign && semantics?.linksByName === true) ||
      (facts !== null && semantics?.namesForeign?.(facts, target.name) === true)
    );
  };
  const isTwin = (one: DefinitionFact, all: Facts["definitions"], path: string): boolean =>
    isLinked(one, all) ||
    (isExtended && owners.has(one.path.split(".").at(-2) ?? "")) ||
    (isMember && one.parent !== FILE && extendsUnknown(edges, { path, at: one.parent }));
  /** A member of the template that the target specialises, or of another specialisation: which is meant, its arguments say. */
  const isOfTemplate = (place: Place): boolean =>
    (ownerWritten(lookup, place)?.includes("<") === true || specialises) && owners.has(ownerName(lookup, place) ?? "");
  const mayMean = (path: string, group: ReferenceGroup, line: number, isReadInPart: boolean): boolean => {
    const owner = parseMember(group.of ?? "")?.owner ?? "";
    const language = lookup.language(path);
    const hasOwnersName = owners.has(lastNameIn(owner));
    const isOnMade = isMember && isMadeBySteps(owner) && !isLibraryMember(target.name, language);
    const value = inTime(() => linker.target(path, group).value)?.value;
    switch (value?.is) {
      case "definition":
        return value.places.some((place) => {
          const all = lookup.facts(place.path)?.definitions ?? [];
          const one = all[place.at];
          return embedded.has(keyOf(place)) || isOfTemplate(place) || (one !== undefined && isLinked(one, all));
        });
      case "external":
        // What brings the name into the file may stand where that was not understood.
        return (
          isReadInPart ||
          (linked.size > 0 && isWrittenAs(linked, group.of)) ||
          hasOwnersName ||
          isOnMade ||
          isForLibraries ||
          (isMember && mayBeBare(group, language)) ||
          isReadWhereExpanded(lookup, path, group, line)
        );
      case "unknown":
        // A bare name that leads nowhere may be the symbol: nothing says that it is something else.
        return hasOwnersName || (group.of !== null && !hasMember(group.of));
      default:
        return true;
    }
  };
  const [sure, unsure] = [byPath(references.references), byPath(references.unresolved)];
  const left = new Set(references.filesLeft);
  let looked = 0;
  for (const path of languageById(lookup.language(target.places[0]?.path ?? ""))?.embeds === true ? sure.keys() : []) {
    for (const at of embeddedIn(lookup.facts(path), target.name, sure.get(path) ?? [])) {
      embedded.add(keyOf({ path, at }));
    }
  }
  for (const document of documentsWith(snapshot, target.name)) {
    if (!admits(document)) {
      continue;
    }
    const { id, path, language } = document;
    const isOfFamily = own !== undefined && semanticsOf(language ?? "")?.modules === own;
    const facts = isOfFamily && snapshot.mayName(id, target.name) ? lookup.facts(path) : null;
    found.push({
      document,
      stretches: stretchesOf(snapshot, document),
      known:
        facts === null ? new Map() : knownIn(facts, document, target.name, { keys, sure, unsure, mayMean, isTwin }),
      isOfFamily,
      mayName: !isOfFamily && crosses(path, language) ? "all" : mayNameIn(document),
      isMember,
      isExtension:
        isExtended ||
        isForLibraries ||
        IS_SPECIALISED.test(target.name) ||
        (isType && isOwnName(target.name, language)),
      valueSign: languageById(language)?.valueSign ?? null,
      namesAreStatic: languageById(language)?.namesAreStatic === true,
      whyUnread: whyUnread(document, isOfFamily),
      whyInPart: left.has(path) ? "in a file of which not all references are known" : null,
    });
    looked += 1;
    if (looked % STEP === 0) {
      yield;
    }
  }
  return found.sort((a, b) => (a.document.path < b.document.path ? -1 : 1));
}

/** Whether the language has a type of the name, which facts pass over, and a file need not import the project's to mean that. */
const isOwnName = (name: string, language: string | null): boolean =>
  semanticsOf(language ?? "")?.packages !== undefined && languageById(language)?.facts?.builtIn.has(name) === true;

/** C++'s `Traits<Cell>`: what its name is written with is a use of the template, which may mean it. */
const IS_SPECIALISED = /^[\p{ID_Continue}]+<.*>$/su;

/** Fields without a name but that of the type that they embed: they are reached by its name. */
const embeddedIn = (facts: Facts | null, name: string, uses: readonly Reference[]): DefinitionAt[] =>
  [...(facts?.definitions ?? []).entries()].flatMap(([at, one]) =>
    one.name === name && one.parent !== FILE && uses.some(({ line }) => line === one.nameLine) ? [at] : [],
  );

/** Of a word that no symbol has: what the text is at its places, with nothing known of them. */
export const surveyWord = (snapshot: Snapshot, word: string): readonly SurveyedFile[] =>
  surveyText(snapshot, word, null);

/** The same, for what files of a language can name. */
export function surveyText(snapshot: Snapshot, word: string, language: string | null): readonly SurveyedFile[] {
  const own = semanticsOf(language ?? "")?.modules;
  return [...documentsWith(snapshot, word)]
    .map((document) => {
      const isOfFamily = own !== undefined && semanticsOf(document.language ?? "")?.modules === own;
      return {
        document,
        stretches: stretchesOf(snapshot, document),
        known: new Map(),
        isOfFamily,
        mayName: mayNameIn(document),
        isMember: false,
        isExtension: false,
        valueSign: null,
        namesAreStatic: languageById(document.language)?.namesAreStatic === true,
        whyUnread: whyUnread(document, isOfFamily),
        whyInPart: null,
      };
    })
    .sort((a, b) => (a.document.path < b.document.path ? -1 : 1));
}

/** Of a symbol that an answer is about to call unused; null where it is used. */
export function* surveyUnlessUsed(
  snapshot: Snapshot,
  edges: EdgeScene,
  target: Target,
  isUsed: boolean,
): Steps<readonly SurveyedFile[] | null> {
  return isUsed ? null : yield* surveyFiles(snapshot, edges, target, yield* findReferences(edges, target));
}

function byPath(references: readonly Reference[]): ReadonlyMap<string, readonly Reference[]> {
  const found = new Map<string, Reference[]>();
  for (const reference of references) {
    const of = found.get(reference.path) ?? [];
    found.set(reference.path, of);
    of.push(reference);
  }
  return found;
}

/** Prose says nothing that could break; of other texts without a grammar nothing is known. */
function stretchesOf(snapshot: Snapshot, { id, path, language }: DocumentRecord): Stretches {
  const known = languageById(language);
  const isProse = known?.reader.by === "headings" && known.namesCode?.test(path) !== true;
  const rest: StretchKind = isProse ? "comment" : "unread";
  return snapshot.stretches(id) ?? allOf(rest);
}

function mayNameIn({ path, language }: DocumentRecord): SurveyedFile["mayName"] {
  if (language === null || languageById(language)?.namesCode?.test(path) === true) {
    return "all";
  }
  return semanticsOf(language) === undefined ? "qualified" : "none";
}

function whyUnread({ language, parse }: DocumentRecord, isOfFamily: boolean): string {
  const known = languageById(language);
  if (!isOfFamily) {
    return semanticsOf(language ?? "") === undefined
      ? `uses in ${language ?? "this kind of file"} are not read`
      : `uses from ${language} are not followed`;
  }
  if (known?.reader.by === "grammar" && known.reader.blindTo !== undefined) {
    return "in a template, which is not read";
  }
  return parse === "fallback"
    ? "in a file that its parser did not read"
    : "in text that the grammar does not understand";
}

interface Judged {
  /** Of the target's definitions. */
  readonly keys: ReadonlySet<string>;
  readonly sure: ReadonlyMap<string, readonly Reference[]>;
  readonly unsure: ReadonlyMap<string, readonly Reference[]>;
  /**
   * Of a reference that leads to no definition: whether it is on what has the name of the target's owner, as `Cell<T>::put` for
   * `Cell<int>::put`, or on what a library gives, which may be the project's: the element of an iterator; or in a macro's text.
   */
  readonly mayMean: (path: string, group: ReferenceGroup, line: number, isReadInPart: boolean) => boolean;
  /**
   * Of another definition: whether it may declare the symbol or override it, or gives a library's type the member that the symbol declares
   * for it.
   */
  readonly isTwin: (definition: DefinitionFact, all: Facts["definitions"], path: string) => boolean;
}

/** Limit on the supertypes of one type that are looked at. */
const SUPERS_MAX = 20;

/** Whether a class extends what nobody can say here, as what a function is given: `class extends Base` in a mixin. */
function extendsUnknown({ linker, lookup }: EdgeScene, place: Place): boolean {
  const above = new Map([[keyOf(place), place]]);
  for (const { path, at } of above.values()) {
    const isClass = lookup.facts(path)?.definitions[at]?.kind === "class";
    const supers = isClass && above.size < SUPERS_MAX ? (inTime(() => linker.supers({ path, at }))?.value ?? []) : [];
    for (const one of supers) {
      if (one.value.is === "unknown") {
        return true;
      }
      classPlacesOf(one).forEach((each) => void above.set(keyOf(each), each));
    }
  }
  return false;
}

/** Paths of the target's definitions that other files may declare for themselves; none in most languages. */
function linkedPaths(lookup: Lookup, { places }: Target): ReadonlySet<string> {
  const all = places.flatMap(({ path, at }) => {
    const definitions = lookup.facts(path)?.definitions ?? [];
    const one = definitions[at];
    const isLinked = semanticsOf(lookup.language(path) ?? "")?.linksByName === true;
    return isLinked && one !== undefined && isOpen(one, definitions) ? [one.path] : [];
  });
  return new Set(all);
}

/** Whether a chain that leads to nothing is written as one of these paths, or by the name alone. */
const isWrittenAs = (paths: ReadonlySet<string>, chain: Chain | null): boolean =>
  chain !== null && (!hasMember(chain) || paths.has(dottedNames(chain)?.join(".") ?? ""));

const isFlagged = (definition: DefinitionFact | undefined, flag: number): boolean =>
  definition !== undefined && (definition.flags & flag) !== 0;

/** Whether another file may declare it again: it is private to nothing, and stands in namespaces at most. */
function isOpen({ parent, flags }: DefinitionFact, all: Facts["definitions"]): boolean {
  const owner = all[parent];
  return (flags & PRIVATE) === 0 && (owner === undefined || (owner.kind === "module" && isOpen(owner, all)));
}

/** The name of what a member stands in, with what that is specialised for: `Cell<int>`. */
function ownerWritten(lookup: Lookup, { path, at }: Place): string | undefined {
  const definitions = lookup.facts(path)?.definitions ?? [];
  return definitions[definitions[at]?.parent ?? FILE]?.name;
}

/** The name before what it is specialised for: `Cell` of `Cell<int>`. */
const ownerName = (lookup: Lookup, place: Place): string | null =>
  /^[\p{ID_Continue}$]+/u.exec(ownerWritten(lookup, place) ?? "")?.[0] ?? null;

/** Whether a member may be meant by its name alone: where a lambda may have a receiver, or what is called may be a macro. */
function mayBeBare({ of }: ReferenceGroup, language: string | null): boolean {
  const semantics = semanticsOf(language ?? "");
  const isPossible = semantics?.lambdasHaveReceivers === true || semantics?.hasTextMacros === true;
  return isPossible && of !== null && dottedNames(of)?.length === 1;
}

/**
 * Whether the name stands in the text of a macro and leads to nothing of its file: what is in sight where the macro is expanded says what
 * it means. A path counts that begins with a name of the project.
 */
function isReadWhereExpanded(lookup: Lookup, path: string, { of }: ReferenceGroup, line: number): boolean {
  const [first, ...others] = (of === null ? null : dottedNames(of)) ?? [];
  return (
    first !== undefined &&
    semanticsOf(lookup.language(path) ?? "")?.hasTextMacros === true &&
    (others.length === 0 || lookup.defining(first).length > 0) &&
    lookup
      .facts(path)
      ?.definitions.some((one) => isFlagged(one, MACRO) && one.startLine <= line && line <= one.endLine) === true
  );
}

/** Whether a value is what something gives or holds, so that a library's type says nothing of it. */
const isMadeBySteps = (owner: Chain): boolean => owner !== "" && dottedNames(typeIn(owner)) === null;

const lastNameIn = (chain: string): string => /[\p{ID_Continue}$]+$/u.exec(chain)?.[0] ?? "";

function knownIn(
  facts: Facts,
  { path, parse }: DocumentRecord,
  name: string,
  { keys, sure, unsure, mayMean, isTwin }: Judged,
): ReadonlyMap<number, Record<Known, number>> {
  const known = new Map<number, Record<Known, number>>();
  const add = (line: number, what: Known): void => {
    const counts = known.get(line) ?? { definition: 0, reference: 0, unknown: 0, other: 0 };
    known.set(line, counts);
    counts[what] += 1;
  };
  facts.definitions.forEach((definition, at) => {
    if (definition.name === name) {
      const otherwise = isTwin(definition, facts.definitions, path) ? "unknown" : "other";
      add(definition.nameLine, keys.has(keyOf({ path, at })) ? "definition" : otherwise);
    }
  });
  const judged = new Map<string, Known>();
  for (const { line, role } of unsure.get(path) ?? []) {
    judged.set(`${line} ${role}`, "unknown");
  }
  for (const { line, role } of sure.get(path) ?? []) {
    judged.set(`${line} ${role}`, "reference");
  }
  for (const at of referring(facts.references, name)) {
    const group = facts.references[at];
    for (const [index, line] of (group?.lines ?? []).entries()) {
      const told = judged.get(`${line} ${group?.roles[index] ?? "read"}`);
      add(line, told ?? (group !== undefined && mayMean(path, group, line, parse === "partial") ? "unknown" : "other"));
    }
  }
  return known;
}
