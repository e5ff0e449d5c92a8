// From planned files, or from those of a committed session, to the steps of a transaction.
import { randomBytes } from "node:crypto";
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Backups } from "./backups.ts";
import type { EditSession, SessionFile } from "./edit-session.ts";
import type { FileState, Step } from "./journal.ts";
import type { FileContent, PlannedFile } from "./plan-changes.ts";
import { type Obstacle, plainMode, whyDifferent } from "./transaction.ts";
import { readEntry } from "./tree-file.ts";

/** Content by its hash: of the files that are replaced, and of those that replace them. */
export type Contents = ReadonlyMap<string, Buffer>;

export interface CommitSteps {
  readonly steps: readonly Step[];
  /** Project-relative folders to make, outermost first. */
  readonly folders: readonly string[];
  readonly contents: Contents;
  /** What the session's document says of each file. */
  readonly files: readonly SessionFile[];
}

export function commitSteps(root: string, planned: readonly PlannedFile[]): CommitSteps {
  const files = planned.map(({ kind, path, to, before, after }) => ({
    kind,
    path,
    to,
    before: stateOf(before),
    after: stateOf(after),
  }));
  const contents = new Map(
    planned.flatMap(({ before, after }) =>
      [before, after].flatMap((content) => (content === null ? [] : [[content.sha256, content.bytes] as const])),
    ),
  );
  const steps = files.flatMap(stepsOf).filter(({ before, after }) => before?.sha256 !== after?.sha256);
  return { steps, folders: missingFolders(root, steps), contents, files };
}

/** The way back, or the files that are not as the commit left them. */
export function undoSteps(
  root: string,
  { files }: EditSession,
  backups: Backups,
): Omit<CommitSteps, "files"> | { readonly obstacles: readonly Obstacle[] } {
  const obstacles: Obstacle[] = [];
  const contents = new Map<string, Buffer>();
  const steps: Step[] = [];
  for (const done of files.flatMap(stepsOf)) {
    if (done.before?.sha256 === done.after?.sha256) continue;
    const entry = readEntry(root, done.path);
    const why = whyDifferent(entry, done.after);
    if (why !== null) obstacles.push({ path: done.path, why });
    else {
      const present = entry.kind === "file" ? { sha256: entry.file.sha256, mode: entry.file.mode } : null;
      if (entry.kind === "file") contents.set(entry.file.sha256, entry.file.bytes);
      if (done.before !== null) contents.set(done.before.sha256, backups.read(done.before.sha256));
      // Permissions that changed after the edit are not undone with it.
      const back = done.before && { ...done.before, mode: present?.mode ?? plainMode(done.before.mode) };
      steps.push(stepFrom(done.path, present, back));
    }
  }
  return obstacles.length > 0 ? { obstacles } : { steps, folders: missingFolders(root, steps), contents };
}

const stateOf = (content: FileContent | null): FileState | null =>
  content && { sha256: content.sha256, mode: content.mode };

const stepsOf = ({ path, to, before, after }: SessionFile): Step[] =>
  to === null
    ? [stepFrom(path, before, after)]
    : // The new place first: at no moment is the content at neither.
      [stepFrom(to, null, after), stepFrom(path, before, null)];

const stepFrom = (path: string, before: FileState | null, after: FileState | null): Step => ({
  path,
  before,
  after,
  fresh: after && temporaryName(path),
  aside: before && temporaryName(path),
});

const beginningOf = (path: string): string => `.${path.slice(path.lastIndexOf("/") + 1).slice(0, 40)}.`;

/** As `writeFileAtomically` names its files. */
const temporaryName = (path: string): string => `${beginningOf(path)}${randomBytes(6).toString("hex")}.tmp`;

export const isTemporaryOf = (path: string, name: string): boolean =>
  name.startsWith(beginningOf(path)) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(beginningOf(path).length));

function missingFolders(root: string, steps: readonly Step[]): string[] {
  const missing = new Set<string>();
  for (const { path, after } of steps) {
    if (after === null) continue;
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      if (lstatSync(join(root, folder), { throwIfNoEntry: false }) === undefined) missing.add(folder);
    }
  }
  return [...missing].sort((a, b) => a.length - b.length);
}
