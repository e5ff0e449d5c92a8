// What follows from the places that an edit breaks: uses of a variable that is set there, of a definition whose value or meaning stands
// there, of names that a macro made, and of what a compiler passes by itself. Compilers report some of them, at places that nothing of
// the edited symbol names.

import { type EdgeScene, lookupOf } from "../../intelligence/edges/edge-scene.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import { perKey } from "../../system/memo.ts";
import type { Steps } from "../../system/slices.ts";
import { selfChain } from "../../vocabulary/chain.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { EXPANDED, type Facts, isNamed, LOCAL, MACRO } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import type { EditScene } from "../change-set.ts";
import { findAnswering } from "./answering.ts";
import { atMost, type Cuts, firstOf, linesNaming, searched } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { impliedUses } from "./implied.ts";
import { macroTextsAt, madeByMacros } from "./macros.ts";
import { misreadBelow, shownInTemplates, usesOfPages } from "./pages.ts";
import { findPasted, type PastedName } from "./pasted.ts";
import { findPastedAlike } from "./pasted-alike.ts";
import {
  codeLines,
  keyOfLine,
  type Line,
  type Lines,
  linesOf,
  type Readable,
  type ReadSources,
  rulesOf,
} from "./read-sources.ts";
import { findSignUses } from "./sign-uses.ts";
import { inheritedUses, resultLines, type Scope, variableUses } from "./variable-uses.ts";

/** No further round after so many places. */
const ENOUGH = 200;
/** What follows from what follows, so often. */
const ROUNDS = 4;

export interface Edited {
  /** Definitions of the edited symbol. */
  readonly places: readonly Place[];
  /** Null where no symbol goes. */
  readonly deleted: Lines | null;
}

/** What follows from `found`, and nothing of that, each line once. @throws CANCELLED */
export async function findConsequences(
  scene: EditScene,
  read: ReadSources,
  found: readonly FoundPlace[],
  { places: symbols, deleted }: Edited,
): Promise<readonly FoundPlace[]> {
  const gone = deleted === null ? [] : linesOf(deleted);
  const goneLines = new Set(gone.map(keyOfLine));
  const known = new Set([...found.map(keyOfLine), ...goneLines]);
  const added: FoundPlace[] = [];
  const cuts: Cuts = { isCut: false };
  // What only may be broken is followed where a compiler goes on with an unknown type.
  const followsAll = perKey((path: string) => {
    const language = scene.withSnapshot((snapshot) => snapshot.documentAt(path)?.language ?? null);
    return languageById(language)?.deletion?.followsAll === true;
  });
  const isFollowed = ({ path, effect, uses, unread, isOnUnknown }: FoundPlace): boolean =>
    effect === "breaks" ||
    unread === true ||
    (uses !== undefined && isOnUnknown !== true) ||
    ((deleted === null ? effect === "may-break" : uses !== undefined) && followsAll(path));
  let last = found.filter(isFollowed);
  // A line that only has a sign is too weak a reason to doubt what it defines.
  let bySigns: ReadonlySet<string> = new Set();
  const misread = deleted === null ? [] : await misreadBelow(scene, read, last);
  const results = perFile(scene, await read(last.map(({ path }) => path)), last, resultLines).filter(
    (place) => !known.has(keyOfLine(place)),
  );
  if (misread.length > 0) {
    return [...misread, ...results];
  }
  for (let round = 0; round < ROUNDS && (round === 0 || last.length > 0) && added.length <= ENOUGH; round += 1) {
    const made = round === 0 ? gone : [];
    const sources = await read([...last, ...made].map(({ path }) => path));
    const named = await searched(scene, cuts, NOTHING_NAMED, (edges) =>
      namedBy(
        edges,
        cuts,
        sources,
        last.filter((place) => !bySigns.has(keyOfLine(place))),
        made,
      ),
    );
    const bySign = await Promise.all(named.signed.map((one) => findSignUses(scene, read, one)));
    cuts.isCut ||= bySign.some(({ notes }) => notes.length > 0);
    const implied = await impliedUses(scene, cuts, read, [...made, ...named.texts]);
    const lost = round === 0 ? scene.withSnapshot((snapshot) => namesAt(lookupOf(snapshot), symbols, gone)) : [];
    const pasted = await findPasted(scene, cuts, read, [...lost, ...named.made], goneLines);
    const alike = round === 0 ? await findPastedAlike(scene, cuts, read, symbols) : [];
    const answering = round === 0 ? await findAnswering(scene, cuts, read, symbols) : [];
    const held = perFile(scene, sources, last, (scope, places) => [
      ...variableUses(scope, places),
      ...inheritedUses(scope, places),
    ]);
    const shown = round === 0 && deleted !== null ? await shownInTemplates(scene, read, deleted) : [];
    const pages = [...(await usesOfPages(scene, read, [...last, ...made])), ...shown];
    const continued = round === 0 && deleted !== null ? continuing(sources.get(deleted.path), deleted) : [];
    const signed = bySign.flatMap(({ lines }) => lines);
    bySigns = new Set(signed.map(keyOfLine));
    last = [
      ...named.found,
      ...pasted,
      ...alike,
      ...answering,
      ...signed,
      ...implied,
      ...held,
      ...pages,
      ...continued,
      ...(round === 0 ? results : []),
    ].filter((place) => {
      const isNew = !known.has(keyOfLine(place));
      known.add(keyOfLine(place));
      return isNew;
    });
    added.push(...last);
  }
  const [first] = [...(deleted === null ? [] : [{ ...deleted, line: deleted.startLine }]), ...found];
  const why = "not all that follows from the places that break was searched";
  const isCut = first !== undefined && (cuts.isCut || last.length > 0);
  const rest: FoundPlace[] = isCut ? [{ path: first.path, line: first.line, why, effect: "may-break" }] : [];
  return [...atMost(added, "may use what is made of it"), ...rest];
}

