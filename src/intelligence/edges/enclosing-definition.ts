// Finds the definition that encloses a reference, by its position where several definitions share its line.
import { derivedFrom } from "../../linking/derived.ts";
import { openInnermostRange } from "../../system/innermost-range.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import {
  DATA_KINDS,
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  FILE,
  isNamed,
  type ReferenceGroup,
} from "../../vocabulary/facts.ts";

/** A place in a file. `within`: as ReferenceGroup; absent where its line tells it. */
export interface PlaceInFile {
  readonly line: number;
  readonly within?: DefinitionAt;
}

/** Where a group refers for the time at this index. */
export function placeIn({ lines, within }: Pick<ReferenceGroup, "lines" | "within">, index: number): PlaceInFile {
  const line = lines[index] ?? 0;
  return within === undefined ? { line } : { line, within: within[index] ?? FILE };
}

const isSymbol = (one: DefinitionFact): boolean => !DATA_KINDS.has(one.kind) && isNamed(one);

const finderOf = derivedFrom((definitions: Facts["definitions"]): ((line: number) => DefinitionAt) => {
  const named = [...definitions.entries()].filter(([, one]) => isSymbol(one));
  const innermost = openInnermostRange(named.map(([, one]) => one));
  return (line) => named[innermost(line)]?.[0] ?? FILE;
});

/** The innermost definition around the place, without fields and members; FILE at the top of the file. */
export const enclosingAt = ({ definitions }: Facts, { line, within }: PlaceInFile): DefinitionAt =>
  within === undefined ? finderOf(definitions)(line) : firstFrom(definitions, within, isSymbol);

/**
 * Whether places are inside of any of these definitions. What stands on a line on which one of them starts or ends is so by its
 * position, where that is known.
 */
export function openInside({ definitions }: Facts, ats: readonly DefinitionAt[]): (place: PlaceInFile) => boolean {
  const own = new Set(ats);
  const ranges = ats.flatMap((at) => definitions[at] ?? []);
  const innermost = openInnermostRange(ranges);
  const isWhollyInside = (part: LineRange): boolean =>
    ranges.some(({ startLine, endLine }) => startLine < part.startLine && part.endLine < endLine);
  return ({ line, within }) => {
    if (innermost(line) < 0 || within === undefined) {
      return innermost(line) >= 0;
    }
    const part = definitions[within];
    return (
      firstFrom(definitions, within, (_, at) => own.has(at)) !== FILE || (part !== undefined && isWhollyInside(part))
    );
  };
}

/** The first that is admitted of the definition and those that it is a part of; FILE where none is. */
function firstFrom(
  definitions: Facts["definitions"],
  start: DefinitionAt,
  admits: (definition: DefinitionFact, at: DefinitionAt) => boolean,
): DefinitionAt {
  let at = start;
  for (let one = definitions[at]; one !== undefined && !admits(one, at); one = definitions[at]) {
    at = one.parent;
  }
  return at;
}
