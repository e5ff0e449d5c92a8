// What follows from the places that a deletion breaks: uses of a variable that is set there, of a definition whose value or meaning
// stands there, and of names that a macro made. Compilers report some of them, at places that nothing of the deleted symbol names.

import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { enclosingAt } from "../../intelligence/edges/enclosing-definition.ts";
import { findReferences, referring } from "../../intelligence/edges/references.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, isKnown, type Place } from "../../linking/resolution.ts";
import { perKey, remembered } from "../../system/memo.ts";
import type { Steps } from "../../system/slices.ts";
import { CALLABLE_KINDS, type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, EXPANDED, type Facts, FILE, isNamed, LOCAL, MACRO } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import type { EditScene } from "../edit-scene.ts";
import { atMost } from "./at-most.ts";
import { type FoundPlace, inOrder } from "./find-left.ts";
import { codeLines, type Readable, type ReadSources } from "./read-sources.ts";
import { searchInTime } from "./search-in-time.ts";

/** No further round after so many places. */
const ENOUGH = 200;
/** What follows from what follows, so often. */
const ROUNDS = 4;
/** Definitions and names of one round that are looked for. */
const SOUGHT_MAX = 40;

/** The deleted lines of a file. */
export interface Deleted extends LineRange {
  readonly path: string;
}

/** The same places, and what follows from them. In order of path and line, each line once. @throws CANCELLED */
export async function withConsequences(
  scene: EditScene,
  read: ReadSources,
  found: readonly FoundPlace[],
  deleted: Deleted,
): Promise<readonly FoundPlace[]> {
  const known = new Set([...found.map(keyOfLine), ...linesOf(deleted).map(keyOfLine)]);
  const added: FoundPlace[] = [];
  const cuts: Cuts = { isCut: false };
  let last = found.filter(({ effect, uses }) => effect === "breaks" || uses !== undefined);
  for (let round = 0; round < ROUNDS && (round === 0 || last.length > 0) && added.length <= ENOUGH; round += 1) {
    const sources = await read([...last.map(({ path }) => path), deleted.path]);
    const made = round === 0 ? linesOf(deleted) : [];
    const named = await searched(scene, cuts, [], (edges) => namedBy(edges, cuts, sources, last, made));
    const implied = round === 0 ? await impliedUses(scene, cuts, read, sources.get(deleted.path), deleted) : [];
    const held = [...sources].flatMap(([path, readable]) => {
      const facts = scene.withSnapshot((snapshot) => lookupOf(snapshot).facts(path));
      const places = last.filter((place) => place.path === path);
      return facts === null ? [] : heldIn({ facts, lines: codeLines(readable), rules: rulesOf(readable) }, places);
    });
    const pages = await usesOfPages(scene, read, [...last, ...made]);
    const continued = round === 0 ? continuing(sources.get(deleted.path), deleted) : [];
    last = [...named, ...implied, ...held, ...pages, ...continued].filter((place) => {
      const isNew = !known.has(keyOfLine(place));
      known.add(keyOfLine(place));
      return isNew;
    });
    added.push(...last);
  }
  const isCut = cuts.isCut || last.length > 0;
  const why = "not all that follows from the places that break was searched";
  const rest: FoundPlace[] = isCut ? [{ path: deleted.path, line: deleted.startLine, why, effect: "may-break" }] : [];
  return inOrder([...found, ...atMost(added, "may use what is made of it"), ...rest]);
}

/** Whether there may be more than was found. */
interface Cuts {
  isCut: boolean;
}

/** What the steps find; `late` where their time was up. */
const searched = <Found>(
  scene: EditScene,
  cuts: Cuts,
  late: Found,
  find: (edges: EdgeScene) => Steps<Found>,
): Promise<Found> =>
  searchInTime(scene, find, () => {
    cuts.isCut = true;
    return late;
  });

/** As many as are looked for. */
function soughtOf<T>(all: readonly T[], cuts: Cuts): readonly T[] {
  cuts.isCut ||= all.length > SOUGHT_MAX;
  return all.slice(0, SOUGHT_MAX);
}

const rulesOf = ({ language }: Readable): DeletionRules => languageById(language)?.deletion ?? {};

type Line = Pick<FoundPlace, "path" | "line">;

const keyOfLine = ({ path, line }: Line): string => `${path}:${line}`;

const linesOf = ({ path, startLine, endLine }: Deleted): Line[] =>
  Array.from({ length: endLine - startLine + 1 }, (_, at) => ({ path, line: startLine + at }));

