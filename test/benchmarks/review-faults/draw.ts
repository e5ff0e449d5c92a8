// Draws commits and plants a fault into each: repositories take turns, and the kind of which there are fewest so far comes first.
import { createHash } from "node:crypto";
import { type Random, seededRandom, shuffled } from "../../support/random.ts";
import { spansOf, type Target } from "./judge.ts";
import type { Kind } from "./kinds.ts";
import type { Commit, Repository } from "./repository.ts";
import { type Fault, openScene } from "./scene.ts";

export interface Planted {
  readonly kind: Kind;
  readonly repository: Repository;
  readonly commit: Commit;
  /** In the order of history, newest first. */
  readonly at: number;
  /** The commit with the fault. */
  readonly hash: string;
  readonly patch: string;
  readonly fault: Fault;
  readonly target: Target;
  readonly was: Target;
}

interface Drawn {
  readonly repository: Repository;
  readonly rest: { readonly commit: Commit; readonly at: number }[];
}

/** The same for a commit whatever else is drawn. */
function randomOf(seed: number, { hash }: Commit): Random {
  return seededRandom(createHash("sha256").update(`${seed} ${hash}`).digest().readUInt32BE());
}

/** `vectorFilesMax`: of a repository with more files, the vectors are not made, so kinds that need them are not planted there. */
export function plantOne(
  repository: Repository,
  { commit, at }: { readonly commit: Commit; readonly at: number },
  kinds: readonly Kind[],
  { seed, vectorFilesMax }: { readonly seed: number; readonly vectorFilesMax: number },
): Planted | null {
  const scene = openScene(repository, commit, randomOf(seed, commit));
  if (scene === null) {
    return null;
  }
  for (const kind of kinds) {
    const fault = kind.needsVectors === true && scene.files.size > vectorFilesMax ? null : kind.plant(scene);
    if (fault !== null && [...fault.edits].some(([path, text]) => scene.files.get(path) !== text)) {
      const hash = repository.amended(commit, fault.edits);
      const { before, after } = spansOf(repository.git(["diff", "--no-ext-diff", "-U0", commit.hash, hash]));
      const places = fault.places.map(({ path, line }) => ({ path, from: line, to: line }));
      const about = { rule: kind.rule, symbols: fault.symbols, paths: fault.paths };
      return {
        kind,
        repository,
        commit,
        at,
        hash,
        fault,
        patch: repository.git(["diff", "--no-ext-diff", commit.hash, hash]),
        target: { ...about, spans: [...after, ...places] },
        was: { ...about, spans: [...before, ...places] },
      };
    }
  }
  return null;
}

export interface Plan {
  readonly count: number;
  readonly seed: number;
  readonly vectorFilesMax: number;
}

/** Fewer than `count` only where the commits run out. */
export function drawFaults(
  repositories: readonly Repository[],
  kinds: readonly Kind[],
  plan: Plan,
  tell: (line: string) => void,
): Planted[] {
  const random = seededRandom(plan.seed);
  const drawn: Drawn[] = repositories.map((repository) => ({
    repository,
    rest: shuffled(
      repository.recent().map((commit, at) => ({ commit, at })),
      random,
    ),
  }));
  const planted: Planted[] = [];
  const countOf = (kind: Kind): number => planted.filter((one) => one.kind === kind).length;
  while (planted.length < plan.count && drawn.some(({ rest }) => rest.length > 0)) {
    for (const { repository, rest } of drawn) {
      const commit = planted.length < plan.count ? rest.pop() : undefined;
      const order = shuffled(kinds, random).sort((a, b) => countOf(a) - countOf(b));
      const one = commit === undefined ? null : plantOne(repository, commit, order, plan);
      if (one !== null) {
        planted.push(one);
        tell(
          `${planted.length} ${repository.name} ${one.commit.hash.slice(0, 9)} ${one.kind.name} (${one.fault.form}): ${one.fault.why.slice(0, 140)}`,
        );
      }
    }
  }
  return planted;
}
