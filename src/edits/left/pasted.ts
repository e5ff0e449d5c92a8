// Where macros put a name together from parts, so that it stands nowhere: `on_##id`, given `heartbeat`, uses `on_heartbeat`.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { importersByName } from "../../intelligence/edges/importers-by-name.ts";
import { referring } from "../../intelligence/edges/references.ts";
import { perKey } from "../../system/memo.ts";
import type { Steps } from "../../system/slices.ts";
import { hasMember } from "../../vocabulary/chain.ts";
import { type DefinitionFact, EXPANDED, MACRO } from "../../vocabulary/facts.ts";
import type { EditScene } from "../change-set.ts";
import { type Cuts, firstOf, searched } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { isMacroOn, macroTextsAt } from "./macros.ts";
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

/** A name, and a file of its language. */
export interface PastedName {
  readonly name: string;
  readonly path: string;
}

/** Lines that give a macro a part of such a name, of all names together. */
const GIVEN_MAX = 400;
/** Macros that are given a part, their own macros, and so on. */
const DEPTH = 3;

/**
 * Lines of macros that may put one of the names together, and those that give them a part of it. `gone`: keys of lines that the edit
 * deletes, which expand nothing any more. @throws CANCELLED
 */
export async function findPasted(
  scene: EditScene,
  cuts: Cuts,
  read: ReadSources,
  names: readonly PastedName[],
  gone: ReadonlySet<string>,
): Promise<FoundPlace[]> {
  const own = await read(names.map(({ path }) => path));
  const pasting = names.filter(({ path }) => pastes(own.get(path)));
  if (pasting.length === 0) {
    return [];
  }
  const given = await searched(scene, cuts, [], function* (edges): Steps<Given[]> {
    const found: Given[] = [];
    const macrosIn = macroLines(edges);
    for (const one of firstOf(pasting, cuts)) {
      found.push(...(yield* partsOf(edges, macrosIn, one)).filter((line) => !gone.has(keyOfLine(line))));
    }
    return found;
  });
  cuts.isCut ||= given.length > GIVEN_MAX;
  const bounded = given.slice(0, GIVEN_MAX);
  const givenIn = await read(bounded.map(({ path }) => path));
  const texts = await searched(scene, cuts, [], function* (edges): Steps<MacroText[]> {
    const found: MacroText[] = [];
    for (const one of bounded) {
      found.push(...textsFor(edges, givenIn, one, gone).map((text) => ({ ...text, given: one })));
      yield;
    }
    return found;
  });
  const textsIn = await read(texts.map(({ path }) => path));
  const found = texts.flatMap(({ given: { name, path, line, part }, ...text }): FoundPlace[] => {
    const readable = textsIn.get(text.path);
    const giving = givenIn.get(path);
    const beside = (giving === undefined ? [] : codeLines(giving))[line - 1] ?? "";
    const lines = readable === undefined ? [] : linesPasting(codeLines(readable), text, { name, part, beside });
    const why = `may put ${name} together`;
    return lines.length === 0
      ? []
      : [...lines.map((at) => ({ path: text.path, line: at })), { path, line }].map((one) => ({
          ...one,
          why,
          effect: "may-break",
        }));
  });
  return [...new Map(found.map((one) => [keyOfLine(one), one])).values()];
}

export const pastes = (readable: Readable | undefined): boolean =>
  readable !== undefined && rulesOf(readable).pastes === true;

/** A line that has a part of the name as a word. */
interface Given extends Line {
  readonly name: string;
  readonly part: string;
}

interface MacroText extends Lines {
  readonly given: Given;
}

/** Files that include a macro, of which those that include them are looked into, too. */
const IMPORTERS_MAX = 50;

/** Where its words begin: `on_heartbeat`, `onHeartbeat`. */
const BOUNDARY = /(?<=_)(?=[^_])|(?<=[^_])(?=_)|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z])(?=\d)/g;
const PART_LENGTH_MIN = 2;

function* partsOf(
  edges: EdgeScene,
  macrosIn: (path: string) => ReadonlySet<number>,
  { name, path: like }: PastedName,
): Steps<Given[]> {
  const cuts = [...name.matchAll(BOUNDARY)].map(({ index }) => index);
  const parts = new Set(cuts.flatMap((at) => [name.slice(0, at), name.slice(at)]));
  const found: Given[] = [];
  for (const part of parts) {
    if (part.length < PART_LENGTH_MIN || !/[A-Za-z]/.test(part)) {
      continue;
    }
    for (const path of yield* edges.candidates(part, part, like)) {
      const groups = edges.lookup.facts(path)?.references ?? [];
      for (const index of referring(groups, part)) {
        const { of = null, lines = [] } = groups[index] ?? {};
        const near = of === null || !hasMember(of) ? lines.filter((line) => isNear(macrosIn(path), line)) : [];
        found.push(...[...new Set(near)].map((line) => ({ name, part, path, line })));
      }
      if (found.length > GIVEN_MAX) {
        return found;
      }
    }
  }
  return found;
}

/** A list of a macro's arguments may begin so many lines above. */
const LIST_LINES_MAX = 12;

