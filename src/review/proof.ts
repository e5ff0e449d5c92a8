// Whether a line is proven to fail after a change. Findings about uses are of medium or above only where that is so: the line's import, its
// scope or a receiver whose type is known with all that it extends says what it means, and nothing that can be seen could be meant
// afterwards. All others are low, with the first doubt as the reason.
import { areAllKnown } from "../change/breaks/called-by-libraries.ts";
import { groupsAt } from "../change/breaks/replaced.ts";
import type { SymbolTarget } from "../change/read/symbol-target.ts";
import type { Change, TextPair } from "../change/state/change.ts";
import { survivorsOf } from "../change/state/surviving-lines.ts";
import type { EdgeScene } from "../intelligence/edges/edge-scene.ts";
import { isExtension } from "../intelligence/edges/external-receivers.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import { definitionOf, descendants, type Found } from "../intelligence/edges/related-types.ts";
import { placesOfWord } from "../intelligence/occurrences/places-of-word.ts";
import { roleOf } from "../languages/file-role.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import { languageById } from "../languages/registry.ts";
import { semanticsOf } from "../languages/semantics.ts";
import { inTime } from "../linking/linker.ts";
import { isKnown, isOneOf, type Place, placesOf } from "../linking/resolution.ts";
import { atOnce } from "../system/slices.ts";
import { type Chain, classOfBareName, importChain, parseMember, parseRoot, splitFirst } from "../vocabulary/chain.ts";
import { TYPE_KINDS } from "../vocabulary/chunk.ts";
import { type Facts, FILE, isNamed, LOCAL, PARTIAL, type ReferenceGroup } from "../vocabulary/facts.ts";
import { splitLines } from "../vocabulary/text.ts";
import { isCommentLine } from "./generated-text.ts";
import { newGenerator } from "./member-generator.ts";

/** What the change takes away, or hides from other files. */
export interface LostSymbol {
  /** In the base state. */
  readonly target: SymbolTarget;
  readonly pair: TextPair;
  readonly isHidden: boolean;
}

/** In words for a message; null: none is left. */
type Doubt = string | null;

/** The end of a message. */
export const notProven = (doubt: Doubt): string => (doubt === null ? "" : `; not proven: ${doubt}`);

const NO_TIME = "there was no time to prove it";
const NO_PART: ReadonlySet<string> = new Set(["vendored", "fixture", "generated"]);

const isNoPart = (path: string): boolean => NO_PART.has(roleOf(path)?.role ?? "");

/** References by this name on a line (1-based) of the file. */
const groupsOn = (scene: EdgeScene, path: string, line: number, name: string): readonly ReferenceGroup[] =>
  groupsAt(scene, { path, line }).filter((group) => group.name === name);

const languageOf = ({ lookup }: EdgeScene, path: string) => languageById(lookup.language(path) ?? "");

const factsIn = ({ lookup }: EdgeScene, path: string | undefined): Facts | null =>
  path === undefined ? null : lookup.facts(path);

/** Names a file, not what that provides. */
const PATH_IN_QUOTES = /(["'`])[^"'`\s]{0,200}\/[^"'`\s]{0,200}\1/g;

/** Whether its own file, or the language, may still provide the symbol. */
export function doubtOfLoss({ base, now }: Change, { target, pair, isHidden }: LostSymbol): Doubt {
  const { before, after } = pair;
  const { name, definition } = target;
  const path = before?.path ?? "";
  if (isNoPart(path)) {
    return `${path} is no part of the program`;
  }
  if (languageOf(base, path)?.findsNamesLoaded === true) {
    return "what is loaded beside the project may have it";
  }
  if (isHidden) {
    return null;
  }
  if (isExtension(base, target)) {
    return "what it extends may have it itself";
  }
  if (isForSomeBuilds(splitLines(before?.text ?? ""), definition.nameLine)) {
    return "it was there in some builds alone";
  }
  if (after === null) {
    return null;
  }
  const kept = survivorsOf(pair);
  const facts = factsIn(now, after.path);
  if (facts === null || facts.left > 0) {
    return `${after.path} is not known as a whole`;
  }
  const known = new Set(factsIn(base, path)?.definitions.map((one) => one.path));
  const named = facts.definitions.filter((one) => one.name === name);
  const other = named.find((one) => one.path === definition.path || !known.has(one.path));
  if (other !== undefined) {
    return `${after.path} declares \`${other.path}\``;
  }
  if (kept.has(definition.nameLine)) {
    return `${after.path}:${kept.get(definition.nameLine)} still declares it, in a form that was not read`;
  }
  // Another line that has the name may provide it: one that the change writes, a macro, a text, code that the grammar could not read.
  const standing = new Set(kept.values());
  const uses = new Set([
    ...facts.references.flatMap((group) => (group.name === name ? group.lines : [])).filter((at) => standing.has(at)),
    ...named.map(({ nameLine }) => nameLine),
  ]);
  const line = splitLines(after.text).findIndex(
    (text, at) =>
      !uses.has(at + 1) &&
      !isCommentLine(text) &&
      placesOfWord(text.replace(PATH_IN_QUOTES, ""), name).some((start) => !/(?:\.|->)$/.test(text.slice(0, start))),
  );
  return line < 0 ? null : `${after.path}:${line + 1} still has the name`;
}

