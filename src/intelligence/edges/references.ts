// Finds references to a symbol: by its own name, by the names under which it is imported and exported, and through its
// containers. Searches the files that have the name among their words; pure over facts.

import { rulesOf } from "../../languages/registry.ts";
import { canBeNamed } from "../../linking/context.ts";
import { openIndexOf } from "../../linking/index-of.ts";
import { inTime, type Linker } from "../../linking/linker.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/steps.ts";
import type { Certainty } from "../../vocabulary/certainty.ts";
import {
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  FILE,
  type ImportFact,
  isNamed,
  type MentionGroup,
  type Role,
} from "../../vocabulary/facts.ts";
import { isForeignMember } from "./foreign-members.ts";
import { isExtension, isGivenByLibrary, isOnLambdasReceiver } from "./foreign-receivers.ts";
import { openInnermost } from "./innermost.ts";

export interface EdgeScene {
  readonly lookup: Lookup;
  readonly linker: Linker;
  /**
   * Files that have the word, and maybe the name among their facts, and whose code can name that of `like`: both are of one family
   * of languages. Those most worth looking into first.
   */
  candidates(word: string, name: string, like: string): Steps<readonly string[]>;
  /** Names of which a file has one among its words if it imports this one. */
  stems(path: string): readonly string[];
  /** Whether time is up; asked between two files. */
  isOver(): boolean;
}

/** A symbol: all definitions that declare it. */
export interface Target {
  readonly name: string;
  readonly places: readonly Place[];
}

export interface Reference {
  readonly path: string;
  readonly line: number;
  readonly role: Role;
  readonly certainty: Certainty;
}

export interface References {
  /** By file in the order looked into, then by line. */
  readonly references: readonly Reference[];
  /** Mentions of the same name on an unknown receiver. */
  readonly unknown: number;
  readonly filesRead: readonly string[];
  /** Not looked into in time, or known in part alone: what one file may cost is bounded. */
  readonly filesLeft: readonly string[];
}

interface Search {
  readonly scene: EdgeScene;
  readonly target: Target;
  /** Definitions that are meant: the target's, and members of object literals that are nothing but it. */
  readonly keys: Set<string>;
  readonly aliases: Set<string>;
  readonly found: Map<string, Reference>;
  readonly unknowns: Reference[];
  /** Mentions on what library code gave: too little to take them for the target by their name. */
  doubtful: number;
  readonly isExtension: boolean;
  /** Symbols of the target's name seen on the way, by file and path; the first two, since all that is asked is whether it is alone. */
  readonly namesakes: Set<string>;
  /** Names that the target goes by, in order of discovery. */
  readonly names: Set<string>;
  readonly read: Set<string>;
}

/** A name shorter than this says too little to be believed alone. */
const TELLING_LENGTH_MIN = 4;

