// Whether an answer may stand that was made before the files were compared with the index.
import type { SearchResult } from "../../search/answer/search-result.ts";

/** Nothing that was asked for is missing: what was not found may be in a file that is not compared yet. */
export const isClear = ({
  outcome,
  missingWords,
  corrections,
}: Pick<SearchResult, "outcome" | "missingWords" | "corrections">): boolean =>
  (outcome === "found" || outcome === "ambiguous") && missingWords === undefined && corrections === undefined;