/** Whether the line (1-based, after the change) may mean something else than the symbol, or find it elsewhere. */
export function doubtOfUse(change: Change, lost: LostSymbol, path: string, line: number): Doubt {
  const { base, now, pairs } = change;
  const { pair, target } = lost;
  if (isNoPart(path)) {
    return `${path} is no part of the program`;
  }
  const isOwn = path === pair.after?.path;
  const old = isOwn ? [...survivorsOf(pair)].find(([, now]) => now === line)?.[0] : line;
  const isChanged = !isOwn && pairs.some(({ after }) => after?.path === path);
  const place = isOwn ? (pair.before?.path ?? path) : path;
  const scene = isChanged ? change.baseOf(pair) : base;
  const named = old === undefined ? [] : groupsOn(scene, place, old, target.name);
  const groups = inTime(() => named.filter((group) => mayMean(scene, place, group, target)))?.value ?? named;
  if (groups.length === 0) {
    return "the line does not name it";
  }
  return (
    firstDoubt(groups, (group) => doubtOfMeaning(scene, place, group)) ??
    firstDoubt(groupsOn(now, path, line, target.name), (group) => doubtOfAbsence(change, lost, path, group))
  );
}

/** False where it is known to mean a member of another type: a line that declares what is asked for may name a namesake of it. */
function mayMean({ linker, lookup }: EdgeScene, path: string, group: ReferenceGroup, target: SymbolTarget): boolean {
  const { value } = linker.target(path, group);
  const { parent } = target.definition;
  const files = new Set(target.places.map((place) => place.path));
  // A constructor may be meant by its type, and what a type's head declares by several definitions.
  const isOfOwner = (place: Place): boolean =>
    files.has(place.path) &&
    (place.at === parent || lookup.facts(place.path)?.definitions[place.at]?.parent === parent);
  return parent === FILE || value.is !== "definition" || value.places.some(isOfOwner);
}

/** Whether a call on the line (of the state after the change) may mean another function. */
export const doubtOfCall = (
  now: EdgeScene,
  name: string,
  { path, line, certainty }: Pick<Reference, "path" | "line" | "certainty">,
): Doubt =>
  certainty === "heuristic"
    ? "it is only called so"
    : isNoPart(path)
      ? `${path} is no part of the program`
      : firstDoubt(groupsOn(now, path, line, name), (group) => doubtOfMeaning(now, path, group));

function firstDoubt(groups: readonly ReferenceGroup[], doubtOf: (group: ReferenceGroup) => Doubt): Doubt {
  for (const group of groups) {
    const looked = inTime(() => doubtOf(group));
    if (looked === null || looked.value !== null) {
      return looked?.value ?? NO_TIME;
    }
  }
  return null;
}

/** Whether a reference may mean another symbol than the edge says. */
function doubtOfMeaning(edges: EdgeScene, path: string, group: ReferenceGroup): Doubt {
  const { of } = group;
  const meant = edges.linker.target(path, group);
  if (of === null || meant.value.is !== "definition" || isOneOf(meant)) {
    return "what it stands on is not known";
  }
  const receiver = receiverOf(edges, path, of);
  return receiver !== null
    ? doubtOfReceiver(edges, receiver)
    : meant.certainty === "exact"
      ? null
      : "another definition may be meant";
}

/** What stands before a member. */
interface Receiver {
  /** None: they are not known. */
  readonly types: readonly Place[];
  /** Whether the code of the type itself, or its name, stands there. */
  readonly isOwn: boolean;
}

function doubtOfReceiver(scene: EdgeScene, { types, isOwn }: Receiver): Doubt {
  const [type] = types;
  if (type === undefined) {
    return "the type of what it stands on is not known";
  }
  return !isOwn && languageOf(scene, type.path)?.findsMembersLate === true
    ? "members are sought when they are called"
    : null;
}

