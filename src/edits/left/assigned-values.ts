// Variables that hold what a listed line makes of the deleted symbol, or that it tests by it: below, they have their declared type again,
// which may not be the one that the rest of the function needs.

import { enclosingAt } from "../../intelligence/edges/enclosing-definition.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { type Facts, FILE } from "../../vocabulary/facts.ts";
import type { EditScene } from "../edit-scene.ts";
import { type FoundPlace, inOrder } from "./find-left.ts";
import type { Readable, ReadSources } from "./read-sources.ts";

/** Of one deletion; of more it is said how many. */
const PLACES_MAX = 200;

/** The same places, and uses of such variables. In order of path and line, each line once. `isInside`: what is deleted itself. */
export async function withAssignedValues(
  scene: EditScene,
  read: ReadSources,
  found: readonly FoundPlace[],
  isInside: (path: string, line: number) => boolean,
): Promise<readonly FoundPlace[]> {
  const rulesOf = (path: string): DeletionRules | undefined =>
    languageById(scene.withSnapshot((snapshot) => snapshot.documentAt(path)?.language) ?? null)?.deletion;
  const making = found.filter(({ path, uses }) => uses !== undefined && rulesOf(path)?.assigned !== undefined);
  const sources = await read(making.map(({ path }) => path));
  const held = [...sources].flatMap(([path, readable]) => {
    const facts = scene.withSnapshot((snapshot) => lookupOf(snapshot).facts(path));
    const places = making.filter((place) => place.path === path);
    return facts === null ? [] : heldIn({ facts, lines: linesOf(readable), rules: rulesOf(path) ?? {} }, places);
  });
  const known = new Set(found.map(keyOfLine));
  const added = held.filter((place) => {
    const isNew = !known.has(keyOfLine(place)) && !isInside(place.path, place.line);
    known.add(keyOfLine(place));
    return isNew;
  });
  const last = added[PLACES_MAX];
  const further =
    last === undefined
      ? []
      : [{ ...last, why: `so may ${added.length - PLACES_MAX} lines from here on that use what is made of it` }];
  return inOrder([...found, ...added.slice(0, PLACES_MAX), ...further]);
}

interface Scope {
  readonly facts: Facts;
  /** Without strings and comments. */
  readonly lines: readonly string[];
  readonly rules: DeletionRules;
}

const keyOfLine = ({ path, line }: Pick<FoundPlace, "path" | "line">): string => `${path}:${line}`;

function heldIn(scope: Scope, places: readonly FoundPlace[]): FoundPlace[] {
  return places.flatMap(({ path, line, uses }) =>
    variablesOf(scope, line).flatMap((name) => {
      const why = (held: string): string => `${held} may have another type without ${uses}, which is deleted`;
      const below = linesWith(scope, name, { ...functionAt(scope, line), startLine: line + 1 });
      const fields = below.flatMap((one) => fieldSet(scope, one, name));
      return [
        ...below.map((one) => ({ path, line: one, why: why(name) })),
        ...fields.map(({ field, at }) => ({ path, line: at, why: why(field) })),
      ];
    }),
  );
}

/** Those with a declared type that the line sets or tests: any other one takes an unknown type, of which nothing is reported. */
function variablesOf(scope: Scope, line: number): string[] {
  const { lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const { startLine } = functionAt(scope, line);
  const head = lines.slice(startLine - 1, line).join("\n");
  const names = [rules.assigned, rules.tested].flatMap((rule) => rule?.exec(written)?.[1] ?? []);
  return [...new Set(names)].filter(
    (name) => /^\w+$/.test(name) && new RegExp(`\\b${name}\\s*:\\s*[^\\s\\]}]`).test(head),
  );
}

/** Of the variable's value, where the line puts that into a field alone, and uses of the field in its class. */
function fieldSet(scope: Scope, line: number, name: string): { readonly field: string; readonly at: number }[] {
  const { facts, lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const [start = "", field = name] = rules.assigned?.exec(written) ?? [];
  const type = facts.definitions[facts.definitions[enclosingAt(facts, { line })]?.parent ?? FILE];
  return /^\w+$/.test(field) || written.slice(start.length).trim() !== name || type === undefined
    ? []
    : linesWith(scope, field, type)
        .filter((at) => at !== line)
        .map((at) => ({ field, at }));
}

const NOWHERE: LineRange = { startLine: 1, endLine: 0 };

const functionAt = ({ facts }: Scope, line: number): LineRange =>
  facts.definitions[enclosingAt(facts, { line })] ?? NOWHERE;

function linesWith({ lines }: Scope, name: string, { startLine, endLine }: LineRange): number[] {
  const word = new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}(?!\\w)`);
  const inside = lines.slice(startLine - 1, Math.max(endLine, startLine - 1));
  return inside.flatMap((text, at) => (word.test(text) ? [startLine + at] : []));
}

function linesOf({ source: { text }, form: { opaque } }: Readable): string[] {
  let bare = "";
  for (let at = 0; at < text.length; ) {
    opaque.lastIndex = at;
    const [skipped = ""] = opaque.exec(text) ?? [];
    bare += skipped === "" ? text[at] : skipped.replace(/[^\n]/g, " ");
    at += Math.max(1, skipped.length);
  }
  return bare.split("\n");
}
