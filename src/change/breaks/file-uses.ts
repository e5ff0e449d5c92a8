// Lines that use a symbol, as found and by file.

import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { append } from "../../system/append.ts";
import { type Certainty, mostCertain } from "../../vocabulary/facts.ts";

/** A line that uses a symbol, in the file as it is now. */
export type Use = Pick<Reference, "path" | "line" | "certainty">;

/** Lines of one file that use a symbol. */
export interface FileUses {
  readonly path: string;
  /** 1-based, in the file as it is now; ascending. */
  readonly lines: readonly number[];
  /** Certainty of the most certain line. */
  readonly certainty: Certainty;
  /** Those of `lines` that match by name alone. */
  readonly byName: readonly number[];
  /** Whether the file is part of the change itself. */
  readonly isChanged: boolean;
}

export function usesByFile(references: readonly Use[], changed: ReadonlySet<string | undefined>): FileUses[] {
  const files = new Map<string, Map<number, Certainty>>();
  for (const { path, line, certainty } of references) {
    const lines = files.get(path) ?? new Map<number, Certainty>();
    files.set(path, lines);
    // A line may use the symbol twice.
    lines.set(line, mostCertain([certainty, lines.get(line) ?? certainty]));
  }
  const uses = [...files].map(([path, lines]): FileUses => {
    const all = [...lines].sort(([a], [b]) => a - b);
    return {
      path,
      lines: all.map(([line]) => line),
      certainty: mostCertain(lines.values()),
      byName: all.flatMap(([line, certainty]) => (certainty === "heuristic" ? [line] : [])),
      isChanged: changed.has(path),
    };
  });
  return uses.sort((a, b) => Number(a.isChanged) - Number(b.isChanged));
}

/** Uses of several symbols as one list with each file once. */
export function mergedUses(all: readonly FileUses[]): FileUses[] {
  const byPath = new Map<string, FileUses[]>();
  for (const use of all) {
    append(byPath, use.path, use);
  }
  const merged = [...byPath.values()].map((uses): FileUses => {
    const [first] = uses as [FileUses, ...FileUses[]];
    const lines = new Set(uses.flatMap((use) => use.lines));
    const surer = new Set(uses.flatMap((use) => use.lines.filter((line) => !use.byName.includes(line))));
    return {
      ...first,
      lines: [...lines].sort((a, b) => a - b),
      certainty: mostCertain(uses.map(({ certainty }) => certainty)),
      byName: [...lines].filter((line) => !surer.has(line)).sort((a, b) => a - b),
    };
  });
  return merged.sort((a, b) => Number(a.isChanged) - Number(b.isChanged));
}
