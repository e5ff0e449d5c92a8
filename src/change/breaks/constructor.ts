// What rests on a lost constructor: places that make an instance with arguments, constructors below that call it, and fields that it
// alone sets.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { declarationsOf } from "../../intelligence/edges/overloads.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { parseMember, selfChain } from "../../vocabulary/chain.ts";
import { type DefinitionAt, type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { sourceText } from "../../vocabulary/text.ts";
import { parametersOn } from "../calls/called-function.ts";
import { type Change, type FoundBreak, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";
import { outermostOf } from "../state/lost.ts";
import { findMaking } from "./making.ts";

const SURE = { kind: "constructor", certainty: "constrained" } as const;

export function* findConstructed(change: Change, lost: Lost): Steps<FoundBreaks> {
  const { base, now } = change;
  const definition = outermostOf(lost)?.definition;
  if (definition === undefined || definition.parent === FILE) {
    return NO_BREAKS;
  }
  const type: Place = { path: lost.path, at: definition.parent };
  if (!isConstructor(base, lost.path, definition)) {
    return isMadeOf(lost, definition) ? yield* findMaking(base, type, definition, "may-break") : NO_BREAKS;
  }
  const others = constructorsOf(base, type).filter(
    (one) => one !== definition && (!lost.isRemoved || !lost.isInside(one.nameLine)),
  );
  const isExtending = (lost.facts.definitions[type.at]?.supers.length ?? 0) > 0;
  if (lost.isRemoved && isDeclaredAgain(change, lost, definition)) {
    return NO_BREAKS;
  }
  const isBesideHead = takesInHead(lost.pair?.before?.text ?? "", lost.language, lost.facts.definitions[type.at]);
  const isOneOfSeveral = others.length > 0 || isBesideHead;
  const isCalledFor = definition.parameters > 0 || isOneOfSeveral || isExtending || !lost.isRemoved;
  const isOnlyOne = !isOneOfSeveral && !hasAbove(now, base, type, definition);
  const isSure = isOnlyOne && (definition.parameters > 0 || !lost.isRemoved);
  const made = isCalledFor ? yield* findMaking(base, type, definition, isSure ? "breaks" : "may-break") : NO_BREAKS;
  const calling = isCalledFor ? yield* whatCallsAbove(base, type, definition, others.length === 0) : NO_BREAKS;
  const alone = lost.isRemoved ? fieldsSet(lost, type.at, definition) : [];
  const constants = isCalledFor ? constantsMade(lost, type.at, definition, isSure) : [];
  const implied = lost.isRemoved && others.length === 0 ? withoutDefault(base, type) : [];
  return {
    breaks: [...alone, ...constants, ...made.breaks, ...calling.breaks, ...implied],
    filesLeft: [...made.filesLeft, ...calling.filesLeft],
  };
}

/** Constants of an enum, each of which calls a constructor without naming it. */
function constantsMade({ path, facts, isInside }: Lost, type: DefinitionAt, maker: DefinitionFact, isSure: boolean) {
  const isEnum = facts.definitions[type]?.kind === "enum";
  return facts.definitions.flatMap(({ kind, parent, nameLine, path: constant }): FoundBreak[] => {
    const isMade = isEnum && kind === "member" && parent === type && !isInside(nameLine);
    const effect = isSure ? "breaks" : "may-break";
    const why = `${constant} is made by ${maker.path}, which is deleted`;
    return isMade ? [{ ...SURE, effect, path, line: nameLine, why }] : [];
  });
}

/** Whether it is a field that what makes an instance of its type is given. */
function isMadeOf({ language, facts, pair }: Lost, { kind, parent }: DefinitionFact): boolean {
  const rule = languageById(language)?.deletion?.madeOfFields;
  const { startLine = 1, nameLine = 0 } = facts.definitions[parent] ?? {};
  const head = kind === "field" && rule !== undefined ? (pair?.before?.text.split("\n") ?? []) : [];
  return head.slice(startLine - 1, nameLine).some((text) => rule?.test(text) === true);
}

/** Whether the type takes parameters in its head only now, or has another constructor with as many, which was not there before. */
function isDeclaredAgain(
  { now }: Change,
  { pair, facts, language }: Lost,
  { parent, name, parameters }: DefinitionFact,
): boolean {
  const was = facts.definitions[parent];
  const after = pair?.after ?? null;
  const all = after === null ? [] : (now.lookup.facts(after.path)?.definitions ?? []);
  const at = all.findIndex((one) => one.path === was?.path && one.kind === was.kind);
  const isSame = (one: DefinitionFact): boolean =>
    one.parent === at && one.name === name && one.parameters === parameters;
  const isNow = takesInHead(after?.text ?? "", language, all[at]);
  return at >= 0 && (all.some(isSame) || (isNow && !takesInHead(pair?.before?.text ?? "", language, was)));
}

/** `class Store(string name)`: whether the head of a type in a text declares parameters. */
function takesInHead(text: string, language: string | null, type: DefinitionFact | undefined): boolean {
  const form = languageById(language)?.calls;
  const isIn = type !== undefined && form?.typesTakeParameters === true;
  return isIn && parametersOn(sourceText(text, 1), type.nameLine, type.name, form) !== null;
}

/** Whether a type above has a constructor by the same word that takes as many parameters. */
function hasAbove(now: EdgeScene, base: EdgeScene, type: Place, { name, parameters }: DefinitionFact): boolean {
  const own = definitionOf(base, type)?.name;
  return base.linker
    .supers(type)
    .flatMap(classPlacesOf)
    .flatMap((place) => now.linker.members(place))
    .some((member) => {
      const other = definitionOf(now, member);
      return name !== own && other?.name === name && other.parameters === parameters;
    });
}

/** Those that have the name of their type, or the language's word for them where a subclass calls them without their name. */
function constructorsOf({ lookup }: EdgeScene, { path, at }: Place): readonly DefinitionFact[] {
  const definitions = lookup.facts(path)?.definitions ?? [];
  const language = languageById(lookup.language(path));
  const words = language?.calls?.unnamedConstructors?.inSubclass === undefined ? [] : (language.constructors ?? []);
  const own = language?.rename?.namesConstructors === true ? definitions[at]?.name : undefined;
  return definitions.filter(({ parent, name }) => parent === at && (name === own || words.includes(name)));
}

/** A type that is left with the constructor that the language makes, where that has to call one without arguments and there is none. */
function withoutDefault(base: EdgeScene, type: Place): FoundBreak[] {
  const own = definitionOf(base, type);
  const above = base.linker.supers(type).flatMap(classPlacesOf);
  return above.flatMap((place): FoundBreak[] => {
    const constructors = constructorsOf(base, place);
    const [first] = constructors;
    const isAsked = first !== undefined && constructors.every(({ parameters }) => parameters > 0);
    const why = `${own?.path} would have to call ${first?.path} without arguments`;
    // Compilers report it at one of the type's parts.
    return (isAsked ? declarationsOf(base, type) : []).flatMap((part): FoundBreak[] => {
      const line = definitionOf(base, part)?.nameLine;
      return line === undefined ? [] : [{ ...SURE, effect: "breaks", path: part.path, line, why }];
    });
  });
}

/** By the language's word for it, or by the name of its type. */
function isConstructor({ lookup }: EdgeScene, path: string, { name, parent }: DefinitionFact): boolean {
  const { constructors = [], rename } = languageById(lookup.language(path)) ?? {};
  const isNamedSo = rename?.namesConstructors === true && lookup.facts(path)?.definitions[parent]?.name === name;
  return constructors.includes(name) || isNamedSo;
}

/** Fields outside of the constructor that it writes. */
function fieldsSet({ path, facts, isInside }: Lost, type: DefinitionAt, maker: DefinitionFact): FoundBreak[] {
  const written = new Set(
    facts.references.flatMap(({ of, name, lines, roles }) => {
      const isOwn = of !== null && parseMember(of)?.owner === selfChain(type);
      return isOwn && lines.some((line, at) => isInside(line) && roles[at] === "write") ? [name] : [];
    }),
  );
  return facts.definitions.flatMap(({ kind, parent, name, nameLine, path: symbol }): FoundBreak[] => {
    const why = `${symbol} is set by ${maker.path}, which is deleted`;
    return kind === "field" && parent === type && written.has(name)
      ? [{ ...SURE, effect: "may-break", path, line: nameLine, why }]
      : [];
  });
}

/**
 * Constructors of the types directly below, or a type itself where it has none. Each calls the one without arguments where it calls no
 * other; where there is but one and that takes arguments, each has to call that.
 */
function* whatCallsAbove(base: EdgeScene, type: Place, maker: DefinitionFact, isOnlyOne: boolean): Steps<FoundBreaks> {
  const { rename, calls } = languageById(base.lookup.language(type.path)) ?? {};
  const namesConstructors = rename?.namesConstructors === true;
  const isSure = maker.parameters > 0;
  const isCalled = namesConstructors || calls?.unnamedConstructors?.inSubclass !== undefined;
  if (!isCalled || (isSure && !isOnlyOne)) {
    return NO_BREAKS;
  }
  const types: Found = new Map();
  const isWhole = yield* descendants(base, type, types);
  const why = `${isSure ? "has to" : "may"} call ${maker.path}, which is deleted`;
  const breaks = [...types.values()].flatMap(({ place }) => {
    const isDirect = base.linker
      .supers(place)
      .flatMap(classPlacesOf)
      .some((one) => keyOf(one) === keyOf(type));
    const constructors = constructorsOf(base, place);
    const own = definitionOf(base, place);
    const isImplied = namesConstructors && constructors.length === 0 && own !== undefined;
    const callers = isImplied ? [own] : constructors;
    return (isDirect ? callers : []).map(
      ({ nameLine, endLine }): FoundBreak => ({
        ...SURE,
        effect: isSure ? "breaks" : "may-break",
        path: place.path,
        line: nameLine,
        endLine: isSure && endLine > nameLine ? endLine : undefined,
        why,
      }),
    );
  });
  return { breaks, filesLeft: isWhole ? [] : [type.path] };
}