/** Uses of definitions whose value or meaning stands on such a line, and of what macros there make. `deleted`: lines that go. */
function* namedBy(
  edges: EdgeScene,
  cuts: Cuts,
  sources: ReadonlyMap<string, Readable>,
  places: readonly FoundPlace[],
  deleted: readonly Line[],
): Steps<FoundPlace[]> {
  const found: FoundPlace[] = [];
  const sought = new Map<string, { readonly place: Place; readonly name: string; readonly path: string }>();
  for (const place of places) {
    for (const at of definedAt(edges, sources.get(place.path), place)) {
      const { name = "", path = "" } = edges.lookup.facts(place.path)?.definitions[at] ?? {};
      sought.set(`${place.path} ${at}`, { place: { path: place.path, at }, name, path });
    }
  }
  for (const { place, name, path: symbol } of soughtOf([...sought.values()], cuts)) {
    const why = `uses ${symbol}, whose definition refers to what is deleted`;
    found.push(
      ...(yield* linesNaming(edges, cuts, { name, places: [place] })).map(
        ({ path, line }): FoundPlace => ({ path, line, why, effect: "may-break" }),
      ),
    );
  }
  const why = "text of a macro that is given what is deleted";
  const broken = places.filter(({ effect }) => effect === "breaks");
  const texts = textsOfMacrosUsedOn(edges, broken).map((one): FoundPlace => ({ ...one, why, effect: "may-break" }));
  const made = yield* madeByMacros(edges, cuts, [...deleted, ...places.filter((one) => one.isExpansion)]);
  return [...found, ...made, ...texts];
}

/** Aliases of types, values that are unknown where what they are set to is, and types whose head is broken, where that is reported. */
function definedAt({ lookup }: EdgeScene, readable: Readable | undefined, { path, line, uses }: FoundPlace): number[] {
  const { follows, inferred, followsAll = false } = readable === undefined ? {} : rulesOf(readable);
  const lines = readable === undefined ? [] : codeLines(readable);
  return (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
    const { kind, startLine, endLine, nameLine } = one;
    const isPart = CALLABLE_KINDS.has(kind) ? nameLine === line : startLine <= line && line <= endLine;
    const isThere = isPart && (one.flags & (LOCAL | EXPANDED | MACRO)) === 0 && isNamed(one);
    const isSet = uses !== undefined || kind !== "field" || followsAll;
    const rule = VALUES.has(kind) ? follows : CALLABLE_KINDS.has(kind) ? inferred : undefined;
    const isFollowing = isSet && rule?.test(lines[nameLine - 1] ?? "") === true;
    const isHead = followsAll && TYPE_KINDS.has(kind) && nameLine === line;
    return isThere && (kind === "type" || isFollowing || isHead) ? [at] : [];
  });
}

const VALUES: ReadonlySet<string> = new Set(["variable", "field"]);

/** Names that lead nowhere and stand where a macro is expanded or written: it may make them. */
function* madeByMacros(edges: EdgeScene, cuts: Cuts, at: readonly Line[]): Steps<FoundPlace[]> {
  const names = new Map<string, string>();
  const isMacro = ({ path, line }: Line): boolean =>
    (edges.lookup.facts(path)?.definitions ?? []).some(
      ({ flags, startLine, endLine }) => (flags & (EXPANDED | MACRO)) !== 0 && startLine <= line && line <= endLine,
    );
  const lines = at.filter((one) => isMacro(one) || "isExpansion" in one);
  const inEnums = at.filter(({ path, line }) =>
    (edges.lookup.facts(path)?.definitions ?? []).some(
      ({ kind, startLine, endLine }) => kind === "enum" && startLine <= line && line <= endLine,
    ),
  );
  for (const { path, line } of [...lines, ...textsOfMacrosUsedOn(edges, inEnums)]) {
    for (const group of edges.lookup.facts(path)?.references ?? []) {
      if (group.lines.includes(line) && !isKnown(edges.linker.target(path, group))) {
        names.set(group.name, path);
      }
    }
  }
  const found: FoundPlace[] = [];
  for (const [name, like] of soughtOf([...names], cuts)) {
    for (const path of yield* edges.candidates(name, name, like)) {
      const groups = edges.lookup.facts(path)?.references ?? [];
      for (const index of referring(groups, name)) {
        const group = groups[index];
        if (group !== undefined && !isKnown(edges.linker.target(path, group))) {
          const why = `${name} may be made by a macro that is deleted, or that the deletion breaks`;
          found.push(...group.lines.map((line): FoundPlace => ({ path, line, why, effect: "may-break" })));
        }
      }
    }
  }
  return found;
}

