// Finds references to a symbol: by its own name, by the names under which it is imported and exported, and through its
// containers. Searches the files whose words include the name; pure over facts.

import { semanticsOf } from "../../languages/semantics.ts";
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { canBeNamed } from "../../linking/children.ts";
import { openCacheByState, openIndexOf } from "../../linking/derived.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain, definitionIn, importChain, importIn, memberChain } from "../../vocabulary/chain.ts";
import {
  DEFAULT,
  type DefinitionAt,
  type DefinitionFact,
  EXPORTING,
  type Facts,
  FILE,
  GLOBAL,
  type ImportFact,
  LOADED,
  OWN_MODULE,
  REPLACED,
  type ReferenceGroup,
} from "../../vocabulary/facts.ts";
import { type EdgeScene, isKnownInPart, type Target } from "./edge-scene.ts";
import { isExtension } from "./external-receivers.ts";
import { isTelling, judge } from "./judge-reference.ts";
import { keep, leads, leadsToTarget, type Reference, type Search } from "./reference-search.ts";

export interface References {
  /** By file in the order looked into, then by line. */
  readonly references: readonly Reference[];
  /** References by the same name on an unknown receiver. */
  readonly unknown: number;
  /** Those, by file in the order looked into. */
  readonly unresolved: readonly Reference[];
  readonly filesRead: readonly string[];
  /** Not looked into in time, or known in part alone: what one file may cost is bounded. */
  readonly filesLeft: readonly string[];
}

/**
 * One step for each file. `isExact`: without members of object literals that are nothing but the target (`{ save }`), which have a
 * name of their own. What one question has found is kept for others about the same state of the project.
 */
export function* findReferences(scene: EdgeScene, target: Target, isExact = false): Steps<References> {
  const known = knownFor(scene.lookup.state);
  const key = `${isExact} ${target.name} ${target.places.map(keyOf).join(" ")}`;
  const before = known.get(key);
  if (before !== undefined) {
    return before;
  }
  const found = yield* searchReferences(scene, target, isExact);
  if (!scene.isOver()) {
    known.add(key, found);
  }
  return found;
}

/** References of more places are forgotten: some 30 MB. */
const REFERENCES_KEPT_MAX = 200_000;
const knownFor = openCacheByState<References>(
  ({ references, unresolved, filesRead }) => references.length + unresolved.length + filesRead.length + 1,
  REFERENCES_KEPT_MAX,
);

function* searchReferences(scene: EdgeScene, target: Target, isExact: boolean): Steps<References> {
  const search: Search = {
    scene,
    target,
    keys: new Set(target.places.map(keyOf)),
    aliases: new Set(),
    found: new Map(),
    unknowns: [],
    doubtful: [],
    isExtension: isExtension(scene, target),
    namesakes: new Set(),
    names: new Set(namesOf(scene, target)),
    wholes: new Map(),
    asked: new Set(),
    isExact,
    read: new Set(),
  };
  const left = new Set<string>();
  const own = target.places.map(({ path }) => path);
  if (search.names.delete(DEFAULT)) {
    // What has no name but that of its export.
    for (const path of own) {
      addWhole(search, path, DEFAULT);
    }
  }
  for (let next = yield* askedFor(search); next !== null; next = yield* askedFor(search)) {
    const { name } = next;
    const files = new Set([...own, ...next.files]);
    if (name === target.name) {
      yield* survey(search, files, isExact);
    }
    for (const path of files) {
      if (scene.isOver() || inTime(() => look(search, path, name)) === null) {
        left.add(path);
        search.read.delete(path);
      } else {
        if (isKnownInPart(scene, path)) {
          left.add(path);
        }
        yield;
      }
    }
  }
  if (left.size === 0 && isTelling(search)) {
    for (const reference of search.unknowns) {
      keep(search, reference);
    }
    search.unknowns.length = 0;
  }
  const order = new Map([...search.read].map((path, at) => [path, at]));
  const references = [...search.found.values()].sort(
    (a, b) => (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0) || a.line - b.line || a.role.localeCompare(b.role),
  );
  const unresolved = [...search.unknowns, ...search.doubtful];
  return { references, unknown: unresolved.length, unresolved, filesRead: [...search.read], filesLeft: [...left] };
}

/** Its own, and other forms in which the language lets files write it. */
function namesOf({ lookup }: EdgeScene, { name, places: [place] }: Target): readonly string[] {
  const language = place === undefined ? null : lookup.language(place.path);
  return semanticsOf(language ?? "")?.writtenAs(name) ?? [name];
}

