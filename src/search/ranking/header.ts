// Whether a header only declares what a file beside it implements, by the paths in the snapshot.
import type { Snapshot } from "../../index/snapshot.ts";
import type { Query } from "../query/parse-query.ts";

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const IMPLEMENTATIONS = [".c", ".cc", ".cpp", ".cxx", ".m", ".mm"] as const;
/** Folders where projects keep the one and the other. */
const INCLUDE_FOLDER = /(^|\/)include\//;

/** 1 for a header whose implementation is in the project, unless the query asks for what headers hold. */
export function header(snapshot: Snapshot, query: Query, path: string): number {
  if (!HEADER.test(path) || query.asksForHeaders) {
    return 0;
  }
  const stem = path.replace(HEADER, "");
  const stems = [stem, stem.replace(INCLUDE_FOLDER, "$1src/"), stem.replace(INCLUDE_FOLDER, "$1")];
  const isThere = (implementation: string): boolean => snapshot.documentAt(implementation) !== undefined;
  return stems.some((one) => IMPLEMENTATIONS.some((ending) => isThere(one + ending))) ? 1 : 0;
}