/** Null for a bare name, and for what a module has. */
function receiverOf(scene: EdgeScene, path: string, of: Chain): Receiver | null {
  const owner = parseMember(of)?.owner ?? null;
  if (owner === null || classOfBareName(owner) !== null) {
    return null;
  }
  const resolution = scene.linker.resolve(path, owner);
  const { value } = resolution;
  const kinds = placesOf(resolution).map((place) => definitionOf(scene, place)?.kind);
  const isModule = value.is === "module" || (kinds.length > 0 && kinds.every((kind) => kind === "module"));
  const isType = kinds.length > 0 && kinds.every((kind) => kind !== undefined && TYPE_KINDS.has(kind));
  const types = isType ? placesOf(resolution) : scene.linker.typesWithin(path, owner);
  // A receiver whose one type is written down holds nothing else, in any language.
  const isWritten = value.is === "instance" && value.places.length === 1 && resolution.certainty === "exact";
  return isModule ? null : { types, isOwn: isType || (value.is === "instance" && value.own) || isWritten };
}

/** Where members are sought when they are called, code of a type may run on a subtype that has the member. */
function doubtOfSubtypes(scene: EdgeScene, type: Place, name: string): Doubt {
  const below: Found = new Map();
  const isWhole = atOnce(descendants(scene, type, below));
  const having = [...below.values()].find(({ place }) => membersOf(scene, place).some((one) => one.name === name));
  return having !== undefined ? `\`${having.node.symbol}\` has it, too` : isWhole ? null : NO_TIME;
}

const membersOf = (scene: EdgeScene, { path, at }: Place) =>
  factsIn(scene, path)?.definitions.filter(({ parent }) => parent === at) ?? [];

/** Whether the name may be found elsewhere after the change. */
function doubtOfAbsence(change: Change, lost: LostSymbol, path: string, { of, name }: ReferenceGroup): Doubt {
  const { base, now, pairs } = change;
  if (lost.isHidden || of === null) {
    return null;
  }
  const { definition } = lost.target;
  const root = parseRoot(of.slice(0, of.length - splitFirst(of).steps.length));
  const imports = factsIn(now, path)?.imports ?? [];
  const receiver = receiverOf(now, path, of);
  if (root.is === "import" && receiver === null) {
    const before = pairs.find(({ after }) => after?.path === path)?.before?.path ?? path;
    const fact = imports[root.at];
    const isKept = factsIn(base, before)?.imports.some(
      ({ specifier, imported }) => specifier === fact?.specifier && imported === fact.imported,
    );
    return isKept !== true
      ? `${path} imports it in another way now`
      : mayPassOn(change, lost, path, fact?.specifier ?? "")
        ? "what it is imported from may have it from a library"
        : null;
  }
  const isFree = receiver === null;
  const language = now.lookup.language(path);
  const semantics = semanticsOf(language ?? "");
  const isSeenElsewhere = isFree && !(semantics?.needsImports === true && imports.length > 0);
  const other = namesake(now, lost, (place) => isSeenElsewhere || isExtension(now, { name, places: [place] }));
  if (other !== null || semantics?.runsOnObject?.(path) === true) {
    return other ?? "what the script runs on may have it";
  }
  const within = definition.parent === FILE ? null : classOfBareName(parseMember(of)?.owner ?? "");
  const types = receiver?.types ?? (within === null ? [] : [{ path, at: within }]);
  const elsewhere = (receiver === null ? null : doubtOfReceiver(now, receiver)) ?? doubtOfTypes(change, types, name);
  if (elsewhere !== null || !isFree) {
    return elsewhere;
  }
  if (isLibraryMember(name, language)) {
    return "the library of the language has it, too";
  }
  const known = semantics?.includedNamesConflict === true ? factsIn(base, path)?.imports : [];
  // Who includes the file that had it includes what that file includes.
  const isIncluded = semantics?.includedNamesConflict === true;
  const bringing = lost.pair.after === null ? pairs : isIncluded ? [lost.pair] : [];
  const isOpen =
    bringsAll(now, path, new Set(known?.map(({ specifier }) => specifier))) ||
    bringing.some((one) => bringsMore(change, one));
  const isImportable = definition.parent === FILE || TYPE_KINDS.has(definition.kind);
  return isImportable && (isOpen || semantics?.importsWholeNamespaces === true)
    ? "all names of a library are imported"
    : null;
}

/** Whether the file imports all names of a library other than these. */
const bringsAll = (scene: EdgeScene, path: string, but: ReadonlySet<string>): boolean =>
  factsIn(scene, path)?.imports.some(({ local, imported, specifier }, at) => {
    const isOpen = local === null && imported === "*" && !but.has(specifier);
    return isOpen && !isKnown(scene.linker.resolve(path, importChain(at)));
  }) === true;

/** Whether the file does so since the change, maybe for others that include it. */
const bringsMore = ({ base, now }: Change, { before, after }: TextPair): boolean =>
  after !== null &&
  bringsAll(now, after.path, new Set(factsIn(base, before?.path)?.imports.map(({ specifier }) => specifier)));

