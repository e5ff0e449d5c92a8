// What only the lost lines use: imports, and definitions that no other file can see. Some compilers report these, others warn.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { type ChainRoot, isUsedOn } from "../../intelligence/edges/uses-of-root.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionIn, hasMember, importIn } from "../../vocabulary/chain.ts";
import { type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionAt, EXPORTED, type Facts, FILE, type ImportFact, PRIVATE } from "../../vocabulary/facts.ts";
import { type Change, type FoundBreak, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";

const idleAt = (path: string, line: number, why: string): FoundBreak => ({
  kind: "idle",
  effect: "idle",
  certainty: "constrained",
  path,
  line,
  why,
});

export function* findIdle({ base }: Change, whole: Lost): Steps<FoundBreaks> {
  // What stands on a line of which a piece stays may be in that piece.
  const lost: Lost = { ...whole, isInside: (line) => whole.isInside(line) && !whole.shared.has(line) };
  const definitions = yield* unusedDefinitions(base, lost);
  const unnamed = yield* unnamedImports(base, lost);
  return {
    breaks: [...unusedImports(lost), ...unusedStars(base, lost), ...definitions.breaks, ...unnamed.breaks],
    filesLeft: [...definitions.filesLeft, ...unnamed.filesLeft],
  };
}

/** Imports that are used without their names, in files that use a deleted type: of a trait whose methods are called on that. */
function* unnamedImports(base: EdgeScene, lost: Lost): Steps<FoundBreaks> {
  if (languageById(lost.language)?.importsBringMembers !== true) {
    return NO_BREAKS;
  }
  const breaks = callsWhatNothingElseDoes(base, lost) ? unnamedIn(base, lost.path, "what is deleted") : [];
  const filesLeft: string[] = [];
  for (const { definition, target } of lost.definitions.filter(({ isOutermost }) => isOutermost)) {
    if (!TYPE_KINDS.has(definition.kind)) {
      continue;
    }
    const found = yield* findReferences(base, target);
    filesLeft.push(...found.filesLeft);
    for (const path of new Set([lost.path, ...found.references.map((one) => one.path)])) {
      breaks.push(...unnamedIn(base, path, `members of ${definition.path}`));
    }
  }
  return { breaks, filesLeft };
}

/** Whether the deleted lines call a member of no definition of the project by a name that is called nowhere else in the file. */
function callsWhatNothingElseDoes({ linker }: EdgeScene, { path, facts, isInside }: Lost): boolean {
  const members = facts.references.filter(({ of, roles }) => (of === null || hasMember(of)) && roles.includes("call"));
  const elsewhere = new Set(members.filter(({ lines }) => !lines.every(isInside)).map(({ name }) => name));
  return members.some(
    (group) =>
      group.lines.every(isInside) && !elsewhere.has(group.name) && linker.target(path, group).value.is !== "definition",
  );
}

const unnamedIn = ({ lookup }: EdgeScene, path: string, what: string): FoundBreak[] =>
  withoutUses(lookup.facts(path)).map(({ local, line }) =>
    idleAt(path, line, `${local} may be used for ${what} alone`),
  );

/** Imports of types that nothing names. */
function withoutUses(facts: Facts | null): readonly ImportFact[] {
  const exported = new Set((facts?.exports ?? []).map(({ of }) => importIn(of)));
  return (facts?.imports ?? []).filter(({ local }, at) => {
    const isType = local !== null && /^\p{Lu}/u.test(local) && !exported.has(at);
    const isIt = (root: ChainRoot): boolean => root.is === "import" && root.at === at;
    return isType && facts !== null && isUsedOn(facts, () => true, isIt).length === 0;
  });
}

/** `use super::*` in a module of the file, where nothing else of the file outside of that module is used in it. */
function unusedStars(
  { lookup }: EdgeScene,
  { path, language, facts, definitions: lost, isInside }: Lost,
): FoundBreak[] {
  const modules = semanticsOf(language ?? "")?.modules;
  const gone = new Set(lost.map(({ at }) => at));
  const { definitions, imports, references } = facts;
  return imports.flatMap(({ imported, specifier, line }) => {
    const around = definitions.findLast((one) => one.kind === "module" && isWithin(one, line));
    if (imported !== "*" || around === undefined || modules?.resolve(specifier, path, lookup).includes(path) !== true) {
      return [];
    }
    const usedHere = references.flatMap((group) => {
      const at = group.of === null ? null : definitionIn(group.of);
      const isUsed = group.lines.some((one) => isWithin(around, one) && !isInside(one));
      return at !== null && isUsed && !isWithin(around, definitions[at]?.nameLine ?? 0) ? [at] : [];
    });
    const isIdle = usedHere.length > 0 && usedHere.every((at) => gone.has(at));
    return isIdle ? [idleAt(path, line, `nothing else of ${specifier} is used in ${around.path}`)] : [];
  });
}

const isWithin = ({ startLine, endLine }: LineRange, line: number): boolean => startLine <= line && line <= endLine;

function unusedImports({ path, facts, isInside }: Lost): FoundBreak[] {
  const exported = new Set((facts.exports ?? []).map(({ of }) => importIn(of)));
  return facts.imports.flatMap(({ local, line }, at) => {
    const isIt = (root: ChainRoot): boolean => root.is === "import" && root.at === at;
    const isIdle =
      local !== null &&
      !exported.has(at) &&
      isUsedOn(facts, isInside, isIt).length > 0 &&
      isUsedOn(facts, (one) => !isInside(one), isIt).length === 0;
    return isIdle ? [idleAt(path, line, `no other use of ${local} is known in this file`)] : [];
  });
}

function* unusedDefinitions(base: EdgeScene, lost: Lost): Steps<FoundBreaks> {
  const { path, facts, isInside } = lost;
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  for (const at of hiddenUsed(base, lost)) {
    const definition = facts.definitions[at];
    if (definition !== undefined) {
      const found = yield* findReferences(base, { name: definition.name, places: [{ path, at }] });
      filesLeft.push(...found.filesLeft);
      const { startLine, endLine, nameLine, path: symbol } = definition;
      const isOwn = (line: number): boolean => isInside(line) || (startLine <= line && line <= endLine);
      const isRead = found.filesLeft.length === 0 && found.unknown === 0;
      if (isRead && found.references.every((one) => one.path === path && isOwn(one.line))) {
        breaks.push(idleAt(path, nameLine, `no other use of ${symbol} is known`));
      }
    }
  }
  return { breaks, filesLeft };
}

/** Definitions that the deleted lines use and that only this file or their own type sees. */
function hiddenUsed({ linker }: EdgeScene, { path, facts, isInside }: Lost): ReadonlySet<DefinitionAt> {
  const hidden = new Set<DefinitionAt>();
  for (const group of facts.references) {
    if (group.lines.some(isInside)) {
      const { value } = linker.target(path, group);
      for (const place of value.is === "definition" ? value.places : []) {
        const definition = place.path === path ? facts.definitions[place.at] : undefined;
        if (definition !== undefined && !isInside(definition.nameLine) && isHidden(facts, place.at)) {
          hidden.add(place.at);
        }
      }
    }
  }
  return hidden;
}

function isHidden({ definitions, exports }: Facts, at: DefinitionAt): boolean {
  const { flags = 0, parent = FILE } = definitions[at] ?? {};
  const isPassedOn = exports?.some(({ of }) => definitionIn(of) === at) === true;
  return parent === FILE ? (flags & EXPORTED) === 0 && !isPassedOn : (flags & PRIVATE) !== 0;
}
