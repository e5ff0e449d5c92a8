// What git has of files that the project's rules leave out of searches: whether they exist, and the texts of lock files and generated
// ones that the change touches.
import { listOf, type StoredBlob } from "../project/changed-since.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { type ListedEntry, parseTreeEntries } from "../project/git-listing.ts";
import type { Difference } from "../project/git-sides.ts";
import { readBlobs } from "../project/read-blobs.ts";
import { once } from "../system/memo.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { StateSide } from "./contract.ts";

export interface StoredFiles {
  /** Whether git has the file after the change. Throws GIT_UNAVAILABLE, CANCELLED. */
  has(path: string): Promise<boolean>;
  /** Null for a file of another class, a generated one that the change does not touch, and one that is absent in this state or no text. */
  leftOutText(path: string, side: StateSide): Promise<string | null>;
  /** The text of a changed file that is kept from searches because it holds secrets: to be judged, never to be shown. Else null. */
  withheldText(path: string, side: StateSide): Promise<string | null>;
}

/** Whoever reads a lock file or a generated one sees nothing that is kept from searches for safety. */
const READABLE: ReadonlySet<Exclusion> = new Set(["lock", "generated"]);
/** A larger one is not looked into. */
const BYTES_MAX = 2 * 1024 * 1024;

export function openStoredFiles(
  corpus: CorpusSource,
  { after, files }: Pick<Difference, "after" | "files">,
  signal: AbortSignal,
): StoredFiles {
  const changes = new Map(files.map((file) => [file.path, file]));
  const stored = once(async (): Promise<ReadonlyMap<string, ListedEntry>> => {
    const options = { command: "ls-tree", options: ["-r", "-z"] } as const;
    const listed =
      after === null ? null : parseTreeEntries(await listOf(corpus.root, { ...options, revisions: [after] }, signal));
    return listed ?? new Map();
  });
  const untouched = async (path: string): Promise<StoredBlob | null> => {
    const ruling = corpus.rulingOf(path);
    const isLock = "excluded" in ruling && ruling.excluded === "lock";
    const entry = isLock ? (await stored.get()).get(path) : undefined;
    return entry === undefined ? null : { id: entry.id, folder: corpus.root };
  };
  /** The text, where both of its classes are admitted: by the file's name and by its content; null for one that is searched. */
  const read = async (
    path: string,
    stored: StoredBlob | "disk" | null,
    admits: (byName: Exclusion | null, byContent: Exclusion | null) => boolean,
  ): Promise<string | null> => {
    const content =
      stored === null || stored === "disk"
        ? null
        : (await readBlobs([{ ...stored, maxBytes: BYTES_MAX }], signal)).get(stored.id);
    if (!(content instanceof Buffer)) {
      return null;
    }
    const [ruling, judged] = [corpus.rulingOf(path), corpus.textOf(path, content)];
    const classes = [ruling, judged].map((one) => ("excluded" in one ? one.excluded : null));
    return admits(classes[0] ?? null, classes[1] ?? null) ? content.toString("utf8") : null;
  };
  return {
    async has(path) {
      const change = changes.get(path);
      return change === undefined ? (await stored.get()).has(path) : change.after !== null;
    },
    async leftOutText(path, side) {
      const change = changes.get(path);
      const stored = change === undefined ? await untouched(path) : change[side];
      return read(path, stored, (...classes) => classes.every((one) => one === null || READABLE.has(one)));
    },
    withheldText: async (path, side) =>
      read(path, changes.get(path)?.[side] ?? null, (...classes) => classes.includes("secret")),
  };
}