/** Lines of the texts of macros that are named on these lines. */
function textsOfMacrosUsedOn({ lookup, linker }: EdgeScene, lines: readonly Line[]): Line[] {
  const macrosIn = (path: string) => (lookup.facts(path)?.definitions ?? []).filter(isMacroWithParameters);
  const isMacroName = perKey((name: string): boolean =>
    lookup.defining(name).some((path) => macrosIn(path).some((one) => one.name === name)),
  );
  const byPath = new Map<string, Set<number>>();
  for (const { path, line } of lines) {
    remembered(byPath, path, () => new Set()).add(line);
  }
  return [...byPath].flatMap(([path, ofFile]) =>
    (lookup.facts(path)?.references ?? [])
      .filter((group) => isMacroName(group.name) && group.lines.some((line) => ofFile.has(line)))
      .flatMap((group) => {
        const { value } = linker.target(path, group);
        return value.is === "definition" ? value.places : [];
      })
      .flatMap((place) => {
        const one = lookup.facts(place.path)?.definitions[place.at];
        return one !== undefined && isMacroWithParameters(one) ? linesOf({ ...one, path: place.path }) : [];
      }),
  );
}

/** One without parameters is given nothing. */
const isMacroWithParameters = ({ kind, flags }: DefinitionFact): boolean =>
  kind === "function" && (flags & (EXPANDED | MACRO)) !== 0;

/** Of a definition that the compiler passes by itself: uses of what its type has, and of functions that ask for one. */
async function impliedUses(
  scene: EditScene,
  cuts: Cuts,
  read: ReadSources,
  readable: Readable | undefined,
  { path, startLine, endLine }: Deleted,
): Promise<FoundPlace[]> {
  const rule = readable === undefined ? undefined : rulesOf(readable).implied;
  const lines = readable === undefined ? [] : codeLines(readable).slice(startLine - 1, endLine);
  if (rule === undefined || !lines.some((text) => rule.definition.test(text))) {
    return [];
  }
  const found = await searched(scene, cuts, { own: [], asking: [] }, function* (edges) {
    const { lookup, linker } = edges;
    const types = (lookup.facts(path)?.definitions ?? []).flatMap((one, at) =>
      startLine <= one.nameLine && one.nameLine <= endLine ? linker.supers({ path, at }).flatMap(classPlacesOf) : [],
    );
    const asking: Line[] = [];
    for (const place of types) {
      asking.push(...(yield* linesNaming(edges, cuts, targetOf(edges, place))));
    }
    return { own: types.flatMap((place) => linker.members(place)), asking };
  });
  const sources = await read(found.asking.map((one) => one.path));
  const asking = found.asking.filter((one) => {
    const source = sources.get(one.path);
    return source !== undefined && rule.asked.test(codeLines(source)[one.line - 1] ?? "");
  });
  const used = await searched(scene, cuts, [], function* (edges) {
    const functions = asking.map((one): Place => {
      const facts = edges.lookup.facts(one.path);
      return { path: one.path, at: facts === null ? FILE : enclosingAt(facts, one) };
    });
    const lines: Line[] = [];
    for (const place of soughtOf([...found.own, ...functions.filter(({ at }) => at !== FILE)], cuts)) {
      lines.push(...(yield* linesNaming(edges, cuts, targetOf(edges, place))));
    }
    return lines;
  });
  const why = "may ask for what is deleted without its name";
  return [...asking, ...used].map((one): FoundPlace => ({ path: one.path, line: one.line, why, effect: "may-break" }));
}

/** Lines that refer to it, or may. */
function* linesNaming(edges: EdgeScene, cuts: Cuts, target: Target): Steps<readonly Line[]> {
  const { references, unresolved, filesLeft } = yield* findReferences(edges, target);
  cuts.isCut ||= filesLeft.length > 0;
  return [...references, ...unresolved];
}

const targetOf = ({ lookup }: EdgeScene, place: Place): Target => ({
  name: lookup.facts(place.path)?.definitions[place.at]?.name ?? "",
  places: [place],
});

