// Joins several projects into one session, for a question about all of them. An operation uses it like the session of one project. Paths in it
// begin with a mark of their project (src/vocabulary/joined-path.ts), which the answer turns into the project's label.
import nodePath, { basename } from "node:path";
import { joinIndexes } from "../../index/joined/join-indexes.ts";
import type { Freshness, ProjectIndex } from "../../index/project-index.ts";
import type { ChangedFiles } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { joinCorpora } from "../../project/join-corpora.ts";
import { withSlashes } from "../../system/platform/below.ts";
import { isInside, type PathRules } from "../../system/platform/inside.ts";
import { type Failure, isOfOne } from "../../vocabulary/failure.ts";
import { type InnerFolder, joinedPath, joinedRoot } from "../../vocabulary/joined-path.ts";
import { joinChanges } from "./joined-changes.ts";
import { joinedName, openJoinedSaves } from "./joined-saves.ts";
import { labelsOf } from "./labels-of.ts";
import type { ProjectSession, Services } from "./services.ts";

/** One of the projects, as an answer lists it. */
export interface Member {
  /** The folder's name, with as many parents as are needed to tell projects of the same name apart. */
  readonly label: string;
  readonly root: string;
  /** The commit that `changed_since` of the question means in this project; null without it. */
  readonly commit: string | null;
  /** Null until the project was brought up to date. */
  readonly freshness: Freshness | null;
  /** Why the project is left out of the answer; null if it is not. */
  readonly failure: Failure | null;
}

/** The projects of one question, and the session that joins them. */
export interface JoinedProjects {
  readonly session: ProjectSession;
  /** By place, at the time of the call. */
  members(): readonly Member[];
  /**
   * Resolves the ref in each project at once; what is answered lists the files of all that differ from it now. A project that has no such
   * commit has no part in the answer from then on; if none has, it throws.
   */
  changedSince(ref: string, signal: AbortSignal): Promise<() => Promise<ChangedFiles>>;
}

interface Opened {
  readonly place: number;
  readonly session: ProjectSession;
  readonly index: ProjectIndex;
  readonly corpus: CorpusSource;
}

/**
 * `failures`: by place, of projects that were not found. Throws the first failure if no project can be used.
 */
export async function withJoined<Result>(
  roots: readonly string[],
  failures: ReadonlyMap<number, Failure>,
  services: Services,
  use: (joined: JoinedProjects) => Promise<Result>,
): Promise<Result> {
  const failed = new Map(failures);
  const enter = async (place: number, opened: readonly Opened[]): Promise<Result> => {
    const root = roots[place];
    if (root === undefined) {
      return use(joinOpened(roots, opened, failed, services));
    }
    if (failed.has(place)) {
      return enter(place + 1, opened);
    }
    let isOpen = false;
    try {
      return await services.withProject(root, async (session) => {
        const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
        isOpen = true;
        return enter(place + 1, [...opened, { place, session, index, corpus }]);
      });
    } catch (error) {
      if (isOpen || !isOfOne(error)) {
        throw error;
      }
      failed.set(place, error);
      return enter(place + 1, opened);
    }
  };
  return enter(0, []);
}

function joinOpened(
  roots: readonly string[],
  opened: readonly Opened[],
  failed: Map<number, Failure>,
  { settings, joinedCache }: Services,
): JoinedProjects {
  const [first] = opened;
  if (first === undefined) {
    throw failed.values().next().value ?? new Error("no project was asked about");
  }
  const root = joinedRoot(roots);
  const fresh = new Map<number, Freshness>();
  let commits: ReadonlyMap<number, string> = new Map();
  const parts = () => opened.filter(({ place }) => !failed.has(place));
  const leaveOut = (place: number, failure: Failure): void => {
    failed.set(place, failure);
    if (parts().length === 0) {
      throw failure;
    }
  };
  const inner = () => innerFolders(parts().flatMap(({ place }) => ({ place, root: roots[place] ?? "" })));
  const index = joinIndexes({
    root,
    parts,
    inner,
    leaveOut,
    note: (place, freshness) => fresh.set(place, freshness),
  });
  const placed = () => parts().map(({ place, corpus: source }) => ({ place, source }));
  const corpus = joinCorpora(root, placed, leaveOut, inner);
  const labels = labelsOf(roots);
  const languages = new Set(opened.flatMap(({ session }) => [...session.languages]));
  return {
    async changedSince(ref, signal) {
      const compared = parts().map((part) => ({ ...part, label: labels[part.place] ?? "" }));
      const changes = await joinChanges(ref, compared, { leaveOut, inner }, signal);
      commits = changes.commits;
      return changes.list;
    },
    session: {
      ...first.session,
      // A team's index has paths of one project; each project's own index asks it.
      team: async () => null,
      root,
      roots,
      inner,
      name: joinedName(roots),
      corpus: async () => corpus,
      index: async () => index,
      embedder: async () => {
        const embedders = await Promise.all(opened.map(({ session }) => session.embedder()));
        return embedders.find((embedder) => embedder !== null) ?? null;
      },
      // If one of the projects turns the cache off, its part of a joint answer must not be cached either.
      cache: async () => (opened.some(({ session }) => session.settings.queryCache === "off") ? null : joinedCache()),
      saved: async () =>
        openJoinedSaves(roots, settings, async (path, project = "") => {
          const place = roots.indexOf(project);
          return failed.has(place) ? null : corpus.read(joinedPath(place, path));
        }),
      languages,
    },
    members: () =>
      roots.map((one, place) => ({
        label: labels[place] ?? basename(one),
        root: one,
        commit: commits.get(place) ?? null,
        freshness: fresh.get(place) ?? null,
        failure: failed.get(place) ?? null,
      })),
  };
}

/** Converts `app:src/main.ts#main` to the joined index's form. Addresses without a project's label, or for one project, stay the same. */
export const addressIn =
  (joined: JoinedProjects | null): ((address: string) => string) =>
  (address) => {
    const members = joined?.members() ?? [];
    const place = members.findIndex(({ label }) => address.startsWith(`${label}:`));
    const label = members[place]?.label;
    return label === undefined ? address : joinedPath(place, address.slice(label.length + 1));
  };

// Which of several projects lie inside another one of them. The files that both have are then those of the inner one.

/** Roots are real paths. */
const isInner = (root: string, outer: string, path: PathRules): boolean =>
  root !== outer && isInside(outer, root, path);

/** Innermost first. */
export function innerFolders(
  projects: readonly { readonly place: number; readonly root: string }[],
  path: PathRules = nodePath,
): readonly InnerFolder[] {
  const folders = projects.flatMap((outer) =>
    projects
      .filter(({ root }) => isInner(root, outer.root, path))
      .map(({ place, root }) => ({
        prefix: joinedPath(outer.place, `${withSlashes(path.relative(outer.root, root), path)}/`),
        place,
      })),
  );
  return folders.sort((a, b) => b.prefix.length - a.prefix.length);
}

/** The innermost of the roots that this one lies in; undefined if there is none. */
export const enclosingRoot = (root: string, roots: readonly string[]): string | undefined =>
  roots.filter((outer) => isInner(root, outer, nodePath)).sort((a, b) => b.length - a.length)[0];
