// The places that have the old name and are not renamed, though they may concern it: on values of unknown type, in strings and
// comments of the files that are changed.
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import type { Linker } from "../../linking/linker.ts";
import { isKnown, type Place } from "../../linking/resolution.ts";
import { lineAt } from "../../syntax/source.ts";
import { type Chain, splitFirst } from "../../vocabulary/chain.ts";
import { kindAt } from "../../vocabulary/stretches.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Chosen, effectOn, type Naming, rulesOf } from "./choose-places.ts";
import type { PlacedFile, PlacedFiles } from "./placed-files.ts";
import { usesByOffset } from "./uses.ts";

export interface LeftIn {
  readonly files: PlacedFiles;
  /** Further files that have the name as a word. */
  readonly others: PlacedFiles;
  readonly chosen: Chosen;
  readonly naming: Naming;
  /** Whether the symbol is a member of something. */
  readonly isMember: boolean;
  /** Types that extend what is outside of the project. */
  readonly extending: readonly Place[];
  /** By offsets in `files`, by lines elsewhere. */
  readonly unresolved: readonly OpenUse[];
  readonly linker: Linker;
}

export type OpenUse = Pick<Reference, "path" | "line" | "role">;

/** In order of path and line, each line once for each reason. */
export function findLeft(task: LeftIn): LeftPlace[] {
  const { files, others, chosen, naming, isMember, extending, unresolved } = task;
  const left = [...chosen.left];
  for (const { path, line: at, role } of unresolved) {
    const file = files.get(path);
    const line = file === undefined ? at : lineAt(file.source, at);
    left.push({ path, line, why: "on a value of unknown type", effect: effectOn(role) });
  }
  for (const { path, at } of extending) {
    const file = files.get(path);
    const line = file?.facts.definitions[at]?.nameLine;
    if (file !== undefined && line !== undefined) {
      const why = `extends a type outside of the project, whose members are not known: it may declare ${naming.from}`;
      left.push({ path, line: lineAt(file.source, line), why });
    }
  }
  for (const file of [...files.values(), ...others.values()]) {
    const renamed = new Set(chosen.places.get(file.path)?.map(({ offset }) => offset));
    const mentions = mentionsIn(file, renamed, naming.from, isMember);
    // In a file that the change does not touch, a comment is about something else.
    left.push(...(renamed.size > 0 ? mentions : mentions.filter(({ why }) => !IN_TEXT.has(why))));
    left.push(...(isMember ? [...bareNames(file, renamed, task), ...untypedKeys(file, renamed, task)] : []));
  }
  const once = new Map(left.map((place) => [`${place.path} ${place.line} ${place.why}`, place]));
  return [...once.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** Bare names that lead nowhere, where a macro may make a member of one. */
function bareNames(file: PlacedFile, renamed: ReadonlySet<number>, { naming, linker }: LeftIn): LeftPlace[] {
  const { facts, path, source } = file;
  const groups = rulesOf(file)?.hasTextMacros === true ? facts.references : [];
  return groups
    .filter((group) => group.name === naming.from && group.of !== null && isBare(group.of))
    .filter((group) => !isKnown(linker.target(path, group)))
    .flatMap(({ lines }) => lines.filter((offset) => !renamed.has(offset)))
    .map((offset) => ({ path, line: lineAt(source, offset), why: "a bare name of which a macro may make a member" }));
}

/** In a chain: the parameter of a function that is passed, `test.1.0` of `test("name", (client) => …)`. */
const PARAMETER = /\.\d+\.\d+/;

/**
 * Keys of a literal that is given to something whose type is not known: `shop.open({ name: "a" })` where a library makes the shop, or
 * calls the function whose parameter it is. What is given to a library itself is its own matter.
 */
function untypedKeys(file: PlacedFile, renamed: ReadonlySet<number>, { naming, linker }: LeftIn): LeftPlace[] {
  const { facts, path, source } = file;
  return facts.references
    .filter(({ name, of, roles }) => name === naming.from && of !== null && roles.every((role) => role === "write"))
    .filter(({ of }) => PARAMETER.test(of ?? "") || isKnown(linker.resolve(path, splitFirst(of ?? "").name)))
    .filter((group) => !isKnown(linker.target(path, group)))
    .flatMap(({ lines }) => lines.filter((offset) => !renamed.has(offset)))
    .map((offset) => ({ path, line: lineAt(source, offset), why: "a key where the expected type is not known" }));
}

const isBare = (chain: Chain): boolean => splitFirst(chain).steps === "";

const IN_TEXT: ReadonlySet<string> = new Set(["in a string", "in a comment"]);

const isWordCharacter = (character: string): boolean => /[\p{ID_Continue}$]/u.test(character);

function mentionsIn(file: PlacedFile, renamed: ReadonlySet<number>, name: string, isMember: boolean): LeftPlace[] {
  const { source, facts, path } = file;
  const { text } = source;
  // What the facts resolved to something else, except in quotes.
  const known = new Set([
    ...usesByOffset(facts.references).keys(),
    ...facts.definitions.map(({ nameLine }) => nameLine),
  ]);
  const found: LeftPlace[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isWhole = !isWordCharacter(text.charAt(at - 1)) && !isWordCharacter(text.charAt(at + name.length));
    const isOpen = !known.has(at) || (isMember && isShorthand(file, at));
    const why = isWhole && !renamed.has(at) && isOpen ? whyLeft(file, at, isMember) : null;
    if (why !== null) {
      found.push({ path, line: lineAt(source, at), why });
    }
  }
  return found;
}

/** `{ store }`: the value is known, and the member that it stands for as well may be the symbol. */
function isShorthand(file: PlacedFile, offset: number): boolean {
  const occurrence = file.occurrences.get(offset);
  return occurrence !== undefined && rulesOf(file)?.shorthand?.isAt(occurrence) === true;
}

/** Null for a local variable, which the facts resolve, and in text that is not understood: each edit says that itself. */
function whyLeft(file: PlacedFile, offset: number, isMember: boolean): string | null {
  const kind = kindAt(file.stretches, offset);
  if (kind === "string" || kind === "comment") {
    return `in a ${kind}`;
  }
  const occurrence = file.occurrences.get(offset);
  if (kind === "unread" || occurrence === undefined) {
    return null;
  }
  const mayName = isMember && rulesOf(file)?.mayNameMember?.(occurrence) !== false;
  return mayName ? "a member of a value of unknown type" : null;
}
