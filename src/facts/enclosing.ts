// Which definition is around a place of the text, by offsets, and whether the place's line alone would tell it.
import { openInnermostRange } from "../system/innermost-range.ts";
import { DATA_KINDS, type DefinitionAt, type DefinitionFact, FILE, isNamed } from "../vocabulary/facts.ts";
import type { ToLine } from "./facts-builder.ts";

/** What is around an offset, which is on this line. */
export type Enclosing = (
  offset: number,
  line: number,
) => {
  /** The innermost named definition; FILE for none. */
  readonly within: DefinitionAt;
  /** The same, of a field or a member what it is a part of. */
  readonly symbol: DefinitionAt;
  /** Whether the line alone tells both. */
  readonly isPlain: boolean;
};

type Placed = Pick<DefinitionFact, "name" | "kind" | "parent" | "startLine" | "endLine">;

/** `definitions`: with offsets for lines. */
export function openEnclosing(definitions: readonly Placed[], lineOf: ToLine): Enclosing {
  const byOffset = openInnermost(definitions, isNamed);
  const lines = definitions.map(({ name, kind, parent, startLine, endLine }): Placed => {
    return { name, kind, parent, startLine: lineOf(startLine), endLine: lineOf(endLine) };
  });
  const byLine = openInnermost(lines, isNamed);
  const symbolByLine = openInnermost(lines, isSymbol);
  return (offset, line) => {
    const within = byOffset(offset);
    const symbol = symbolAround(definitions, within);
    return { within, symbol, isPlain: within === byLine(line) && symbol === symbolByLine(line) };
  };
}

const isSymbol = (one: Placed): boolean => !DATA_KINDS.has(one.kind) && isNamed(one);

/** The innermost of the definitions that are admitted; FILE where none is. */
function openInnermost(
  definitions: readonly Placed[],
  admits: (definition: Placed) => boolean,
): (place: number) => DefinitionAt {
  const admitted = [...definitions.entries()].filter(([, one]) => admits(one));
  const innermost = openInnermostRange(admitted.map(([, one]) => one));
  return (place) => admitted[innermost(place)]?.[0] ?? FILE;
}

/** The definition itself; of data, what it is a part of. */
function symbolAround(definitions: readonly Placed[], at: DefinitionAt): DefinitionAt {
  for (let symbol = at; ; ) {
    const one = definitions[symbol];
    if (one === undefined || isSymbol(one)) {
      return symbol;
    }
    symbol = one.parent;
  }
}
