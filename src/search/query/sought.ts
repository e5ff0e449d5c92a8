// What a query says about the files it needs before any is indexed: prefixes of its words as they occur in a text, the paths it
// names, and what it leaves aside. index/ orders its work by it.
import type { FileHints } from "../../index/project-index.ts";
import { roleOf, sideOf } from "../../project/file-role.ts";
import type { SearchFilter } from "../../vocabulary/search.ts";
import { compileFilter } from "./filter.ts";
import type { Query } from "./parse-query.ts";

/** A longer query is a text: its first words are enough, and each costs a search of every file. */
const NEEDLES_MAX = 16;
/** Names used, from the start of the query. */
const NAMES_MAX = 4;
/** Phrases of a message used, longest first. */
const PHRASES_MAX = 3;
/** A stem that ends in one of these is of words that end otherwise: `queri` of query and queries. */
const CHANGED_END = /[iy]$/;
const STEM_LENGTH_MIN = 4;
/** Dearer globs are left to the answer, which tries them elsewhere: an order of work may be worse, never late. */
const STEPS_A_LETTER_MAX = 64;

const beginning = (term: string): string => (term.length > STEM_LENGTH_MIN ? term.replace(CHANGED_END, "") : term);

/** How far from the source a path is, 0 to 1, independent of the query. */
export const besideSource = (path: string): number => roleOf(path)?.distance ?? 0;

/** Throws INVALID_INPUT for a filter that cannot be meant. */
export function soughtBy(query: Query, filter: SearchFilter): FileHints {
  const { admitsDocument, globs } = compileFilter({ ...filter, languages: [], kinds: [] }, new Set());
  const cheap = globs === null || globs.stepsALetter <= STEPS_A_LETTER_MAX;
  const names = query.identifiers.map((name) => name.toLowerCase());
  const needles = [...query.phrases.slice(0, PHRASES_MAX), ...names, ...query.terms.map(beginning)];
  return {
    needles: [...new Set(needles)].slice(0, NEEDLES_MAX),
    names: [...new Set([...(query.symbol === null ? [] : [query.symbol]), ...query.identifiers])].slice(0, NAMES_MAX),
    places: query.places.filter(({ foreign }) => !foreign).map(({ path }) => path.toLowerCase()),
    admits: (path) => !cheap || admitsDocument({ path, language: null }),
    beside: (path) => sideOf(path, query.asksFor)?.distance ?? 0,
  };
}
