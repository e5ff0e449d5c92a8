// What only the deleted lines use: imports, and definitions that no other file can see. Some compilers report these, others warn.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionIn, hasMember, importIn } from "../../vocabulary/chain.ts";
import { type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionAt, EXPORTED, type Facts, FILE, type ImportFact, PRIVATE } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { isUsedOn } from "../move/find-needs.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT, placeIn } from "./deleted.ts";

export function* findUnused(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const definitions = yield* unusedDefinitions(edges, deleted);
  const unnamed = yield* unnamedImports(edges, deleted);
  return {
    places: [...unusedImports(deleted), ...unusedStars(edges, deleted), ...definitions.places, ...unnamed.places],
    isWhole: definitions.isWhole && unnamed.isWhole,
  };
}

/** Imports that are used without their names, in files that use a deleted type: of a trait whose methods are called on that. */
function* unnamedImports(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { lookup } = edges;
  const { path: own, facts, outermost } = deleted;
  if (languageById(lookup.language(own))?.importsBringMembers !== true) {
    return NOTHING_LEFT;
  }
  const places = callsWhatNothingElseDoes(edges, deleted) ? unnamedIn(edges, own, "what is deleted") : [];
  let isWhole = true;
  for (const at of outermost) {
    const { name = "", path: symbol = "", kind = "variable" } = facts.definitions[at] ?? {};
    if (!TYPE_KINDS.has(kind)) {
      continue;
    }
    const found = yield* findReferences(edges, { name, places: [placeIn(deleted, at)] });
    isWhole &&= found.filesLeft.length === 0;
    for (const path of new Set([own, ...found.references.map((one) => one.path)])) {
      places.push(...unnamedIn(edges, path, `members of ${symbol}`));
    }
  }
  return { places, isWhole };
}

/** Whether the deleted lines call a member of no definition of the project by a name that is called nowhere else in the file. */
function callsWhatNothingElseDoes({ linker }: EdgeScene, { path, facts, isInside }: Deleted): boolean {
  const members = facts.references.filter(({ of, roles }) => (of === null || hasMember(of)) && roles.includes("call"));
  const elsewhere = new Set(members.filter(({ lines }) => !lines.every(isInside)).map(({ name }) => name));
  return members.some(
    (group) =>
      group.lines.every(isInside) && !elsewhere.has(group.name) && linker.target(path, group).value.is !== "definition",
  );
}

const unnamedIn = ({ lookup }: EdgeScene, path: string, what: string): LeftPlace[] =>
  withoutUses(lookup.facts(path)).map(({ local, line }) => ({
    path,
    line,
    why: `${local} may be used for ${what} alone`,
  }));

/** Imports of types that nothing names. */
function withoutUses(facts: Facts | null): readonly ImportFact[] {
  const exported = new Set((facts?.exports ?? []).map(({ of }) => importIn(of)));
  return (facts?.imports ?? []).filter(({ local }, at) => {
    const isType = local !== null && /^\p{Lu}/u.test(local) && !exported.has(at);
    const isIt = (root: { readonly is: string; readonly at: number }): boolean =>
      root.is === "import" && root.at === at;
    return isType && facts !== null && isUsedOn(facts, () => true, isIt).length === 0;
  });
}

/** `use super::*` in a module of the file, where nothing else of the file outside of that module is used in it. */
function unusedStars({ lookup }: EdgeScene, { path, facts, gone, isInside }: Deleted): LeftPlace[] {
  const modules = semanticsOf(lookup.language(path) ?? "")?.modules;
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
    const isIdle = usedHere.length > 0 && usedHere.every((at) => gone.includes(at));
    return isIdle ? [{ path, line, why: `nothing else of ${specifier} is used in ${around.path}` }] : [];
  });
}

const isWithin = ({ startLine, endLine }: LineRange, line: number): boolean => startLine <= line && line <= endLine;

function unusedImports({ path, facts, isInside }: Deleted): LeftPlace[] {
  const exported = new Set((facts.exports ?? []).map(({ of }) => importIn(of)));
  return facts.imports.flatMap(({ local, line }, at) => {
    const isIt = (root: { readonly is: string; readonly at: number }): boolean =>
      root.is === "import" && root.at === at;
    const isIdle =
      local !== null &&
      !exported.has(at) &&
      isUsedOn(facts, isInside, isIt).length > 0 &&
      isUsedOn(facts, (one) => !isInside(one), isIt).length === 0;
    return isIdle ? [{ path, line, why: `${local} is used by nothing else in this file` }] : [];
  });
}

function* unusedDefinitions(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { path, facts, isInside } = deleted;
  const places: LeftPlace[] = [];
  let isWhole = true;
  for (const at of hiddenUsed(edges, deleted)) {
    const definition = facts.definitions[at];
    if (definition !== undefined) {
      const found = yield* findReferences(edges, { name: definition.name, places: [placeIn(deleted, at)] });
      isWhole &&= found.filesLeft.length === 0;
      const { startLine, endLine, nameLine, path: symbol } = definition;
      const isOwn = (line: number): boolean => isInside(line) || (startLine <= line && line <= endLine);
      if (found.references.every((one) => one.path === path && isOwn(one.line)) && found.unknown === 0) {
        places.push({ path, line: nameLine, why: `${symbol} is used by nothing else` });
      }
    }
  }
  return { places, isWhole };
}

/** Definitions that the deleted lines use and that only this file or their own type sees. */
function hiddenUsed({ linker }: EdgeScene, { path, facts, isInside }: Deleted): ReadonlySet<DefinitionAt> {
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
