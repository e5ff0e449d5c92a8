// One query asked of the real program: of a repository alone, and of all repositories together.
import { ownPath, placeOfPath } from "../../../src/vocabulary/joined-path.ts";
import type { Place } from "../../support/judged.ts";
import { RANKING } from "../quality/ask-program.ts";
import type { Repository } from "../quality/judged-queries.ts";
import type { Asking, Program } from "../quality/program.ts";

/** A hit and the repository that it is of, by its place in the list of repositories; its path is relative to the checkout. */
export type Hit = Place & { readonly score: number; readonly of: number };

/** A longer list, so that enough is left where the hits of other repositories are taken out. */
export const DEEP: Asking = { topK: 100, detail: "locations", maxTokens: 60_000 };

const inCheckout = (prefix: string, path: string): string => (prefix === "" ? path : `${prefix}/${path}`);

export async function hitsAlone(
  program: Program,
  repositories: readonly Repository[],
  of: number,
  query: string,
): Promise<Hit[]> {
  const { root, prefix } = repositories[of] as Repository;
  const { hits } = await program.ask(root, query, RANKING);
  return hits.map((hit) => ({ ...hit, of, path: inCheckout(prefix, hit.path) }));
}

export async function hitsTogether(
  program: Program,
  repositories: readonly Repository[],
  query: string,
  asking: Asking = RANKING,
): Promise<Hit[]> {
  const roots = repositories.map(({ root }) => root);
  const { hits } = await program.askTogether(roots, query, asking);
  return hits.map((hit) => {
    const of = placeOfPath(hit.path) ?? -1;
    return { ...hit, of, path: inCheckout(repositories[of]?.prefix ?? "", ownPath(hit.path)) };
  });
}

/** A hit of another repository keeps its rank and answers nothing. */
export const ownHits = (hits: readonly Hit[], of: number): Place[] =>
  hits.map((hit) => (hit.of === of ? hit : { ...hit, path: "" }));