/** A step a file. */
export function* findReferences(scene: EdgeScene, target: Target): Steps<References> {
  const search: Search = {
    scene,
    target,
    keys: new Set(target.places.map(keyOf)),
    aliases: new Set(),
    found: new Map(),
    unknowns: [],
    doubtful: 0,
    isExtension: isExtension(scene, target),
    namesakes: new Set(),
    names: new Set(namesOf(scene, target)),
    read: new Set(),
  };
  const left = new Set<string>();
  const own = target.places.map(({ path }) => path);
  // A set that grows while it is walked: exports under other names add to it.
  for (const name of search.names) {
    const files = new Set([...own, ...(yield* WHOLE.has(name) ? importersOf(search) : candidatesFor(search, name))]);
    if (name === target.name) {
      yield* survey(search, files);
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
  const unknown = search.unknowns.length + search.doubtful;
  return { references, unknown, filesRead: [...search.read], filesLeft: [...left] };
}

/** Whether more is in the file than one file may cost. */
export const isKnownInPart = ({ lookup }: EdgeScene, path: string): boolean => (lookup.facts(path)?.left ?? 0) > 0;

/**
 * Its own, and where the language has such endings, the name without what may be left out where it decorates; Ruby's `total=`
 * is called by `total`.
 */
function namesOf({ lookup }: EdgeScene, { name, places: [place] }: Target): readonly string[] {
  const language = place === undefined ? null : lookup.language(place.path);
  const rules = language === null ? undefined : rulesOf(language);
  const ending = rules?.openClasses === true ? "=" : rules?.decoratorEnding;
  const isEnding = ending !== undefined && name.length > ending.length && name.endsWith(ending);
  return isEnding ? [name, name.slice(0, -ending.length)] : [name];
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

/** Who imports a default says the name of its file. */
const importersOf = (search: Search): Steps<string[]> =>
  candidatesFor(search, "default", new Set(search.target.places.flatMap(({ path }) => search.scene.stems(path))));

const named = openIndexOf<DefinitionFact>((definition) => (canBeNamed(definition) ? [definition.name] : []));

/** What else has the target's name; before any file is judged, since an object literal's member may hand the target on. */
function* survey(search: Search, files: ReadonlySet<string>): Steps<void> {
  const { scene, target, keys, aliases, namesakes } = search;
  const look = (path: string): void => {
    const definitions = scene.lookup.facts(path)?.definitions ?? [];
    for (const at of named(definitions, target.name)) {
      const { kind, type, path: symbol } = definitions[at] as DefinitionFact;
      if (kind === "field" && type !== null && leadsToTarget(search, path, type)) {
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

const mentioned = openIndexOf<MentionGroup>(({ name }) => [name]);
const standingOn = openIndexOf<MentionGroup>(({ of }) => (of !== null && BOUND.test(of) ? [of] : []));
/** What an import binds, as a chain. */
const BOUND = /^%\d+$/;

function look(search: Search, path: string, name: string): void {
  const { scene, read } = search;
  const facts = scene.lookup.facts(path);
  if (facts === null) {
    return;
  }
  read.add(path);
  const bound = importsOf(search, path, facts, name);
  const { mentions } = facts;
  const meant = new Set([...mentioned(mentions, name), ...[...bound].flatMap((chain) => standingOn(mentions, chain))]);
  for (const at of [...meant].sort((a, b) => a - b)) {
    judge(search, path, mentions[at] as MentionGroup, name);
  }
  for (const { name: exported, of } of facts.exports ?? []) {
    if (!search.names.has(exported) && exported !== "*" && leadsToTarget(search, path, of)) {
      search.names.add(exported);
    }
  }
}

/** By the name there and the name here. */
const importing = openIndexOf<ImportFact>(({ imported, local }) => [
  ...new Set([imported, local].filter((name) => name !== null)),
]);

/** Chains of the imports that bind the target under whatever name. */
function importsOf({ scene, keys }: Search, path: string, { imports }: Facts, name: string): ReadonlySet<string> {
  const binding = new Set([...importing(imports, name), ...importing(imports, "default")]);
  const chains = [...binding].map((at) => `%${at}`);
  return new Set(chains.filter((chain) => leads(scene, path, chain, keys)));
}

const leadsToTarget = ({ scene, keys }: Search, path: string, chain: string): boolean =>
  leads(scene, path, chain, keys);

function leads({ linker }: EdgeScene, path: string, chain: string, keys: ReadonlySet<string>): boolean {
  const { value } = linker.declared(path, chain);
  return value.is === "definition" && value.places.some((place) => keys.has(keyOf(place)));
}

function judge(search: Search, path: string, group: MentionGroup, name: string): void {
  const { value, certainty } = search.scene.linker.target(path, group);
  const meant = value.is === "definition" ? value.places.map(keyOf).filter((place) => search.keys.has(place)) : [];
  const isTarget = meant.length > 0;
  // Through an object that anyone may put something else into.
  const known = meant.every((place) => search.aliases.has(place)) ? "constrained" : certainty;
  const isNamesake = group.name === search.target.name && isMember(search, path, group) && !isOfUntyped(group);
  const isForeign = value.is === "external";
  const isOpen = isNamesake && (value.is === "unknown" || (isForeign && search.isExtension));
  if (!isTarget && !isOpen) {
    const isOurs = isForeign && group.name === search.target.name && mayBeOurs(search, path, group, isNamesake);
    search.doubtful += isOurs && name === search.target.name ? group.lines.length : 0;
    return;
  }
  group.lines.forEach((line, index) => {
    const reference = {
      path,
      line,
      role: group.roles[index] ?? "read",
      certainty: isTarget ? known : "heuristic",
    } as const;
    if (isTarget) {
      keep(search, reference);
    } else if (name === search.target.name) {
      search.unknowns.push(reference);
    }
  });
}

function mayBeOurs({ scene, target }: Search, path: string, { of }: MentionGroup, isOnReceiver: boolean): boolean {
  const language = scene.lookup.language(path);
  const isOfType = target.places.some((place) => {
    const { parent = FILE, kind } = scene.lookup.facts(place.path)?.definitions[place.at] ?? {};
    return parent !== FILE && kind === "method";
  });
  return (isOnReceiver && isGivenByLibrary(of, language)) || (isOfType && isOnLambdasReceiver(of, language));
}

/** Ruby calls methods of `self` by their name alone. */
function isMember({ scene }: Search, path: string, { name, of }: MentionGroup): boolean {
  const isBare = of === name && rulesOf(scene.lookup.language(path) ?? "")?.openClasses === true;
  return of === null || /\.[^.]+$/u.test(of) || isBare;
}

/**
 * No mention of a member at all: a key of a literal that is given for a parameter which declares nothing that has members, or a name
 * in quotes for one that is not known to expect names of members.
 */
const isOfUntyped = ({ of, roles }: MentionGroup): boolean =>
  of !== null &&
  (/\{#\}\.[^.]+$/u.test(of) || (/\.\d+(?:\[\])*(?:\.[^.]+)*$/.test(of) && roles.every((role) => role === "write")));

function keep({ found }: Search, reference: Reference): void {
  const key = `${reference.path}:${reference.line} ${reference.role}`;
  const known = found.get(key);
  if (known === undefined || known.certainty === "heuristic") {
    found.set(key, reference);
  }
}

/** Whether a member of this name can, in this project, only be the target. */
function isTelling({ scene, target, namesakes, isExtension }: Search): boolean {
  const [place] = target.places;
  const definition = place === undefined ? undefined : scene.lookup.facts(place.path)?.definitions[place.at];
  return (
    place !== undefined &&
    definition !== undefined &&
    (definition.parent !== FILE || definition.kind === "method" || isExtension) &&
    namesakes.size === 1 &&
    target.name.length >= TELLING_LENGTH_MIN &&
    !isForeignMember(target.name, scene.lookup.language(place.path))
  );
}

const enclosing = new WeakMap<Facts["definitions"], (line: number) => DefinitionAt>();

/** The innermost definition whose lines hold this one; -1 at the top of the file. */
export function enclosingAt({ definitions }: Facts, line: number): DefinitionAt {
  let find = enclosing.get(definitions);
  if (find === undefined) {
    const around = [...definitions.entries()].filter(([, one]) => !DATA.has(one.kind) && isNamed(one));
    const innermost = openInnermost(around.map(([, one]) => one));
    find = (wanted) => around[innermost(wanted)]?.[0] ?? -1;
    enclosing.set(definitions, find);
  }
  return find(line);
}

const DATA: ReadonlySet<string> = new Set(["field", "member"]);
