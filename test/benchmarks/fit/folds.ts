// Leaving out: every repository is judged by what was fitted to others. Pure; knows no weights.

/** Repositories in as many groups as asked for, dealt in turn by name; each by itself for null. Empty groups are left out. */
export function foldsOf(repositories: Iterable<string>, count: number | null): string[][] {
  const names = [...new Set(repositories)].sort();
  const folds = Array.from({ length: count ?? names.length }, (_, fold) =>
    names.filter((_name, at) => at % (count ?? names.length) === fold),
  );
  return folds.filter(({ length }) => length > 0);
}

/** By repository: what was fitted to the samples of all other folds. */
export function fitLeavingOut<Sample extends { readonly repo: string }, Fitted>(
  samples: readonly Sample[],
  folds: readonly (readonly string[])[],
  fit: (training: readonly Sample[], left: readonly string[]) => Fitted,
): ReadonlyMap<string, Fitted> {
  return new Map(
    folds.flatMap((fold) => {
      const fitted = fit(
        samples.filter(({ repo }) => !fold.includes(repo)),
        fold,
      );
      return fold.map((repo) => [repo, fitted] as const);
    }),
  );
}
