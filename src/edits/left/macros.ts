// What follows from a place that a macro is given, or from a macro that is gone: names that it made, and its text.

import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { importersByName } from "../../intelligence/edges/importers-by-name.ts";
import { referring } from "../../intelligence/edges/references.ts";
import { isKnown } from "../../linking/resolution.ts";
import { perKey, remembered } from "../../system/memo.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionFact, EXPANDED, MACRO } from "../../vocabulary/facts.ts";
import { type Cuts, firstOf } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { codeLines, type Line, type Lines, linesOf, type Readable } from "./read-sources.ts";

export interface MadeNames {
  readonly found: readonly FoundPlace[];
  /** Of their names those that are put together of parts. */
  readonly pasted: readonly { readonly name: string; readonly path: string }[];
}

/** Whether it is a macro, or is expanded as one, with this line in its text. */
export const isMacroOn = ({ flags, startLine, endLine }: DefinitionFact, line: number): boolean =>
  (flags & (EXPANDED | MACRO)) !== 0 && startLine <= line && line <= endLine;

/** Names that lead nowhere and stand where a macro is expanded or written: it may make them. */
export function* madeByMacros(
  edges: EdgeScene,
  cuts: Cuts,
  sources: ReadonlyMap<string, Readable>,
  at: readonly Line[],
): Steps<MadeNames> {
  const names = new Map<string, string>();
  const isMacro = ({ path, line }: Line): boolean =>
    (edges.lookup.facts(path)?.definitions ?? []).some((one) => isMacroOn(one, line));
  const lines = at.filter((one) => isMacro(one) || "isExpansion" in one);
  const inEnums = at.filter(({ path, line }) =>
    (edges.lookup.facts(path)?.definitions ?? []).some(
      ({ kind, startLine, endLine }) => kind === "enum" && startLine <= line && line <= endLine,
    ),
  );
  const making = [...lines, ...macroTextsAt(edges, sources, inEnums).flatMap(linesOf)];
  for (const { path, line } of making) {
    for (const group of edges.lookup.facts(path)?.references ?? []) {
      if (group.lines.includes(line) && !isKnown(edges.linker.target(path, group))) {
        names.set(group.name, path);
      }
    }
  }
  const pasted = [...sources].flatMap(([path, readable]) => pastedOn(readable, linesIn(making, path)));
  for (const path of new Set(making.map((one) => one.path))) {
    for (const file of pasted.length === 0
      ? []
      : [path, ...importersByName(edges.lookup, path).map((one) => one.path)]) {
      for (const group of edges.lookup.facts(file)?.references ?? []) {
        if (pasted.some((one) => one.test(group.name)) && !isKnown(edges.linker.target(file, group))) {
          names.set(group.name, file);
        }
      }
    }
  }
  const found: FoundPlace[] = [];
  for (const [name, like] of firstOf([...names], cuts)) {
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
  const own = [...names].filter(([name]) => pasted.some((one) => one.test(name)));
  return { found, pasted: own.map(([name, path]) => ({ name, path })) };
}

const linesIn = (lines: readonly Line[], path: string): number[] =>
  lines.flatMap((one) => (one.path === path ? [one.line] : []));

/** Names that macros on these lines put together: `CELL_##name`. */
function pastedOn(readable: Readable, lines: readonly number[]): RegExp[] {
  const all = codeLines(readable);
  const pasted = lines.flatMap((line) => [...(all[line - 1] ?? "").matchAll(/(\w{3,})?\s*##\s*(\w{3,})?/g)]);
  return pasted.flatMap(([, before, behind]) => [
    ...(before === undefined ? [] : [new RegExp(`^${before}\\w`)]),
    ...(behind === undefined ? [] : [new RegExp(`\\w${behind}$`)]),
  ]);
}

/** The texts of macros that are given something on these lines. */
export function macroTextsAt(
  { lookup, linker }: EdgeScene,
  sources: ReadonlyMap<string, Readable>,
  lines: readonly Line[],
): Lines[] {
  const macrosIn = (path: string) => (lookup.facts(path)?.definitions ?? []).filter(isMacroWithParameters);
  const isMacroName = perKey((name: string): boolean =>
    lookup.defining(name).some((path) => macrosIn(path).some((one) => one.name === name)),
  );
  const byPath = new Map<string, Set<number>>();
  for (const { path, line } of lines) {
    const ofFile = remembered(byPath, path, () => new Set());
    const readable = sources.get(path);
    ofFile.add(line);
    for (const open of readable === undefined ? [] : linesOfOpenLists(codeLines(readable), line)) {
      ofFile.add(open);
    }
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
        return one !== undefined && isMacroWithParameters(one)
          ? [{ path: place.path, startLine: one.startLine, endLine: one.endLine }]
          : [];
      }),
  );
}

/** The list of a macro's arguments may begin so many lines above. */
const LIST_LINES_MAX = 60;
/** `{` begins a list only where a macro stands before it. */
const LIST = /[([]|(?<=\w!\s*)\{/;
const CLOSED = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g;

/** Lines above that begin lists in which the line (1-based) stands. */
function linesOfOpenLists(lines: readonly string[], line: number): number[] {
  const found: number[] = [];
  let below = "";
  for (let at = line - 1; at > Math.max(0, line - LIST_LINES_MAX); at -= 1) {
    below = closed(`${lines[at - 1] ?? ""}\n${below}`);
    const open = below.search(/[([{]/);
    if (open >= 0) {
      if (!LIST.test(below)) {
        break;
      }
      found.push(at);
      below = below.slice(0, open);
    }
  }
  return found;
}

/** Without what stands in brackets that it closes itself. */
function closed(text: string): string {
  const shorter = text.replace(CLOSED, "");
  return shorter === text ? text : closed(shorter);
}

/** One without parameters is given nothing. */
const isMacroWithParameters = ({ kind, flags }: DefinitionFact): boolean =>
  kind === "function" && (flags & (EXPANDED | MACRO)) !== 0;
