// Whether a test may run a symbol: a test file names it, or something that leads to it does. What is not known counts as reached.

import { mayBeCalledByLibrary } from "../change/breaks/called-by-libraries.ts";
import { callersOf, keyOfNode, type SymbolNode } from "../intelligence/edges/calls.ts";
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import { openTests } from "../intelligence/edges/in-tests.ts";
import { overriddenBy } from "../intelligence/edges/overridden-member.ts";
import { findReferences } from "../intelligence/edges/references.ts";
import { isTestFile } from "../languages/file-role.ts";
import { LANGUAGES, languageById } from "../languages/registry.ts";
import { semanticsOf } from "../languages/semantics.ts";
import { inTime } from "../linking/linker.ts";
import { atOnce } from "../system/slices.ts";
import { FILE, ROLES, TEST } from "../vocabulary/facts.ts";

/** Callers, and theirs, that are looked at. */
const NODES_MAX = 60;

/** "unknown" counts as reached: there are too many callers, or the linker does not know all of them. */
export type Reach = "tests" | "unknown" | "no test";

export interface ReachQuestion {
  readonly scene: EdgeScene;
  readonly start: SymbolNode;
  /** Whether tests start programs; asked only of what leads from the start of one. */
  readonly startsPrograms: () => boolean;
  /** Called between two symbols. */
  readonly pause: () => Promise<void>;
}

/** Null where time is up. */
export async function reachOf({ scene, start, startsPrograms, pause }: ReachQuestion): Promise<Reach | null> {
  const nodes = new Map([[keyOfNode(start), start]]);
  // Grows during the loop.
  for (const node of nodes.values()) {
    await pause();
    const looked = node.target === null ? null : inTime(() => lookAt(scene, node, node.target as Target));
    if (node.target === null || looked === null || scene.isOver()) {
      return node.target === null ? "unknown" : null;
    }
    if (typeof looked.value === "string") {
      return looked.value;
    }
    if (isProgramStart(scene, node.path, node.target) && startsPrograms()) {
      return "unknown";
    }
    for (const caller of looked.value) {
      nodes.set(keyOfNode(caller), nodes.get(keyOfNode(caller)) ?? caller);
    }
    if (nodes.size > NODES_MAX) {
      return "unknown";
    }
  }
  return "no test";
}

/** Whether a test of the project starts a program: then nobody knows what of a program it runs. */
export function areProgramsStarted({ lookup }: EdgeScene, tests: readonly string[]): boolean {
  const starts = LANGUAGES.flatMap(({ programStart }) => programStart ?? []);
  const hasWord = starts.some(({ words }) => words.some((word) => lookup.containing(word).some(isTestFile)));
  return (
    hasWord ||
    tests.some((path) => {
      const start = languageById(lookup.language(path) ?? "")?.programStart;
      const imports = start === undefined ? [] : (lookup.facts(path)?.imports ?? []);
      return imports.some((one) => start?.imports.test([one.specifier, one.imported ?? ""].join(".")));
    })
  );
}

/** Whether the symbol is the function that is called first when the program starts. */
const isProgramStart = ({ lookup }: EdgeScene, path: string, { name }: Target): boolean =>
  languageById(lookup.language(path) ?? "")?.programStart?.name === name;

/** What leads to the symbol next, or how the search ends. */
function lookAt(scene: EdgeScene, { path }: SymbolNode, target: Target): readonly SymbolNode[] | "tests" | "unknown" {
  const { lookup } = scene;
  const names = [...namesOf(scene, path, target)];
  const named = names.flatMap((name) => atOnce(scene.candidates(name, name, path)));
  // A test may call it by a name in a text: `send(:before_fork)`.
  if (named.some(isTestFile) || names.some((name) => lookup.containing(name).some(isTestFile))) {
    return "tests";
  }
  const isOverride =
    overriddenBy(scene, target) !== null ||
    mayImplement(scene, target) ||
    mayBeCalledByLibrary(scene, target) ||
    isCalledUnnamed(scene, path, target);
  const found = isOverride ? null : atOnce(findReferences(scene, target));
  if (found === null || found.unknown > 0 || found.filesLeft.length > 0) {
    return "unknown";
  }
  const callers = callersOf(scene, found, new Set(ROLES)).filter(
    ({ node }) => keyOfNode(node) !== `${path}#${target.name}`,
  );
  const isTest = openTests(scene);
  return callers.some(({ node }) => isTest(node))
    ? "tests"
    : callers.filter(({ at, node }) => !isImport(scene, at, node)).map(({ node }) => node);
}

/** Files whose own tests are looked for. */
const OWN_TESTS_FILES_MAX = 20;

/** Whether files of the language, that are no test files, hold tests of their own. */
export function hasOwnTests({ lookup }: EdgeScene, path: string): boolean {
  const language = lookup.language(path);
  return [path, ...lookup.containing("test")]
    .filter((one) => lookup.language(one) === language)
    .slice(0, OWN_TESTS_FILES_MAX)
    .some((one) => lookup.facts(one)?.definitions.some(({ flags }) => (flags & TEST) !== 0) === true);
}

/** Whether another type of the project has a method of this name, where types implement interfaces without naming them. */
function mayImplement({ lookup, linker }: EdgeScene, { name, places: [place] }: Target): boolean {
  const definition = place === undefined ? undefined : lookup.facts(place.path)?.definitions[place.at];
  return (
    place !== undefined &&
    definition?.kind === "method" &&
    linker.methodSet(place) !== null &&
    linker.owners(place, name).length > 1
  );
}

/** Whether it is a method that its language calls without its name: who has the object may call it. */
function isCalledUnnamed({ lookup }: EdgeScene, path: string, { name, places: [place] }: Target): boolean {
  const language = languageById(lookup.language(path) ?? "");
  return (
    place !== undefined &&
    lookup.facts(place.path)?.definitions[place.at]?.kind === "method" &&
    language?.calledBySyntax?.test(name) === true &&
    language.constructors?.includes(name) !== true
  );
}

/** An import or export at the top of a file runs nothing. */
function isImport(
  { lookup }: EdgeScene,
  at: { readonly path: string; readonly line: number },
  node: SymbolNode,
): boolean {
  const roles = (lookup.facts(at.path)?.references ?? []).flatMap(({ lines, roles }) =>
    lines.flatMap((line, index) => (line === at.line ? (roles[index] ?? []) : [])),
  );
  return node.target === null && roles.length > 0 && roles.every((role) => role === "import" || role === "export");
}

/** Names by which a test would call it: of a constructor also its class's. */
function namesOf({ lookup }: EdgeScene, path: string, { name, places: [place] }: Target): Set<string> {
  const language = lookup.language(path) ?? "";
  const definitions = lookup.facts(path)?.definitions ?? [];
  const owner = definitions[definitions[place?.at ?? FILE]?.parent ?? FILE];
  const isConstructor = owner !== undefined && languageById(language)?.constructors?.includes(name) === true;
  const names = isConstructor ? [owner.name] : [name];
  return new Set(names.flatMap((one) => semanticsOf(language)?.writtenAs(one) ?? [one]));
}
