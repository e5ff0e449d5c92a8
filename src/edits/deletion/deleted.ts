// What a deletion takes out of a file: the definitions that other code can name, and which lines go.
import type { DocumentRecord } from "../../index/snapshot.ts";
import { openInside } from "../../intelligence/edges/enclosing-definition.ts";
import { isFunction } from "../../linking/children.ts";
import type { Place } from "../../linking/resolution.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { type DefinitionAt, type DefinitionFact, type Facts, FILE, isNamed, LOCAL } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";

export interface Deleted {
  readonly path: string;
  readonly document: DocumentRecord;
  readonly facts: Facts;
  /** Whether a line of the file goes. */
  readonly isInside: (line: number) => boolean;
  /** Ordinals of the definitions that go and that code elsewhere can name. */
  readonly gone: readonly DefinitionAt[];
  /** Those of them that nothing else that goes encloses. */
  readonly outermost: readonly DefinitionAt[];
}

export function deletedIn(
  document: DocumentRecord,
  facts: Facts,
  { startLine, endLine, path }: LineRange & { readonly path: string },
): Deleted {
  const isInside = (line: number): boolean => startLine <= line && line <= endLine;
  const { definitions } = facts;
  const own = [...definitions.keys()].filter(
    (at) => definitions[at]?.path === path && isInside(definitions[at]?.nameLine ?? 0),
  );
  const isPart = openInside(facts, own);
  // What is around it on its line stays, and so does what only shares its line.
  const mayStay = (one: LineRange): boolean =>
    own.length > 0 && (startLine === endLine || (one.startLine <= startLine && endLine <= one.endLine));
  const goes = (at: DefinitionAt): boolean => {
    const one = definitions[at];
    return one !== undefined && isInside(one.nameLine) && (!mayStay(one) || isPart({ line: one.nameLine, within: at }));
  };
  const gone = [...definitions.keys()].filter((at) => goes(at) && canBeNamedOutside(definitions, at, goes));
  const outermost = gone.filter((at) => !goes(definitions[at]?.parent ?? FILE));
  return { path: document.path, document, facts, isInside, gone, outermost };
}

/** Not inside of a function that goes, whose own variables nothing else sees. */
function canBeNamedOutside(
  definitions: readonly DefinitionFact[],
  at: DefinitionAt,
  goes: (at: DefinitionAt) => boolean,
): boolean {
  const definition = definitions[at];
  const parent = definition?.parent ?? FILE;
  const around = definitions[parent];
  const isOfFunction = around !== undefined && goes(parent) && isFunction(around);
  return definition !== undefined && isNamed(definition) && !(isOfFunction && (definition.flags & LOCAL) !== 0);
}

export const placeIn = ({ path }: Deleted, at: DefinitionAt): Place => ({ path, at });

/** For what concerns the deleted lines themselves: the line before them, or behind them where there is none. */
export function lineBeside(isInside: Deleted["isInside"], { startLine, endLine }: LineRange): number {
  let line = startLine;
  while (isInside(line)) {
    line -= 1;
  }
  return line === 0 ? endLine + 1 : line;
}

export interface FoundPlace extends LeftPlace {
  /** The name that is called there. */
  readonly calls?: string | undefined;
  /** Whether it only has the name, on a value of unknown type. */
  readonly isDoubtful?: boolean;
  /** The deleted symbol that is used there for certain, so that what the line makes of it is not known any more. */
  readonly uses?: string | undefined;
}

/** An answer shows about as many places; of more, the doubtful ones come last. */
const SHOWN_MAX = 1_000;

/** By path and line. */
export function inOrder(places: readonly FoundPlace[]): FoundPlace[] {
  const doubt = ({ isDoubtful = false }: FoundPlace): number => (isDoubtful && places.length > SHOWN_MAX ? 1 : 0);
  return [...places].sort(
    (a, b) => doubt(a) - doubt(b) || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1),
  );
}

/** Places that a deletion breaks, and whether all were found in time. */
export interface FoundLeft {
  readonly places: readonly FoundPlace[];
  readonly isWhole: boolean;
}

export const NOTHING_LEFT: FoundLeft = { places: [], isWhole: true };