/** What each file tells of the places in it. */
const perFile = (
  scene: EditScene,
  sources: ReadonlyMap<string, Readable>,
  among: readonly FoundPlace[],
  find: (scope: Scope, places: readonly FoundPlace[]) => FoundPlace[],
): FoundPlace[] =>
  [...sources].flatMap(([path, readable]) => {
    const facts = scene.withSnapshot((snapshot) => lookupOf(snapshot).facts(path));
    const places = among.filter((place) => place.path === path);
    return facts === null ? [] : find({ facts, lines: codeLines(readable), rules: rulesOf(readable) }, places);
  });

interface Named {
  readonly found: FoundPlace[];
  /** Lines of the texts of macros that are given something broken. */
  readonly texts: readonly Line[];
  /** Fields of a type that is not known, and functions with such a result. */
  readonly signed: readonly Place[];
  /** Names that macros put together. */
  readonly made: readonly PastedName[];
}

const NOTHING_NAMED: Named = { found: [], texts: [], signed: [], made: [] };

/** Names of the symbol, and of all that is defined on lines that go. */
const namesAt = (lookup: Lookup, symbols: readonly Place[], gone: readonly Line[]): PastedName[] => {
  const lines = new Set(gone.map(keyOfLine));
  const nameOf = ({ path, at }: Place): PastedName => ({ path, name: lookup.facts(path)?.definitions[at]?.name ?? "" });
  const along = [...new Set(gone.map(({ path }) => path))].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? [])
      .filter((one) => lines.has(keyOfLine({ path, line: one.nameLine })))
      .map(({ name }) => ({ path, name })),
  );
  return [...new Map([...symbols.map(nameOf), ...along].map((one) => [one.name, one])).values()];
};

/** Uses of definitions whose value or meaning stands on such a line, and of what macros there make. `deleted`: lines that go. */
function* namedBy(
  edges: EdgeScene,
  cuts: Cuts,
  sources: ReadonlyMap<string, Readable>,
  places: readonly FoundPlace[],
  deleted: readonly Line[],
): Steps<Named> {
  const found: FoundPlace[] = [];
  const sought = new Map<string, Sought>();
  const signed: Place[] = [];
  for (const place of places) {
    for (const at of definedAt(edges, sources.get(place.path), place)) {
      const { name = "", path = "", kind = "" } = edges.lookup.facts(place.path)?.definitions[at] ?? {};
      const own: Place = { path: place.path, at };
      if (!isOperator(name)) {
        sought.set(keyOf(own), { place: own, name, path });
      }
      signed.push(...(kind === "field" || CALLABLE_KINDS.has(kind) ? [own] : []));
    }
  }
  for (const one of [
    ...readersOf(edges, deleted),
    ...givenToMacros(edges, sources, places),
    ...(yield* decoratedBy(edges, cuts, sources, places)),
  ]) {
    sought.set(keyOf(one.place), one);
  }
  for (const { place, name, path: symbol } of firstOf([...sought.values()], cuts)) {
    const why = `uses ${symbol}, whose definition names what breaks`;
    const makers = constructorsOf(edges, place);
    found.push(
      ...[...makers, ...(yield* linesNaming(edges, cuts, { name, places: [place] }))].map(
        ({ path, line }): FoundPlace => ({ path, line, why, effect: "may-break" }),
      ),
    );
  }
  const why = "text of a macro that is given what breaks";
  const broken = places.filter(({ effect, unread }) => effect === "breaks" || unread === true);
  const texts = macroTextsAt(edges, sources, broken);
  const made = yield* madeByMacros(edges, cuts, sources, [...deleted, ...places.filter((one) => one.isExpansion)]);
  const inTexts = texts.map(
    ({ path, startLine: line, endLine }): FoundPlace => ({ path, line, endLine, why, effect: "may-break" }),
  );
  return {
    found: [...found, ...made.found, ...inTexts],
    texts: texts.flatMap(linesOf),
    signed: firstOf(signed, cuts),
    made: made.pasted,
  };
}

