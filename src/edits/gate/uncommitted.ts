// Which files of an edit differ from the last commit already: undoing the edit by git would undo that too. Git is asked for the ids of
// these files alone, since a comparison of the whole project would take longer than the edit.
import { dirname, join, relative, sep } from "node:path";
import { blobName, withLineFeeds } from "../../project/blob-name.ts";
import { localDisk } from "../../project/disk.ts";
import { enclosingRepository, type Repository, whyNotRead } from "../../project/repository.ts";
import { append } from "../../system/append.ts";
import { runGit } from "../../system/git.ts";
import type { EditScene } from "../change-set.ts";
import type { PlannedFile } from "../store/plan-changes.ts";

export interface Uncommitted {
  /** In order; none where there is no commit to compare with. */
  readonly paths: readonly string[];
  /** Why git could not tell; null if it could. */
  readonly unknown: string | null;
}

interface Present {
  readonly path: string;
  readonly bytes: Buffer;
}

/** @throws CANCELLED */
export async function uncommittedOf(
  { root, corpus, signal }: EditScene,
  files: readonly PlannedFile[],
): Promise<Uncommitted> {
  const admitted = corpus.current().files;
  const byRepository = new Map<string, Present[]>();
  const repositories = new Map<string, Repository>();
  for (const { path, before } of files) {
    const isAsked = before !== null && admitted.has(path);
    const repository = isAsked ? enclosingRepository(dirname(join(root, path)), localDisk) : null;
    if (repository !== null && before !== null) {
      repositories.set(repository.top, repository);
      append(byRepository, repository.top, { path, bytes: before.bytes });
    }
  }
  const parts = [...repositories.values()].map((repository) =>
    uncommittedIn(repository, root, byRepository.get(repository.top) ?? [], signal),
  );
  const found = await Promise.all(parts);
  return {
    paths: found.flatMap(({ paths }) => paths).sort(),
    unknown: found.find(({ unknown }) => unknown !== null)?.unknown ?? null,
  };
}

async function uncommittedIn(
  repository: Repository,
  root: string,
  files: readonly Present[],
  signal: AbortSignal,
): Promise<Uncommitted> {
  const { top } = repository;
  const why = whyNotRead(repository, localDisk);
  if (why !== null) {
    return { paths: [], unknown: why };
  }
  const nameOf = ({ path }: Present): string => relative(top, join(root, path)).split(sep).join("/");
  // A name with a line break cannot be asked for; nothing is said of it.
  const asked = files.filter((file) => !nameOf(file).includes("\n"));
  const stdin = ["HEAD", ...asked.map((file) => `HEAD:${nameOf(file)}`)].map((line) => `${line}\n`).join("");
  const outcome = await runGit(top, { command: "cat-file", options: ["--batch-check"], stdin, signal });
  if (!outcome.ok) {
    return { paths: [], unknown: outcome.reason };
  }
  const [head = "", ...ids] = outcome.stdout.toString("utf8").split("\n").map(blobOrCommit);
  const isChanged = ({ bytes }: Present, id = ""): boolean =>
    id !== blobName(bytes, id.length) &&
    // A checkout may convert line ends (CRLF); the content is then still the same.
    !(bytes.includes("\r\n") && id === blobName(withLineFeeds(bytes), id.length));
  const changed = head === "" ? [] : asked.filter((file, at) => ids[at] === "" || isChanged(file, ids[at]));
  return { paths: changed.map(({ path }) => path), unknown: null };
}

/** The id in a line of `cat-file --batch-check`; "" where it says that there is no such object. */
const blobOrCommit = (line: string): string => /^([0-9a-f]{40,64}) (?:blob|commit) \d+$/.exec(line)?.[1] ?? "";
