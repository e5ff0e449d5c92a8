// A program woven of pieces of a text: what the code of a template would be in the language of its component, with blocks and
// functions around it. Each piece knows where it stands in the text.

/** What stands in the text between two offsets, or what the text only means: `for (const `. */
export type Piece = string | readonly [start: number, end: number];

/** Pieces that belong to one place of the text. */
export interface Strand {
  /** 0-based offset in the text: of what the pieces themselves do not say where it stands. */
  readonly at: number;
  readonly pieces: readonly Piece[];
}

export interface Woven {
  readonly code: string;
  /** By offset in the code: where in the text a node starts that starts there. */
  readonly starts: Uint32Array;
  /** By offset in the code: where in the text a node ends that ends there. */
  readonly ends: Uint32Array;
}

/** In the order in which they are given. */
export function weave(text: string, strands: readonly Strand[]): Woven {
  const parts = strands.flatMap(({ at, pieces }) =>
    pieces.map((piece) =>
      typeof piece === "string"
        ? { written: piece, from: at, isOwn: false }
        : { written: text.slice(piece[0], piece[1]), from: piece[0], isOwn: true },
    ),
  );
  const code = parts.map(({ written }) => written).join("");
  const [starts, ends] = [new Uint32Array(code.length + 1), new Uint32Array(code.length + 1)];
  let at = 0;
  for (const { written, from, isOwn } of parts) {
    for (let offset = 0; offset < written.length; offset += 1, at += 1) {
      starts[at] = from + (isOwn ? offset : 0);
      ends[at + 1] = from + (isOwn ? offset + 1 : 0);
    }
  }
  starts[at] = parts.at(-1)?.from ?? 0;
  return { code, starts, ends };
}
