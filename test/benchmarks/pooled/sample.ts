// Which queries are judged, and the hits of each in an order that does not tell which list they came from. Pure.
import { append } from "../../../src/system/append.ts";
import { type Random, seededRandom, shuffled } from "../../support/random.ts";
import type { JudgedQuery, QuerySet } from "../quality/judged-queries.ts";
import type { Hit } from "../together/ask.ts";

export interface DrawnQuery {
  /** `file:line` of the query: its text is copied nowhere. */
  readonly id: string;
  readonly query: JudgedQuery;
}

/**
 * `count` queries of the set, of each repository as many as its share of them, in the order of the file. Of these, those of the
 * repositories `only`: a measurement of some of them draws the queries that were judged.
 */
export function drawQueries(
  { name, queries }: QuerySet,
  count: number,
  seed: number,
  only: ReadonlySet<string>,
): DrawnQuery[] {
  const random = seededRandom(seed);
  const places = new Map<string, number[]>();
  for (const [at, { repo }] of queries.entries()) {
    append(places, repo, at);
  }
  const placed = [...places.values()].flatMap((own) =>
    shuffled(own, random).map((at, rank) => ({ at, key: (rank + random()) / own.length })),
  );
  return placed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at }) => {
      const query = queries[at];
      return query === undefined || !only.has(query.repo) ? [] : [{ id: `${name}:${at + 1}`, query }];
    });
}

const keyOf = ({ of, path, startLine, endLine }: Hit): string => `${of} ${path} ${startLine} ${endLine}`;

/** The hits of all lists, each once, shuffled. */
export function poolOf(lists: readonly (readonly Hit[])[], random: Random): Hit[] {
  const pool = new Map(lists.flat().map((hit) => [keyOf(hit), hit]));
  return shuffled([...pool.values()], random);
}
