// The figures by which a ranking is judged: which hit answers which target, NDCG@10, recall and reciprocal rank. Pure; knows
// no project, no search and no file. A target found by no hit counts as missed, whatever the answer's length.

/** Lines of a project-relative path, 1-based and inclusive. */
export interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What answers a query: a file, or some lines of it (1-based, inclusive) where only those do. */
export interface Target {
  readonly path: string;
  readonly lines?: { readonly start: number; readonly end: number };
}

/** Where the figures stop looking, in hits. */
export const DEPTH = 10;

/** A path may be relative to the repository or to the folder that is the project. */
const isSamePath = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** Whether the hit shows some of the target. */
export function covers(hit: Place, { path, lines }: Target): boolean {
  return (
    isSamePath(hit.path, path) && (lines === undefined || (hit.startLine <= lines.end && hit.endLine >= lines.start))
  );
}

/** 1-based rank of the first hit that covers the target, or 0 where none of the first DEPTH does. */
export function rankOf(hits: readonly Place[], target: Target): number {
  return hits.slice(0, DEPTH).findIndex((hit) => covers(hit, target)) + 1;
}

const discount = (rank: number): number => 1 / Math.log2(rank + 1);

/** Sum of the discounts of 1-based ranks, each rank once. */
export const gain = (ranks: Iterable<number>): number =>
  [...new Set(ranks)].reduce((sum, rank) => sum + discount(rank), 0);

/**
 * Normalised discounted cumulative gain over the first ten hits, 0 to 1, with gain 1 for every target (Järvelin and
 * Kekäläinen, 2002). Two targets shown by one hit count once; what is ideal is one hit for each target.
 */
export function ndcg10(hits: readonly Place[], targets: readonly Target[]): number {
  const found = targets.map((target) => rankOf(hits, target)).filter((rank) => rank > 0);
  const ideal = Array.from({ length: Math.min(DEPTH, targets.length) }, (_, at) => at + 1);
  return gain(found) / gain(ideal);
}

/** Share of the targets that the first `depth` hits show; `depth` is at most DEPTH. */
export function recallAt(hits: readonly Place[], targets: readonly Target[], depth: number): number {
  const ranks = targets.map((target) => rankOf(hits, target));
  return ranks.filter((rank) => rank > 0 && rank <= depth).length / targets.length;
}

/** 1 ÷ the rank of the first hit that shows any target; 0 where none of the first DEPTH does. */
export function reciprocalRank(hits: readonly Place[], targets: readonly Target[]): number {
  const ranks = targets.map((target) => rankOf(hits, target)).filter((rank) => rank > 0);
  return ranks.length === 0 ? 0 : 1 / Math.min(...ranks);
}

export interface Figures {
  readonly queries: number;
  readonly ndcg10: number;
  readonly recall1: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr: number;
}

/** Means over queries; all 0 for none. */
export function figuresOf(
  answers: readonly { readonly hits: readonly Place[]; readonly targets: readonly Target[] }[],
): Figures {
  const mean = (value: (hits: readonly Place[], targets: readonly Target[]) => number): number =>
    answers.reduce((sum, { hits, targets }) => sum + value(hits, targets), 0) / Math.max(1, answers.length);
  return {
    queries: answers.length,
    ndcg10: mean(ndcg10),
    recall1: mean((hits, targets) => recallAt(hits, targets, 1)),
    recall5: mean((hits, targets) => recallAt(hits, targets, 5)),
    recall10: mean((hits, targets) => recallAt(hits, targets, 10)),
    mrr: mean(reciprocalRank),
  };
}