function* candidatesFor({ scene, target }: Search, name: string, words: Iterable<string> = [name]): Steps<string[]> {
  const found: string[] = [];
  for (const word of words) {
    found.push(...(yield* scene.candidates(word, name, target.places[0]?.path ?? "")));
  }
  return found;
}

/** Exports that an import binds under any name, with what such imports ask for. */
const IMPORTED_AS: ReadonlyMap<string, readonly string[]> = new Map([
  [DEFAULT, [DEFAULT, "*"]],
  [REPLACED, ["*", DEFAULT]],
]);

/** Names of references, without an import of their own, to what is exported so. */
const REACHED_AS: ReadonlyMap<string, readonly string[]> = new Map([
  [DEFAULT, [LOADED]],
  [REPLACED, [DEFAULT, OWN_MODULE]],
]);

/** A name to look for, and the files that may have it. */
interface Asked {
  readonly name: string;
  readonly files: readonly string[];
}

/** Each name that the target goes by, and each file that exports nothing but the target; both grow while the files are looked into. */
function* askedFor(search: Search): Steps<Asked | null> {
  const { names, wholes, asked } = search;
  for (const name of names) {
    if (!asked.has(name)) {
      asked.add(name);
      return { name, files: yield* candidatesFor(search, name) };
    }
  }
  for (const [key, { path, name }] of wholes) {
    if (!asked.has(key)) {
      asked.add(key);
      return { name, files: yield* importersOf(search, path, IMPORTED_AS.get(name) ?? []) };
    }
  }
  return null;
}

/** Files that may import what the file exports so: they contain its name. */
function* importersOf(search: Search, path: string, imported: readonly string[]): Steps<string[]> {
  const stems = new Set(search.scene.stems(path));
  const found: string[] = [];
  for (const name of imported) {
    found.push(...(yield* candidatesFor(search, name, stems)));
  }
  return found;
}

const named = openIndexOf<DefinitionFact>((definition) => (canBeNamed(definition) ? [definition.name] : []));

/** Finds other definitions of the target's name, before any reference is judged: a member of an object literal may be the target itself. */
function* survey(search: Search, files: ReadonlySet<string>, isExact: boolean): Steps<void> {
  const { scene, target, keys, aliases, namesakes } = search;
  const look = (path: string): void => {
    const definitions = scene.lookup.facts(path)?.definitions ?? [];
    for (const at of named(definitions, target.name)) {
      const { kind, type, path: symbol } = definitions[at] as DefinitionFact;
      if (!isExact && kind === "field" && type !== null && leadsToTarget(search, path, type)) {
        aliases.add(keyOf({ path, at }));
      } else if (namesakes.size < 2) {
        namesakes.add(`${path} ${symbol}`);
      }
    }
  };
  for (const path of files) {
    if (scene.isOver() || inTime(() => look(path)) === null) {
      break;
    }
    yield;
  }
  for (const place of aliases) {
    keys.add(place);
  }
}

/** Groups of one file's references by the name that they write. */
export const referring = openIndexOf<ReferenceGroup>(({ name }) => [name]);
const byWhole = openIndexOf<ReferenceGroup>(({ of }) =>
  of !== null && (importIn(of) !== null || definitionIn(of) !== null) ? [of] : [],
);