/** By path: the lines in texts of macros, and those where one is expanded. */
const macroLines = ({ lookup }: EdgeScene): ((path: string) => ReadonlySet<number>) => {
  const isMacro = ({ flags }: DefinitionFact): boolean => (flags & (EXPANDED | MACRO)) !== 0;
  const isMacroName = perKey((name: string): boolean =>
    lookup
      .defining(name)
      .some((file) => lookup.facts(file)?.definitions.some((one) => one.name === name && isMacro(one)) === true),
  );
  return perKey((path: string) => {
    const { definitions = [], references = [] } = lookup.facts(path) ?? {};
    const texts = definitions.filter(isMacro).map(({ startLine, endLine }): Lines => ({ path, startLine, endLine }));
    return new Set([
      ...texts.flatMap((text) => linesOf(text).map(({ line }) => line)),
      ...references.flatMap(({ name, lines }) => (isMacroName(name) ? lines : [])),
    ]);
  });
};

const isNear = (macros: ReadonlySet<number>, line: number): boolean =>
  Array.from({ length: LIST_LINES_MAX }, (_, above) => line - above).some((one) => macros.has(one));

/** Texts of the macros that the line gives its words: of those named there, of those in their texts, and around a list of macros. */
function textsFor(
  edges: EdgeScene,
  sources: ReadonlyMap<string, Readable>,
  { path, line }: Given,
  gone: ReadonlySet<string>,
): Lines[] {
  const found = new Map<string, Lines>();
  let open: readonly Line[] = [{ path, line }];
  for (let depth = 0; depth < DEPTH && open.length > 0; depth += 1) {
    const around = open.flatMap((one) => expandedAround(edges, one)).filter((one) => !gone.has(keyOfLine(one)));
    const fresh = macroTextsAt(edges, sources, [...open, ...around]).filter((text) => !found.has(keyOfText(text)));
    for (const text of fresh) {
      found.set(keyOfText(text), text);
    }
    open = fresh.flatMap((text) => macroLinesIn(edges, text));
  }
  return [...found.values()];
}

const keyOfText = ({ path, startLine }: Lines): string => `${path}:${startLine}`;

/** Lines of a macro's text that name anything. */
const macroLinesIn = ({ lookup }: EdgeScene, { path, startLine, endLine }: Lines): Line[] => {
  const lines = (lookup.facts(path)?.references ?? []).flatMap((group) => group.lines);
  return [...new Set(lines)].flatMap((line) => (startLine <= line && line <= endLine ? [{ path, line }] : []));
};

/** Where the macro is expanded that has the line in its text: `X(ONCE)` in a list that others pass a macro to. */
function expandedAround({ lookup, linker }: EdgeScene, { path, line }: Line): Line[] {
  const all = lookup.facts(path)?.definitions ?? [];
  const at = all.findIndex((one) => isMacroOn(one, line));
  const list = all[at];
  if (list === undefined) {
    return [];
  }
  const importers = importersByName(lookup, path).map((one) => one.path);
  const further = importers.slice(0, IMPORTERS_MAX).flatMap((one) => importersByName(lookup, one));
  return [...new Set([path, ...importers, ...further.map((one) => one.path)])].flatMap((file) =>
    (lookup.facts(file)?.references ?? [])
      .filter((group) => group.name === list.name)
      .filter((group) => {
        const { value } = linker.target(file, group);
        return value.is === "definition" && value.places.some((place) => place.path === path && place.at === at);
      })
      .flatMap((group) => group.lines.map((one): Line => ({ path: file, line: one }))),
  );
}

interface Sought {
  readonly name: string;
  readonly part: string;
  /** The text of the line that gives the part. */
  readonly beside: string;
}

const CHAIN = /\w+(?:\s*##\s*\w+)+/g;

/** Lines whose parts can make up the name. */
function linesPasting(lines: readonly string[], { startLine, endLine }: Lines, sought: Sought): number[] {
  const text = lines.slice(startLine - 1, endLine).join("\n");
  const parameters = new Set(/^\W*define\s+\w+\(([^)]*)\)/.exec(text)?.[1]?.match(/\w+/g) ?? []);
  return [...text.matchAll(CHAIN)].flatMap(({ 0: chain, index }) =>
    canMake(chain.split(/\s*##\s*/), parameters, sought)
      ? [startLine + text.slice(0, index).split("\n").length - 1]
      : [],
  );
}

/** Of parameters alone only where the same line gives the rest of the name, too. */
function canMake(parts: readonly string[], parameters: ReadonlySet<string>, { name, part, beside }: Sought): boolean {
  const isGiven = (one: string): boolean => parameters.has(one);
  if (!parts.some(isGiven)) {
    return false;
  }
  const rest = name.startsWith(part) ? name.slice(part.length) : name.slice(0, -part.length);
  const isBeside = !parts.every(isGiven) || new RegExp(`(?<!\\w)${rest}(?!\\w)`).test(beside);
  return isBeside && fits(name, parts, isGiven);
}

/** Whether the name is these parts one after the other, where a given one may be anything. Without a pattern, whose time a hostile list of parts could take. */
function fits(name: string, parts: readonly string[], isGiven: (part: string) => boolean): boolean {
  let from = 0;
  let isOpen = false;
  for (const [at, part] of parts.entries()) {
    if (isGiven(part)) {
      isOpen = true;
      continue;
    }
    const isLast = at === parts.length - 1;
    const found = isOpen ? (isLast ? name.lastIndexOf(part) : name.indexOf(part, from)) : from;
    if (found < from || !name.startsWith(part, found)) {
      return false;
    }
    from = found + part.length;
    isOpen = false;
  }
  return isOpen || from === name.length;
}
