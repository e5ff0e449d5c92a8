// Declarations that go with a lost one: the definition of a function whose declaration goes and the reverse, definitions that replace a
// general one for some arguments, and functions that count as not declared where their declarations name a type that is missing.

import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { declarationsOf } from "../../intelligence/edges/overloads.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { isFunction } from "../../linking/children.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { CALL_ROLES, type DefinitionFact, EXPANDED, MACRO } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import {
  type Change,
  type FoundBreak,
  type FoundBreaks,
  type Lost,
  type LostDefinition,
  NO_BREAKS,
} from "../state/change.ts";
import { outermostOf } from "../state/lost.ts";

/** Uses of more functions are not looked for. */
const FUNCTIONS_MAX = 60;

const SURE = { kind: "declaration", certainty: "constrained" } as const;

/** Other declarations of what goes: of a removed symbol alone. */
export function* findParts({ base }: Change, lost: Lost): Steps<FoundBreaks> {
  const own = new Set(lost.definitions.map(({ at }) => at));
  const looked = inTime(() =>
    lost.definitions.flatMap(({ at, definition }): FoundBreak[] => {
      const others = declarationsOf(base, { path: lost.path, at });
      const staying = others.filter((place) => !(place.path === lost.path && own.has(place.at)));
      const why = `declares ${definition.path} too, which is deleted here`;
      return staying.map(({ path, at: other }) => {
        const { nameLine = 0 } = definitionOf(base, { path, at: other }) ?? {};
        return { ...SURE, effect: "may-break", path, line: nameLine, why };
      });
    }),
  );
  yield;
  return { breaks: looked?.value ?? [], filesLeft: looked === null ? [lost.path] : [] };
}

/** What is declared by way of it. */
export function* findDeclared(change: Change, lost: Lost): Steps<FoundBreaks> {
  const one = outermostOf(lost);
  if (one === undefined || !lost.isRemoved) {
    return NO_BREAKS;
  }
  const special = yield* specialisations(change.base, lost, one);
  const declaring = yield* callsOfDeclaring(change.base, lost, one);
  const macros = yield* macrosOfFile(change.base, lost, one);
  return {
    breaks: [...special.breaks, ...declaring.breaks, ...macros.breaks],
    filesLeft: [...special.filesLeft, ...declaring.filesLeft, ...macros.filesLeft],
  };
}

/** Files that may be the text of a module: of `mod store;`. */
export const filesOfModule = ({ lookup }: EdgeScene, path: string, { kind, name }: Named): readonly string[] =>
  kind !== "module"
    ? []
    : (semanticsOf(lookup.language(path) ?? "")?.modules.submodule?.("", name, path, lookup) ?? []);

interface Named {
  readonly kind: string;
  readonly name: string;
}

/** That other than the module's own. */
export const fileOfModule = (scene: EdgeScene, path: string, module: Named): string | undefined =>
  filesOfModule(scene, path, module).find((file) => file !== path);

/** Uses of the macros in the file of a module, which are named without that. */
function* macrosOfFile(base: EdgeScene, lost: Lost, { definition }: LostDefinition): Steps<FoundBreaks> {
  const path = fileOfModule(base, lost.path, definition) ?? "";
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  for (const [at, { flags, name }] of (base.lookup.facts(path)?.definitions ?? []).entries()) {
    const found =
      (flags & (EXPANDED | MACRO)) === 0 ? null : yield* findReferences(base, { name, places: [{ path, at }] });
    filesLeft.push(...(found?.filesLeft ?? []));
    for (const one of found?.references.filter((use) => use.path !== path) ?? []) {
      const why = `refers to ${name} of ${path}, whose declaration is deleted`;
      const { line, certainty } = one;
      breaks.push({ ...SURE, effect: "breaks", certainty, path: one.path, line, why, isExpansion: true });
    }
  }
  return { breaks, filesLeft };
}

