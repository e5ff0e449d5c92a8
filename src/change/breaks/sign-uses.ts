// What calls a symbol by a sign of the language (`a + b`, `for (x of box)`, `cell[0]`), by a name that is computed, as a lambda: which
// signs call it, and in which files they may.
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { seeingByName } from "../../intelligence/edges/importers-by-name.ts";
import { declarationsOf } from "../../intelligence/edges/overloads.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { targetOf } from "../../intelligence/edges/related-types.ts";
import { codeLinesOf } from "../../languages/code-lines.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import { atOnce, type Steps } from "../../system/slices.ts";
import type { Chain } from "../../vocabulary/chain.ts";
import { containsRange, type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE, LOCAL } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import { type Change, changedPaths, type TextPair } from "../state/change.ts";
import { type FileUses, type Use, usesByFile } from "./file-uses.ts";

/** The type whose users are looked for, and types that extend it. */
const TYPES_MAX = 20;
/** Files that see an operator in which its sign is looked for. */
const SEEING_MAX = 300;
/** Things of the type whose users are looked for. */
const TYPED_MAX = 60;

/** A sign that may call a symbol. */
export interface Sign {
  readonly sign: RegExp;
  readonly symbol: string;
  /** Lines of the symbol's file; everywhere where undefined. */
  readonly within?: LineRange;
}

/** All signs that call the symbol; of a module, what is in it, too. */
export function signsOf(lookup: Lookup, { path, at }: Place): readonly Sign[] {
  const all = lookup.facts(path)?.definitions ?? [];
  const one = all[at];
  // A module takes all that is in it along.
  const own =
    one?.kind === "module" ? all.filter((other) => containsRange(one, other)) : one === undefined ? [] : [one];
  const { deletion = {}, constructors = [] } = languageById(lookup.language(path)) ?? {};
  // Nobody computes the name of a constructor.
  const { computed: _computed, ...ofConstructors } = deletion;
  const rulesFor = ({ name }: DefinitionFact): DeletionRules =>
    constructors.includes(name) ? ofConstructors : deletion;
  return own.flatMap((other) => [
    ...patternsOf(rulesFor(other), all, other).map((sign): Sign => ({ sign, symbol: other.path })),
    ...ownConstruction(lookup, path, all, other),
  ]);
}

/** `new(…)` or `this(…)` inside of a class, which calls its constructor. */
function ownConstruction(
  lookup: Lookup,
  path: string,
  all: readonly DefinitionFact[],
  { name, parent, path: symbol }: DefinitionFact,
): Sign[] {
  const { calls, constructors = [] } = languageById(lookup.language(path)) ?? {};
  const type = all[parent];
  const inClass = constructors.includes(name) ? calls?.unnamedConstructors?.inClass : undefined;
  // Without the flag `g`, by which a pattern remembers where it was.
  return inClass === undefined || type === undefined
    ? []
    : [{ sign: new RegExp(inClass.source), symbol, within: type }];
}

/** An operator that is lost, and the files that may call it. */
export interface SignSurvey {
  readonly sign: RegExp;
  readonly type: string;
  readonly paths: readonly string[];
  readonly language: string | null;
  readonly changed: ReadonlySet<string | undefined>;
  /** Whether `paths` are all. */
  readonly isWhole: boolean;
}

/** Of a member that is called by a sign alone: null for any other symbol. */
export function surveySigns(change: Change, { places: [place] }: Target, pair: TextPair): SignSurvey | null {
  const scene = change.baseOf(pair);
  const all = place === undefined ? [] : (scene.lookup.facts(place.path)?.definitions ?? []);
  const one = all[place?.at ?? FILE];
  const type = all[one?.parent ?? FILE];
  if (place === undefined || one === undefined || type === undefined) {
    return null;
  }
  const language = scene.lookup.language(place.path);
  const sign = languageById(language)?.deletion?.signs?.(one.name, type.name) ?? null;
  if (sign === null) {
    return null;
  }
  const { files, isCut } = atOnce(filesNaming(scene, { path: place.path, at: one.parent }));
  const paths = [...files].filter((path) => path !== place.path);
  return { sign, type: type.name, paths, language, changed: changedPaths(change), isWhole: !isCut };
}

/** Their lines that have the sign beside a variable that the file declares to be of the type. */
export async function signUses(
  { sign, type, paths, language, changed }: Omit<SignSurvey, "isWhole">,
  read: (path: string) => Promise<string | null>,
): Promise<FileUses[]> {
  const form = languageById(language)?.calls;
  const named = `(?<!\\w)${literalPattern(type)}(?!\\w)`;
  const declared = new RegExp(`${named}(?:<[^<>]*>)?[&*?\\s]+(\\w+)|(\\w+)\\s*[:=]\\s*(?:new\\s+|&)?${named}`, "g");
  const of = sign.source;
  const uses: Use[] = [];
  for (const path of paths) {
    const text = (await read(path)) ?? "";
    const names = new Set([...text.matchAll(declared)].map(([, before, behind]) => before ?? behind ?? ""));
    if (names.size === 0) {
      continue;
    }
    const any = [...names].map(literalPattern).join("|");
    const beside = new RegExp(`(?<![\\w.])(?:${any})\\s*(?:${of})|(?:${of})\\s*(?:${any})(?!\\w|\\.|->|::)`);
    for (const [index, line] of codeLinesOf(text, form).entries()) {
      if (beside.test(line)) {
        uses.push({ path, line: index + 1, certainty: "heuristic" });
      }
    }
  }
  return usesByFile(uses, changed);
}

