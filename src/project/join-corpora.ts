// The files of several projects as one corpus: each path begins with its project's place. What a project admits is its own affair, here as
// anywhere: every read goes through the project's own corpus.
import { Failure, isOfOne, type Problem } from "../vocabulary/failure.ts";
import { type InnerFolder, joinedPath, ownPath, placeOfPath } from "../vocabulary/joined-path.ts";
import type { Corpus, CorpusFile, CorpusSource, ExcludedClass, ReadOutcome } from "./corpus.ts";

/** A project's corpus under its place. */
export interface PlacedCorpus {
  readonly place: number;
  readonly source: CorpusSource;
}

const EXAMPLES_MAX = 5;

function joinExcluded(parts: readonly { readonly place: number; readonly corpus: Corpus }[]): Corpus["excluded"] {
  const joined: Partial<Record<keyof Corpus["excluded"], ExcludedClass>> = {};
  for (const { place, corpus } of parts) {
    for (const [name, { count, examples }] of Object.entries(corpus.excluded)) {
      const exclusion = name as keyof Corpus["excluded"];
      const known = joined[exclusion] ?? { count: 0, examples: [] };
      joined[exclusion] = {
        count: known.count + count,
        examples: [...known.examples, ...examples.map((path) => joinedPath(place, path))].slice(0, EXAMPLES_MAX),
      };
    }
  }
  return joined;
}

/** The same problem, with its path among all the projects'. */
export const joinedProblem = (place: number, problem: Problem): Problem =>
  problem.path === undefined ? problem : { ...problem, path: joinedPath(place, problem.path) };

/** A file that an inner project has and an outer one as well is listed once, at its path in the outer one. */
function joinCurrent(
  root: string,
  parts: readonly { readonly place: number; readonly corpus: Corpus }[],
  inner: readonly InnerFolder[],
): Corpus {
  const files = new Map<string, CorpusFile>();
  for (const { place, corpus } of parts) {
    for (const [path, file] of corpus.files) {
      const joined = joinedPath(place, path);
      files.set(joined, { ...file, path: joined });
    }
  }
  for (const { prefix, place } of inner) {
    const copies = [...files.keys()].filter((path) => path.startsWith(prefix));
    for (const path of copies) {
      files.delete(joinedPath(place, path.slice(prefix.length)));
    }
  }
  const leftOut = new Map(
    parts.flatMap(({ place, corpus }) =>
      [...corpus.leftOut].map(([path, why]) => [joinedPath(place, path), why] as const),
    ),
  );
  const problems = parts.flatMap(({ place, corpus }) => corpus.problems.map((one) => joinedProblem(place, one)));
  return { root, files, excluded: joinExcluded(parts), leftOut, problems };
}

/**
 * `parts` answers the projects that still take part, in order of their places. `root`: a name for all of them. `leaveOut` is called with the
 * failure of one that cannot be refreshed, which then takes no part. `inner` answers which of them lie inside another one.
 */
export function joinCorpora(
  root: string,
  parts: () => readonly PlacedCorpus[],
  leaveOut: (place: number, failure: Failure) => void,
  inner: () => readonly InnerFolder[] = () => [],
): CorpusSource {
  let known: { readonly of: readonly Corpus[]; readonly joined: Corpus } | null = null;
  const current = (): Corpus => {
    const placed = parts().map(({ place, source }) => ({ place, corpus: source.current() }));
    const of = placed.map(({ corpus }) => corpus);
    if (known === null || known.of.length !== of.length || known.of.some((corpus, at) => corpus !== of[at])) {
      known = { of, joined: joinCurrent(root, placed, inner()) };
    }
    return known.joined;
  };
  const sourceAt = (path: string): CorpusSource | undefined => {
    const place = placeOfPath(path);
    return parts().find((part) => part.place === place)?.source;
  };
  const admitted = (path: string): CorpusSource => {
    const source = sourceAt(path);
    if (source === undefined) {
      throw new Failure("PATH_NOT_ADMITTED", "the path is in none of the projects that are searched together", {
        hint: "name a file of one of them",
      });
    }
    return source;
  };
  return {
    root,
    async refresh(signal) {
      const refreshing = parts().map(({ place, source }) =>
        source.refresh(signal).catch((error: unknown) => {
          if (!isOfOne(error)) {
            throw error;
          }
          leaveOut(place, error);
        }),
      );
      await Promise.all(refreshing);
      return current();
    },
    // Each project would have to take part.
    assume: () => null,
    current,
    async read(path): Promise<ReadOutcome> {
      const place = placeOfPath(path) ?? 0;
      const outcome = await admitted(path).read(ownPath(path));
      const problems = outcome.problems.map((one) => joinedProblem(place, one));
      return "text" in outcome ? { ...outcome, file: { ...outcome.file, path }, problems } : { ...outcome, problems };
    },
    readLeftOut: async (path) => (await sourceAt(path)?.readLeftOut(ownPath(path))) ?? null,
    peek: (path, maxBytes) => sourceAt(path)?.peek(ownPath(path), maxBytes) ?? null,
    rulingOf: (path) => admitted(path).rulingOf(ownPath(path)),
    rulingOfNew: (path) => admitted(path).rulingOfNew(ownPath(path)),
    textOf: (path, bytes) => admitted(path).textOf(ownPath(path), bytes),
    watchStatus: () => {
      const states = parts().map(({ source }) => source.watchStatus());
      return states.find(({ state }) => state !== "live") ?? states[0] ?? { state: "off", reason: "" };
    },
    // Each project's session closes its own.
    close: () => undefined,
  };
}
