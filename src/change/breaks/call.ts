// Calls that do not name what they call: of values of a type whose method for that is lost (`store()` in Python), of an operator by its
// sign, and of a function at which a program begins by what runs it, such as Cargo a build script.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { descendants, type Found, targetOf } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain } from "../../vocabulary/chain.ts";
import { CALLABLE_KINDS, type LineRange } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { type Change, type FoundBreak, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";
import { outermostOf } from "../state/lost.ts";

export function* findUnnamedCalls(change: Change, lost: Lost): Steps<FoundBreaks> {
  const definition = outermostOf(lost)?.definition;
  if (definition === undefined) {
    return NO_BREAKS;
  }
  const ofInstances = yield* callsOfInstances(change.base, lost, definition);
  const others = lost.isRemoved ? [...bySign(change, lost, definition), ...asStart(change, lost, definition)] : [];
  return { ...ofInstances, breaks: [...ofInstances.breaks, ...others] };
}

function* callsOfInstances(
  base: EdgeScene,
  { path, language }: Lost,
  { name, parent, path: symbol }: DefinitionFact,
): Steps<FoundBreaks> {
  const callMethod = semanticsOf(language ?? "")?.callMethod ?? null;
  if (callMethod === null || name !== callMethod || parent === FILE) {
    return NO_BREAKS;
  }
  const type: Place = { path, at: parent };
  const types: Found = new Map();
  const isWhole = yield* descendants(base, type, types);
  const filesLeft = isWhole ? [] : [path];
  const breaks: FoundBreak[] = [];
  const holding = yield* valuesOf(base, [type, ...[...types.values()].map((one) => one.place)]);
  filesLeft.push(...holding.filesLeft);
  for (const value of holding.values) {
    const target = targetOf(base, value);
    const found = yield* findReferences(base, target);
    filesLeft.push(...found.filesLeft);
    for (const { role, certainty, ...place } of found.references.filter((one) => one.role === "call")) {
      const why = `calls ${target.name}, whose ${symbol} is deleted`;
      breaks.push({ kind: "call", effect: "breaks", certainty, path: place.path, line: place.line, why });
    }
  }
  return { breaks, filesLeft };
}

const VALUES: ReadonlySet<string> = new Set(["variable", "field"]);

/** Variables and fields of these types, in the files that name the types. */
function* valuesOf(
  edges: EdgeScene,
  types: readonly Place[],
): Steps<{ readonly values: readonly Place[]; readonly filesLeft: readonly string[] }> {
  const { lookup, linker } = edges;
  const keys = new Set(types.map(keyOf));
  const files = new Set<string>();
  const filesLeft: string[] = [];
  for (const place of types) {
    files.add(place.path);
    const found = yield* findReferences(edges, targetOf(edges, place));
    filesLeft.push(...found.filesLeft);
    for (const { path } of found.references) {
      files.add(path);
    }
  }
  const values: Place[] = [];
  for (const path of files) {
    for (const [at, { kind }] of (lookup.facts(path)?.definitions ?? []).entries()) {
      const held = VALUES.has(kind) ? inTime(() => linker.typesWithin(path, definitionChain(at))) : undefined;
      if (held === null) {
        filesLeft.push(path);
      } else if (held?.value.some((type) => keys.has(keyOf(type))) === true) {
        values.push({ path, at });
      }
    }
  }
  return { values, filesLeft };
}

/** What calls an operator writes a sign, or is a library that was given a value of its type. */
function bySign(change: Change, { path, language, facts }: Lost, definition: DefinitionFact): FoundBreak[] {
  const type = facts.definitions[definition.parent];
  const signs = CALLABLE_KINDS.has(definition.kind) ? languageById(language)?.deletion?.signs : undefined;
  if ((signs?.(definition.name, type?.name ?? "") ?? null) === null) {
    return [];
  }
  const line = type?.nameLine ?? lineBeside(change, path, definition);
  const why = `${definition.path}, which is deleted, may be called without being named, also by libraries`;
  return [{ kind: "operator", effect: "may-break", certainty: "heuristic", path, line, why }];
}

function asStart(change: Change, { path, language, facts }: Lost, definition: DefinitionFact): FoundBreak[] {
  const { main, mayBegin } = languageById(language)?.project ?? {};
  const isStart = definition.name === main && CALLABLE_KINDS.has(definition.kind);
  if (!isStart || mayBegin?.({ path, package: facts.package }) === false) {
    return [];
  }
  const line = lineBeside(change, path, definition);
  const why = `a program begins at ${definition.path}, which is deleted`;
  return [{ kind: "start", effect: "breaks", certainty: "constrained", path, line, why }];
}

/** For what concerns the lost lines themselves: the last line before them that stays, or the line behind them where there is none. */
function lineBeside({ lineNow }: Change, path: string, { startLine, endLine }: LineRange): number {
  let line = startLine - 1;
  while (line > 0 && lineNow(path, line) === null) {
    line -= 1;
  }
  return line === 0 ? endLine + 1 : line;
}
