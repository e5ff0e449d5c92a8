// Lists the files of several projects that differ from a ref, which is resolved in each project's own repository.
import { type ChangedFiles, changedSince } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { type Commit, checkRef, resolveCommit } from "../../project/resolve-commit.ts";
import { Failure, isOfOne } from "../../vocabulary/failure.ts";
import { type InnerFolder, innermostPath, joinedPath } from "../../vocabulary/joined-path.ts";

export interface ComparedProject {
  readonly place: number;
  readonly label: string;
  readonly corpus: CorpusSource;
}

interface Resolved extends ComparedProject {
  readonly commit: Commit;
}

export interface JoinedChanges {
  /** The commit's id, by the project's place. */
  readonly commits: ReadonlyMap<number, string>;
  /** The files of all projects that differ from the commit now. */
  list(): Promise<ChangedFiles>;
}

interface Joining {
  readonly leaveOut: (place: number, failure: Failure) => void;
  /** Which of the projects lie inside another one: whether a file of theirs has changed is theirs to say. */
  readonly inner?: () => readonly InnerFolder[];
}

/**
 * `leaveOut` is called for a project without such a commit or without a repository: to list all of its files or none would be a guess. Throws if
 * that is every project, and for a text that cannot be a ref.
 */
export async function joinChanges(
  ref: string,
  projects: readonly ComparedProject[],
  { leaveOut, inner = () => [] }: Joining,
  signal: AbortSignal,
): Promise<JoinedChanges> {
  checkRef(ref);
  const failures = new Map<ComparedProject, Failure>();
  const resolving = projects.map(async (project) => {
    const commit = await resolveCommit(project.corpus.root, ref, signal).catch(ownFailure);
    if (commit instanceof Failure) {
      failures.set(project, commit);
      return [];
    }
    return [{ ...project, commit }];
  });
  const resolved: readonly Resolved[] = (await Promise.all(resolving)).flat();
  if (resolved.length === 0) {
    throw noneCompared(
      projects.flatMap((project) => failures.get(project) ?? []),
      projects,
    );
  }
  for (const [{ place }, failure] of failures) {
    leaveOut(place, failure);
  }
  return {
    commits: new Map(resolved.map(({ place, commit }) => [place, commit.id])),
    list: async () => {
      const lists = resolved.map(async ({ place, corpus, commit }) => {
        const changed = await changedSince(corpus, commit, signal).catch(ownFailure);
        if (changed instanceof Failure) {
          leaveOut(place, changed);
          return [];
        }
        return changed.paths.map((path) => joinedPath(place, path));
      });
      const paths = (await Promise.all(lists)).flat();
      const folders = inner();
      return { commit: { ref, id: "" }, paths: paths.filter((path) => innermostPath(path, folders) === path).sort() };
    },
  };
}

function ownFailure(error: unknown): Failure {
  if (isOfOne(error)) {
    return error;
  }
  throw error;
}

const FIELD = "changed_since: ";

/** One failure for all, with each reason once. */
function noneCompared(failures: readonly Failure[], projects: readonly ComparedProject[]): Failure {
  const byReason = new Map<string, string[]>();
  for (const [at, { message }] of failures.entries()) {
    const reason = message.startsWith(FIELD) ? message.slice(FIELD.length) : message;
    byReason.set(reason, [...(byReason.get(reason) ?? []), projects[at]?.label ?? ""]);
  }
  const reasons = Array.from(byReason, ([reason, labels]) => `${labels.join(", ")}: ${reason}`);
  const first = failures.find(({ code }) => code === "INVALID_INPUT") ?? failures[0];
  return new Failure(first?.code ?? "INVALID_INPUT", `${FIELD}no project has it; ${reasons.join("; ")}`, {
    hint: first?.hint ?? "",
  });
}