interface Sought {
  readonly place: Place;
  readonly name: string;
  /** Of the symbol. */
  readonly path: string;
}

/** Of fields that go: what reads them by a name of its own, as `attr_reader :cells` does `@cells`. */
const readersOf = ({ lookup }: EdgeScene, deleted: readonly Line[]): Sought[] =>
  [...new Set(deleted.map(({ path }) => path))].flatMap((path) => {
    const all = lookup.facts(path)?.definitions ?? [];
    const isGone = (line: number): boolean => deleted.some((one) => one.path === path && one.line === line);
    const read = new Set(
      all.flatMap(({ kind, parent, name, nameLine }) =>
        kind === "field" && isGone(nameLine) ? [`${selfChain(parent)}.${name}`] : [],
      ),
    );
    return all.flatMap(({ type, name, path: symbol, nameLine }, at) =>
      type !== null && read.has(type) && !isGone(nameLine) ? [{ place: { path, at }, name, path: symbol }] : [],
    );
  });

/** Definitions in what a macro is given that is not known any more: it makes them. */
const givenToMacros = (
  { lookup }: EdgeScene,
  sources: ReadonlyMap<string, Readable>,
  places: readonly FoundPlace[],
): Sought[] =>
  places.flatMap(({ path, line, effect }) => {
    const readable = sources.get(path);
    const rule = readable === undefined ? undefined : rulesOf(readable).definingList;
    const lines = readable === undefined || rule === undefined || effect !== "breaks" ? [] : codeLines(readable);
    const start = (lines[line - 1] ?? "").search(rule ?? /(?!)/);
    const end = start < 0 ? 0 : endOfList(lines, line, start);
    return (lookup.facts(path)?.definitions ?? []).flatMap(({ flags, startLine, name, path: symbol }, at) =>
      line <= startLine && startLine <= end && (flags & LOCAL) === 0
        ? [{ place: { path, at }, name, path: symbol }]
        : [],
    );
  });

/** A list may have so many lines. */
const LIST_LINES_MAX = 200;

/** The line (1-based) on which the brackets close that open first behind the column. */
function endOfList(lines: readonly string[], line: number, column: number): number {
  let depth = 0;
  for (let at = line; at < line + LIST_LINES_MAX && at <= lines.length; at += 1) {
    const text = (lines[at - 1] ?? "").slice(at === line ? column : 0);
    for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
      depth += "([{".includes(bracket) ? 1 : -1;
      if (depth === 0) {
        return at;
      }
    }
  }
  return 0;
}

/** Definitions below decorators whose heads have such a place. */
function* decoratedBy(
  edges: EdgeScene,
  cuts: Cuts,
  sources: ReadonlyMap<string, Readable>,
  places: readonly FoundPlace[],
): Steps<readonly Sought[]> {
  const found: Sought[] = [];
  for (const { path, line } of places) {
    const readable = sources.get(path);
    const isMeant = readable !== undefined && rulesOf(readable).decorates === true;
    const definitions = isMeant ? (edges.lookup.facts(path)?.definitions ?? []) : [];
    for (const [at, { kind, name, nameLine }] of definitions.entries()) {
      const isHead = CALLABLE_KINDS.has(kind) && nameLine === line;
      const uses = isHead ? yield* linesNaming(edges, cuts, { name, places: [{ path, at }] }) : [];
      for (const use of uses) {
        const below = edges.lookup.facts(use.path)?.definitions ?? [];
        const own = below.findLastIndex((one) => one.startLine <= use.line && use.line < one.nameLine);
        const one = below[own];
        found.push(
          ...(one === undefined ? [] : [{ place: { path: use.path, at: own }, name: one.name, path: one.path }]),
        );
      }
    }
  }
  return found;
}