function* specialisations(base: EdgeScene, lost: Lost, { definition }: LostDefinition): Steps<FoundBreaks> {
  const rule = languageById(lost.language)?.deletion?.specialised;
  if (rule === undefined) {
    return NO_BREAKS;
  }
  const { path: symbol } = definition;
  const general = rule.exec(definition.name)?.[1];
  const all = yield* namesakes(base, lost.path, definition, general ?? definition.name, rule);
  const others = all.filter(
    ({ place }) => place.path !== lost.path || !lost.definitions.some(({ at }) => at === place.at),
  );
  if (general === undefined) {
    const why = `specialises ${symbol}, which is deleted`;
    const special = others.filter(({ isGeneral }) => !isGeneral);
    const breaks = special.map(
      ({ place: { path }, nameLine }): FoundBreak => ({ ...SURE, effect: "breaks", path, line: nameLine, why }),
    );
    return { breaks, filesLeft: [] };
  }
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  // Where a specialisation goes, uses of the general one may have meant it.
  for (const { place, name } of others.filter(({ isGeneral }) => isGeneral)) {
    const found = yield* findReferences(base, { name, places: [place] });
    filesLeft.push(...found.filesLeft);
    for (const { path, line, certainty } of found.references) {
      breaks.push({
        ...SURE,
        effect: "may-break",
        certainty,
        path,
        line,
        why: `may mean ${symbol}, which is deleted`,
      });
    }
  }
  return { breaks, filesLeft };
}

interface Namesake extends Pick<DefinitionFact, "name" | "nameLine"> {
  readonly place: Place;
  readonly isGeneral: boolean;
}

/** Definitions of the name in the same scope, general or not. */
function* namesakes(
  base: EdgeScene,
  path: string,
  own: DefinitionFact,
  name: string,
  rule: RegExp,
): Steps<readonly Namesake[]> {
  const scope = own.path.slice(0, own.path.length - own.name.length);
  const files = new Set([path, ...(yield* base.candidates(name, name, path))]);
  return [...files].flatMap((file) =>
    (base.lookup.facts(file)?.definitions ?? []).flatMap((one, at): Namesake[] => {
      const isGeneral = one.name === name;
      const isOf = isGeneral || rule.exec(one.name)?.[1] === name;
      return isOf && one.kind === own.kind && one.path === scope + one.name
        ? [{ name: one.name, nameLine: one.nameLine, place: { path: file, at }, isGeneral }]
        : [];
    }),
  );
}

/** Calls of functions whose declarations name a deleted type, in languages where such a function is then not declared, or may not be. */
function* callsOfDeclaring(base: EdgeScene, lost: Lost, { definition, target }: LostDefinition): Steps<FoundBreaks> {
  const { declaresWhole = false, followsAll = false } = languageById(lost.language)?.deletion ?? {};
  if (!(declaresWhole || followsAll) || !TYPE_KINDS.has(definition.kind)) {
    return NO_BREAKS;
  }
  const named = yield* findReferences(base, target);
  const declaring = new Map<string, Place>();
  for (const { path, line, role, certainty } of named.references) {
    const isOwn = path === lost.path && lost.isInside(line);
    const isNamed = (role === "type" || !declaresWhole) && certainty !== "heuristic" && !isOwn;
    for (const place of isNamed ? declaredAt(base, path, line, definition) : []) {
      declaring.set(keyOf(place), place);
    }
  }
  const breaks: FoundBreak[] = [];
  const filesLeft = [...named.filesLeft, ...(declaring.size > FUNCTIONS_MAX ? [lost.path] : [])];
  for (const place of [...declaring.values()].slice(0, FUNCTIONS_MAX)) {
    const { name = "", path: symbol = "" } = definitionOf(base, place) ?? {};
    const found = yield* findReferences(base, { name, places: [place] });
    filesLeft.push(...found.filesLeft);
    const why = `calls ${symbol}, whose declaration names ${definition.path} that is deleted`;
    for (const { path, line, role, certainty } of found.references) {
      if (CALL_ROLES.has(role)) {
        const effect = declaresWhole ? "breaks" : "may-break";
        breaks.push({ ...SURE, effect, certainty, path, line, why, calls: name });
      }
    }
  }
  return { breaks, filesLeft };
}

/** Functions with a parameter of the type, or whose name stands on the line that names it. */
function declaredAt({ lookup }: EdgeScene, path: string, line: number, { name }: DefinitionFact): Place[] {
  const word = new RegExp(`(?<!\\w)${literalPattern(name)}(?!\\w)`);
  return (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
    const isAround = one.startLine <= line && line <= one.endLine && isFunction(one);
    return isAround && (one.nameLine === line || word.test(one.signature ?? "")) ? [{ path, at }] : [];
  });
}
