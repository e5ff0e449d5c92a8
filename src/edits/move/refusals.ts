// Answers of the builder that moves where there is no edit.
import type { Targeted } from "../../intelligence/edges/target.ts";
import type { Addressed } from "../../intelligence/symbols/address.ts";
import type { Built, Candidate, RefusalRule } from "../change-set.ts";

export const refused = (
  rule: RefusalRule,
  path: string | null,
  line: number | null,
  message: string,
  remedy: string,
): Built => ({ kind: "refused", refusals: [{ rule, path, line, message, remedy }] });

/** Where the address names no symbol whose uses are known. */
export function notFound(asked: string, targeted: Exclude<Targeted, { kind: "found" }>): Built {
  switch (targeted.kind) {
    case "ambiguous":
      return {
        kind: "ambiguous",
        message: `${asked} may mean ${targeted.candidates.length} symbols: name one as path#symbol`,
        candidates: targeted.candidates.flatMap(candidatesOf),
      };
    case "unread": {
      const { document } = targeted.found;
      return refused(
        "unsupported",
        document.path,
        null,
        `for ${document.language ?? "this kind of file"} only definitions are indexed, so uses of ${asked} are unknown`,
        "move it by hand: delete it here and insert it there",
      );
    }
    case "none":
      return { kind: "missing", message: targeted.why, candidates: targeted.nearest.flatMap(candidatesOf) };
  }
}

const candidatesOf = ({ document, symbols: [symbol] }: Addressed): Candidate[] =>
  symbol === undefined
    ? []
    : [
        {
          address: `${document.path}#${symbol.path}`,
          kind: symbol.kind,
          startLine: symbol.startLine,
          endLine: symbol.endLine,
        },
      ];
