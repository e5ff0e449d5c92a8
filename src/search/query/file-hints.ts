// Which files a query needs most, for index/ to read first while nothing is indexed: prefixes of its words as they occur in a text,
// the paths it names, and the paths that its filter excludes.
import type { FileHints } from "../../index/project-index.ts";
import { roleOf, sideOf } from "../../languages/file-role.ts";
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
/** More expensive globs are not tried here, only for the answer: a worse order of work is better than a late one. */
const STEPS_A_LETTER_MAX = 64;

const beginning = (term: string): string => (term.length > STEM_LENGTH_MIN ? term.replace(CHANGED_END, "") : term);

/** How far from the source a path is, 0 to 1, independent of the query. */
export const besideSource = (path: string): number => roleOf(path)?.distance ?? 0;

/** The hints of a query and its filter. Throws INVALID_INPUT for an invalid glob. */
export function fileHintsOf(query: Query, filter: SearchFilter): FileHints {
  const { admitsDocument, globs } = compileFilter({ ...filter, languages: [], kinds: [] }, new Set());
  const cheap = globs === null || globs.stepsALetter <= STEPS_A_LETTER_MAX;
  const names = query.identifiers.map((name) => name.toLowerCase());
  const needles = [...query.phrases.slice(0, PHRASES_MAX), ...names, ...query.terms.map(beginning)];
  return {
    needles: [...new Set(needles)].slice(0, NEEDLES_MAX),
    names: [...new Set([...(query.symbol === null ? [] : [query.symbol]), ...query.identifiers])].slice(0, NAMES_MAX),
    places: query.places.filter(({ external }) => !external).map(({ path }) => path.toLowerCase()),
    admits: (path) => !cheap || admitsDocument({ path, language: null }),
    sideDistance: (path) => sideOf(path, query.asksFor)?.distance ?? 0,
  };
}
