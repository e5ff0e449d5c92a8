// What a rename or a move answers where its address names no symbol, or several: those that the caller may have meant.
import type { Targeted } from "../intelligence/edges/target.ts";
import type { Addressed } from "../intelligence/symbols/address.ts";
import type { Built, Candidate } from "./change-set.ts";

export function withoutTarget(asked: string, targeted: Extract<Targeted, { kind: "ambiguous" | "none" }>): Built {
  if (targeted.kind === "none") {
    return { kind: "missing", message: targeted.why, candidates: candidatesOf(targeted.nearest) };
  }
  const message = `${asked} may mean ${targeted.candidates.length} symbols: name one as path#symbol`;
  return { kind: "ambiguous", message, candidates: candidatesOf(targeted.candidates) };
}

/** By their paths, which name all declarations of a symbol at once: overloads are renamed and moved together. */
const candidatesOf = (found: readonly Addressed[]): Candidate[] =>
  found.flatMap(({ document, symbols: [symbol] }) => {
    if (symbol === undefined) {
      return [];
    }
    const { path, kind, startLine, endLine } = symbol;
    return [{ address: `${document.path}#${path}`, kind, startLine, endLine }];
  });
