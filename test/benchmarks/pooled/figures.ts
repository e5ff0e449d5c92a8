// What a list of hits is worth where a reader judged the hits of all repositories, beside the benchmark's own judgements. Pure.
import { DEPTH, gain, ndcg10, rankOf, type Target } from "../../support/judged.ts";
import { type Hit, ownHits } from "../together/ask.ts";
import type { Grade } from "./judgements.ts";

/** Null: it was not judged. */
export type GradedHit = Hit & { readonly grade: Grade | null };

export interface JudgedAnswer {
  /** The query's repository, by place. */
  readonly of: number;
  readonly targets: readonly Target[];
  readonly alone: readonly GradedHit[];
  readonly together: readonly GradedHit[];
  /** Together, more of them, so that enough is left where some are taken out. */
  readonly deep: readonly GradedHit[];
}

const ANSWERS: Grade = 2;

const fileOf = ({ of, path }: Hit): string => `${of}:${path}`;
const answering = (hits: readonly GradedHit[]): GradedHit[] => hits.filter(({ grade }) => grade === ANSWERS);
const foreign = (hits: readonly GradedHit[], place: number): GradedHit[] => hits.filter(({ of }) => of !== place);
const filesOf = (hits: readonly GradedHit[]): Set<string> => new Set(hits.map(fileOf));

/** 1-based ranks of the files, each at its first hit that answers. */
function ranksOf(files: ReadonlySet<string>, hits: readonly GradedHit[]): number[] {
  const list = hits.slice(0, DEPTH);
  return [...files].flatMap((file) => {
    const at = list.findIndex((hit) => hit.grade === ANSWERS && fileOf(hit) === file);
    return at < 0 ? [] : [at + 1];
  });
}

const firstRanks = (count: number): number[] => Array.from({ length: Math.min(DEPTH, count) }, (_, at) => at + 1);

/** By the benchmark: a hit of another repository answers nothing. */
export const strict = ({ targets, of }: JudgedAnswer, hits: readonly GradedHit[]): number =>
  ndcg10(ownHits(hits, of), targets);

/** The same, where hits of other repositories that answer the query are taken out of the list. */
export function forgiving(answer: JudgedAnswer): number {
  const { of, together, deep } = answer;
  const known = new Set(together.map(({ path, startLine, of: place }) => `${place}:${path}:${startLine}`));
  const rest = deep.filter(({ path, startLine, of: place }) => !known.has(`${place}:${path}:${startLine}`));
  const kept = [...together, ...rest].filter((hit) => hit.of === of || hit.grade !== ANSWERS);
  return strict(answer, kept);
}

/** The benchmark's targets and the files of other repositories that answer, all to be found. */
export function pooled({ of, targets, together }: JudgedAnswer): number {
  const own = ownHits(together, of);
  const files = filesOf(answering(foreign(together, of)));
  const found = targets.map((target) => rankOf(own, target)).filter((rank) => rank > 0);
  return gain([...found, ...ranksOf(files, together)]) / gain(firstRanks(targets.length + files.size));
}

/** By the reader alone: files that answer, of those that were judged. Null where none of them does. */
export function byReader({ of, alone, together }: JudgedAnswer): { alone: number; together: number } | null {
  const all = answering([...alone, ...together]);
  const own = filesOf(all.filter((hit) => hit.of === of));
  const every = filesOf(all);
  return own.size === 0
    ? null
    : {
        alone: gain(ranksOf(own, alone)) / gain(firstRanks(own.size)),
        together: gain(ranksOf(every, together)) / gain(firstRanks(every.size)),
      };
}

export interface Agreement {
  readonly hits: number;
  /** Share of the hits that both judge alike. */
  readonly agreed: number;
  /** Cohen's kappa (1960): agreement beyond chance, at most 1. */
  readonly kappa: number;
}

/** `pairs`: what two judges say of each hit. */
export function agreementOf(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const share = (holds: (pair: readonly [boolean, boolean]) => boolean): number =>
    pairs.filter(holds).length / Math.max(1, pairs.length);
  const agreed = share(([a, b]) => a === b);
  const [first, second] = [share(([a]) => a), share(([, b]) => b)];
  const chance = first * second + (1 - first) * (1 - second);
  return { hits: pairs.length, agreed, kappa: chance === 1 ? 1 : (agreed - chance) / (1 - chance) };
}

/** Of each judged hit of the query's own repository: whether the reader, and whether the benchmark, says that it answers. */
export function pairsOf({ of, targets, alone, together }: JudgedAnswer): (readonly [boolean, boolean])[] {
  const own = [...alone, ...together].filter((hit) => hit.of === of && hit.grade !== null);
  const once = new Map(own.map((hit) => [`${hit.path}:${hit.startLine}-${hit.endLine}`, hit]));
  return [...once.values()].map((hit) => [hit.grade === ANSWERS, targets.some((target) => rankOf([hit], target) > 0)]);
}

/** Hits of other repositories among the first ten, by grade; those that were not judged under null. */
export function foreignByGrade({ of, together }: JudgedAnswer): ReadonlyMap<Grade | null, number> {
  const counts = new Map<Grade | null, number>();
  for (const { grade } of foreign(together, of)) {
    counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  return counts;
}
