// What a query looks for, for index/ to read first while nothing is indexed: its terms, its names, the paths that it names.
import { termsOf } from "../../index/lexical/terms.ts";
import type { FileHints } from "../../index/project-index.ts";
import { roleOf, sideOf } from "../../languages/file-role.ts";
import type { Query } from "./parse-query.ts";

/** A longer query is a text: its first words are enough for the order of reading. */
const NEEDLES_MAX = 16;
/** Names used, from the start of the query. */
const NAMES_MAX = 4;
/** A stem that ends in one of these is of words that end otherwise: `queri` of query and queries. */
const CHANGED_END = /[iy]$/;
const STEM_LENGTH_MIN = 4;

const beginning = (term: string): string => (term.length > STEM_LENGTH_MIN ? term.replace(CHANGED_END, "") : term);

/** How far from the source a path is, 0 to 1, independent of the query. */
export const besideSource = (path: string): number => roleOf(path)?.distance ?? 0;

/** The hints of a query; how its files are ranked is another matter. */
export function fileHintsOf(query: Query): Omit<FileHints, "rank" | "proposed"> {
  const names = [...new Set([...(query.symbol === null ? [] : [query.symbol]), ...query.identifiers])];
  return {
    terms: query.terms,
    needles: [...new Set(query.terms.map(beginning))].slice(0, NEEDLES_MAX),
    names,
    nameTerms: [...new Set(names.slice(0, NAMES_MAX).flatMap((name) => termsOf(name)[0] ?? []))],
    places: query.places.filter(({ external }) => !external).map(({ path }) => path.toLowerCase()),
    sideDistance: (path) => sideOf(path, query.asksFor)?.distance ?? 0,
  };
}