/** Lines below the deleted ones that have their values from these: `const ( A = iota; B )`. */
function continuing(readable: Readable | undefined, { path, startLine, endLine }: Deleted): FoundPlace[] {
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

/** Tags of pages whose declaration of what they give and take stands on one of these lines. */
async function usesOfPages(scene: EditScene, read: ReadSources, lines: readonly Line[]): Promise<FoundPlace[]> {
  const isDeclaring = (readable: Readable, line: number): boolean =>
    rulesOf(readable).declaresPage?.test(codeLines(readable)[line - 1] ?? "") === true;
  const sources = await read(lines.map(({ path }) => path));
  const pages = [...sources].flatMap(([path, readable]) =>
    lines.some((one) => one.path === path && isDeclaring(readable, one.line)) ? [path] : [],
  );
  const found: FoundPlace[] = [];
  for (const page of pages) {
    const name = page.slice(page.lastIndexOf("/") + 1);
    const importing = scene.withSnapshot((snapshot) => {
      const lookup = lookupOf(snapshot);
      return lookup
        .importing(name.replace(/\.\w+$/, ""))
        .flatMap((path) =>
          (lookup.facts(path)?.imports ?? [])
            .filter(({ specifier }) => specifier.endsWith(name))
            .flatMap(({ local }) => (local === null ? [] : [{ path, local }])),
        );
    });
    const users = await read(importing.map(({ path }) => path));
    for (const { path, local } of importing) {
      found.push(...tagsIn(users.get(path), path, local, `uses ${page}, which declares what is deleted, or by it`));
    }
  }
  return found;
}

/** Each with the line on which it ends, so that its attributes are part of it. */
function tagsIn(readable: Readable | undefined, path: string, name: string, why: string): FoundPlace[] {
  const text = readable?.source.text ?? "";
  return [...text.matchAll(new RegExp(`<${literalPattern(name)}(?!\\w)`, "g"))].map(({ index }): FoundPlace => {
    const closed = text.indexOf(`</${name}`, index);
    const end = closed < 0 ? text.indexOf("/>", index) : closed;
    const line = text.slice(0, index).split("\n").length;
    const endLine = end < 0 ? line : text.slice(0, end).split("\n").length;
    return { path, line, endLine, why, effect: "may-break" };
  });
}

interface Scope {
  readonly facts: Facts;
  /** Without strings and comments. */
  readonly lines: readonly string[];
  readonly rules: DeletionRules;
}

/** Uses of variables that hold what a line makes of what is deleted, or that it tests by it. */
function heldIn(scope: Scope, places: readonly FoundPlace[]): FoundPlace[] {
  return places.flatMap(({ path, line, uses }) =>
    variablesOf(scope, line).flatMap((name) => {
      const without = uses === undefined ? "what is deleted" : `${uses}, which is deleted`;
      const why = (held: string): string => `${held} may have another type without ${without}`;
      const below = linesWith(scope, name, { ...functionAt(scope, line), startLine: line + 1 });
      const fields = below.flatMap((one) => fieldSet(scope, one, name));
      return [
        ...below.map((one): FoundPlace => ({ path, line: one, why: why(name), effect: "may-break" })),
        ...fields.map(({ field, at }): FoundPlace => ({ path, line: at, why: why(field), effect: "may-break" })),
      ];
    }),
  );
}

/** Where the rules ask for it, those with a declared type: any other one takes an unknown type, of which nothing is reported. */
function variablesOf(scope: Scope, line: number): string[] {
  const { lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const { startLine } = functionAt(scope, line);
  const head = lines.slice(startLine - 1, line).join("\n");
  const set = [rules.assigned, rules.tested].flatMap((rule) => rule?.exec(written)?.[1] ?? []);
  const names = set.flatMap((one) => one.match(/[\w.]+/g) ?? []);
  return [...new Set(names)].filter(
    (name) =>
      /^[a-z_]\w*$/i.test(name) &&
      (rules.followsAll === true || new RegExp(`\\b${name}\\s*:\\s*[^\\s\\]}]`).test(head)),
  );
}

/** Of the variable's value, where the line puts that into a field alone, and uses of the field in its class. */
function fieldSet(scope: Scope, line: number, name: string): { readonly field: string; readonly at: number }[] {
  const { facts, lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const [start = "", field = name] = rules.assigned?.exec(written) ?? [];
  const type = facts.definitions[facts.definitions[enclosingAt(facts, { line })]?.parent ?? FILE];
  return !/^\w+\.\w+$/.test(field) || written.slice(start.length).trim() !== name || type === undefined
    ? []
    : linesWith(scope, field, type)
        .filter((at) => at !== line)
        .map((at) => ({ field, at }));
}

const NOWHERE: LineRange = { startLine: 1, endLine: 0 };

const functionAt = ({ facts }: Scope, line: number): LineRange =>
  facts.definitions[enclosingAt(facts, { line })] ?? NOWHERE;

function linesWith({ lines }: Scope, name: string, { startLine, endLine }: LineRange): number[] {
  const word = new RegExp(`(?<![\\w.])${literalPattern(name)}(?!\\w)`);
  const inside = lines.slice(startLine - 1, Math.max(endLine, startLine - 1));
  return inside.flatMap((text, at) => (word.test(text) ? [startLine + at] : []));
}