/** Members with the name of their type: a compiler reports them with what is wrong at its head. */
const constructorsOf = ({ lookup }: EdgeScene, { path, at }: Place): Line[] => {
  const all = lookup.facts(path)?.definitions ?? [];
  return all.flatMap(({ parent, name, nameLine }) =>
    parent === at && name === all[at]?.name ? [{ path, line: nameLine }] : [],
  );
};

/** Aliases of types, values that are unknown where what they are set to is, and types whose head is broken, where that is reported. */
function definedAt({ lookup }: EdgeScene, readable: Readable | undefined, { path, line, uses }: FoundPlace): number[] {
  const rules: DeletionRules = readable === undefined ? {} : rulesOf(readable);
  const { follows, inferred, gives, followsAll = false, followsHeads, declared } = rules;
  const lines = readable === undefined ? [] : codeLines(readable);
  const facts = lookup.facts(path);
  return (facts?.definitions ?? []).flatMap((one, at) => {
    const { kind, startLine, endLine, nameLine } = one;
    const isFound = (one.flags & (LOCAL | EXPANDED | MACRO)) === 0 && isNamed(one);
    const isInside = startLine <= line && line <= endLine;
    const isResult = isInside && nameLine < line && gives?.test(lines[line - 1] ?? "") === true;
    const isPart = CALLABLE_KINDS.has(kind) ? nameLine === line || isResult : isInside;
    const isThere = isPart && isFound;
    const isSet = uses !== undefined || kind !== "field" || followsAll;
    const rule = VALUES.has(kind) ? follows : CALLABLE_KINDS.has(kind) ? inferred : undefined;
    const isFollowing = isSet && rule?.test(lines[nameLine - 1] ?? "") === true;
    const isOfHead = nameLine <= line && followsHeads?.test(lines[line - 1] ?? "") === true;
    const isHead = TYPE_KINDS.has(kind) && ((followsAll && nameLine === line) || isOfHead);
    const isDeclared =
      CALLABLE_KINDS.has(kind) &&
      declared !== undefined &&
      (line < startLine
        ? headStart(lines, startLine, declared) <= line
        : isCalledBySign(rules, one.name) &&
          uses === undefined &&
          namesType(facts, lines[line - 1] ?? "", line, nameLine));
    return (isThere && (kind === "type" || isFollowing || isHead)) || (isFound && isDeclared) ? [at] : [];
  });
}

/** Whether a sign or a statement calls it, so that its name need not stand where it is used: `begin` of `for (auto &one : all)`. */
const isCalledBySign = ({ signs }: DeletionRules, name: string): boolean => (signs?.(name, "") ?? null) !== null;

/** C++'s: its name need not stand where it is used. Calls of other functions are found by their names. */
const isOperator = (name: string): boolean => /^operator(?!\w)/.test(name);

/** Whether a type that the line names may stand in a function's head, and not in a body on the same line. */
const namesType = (facts: Facts | null, text: string, line: number, nameLine: number): boolean =>
  line === nameLine &&
  (facts?.references ?? []).some(
    ({ name, lines, roles }) =>
      lines.some((one, at) => one === line && roles[at] === "type") &&
      new RegExp(`(?<!\\w)${literalPattern(name)}(?!\\w)`).test(text.split("{")[0] ?? ""),
  );

/** With the lines above that `declared` fits. */
function headStart(lines: readonly string[], startLine: number, declared: RegExp): number {
  const above = lines.slice(0, startLine - 1).findLastIndex((text) => !declared.test(text));
  return above + 2;
}

const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member"]);

/** Lines below the deleted ones that have their values from these: `const ( A = iota; B )`. */
function continuing(readable: Readable | undefined, { path, startLine, endLine }: Lines): FoundPlace[] {
  const rule = readable === undefined ? undefined : rulesOf(readable).continued;
  const lines = readable === undefined ? [] : codeLines(readable);
  const above = lines.slice(0, endLine);
  const isInList = rule !== undefined && above.findLastIndex((text) => rule.list.test(text)) > above.lastIndexOf(")");
  const behind = isInList ? lines.slice(endLine) : [];
  const end = behind.findIndex((text) => !rule?.line.test(text));
  const isFirst = lines.slice(startLine - 1, endLine).some((text) => text.includes("="));
  const why = "has its value from what is deleted, or another one without that";
  return behind
    .slice(0, end < 0 ? behind.length : end)
    .map((_, at): FoundPlace => ({ path, line: endLine + 1 + at, why, effect: isFirst ? "breaks" : "changes" }));
}
