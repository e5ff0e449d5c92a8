// Finds references to a symbol: by its own name, by the names under which it is imported and exported, and through its
// containers. Searches the files whose words include the name; pure over facts.

import { semanticsOf } from "../../languages/semantics.ts";
import { canBeNamed } from "../../linking/children.ts";
import { openIndexOf } from "../../linking/index-of.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { importChain, importIn } from "../../vocabulary/chain.ts";
import type { DefinitionFact, Facts, ImportFact, ReferenceGroup } from "../../vocabulary/facts.ts";
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
 * name of their own.
 */
export function* findReferences(scene: EdgeScene, target: Target, isExact = false): Steps<References> {
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
    read: new Set(),
  };
  const left = new Set<string>();
  const own = target.places.map(({ path }) => path);
  // The set grows during the loop: exports under other names add to it.
  for (const name of search.names) {
    const files = new Set([...own, ...(yield* WHOLE.has(name) ? importersOf(search) : candidatesFor(search, name))]);
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

/** Exports that an import binds under any name: a module's default, and the whole module (`module.exports = X`). */
const WHOLE: ReadonlySet<string> = new Set(["default", "="]);

/** Files that may import a default export: they contain the name of its file. */
const importersOf = (search: Search): Steps<string[]> =>
  candidatesFor(search, "default", new Set(search.target.places.flatMap(({ path }) => search.scene.stems(path))));

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
const membersOfImport = openIndexOf<ReferenceGroup>(({ of }) => (of !== null && importIn(of) !== null ? [of] : []));

function look(search: Search, path: string, name: string): void {
  const { scene, read } = search;
  const facts = scene.lookup.facts(path);
  if (facts === null) {
    return;
  }
  read.add(path);
  const bound = importsOf(search, path, facts, name);
  const { references } = facts;
  // What an import binds is also reached by its local name alone: from inside of a class, whose members come first.
  const meant = new Set([
    ...referring(references, name),
    ...bound.flatMap((at) => [
      ...membersOfImport(references, importChain(at)),
      ...referring(references, facts.imports[at]?.local ?? name),
    ]),
  ]);
  for (const at of [...meant].sort((a, b) => a - b)) {
    judge(search, path, references[at] as ReferenceGroup, name);
  }
  const renamed = semanticsOf(scene.lookup.language(path) ?? "")?.importsAreMembers === true ? bound : [];
  for (const at of renamed) {
    const { local = null } = facts.imports[at] ?? {};
    if (local !== null) {
      search.names.add(local);
    }
  }
  for (const { name: exported, of } of facts.exports ?? []) {
    if (!search.names.has(exported) && exported !== "*" && leadsToTarget(search, path, of)) {
      search.names.add(exported);
    }
  }
}

/** Imports by the name in the exporting file and the name in this one. */
const importing = openIndexOf<ImportFact>(({ imported, local }) => [
  ...new Set([imported, local].filter((name) => name !== null)),
]);

/** Imports that bind the target, under any name. */
function importsOf({ scene, keys }: Search, path: string, { imports }: Facts, name: string): readonly number[] {
  const binding = new Set([...importing(imports, name), ...importing(imports, "default")]);
  return [...binding].filter((at) => leads(scene, path, importChain(at), keys));
}