/** Of an operator its sign, of any member what reaches one by a computed name, of an interface's only method the lambdas that are it. */
function patternsOf(rules: DeletionRules, all: readonly DefinitionFact[], one: DefinitionFact): RegExp[] {
  const { name, parent } = one;
  const owner = all[parent];
  const isMethod = (member: DefinitionFact): boolean => member.parent === parent && member.kind === "method";
  const isOnly = owner?.kind === "interface" && isMethod(one) && all.filter(isMethod).length === 1;
  return [
    one.kind === "field" ? (rules.unpacked ?? []) : [],
    rules.signs?.(name, owner?.name ?? "") ?? [],
    owner === undefined ? [] : (rules.computed ?? []),
    isOnly ? (rules.lambda ?? []) : [],
  ].flat();
}

/** The type around it, wherever that is written; the symbol itself where there is none. */
export function enclosingType(
  { lookup }: EdgeScene,
  { path, at }: Place,
  { parent, kind, path: symbol }: DefinitionFact,
): Place {
  const owner = symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
  if (kind === "module" || (parent === FILE && owner === "")) {
    return { path, at };
  }
  const elsewhere = (parent === FILE ? lookup.declaring(owner) : []).flatMap((file): Place[] => {
    const all = lookup.facts(file)?.definitions ?? [];
    return all.flatMap((one, index) =>
      one.path === owner && TYPE_KINDS.has(one.kind) ? [{ path: file, at: index }] : [],
    );
  });
  const isOfType = TYPE_KINDS.has(lookup.facts(path)?.definitions[parent]?.kind ?? "");
  return elsewhere[0] ?? { path, at: isOfType ? parent : at };
}

const isNamedByWord = ({ lookup }: EdgeScene, { path, at }: Place): boolean =>
  /^[\w$]+$/.test(lookup.facts(path)?.definitions[at]?.name ?? "");

/** `isCut`: there may be more. */
export interface FilesNaming {
  readonly files: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** Its own file, those that refer to it or to a type below, and those that refer to what these declare to be of it. */
export function* filesNaming(edges: EdgeScene, type: Place): Steps<FilesNaming> {
  const { lookup, linker } = edges;
  const files = new Set([type.path]);
  let isCut = false;
  const referTo = function* (place: Place): Steps<void> {
    const { references, filesLeft } = yield* findReferences(edges, targetOf(edges, place));
    isCut ||= filesLeft.length > 0;
    for (const { path } of references) {
      files.add(path);
    }
  };
  // With the types below it, whose values have its members: the map grows during the loop.
  const types = new Map([[keyOf(type), type]]);
  for (const one of types.values()) {
    yield* referTo(one);
    for (const place of [...files].flatMap((path) => extending(edges, path, one))) {
      isCut ||= types.size >= TYPES_MAX;
      if (types.size < TYPES_MAX) {
        types.set(keyOf(place), place);
      }
    }
  }
  // An operator that is no type's own is found by who sees its declarations, since its name need not stand where it is used.
  const addSeeing = (operator: Place): void => {
    for (const { path } of isNamedByWord(edges, operator) ? [] : declarationsOf(edges, operator)) {
      const seeing = seeingByName(lookup, path, SEEING_MAX);
      isCut ||= seeing.isCut;
      for (const file of seeing.files) {
        files.add(file);
      }
    }
  };
  addSeeing(type);
  const isOf = (path: string, chain: Chain): boolean =>
    classPlacesOf(linker.resolve(path, chain)).some((place) => keyOf(place) === keyOf(type));
  const typed = [...files].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
      const isOpen = one.type !== null && (one.flags & LOCAL) === 0 && !edges.isOver();
      return isOpen && one.type.split("|").some((chain) => isOf(path, chain)) ? [{ path, at }] : [];
    }),
  );
  for (const place of typed.slice(0, TYPED_MAX)) {
    yield* referTo(place);
    addSeeing(place);
  }
  return { files, isCut: isCut || typed.length > TYPED_MAX || edges.isOver() };
}

/** Types of the file that extend the type. */
const extending = ({ lookup, linker, isOver }: EdgeScene, path: string, type: Place): Place[] =>
  (lookup.facts(path)?.definitions ?? []).flatMap(({ kind, supers }, at) => {
    const isOpen = supers.length > 0 && TYPE_KINDS.has(kind) && !isOver();
    const above = isOpen ? linker.supers({ path, at }).flatMap(classPlacesOf) : [];
    return above.some((place) => keyOf(place) === keyOf(type)) ? [{ path, at }] : [];
  });