function look(search: Search, path: string, name: string): void {
  const { scene, read } = search;
  const facts = scene.lookup.facts(path);
  if (facts === null) {
    return;
  }
  read.add(path);
  const bound = importsOf(search, path, facts, name);
  const { references } = facts;
  const own = search.target.places.filter((one) => one.path === path);
  const { hasInnerNames, importsAreMembers } = semanticsOf(scene.lookup.language(path) ?? "") ?? BASE_SEMANTICS;
  // What an import binds is also reached by its local name alone: from inside of a class, whose members come first.
  const meant = new Set([
    ...referring(references, name),
    ...(REACHED_AS.get(name) ?? []).flatMap((other) => referring(references, other)),
    ...(hasInnerNames === true ? own.flatMap(({ at }) => byWhole(references, definitionChain(at))) : []),
    ...bound.flatMap((at) => [
      ...byWhole(references, importChain(at)),
      ...referring(references, facts.imports[at]?.local ?? name),
    ]),
  ]);
  for (const at of [...meant].sort((a, b) => a - b)) {
    judge(search, path, references[at] as ReferenceGroup, name);
  }
  const renamed = importsAreMembers === true ? bound : [];
  for (const at of renamed) {
    const { local = null } = facts.imports[at] ?? {};
    if (local !== null) {
      search.names.add(local);
    }
  }
  for (const at of named(facts.definitions, EXPORTING)) {
    addExported(search, path, facts.definitions[at], name);
  }
  for (const { name: exported, of } of facts.exports ?? []) {
    const isWhole = IMPORTED_AS.has(exported);
    if (exported === "*" || (isWhole ? search.wholes.has(`${exported} ${path}`) : search.names.has(exported))) {
      continue;
    }
    const isTarget = leadsToTarget(search, path, of);
    if (!isTarget && !isValueOf(search, path, facts, of, isWhole)) {
      continue;
    }
    if (isWhole) {
      addWhole(search, path, exported);
    } else {
      search.names.add(exported);
      addMembersOfExport(search, path, facts, exported);
    }
  }
  for (const at of search.isExact ? [] : putOnGlobal(facts.definitions, "")) {
    const { name: other, type = null } = facts.definitions[at] as DefinitionFact;
    if (type !== null && leadsToTarget(search, path, type)) {
      search.names.add(other);
      addAlias(search, path, at);
    }
  }
}

/** `window.open = openStore` */
const putOnGlobal = openIndexOf<DefinitionFact>(({ kind, flags }) =>
  kind === "field" && (flags & GLOBAL) !== 0 ? [""] : [],
);

const addWhole = ({ wholes }: Search, path: string, name: string): void =>
  void wholes.set(`${name} ${path}`, { path, name });

/**
 * Whether what is exported is a value that is nothing but the target, which then counts as it: `module.exports = Object.assign(open, …)`,
 * `exports.open = require("./open")`.
 */
function isValueOf(search: Search, path: string, { definitions }: Facts, of: string, isWhole: boolean): boolean {
  const at = definitionIn(of);
  const { kind, type = null } = definitions[at ?? FILE] ?? {};
  const isHandedOn = isWhole || importIn(type ?? "") !== null;
  if (search.isExact || at === null || kind !== "variable" || !isHandedOn || !leadsToTarget(search, path, type ?? "")) {
    return false;
  }
  addAlias(search, path, at);
  return true;
}

/** The definition that a file exports in place of itself: `module.exports = …`. */
export const exportedWhole = ({ exports }: Pick<Facts, "exports">): DefinitionAt | null =>
  definitionIn(exports?.find((one) => one.name === REPLACED)?.of ?? "");

/** `module.exports = { open: openStore }`: the member of that name is nothing but the target. */
function addMembersOfExport(search: Search, path: string, { definitions, exports }: Facts, name: string): void {
  const whole = exportedWhole({ exports });
  for (const at of search.isExact || whole === null ? [] : named(definitions, name)) {
    const { kind, parent, type = null } = definitions[at] ?? {};
    if (kind === "field" && parent === whole && type !== null && leadsToTarget(search, path, type)) {
      addAlias(search, path, at);
    }
  }
}

function addAlias({ keys, aliases }: Search, path: string, at: DefinitionAt): void {
  const key = keyOf({ path, at });
  if (!keys.has(key)) {
    aliases.add(key);
    keys.add(key);
  }
}

/** The name that a member of this one gets where a type makes it its own. */
function addExported(search: Search, path: string, definition: DefinitionFact | undefined, name: string): void {
  const [exported, alias] = definition?.signature?.split(" ") ?? [];
  const owner = definition?.type ?? null;
  const isNew = exported === name && alias !== undefined && owner !== null && !search.names.has(alias);
  if (isNew && leadsToTarget(search, path, memberChain(owner, name))) {
    search.names.add(alias);
  }
}

/** Imports by the name in the exporting file and the name in this one. */
const importing = openIndexOf<ImportFact>(({ imported, local }) => [
  ...new Set([imported, local].filter((name) => name !== null)),
]);

/** Imports that bind the target, under any name. */
function importsOf({ scene, keys }: Search, path: string, { imports }: Facts, name: string): readonly number[] {
  const asked = [name, ...(IMPORTED_AS.get(name) ?? []), DEFAULT];
  const binding = new Set(asked.flatMap((one) => importing(imports, one)));
  return [...binding].filter((at) => leads(scene, path, importChain(at), keys));
}
