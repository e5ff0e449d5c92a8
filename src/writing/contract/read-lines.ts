// The lines that were read, as the checker of citations wants them.
import type { SentPlace } from "../../reason/citations/check-citations.ts";
import type { Library, ReadFile, ReadLines } from "./writing.ts";

export const sentPlaces = (read: readonly ReadLines[]): SentPlace[] =>
  read.flatMap(({ file, spans }) =>
    spans.map(({ startLine, endLine }) => {
      const source = file.lines.slice(startLine - 1, endLine).join("\n");
      return { path: file.path, startLine, endLine, symbol: null, source };
    }),
  );

/** How many lines a file has: null where there is none; of one that was not read they are not known. */
export const linesOf = (file: ReadFile | null, path: string, { has }: Pick<Library, "has">): number | null =>
  file?.lines.length ?? (has(path) ? Number.MAX_SAFE_INTEGER : null);