/**
 * Whether a file that the path of an import leads to, or that had the symbol, passes on what a library has since the change: all names, or
 * a module by a name of the path.
 */
function mayPassOn(change: Change, { pair }: LostSymbol, path: string, specifier: string): boolean {
  const { now, pairs } = change;
  const { needsImports, modules } = semanticsOf(now.lookup.language(path) ?? "") ?? {};
  if (needsImports !== true || modules === undefined) {
    return false;
  }
  const files = new Set([pair.after?.path, ...modules.resolve(specifier, path, now.lookup)]);
  const names = new Set(specifier.match(/\w+/g));
  return pairs.some(
    (one) => files.has(one.after?.path) && (bringsMore(change, one) || renamesMore(change, one, names)),
  );
}

/** Whether the file imports a library's module by one of these names since the change. */
function renamesMore({ base, now }: Change, { before, after }: TextPair, names: ReadonlySet<string>): boolean {
  const known = new Set(factsIn(base, before?.path)?.imports.map(({ local }) => local));
  return (
    factsIn(now, after?.path)?.imports.some(
      ({ local }, at) =>
        local !== null &&
        names.has(local) &&
        !known.has(local) &&
        !isKnown(now.linker.resolve(after?.path ?? "", importChain(at))),
    ) === true
  );
}

/** Whether these types may have a member that they have lost from somewhere that is not seen. */
function doubtOfTypes(change: Change, types: readonly Place[], name: string): Doubt {
  const { now } = change;
  for (const type of types) {
    const { flags = 0, path: symbol = "" } = definitionOf(now, type) ?? {};
    const language = languageOf(now, type.path);
    const answering = membersOf(now, type).find((one) => language?.answersForMembers?.test(one.name));
    if ((flags & PARTIAL) !== 0 || answering !== undefined) {
      return `\`${symbol}\` may have it by ${answering === undefined ? "a part that is generated" : answering.name}`;
    }
    const making = newGenerator(change, type);
    if (making !== null) {
      return `\`${making}\` may make it`;
    }
    if (!areAllKnown(now, [type])) {
      return `\`${symbol}\` may have it from a library`;
    }
    const below = language?.findsMembersLate === true ? doubtOfSubtypes(now, type, name) : null;
    if (below !== null) {
      return below;
    }
  }
  return null;
}

/** Another definition of the name that could be meant. */
function namesake(now: EdgeScene, { target, pair }: LostSymbol, isMeant: (place: Place) => boolean): Doubt {
  const { name } = target;
  for (const path of atOnce(now.candidates(name, name, pair.before?.path ?? ""))) {
    for (const [at, one] of (factsIn(now, path)?.definitions ?? []).entries()) {
      if (one.name === name && isNamed(one) && (one.flags & LOCAL) === 0 && isMeant({ path, at })) {
        return `\`${one.path}\` is defined in ${path}, too`;
      }
    }
  }
  return null;
}

/** Lines above a use in which the code may ask whether the name is there, or what the build is for. */
const CONDITION_LINES = 4;
const CONDITION =
  /\b(?:method_exists|property_exists|function_exists|class_exists|is_callable|hasattr|getattr|respond_to\?|defined\?|typeof)[\s(]|["'] in\b|^\s*try\b|\bcfg!?\(|^\s*@available|^\s*\/\/go:build/;
const DIRECTIVE = /^\s*#\s*(?:(if)(?:n?def)?|(endif))\b/;
/** The first two lines of a header that is to be read once. */
const GUARD = /^\s*#\s*ifndef\s+(\w+)\s*\n\s*#\s*define\s+\1\b/;

/** Whether the line (1-based) stands between directives that choose by what the build is for. */
function isForSomeBuilds(lines: readonly string[], line: number): boolean {
  let open = 0;
  for (const [at, one] of lines.slice(0, line).entries()) {
    const [, opens, closes] = DIRECTIVE.exec(one) ?? [];
    // The guard's own end is behind all that matters.
    const isGuard = opens !== undefined && GUARD.test(`${one}\n${lines[at + 1]}`);
    open += opens !== undefined && !isGuard ? 1 : closes !== undefined ? -1 : 0;
  }
  // In other languages such a line is a comment.
  return open > 0 && lines.some((one) => DIRECTIVE.exec(one)?.[2] !== undefined);
}

/** Whether the line is only reached where the name exists. */
export function doubtOfPlace(lines: readonly string[], line: number): Doubt {
  const above = lines.slice(Math.max(0, line - CONDITION_LINES), line);
  return above.some((one) => CONDITION.test(one)) || isForSomeBuilds(lines, line)
    ? "it may only run where the name is there"
    : null;
}
