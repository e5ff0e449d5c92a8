// Commits the drawn edits of a few files to a disk, and undoes them: without trouble, and with one fault somewhere on the way. After
// each, every file has to be as before or as after, by its bytes and its permissions.
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { ChangeSet, FileChange } from "../../../src/edits/change-set.ts";
import { type EditStore, openEditStore } from "../../../src/edits/store/edit-store.ts";
import type { StoreDisk } from "../../../src/edits/store/store-disk.ts";
import type { Random } from "../../support/random.ts";
import { systemError, unsyncedDisk, watchedDisk } from "../../support/watched-disk.ts";
import { anyOf } from "./drawn-edit.ts";
import { type DrawnFile, expectedBytes } from "./judge-edit.ts";

export const FAULTS = [
  "a step fails",
  "a step is done and reported as failed",
  "half a file is written, then the disk is full",
  "the disk is full from a step on",
  "the process is killed",
  "the process is killed within a file",
  "another program writes a file before the commit",
  "another program writes a file meanwhile",
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Tried {
  readonly fault: Fault;
  readonly doing: "commit" | "undo";
  /** `old`: nothing was changed, and all is as before; `fresh`: it happened as a whole. */
  readonly outcome: "old" | "fresh";
  /** What is neither as before nor as after, and what was answered wrongly. */
  readonly violations: readonly string[];
}

export interface Committed {
  /** Edits that were committed, undone, and compared. */
  readonly edits: number;
  readonly tried: readonly Tried[];
  readonly violations: readonly string[];
}

/** By path: permissions and content; folders, too. */
type Tree = ReadonlyMap<string, string>;

function treeOf(root: string): Tree {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    paths.map((path) => {
      const stats = lstatSync(join(root, path));
      return [path, stats.isFile() ? stateOf(readFileSync(join(root, path)), stats.mode & 0o7777) : "folder"];
    }),
  );
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const stateOf = (bytes: Buffer, mode: number): string => `${mode.toString(8)} ${hashOf(bytes)}`;

function differences(found: Tree, wanted: Tree): string[] {
  const paths = [...new Set([...found.keys(), ...wanted.keys()])];
  return paths.filter((path) => found.get(path) !== wanted.get(path));
}

const isSame = (found: Tree, wanted: Tree): boolean => differences(found, wanted).length === 0;

/** Edits of several files that are committed together. */
export interface Task {
  /** Where it is done: a folder of its own. */
  readonly home: string;
  readonly files: readonly DrawnFile[];
  readonly changes: readonly ChangeSet[];
  readonly random: Random;
}

interface Place {
  readonly task: Task;
  readonly root: string;
  readonly modes: ReadonlyMap<string, number>;
  open(disk?: StoreDisk): Promise<EditStore>;
  /** The project as before, with the session staged; its id, and the changes that fit together. */
  begin(): Promise<{ readonly id: string; readonly staged: readonly ChangeSet[] }>;
}

function openPlace(task: Task): Place {
  const { home, files, changes, random } = task;
  const [root, folder] = [join(home, "project"), join(home, "store")];
  const modes = new Map(files.map(({ path }) => [path, anyOf([0o644, 0o644, 0o755, 0o600], random) ?? 0o644]));
  const open = (disk: StoreDisk = unsyncedDisk): Promise<EditStore> => openEditStore({ folder, root, disk });
  return {
    task,
    root,
    modes,
    open,
    async begin() {
      rmSync(home, { recursive: true, force: true });
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), bytes);
        chmodSync(join(root, path), modes.get(path) ?? 0o644);
      }
      const store = await open();
      let id: string | null = null;
      const staged: ChangeSet[] = [];
      for (const change of changes) {
        // Refused where it overlaps another.
        const outcome = await store.stage(id, change);
        if (outcome.kind === "staged") {
          id = outcome.session.id;
          staged.push(change);
        }
      }
      if (id === null) {
        throw new Error("no change of the task can be staged");
      }
      return { id, staged };
    },
  };
}

/** What the project is after the staged changes. */
function treeAfter(before: Tree, { task, modes }: Place, staged: readonly ChangeSet[]): Tree {
  const tree = new Map(before);
  const all = staged.flatMap(({ changes }) => changes);
  for (const file of task.files) {
    const own = all.filter(({ path }) => path === file.path);
    const edits = own.flatMap((change) => ("edits" in change ? change.edits : []));
    const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
    const to = own.find((change) => change.kind === "move")?.to ?? file.path;
    tree.delete(file.path);
    if (!own.some(({ kind }) => kind === "delete")) {
      put(tree, to, stateOf(expectedBytes(file, sorted), modes.get(file.path) ?? 0));
    }
  }
  for (const change of all) {
    if (change.kind === "create") {
      const like = task.files.find(({ path }) => path === change.like);
      const encoded = like === undefined ? Buffer.from(change.text) : expectedNew(like, change.text);
      put(tree, change.path, stateOf(encoded, modes.get(change.like ?? "") ?? 0o666 & ~process.umask()));
    }
  }
  return tree;
}

const expectedNew = ({ bytes, mark, encodeNew }: DrawnFile, text: string): Buffer =>
  Buffer.concat([bytes.subarray(0, mark), encodeNew(text)]);

function put(tree: Map<string, string>, path: string, state: string): void {
  tree.set(path, state);
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    tree.set(folder, "folder");
  }
}

/** What an edit of one symbol seldom does, and a move of one often: files that are new, deleted, or at another path. */
export function fileChanges(files: readonly DrawnFile[], random: Random): FileChange[] {
  const [gone, moved] = [files[0], files[1]];
  const hash = (file: DrawnFile): string => hashOf(file.bytes);
  return [
    { kind: "create" as const, path: "fresh/folder/made.txt", text: "made", like: gone?.path ?? null },
    ...(gone === undefined ? [] : [{ kind: "delete" as const, path: gone.path, contentHash: hash(gone) }]),
    ...(moved === undefined
      ? []
      : [{ kind: "move" as const, path: moved.path, to: `moved/${moved.path}`, contentHash: hash(moved), edits: [] }]),
  ].filter(() => random() < 0.5);
}

/** `task.changes` that overlap others are left out, and answered in `left`. */
export async function tryCommits(task: Task): Promise<Committed & { readonly left: readonly ChangeSet[] }> {
  const place = openPlace(task);
  const violations: string[] = [];
  const { id, staged } = await place.begin();
  const before = treeOf(place.root);
  const after = treeAfter(before, place, staged);
  const check = (wanted: Tree, what: string): void => {
    const differing = differences(treeOf(place.root), wanted);
    violations.push(...differing.map((path) => `${what}: ${path} is not as it should be`));
  };
  const steps = { commit: 0, undo: 0 };
  const counting = (doing: keyof typeof steps): StoreDisk =>
    watchedDisk(({ number, run }) => {
      steps[doing] = number + 1;
      return run();
    });
  await (await place.open(counting("commit"))).commit(id);
  check(after, "committed");
  await (await place.open(counting("undo"))).undo(id);
  check(before, "undone");
  const states = { before, after };
  const tried: Tried[] = [];
  for (const doing of ["commit", "undo"] as const) {
    const begun = await place.begin();
    if (doing === "undo") {
      await (await place.open()).commit(begun.id);
    }
    const fault = anyOf(FAULTS, task.random) ?? FAULTS[0];
    tried.push(await tryFault(place, { doing, id: begun.id, fault, stepsMax: steps[doing] }, states));
  }
  return { edits: staged.length, tried, violations, left: task.changes.filter((one) => !staged.includes(one)) };
}

interface Trial {
  readonly doing: "commit" | "undo";
  readonly id: string;
  readonly fault: Fault;
  readonly stepsMax: number;
}

const KILLED = "killed";
const THEIRS = "theirs\n";
const TAKES_SPACE = new Set<keyof StoreDisk>(["writeNew", "writeDocument", "makeFolder"]);

/** A disk with the fault at a step, and what another program wrote meanwhile. */
function faultyDisk({ fault, stepsMax }: Trial, random: Random, writeElsewhere: () => void): StoreDisk {
  const at = Math.floor(random() * stepsMax);
  let isDead = false;
  let isDone = false;
  return watchedDisk(({ number, name, run, runHalf }) => {
    if (isDead) {
      throw new Error(KILLED);
    }
    const isHere = number === at;
    const isWriting = name === "writeNew" && number >= at && !isDone;
    switch (fault) {
      case "a step fails":
        if (isHere) throw systemError(anyOf(["ENOSPC", "EIO", "EACCES", "EROFS"], random) ?? "EIO");
        return run();
      case "a step is done and reported as failed":
        return isHere ? afterwards(run, () => systemError("EIO")) : run();
      case "half a file is written, then the disk is full":
        isDone ||= isWriting;
        return isWriting ? afterwards(runHalf, () => systemError("ENOSPC")) : run();
      case "the disk is full from a step on":
        if (number >= at && TAKES_SPACE.has(name)) throw systemError("ENOSPC");
        return run();
      case "the process is killed within a file":
        isDead ||= isWriting;
        return isWriting ? afterwards(runHalf, () => new Error(KILLED)) : run();
      case "the process is killed":
        isDead ||= isHere;
        if (isDead) throw new Error(KILLED);
        return run();
      case "another program writes a file meanwhile":
        if (isHere) writeElsewhere();
        return run();
      case "another program writes a file before the commit":
        return run();
    }
  });
}

/** Fails once the step is done; a step that is a promise fails as one. */
function afterwards(run: () => unknown, error: () => Error): unknown {
  const done = run();
  if (done instanceof Promise) {
    return done.then(() => {
      throw error();
    });
  }
  throw error();
}

async function tryFault(
  place: Place,
  trial: Trial,
  states: { readonly before: Tree; readonly after: Tree },
): Promise<Tried> {
  const { doing, id, fault } = trial;
  const { random, files } = place.task;
  const [old, fresh] = doing === "commit" ? [states.before, states.after] : [states.after, states.before];
  const touched = files.filter(({ path }) => old.get(path) !== fresh.get(path) && old.has(path));
  const theirs = fault.startsWith("another program") ? (anyOf(touched, random)?.path ?? null) : null;
  let hasWritten = false;
  const write = (): void => {
    if (theirs === null) return;
    hasWritten = true;
    writeFileSync(join(place.root, theirs), THEIRS);
  };
  if (fault === "another program writes a file before the commit") {
    write();
  }
  const store = await place.open(faultyDisk(trial, random, write));
  const answer = await (doing === "commit" ? store.commit(id) : store.undo(id)).then(
    ({ kind }) => kind,
    (error: unknown) => error as Error,
  );
  const happened = answer === "committed" || answer === "undone";
  const without = (tree: Tree): Tree => new Map([...tree].filter(([path]) => path !== theirs));
  // What could not be removed, and all that a process leaves that ends, is left to the next start.
  const isKilled = fault.startsWith("the process is killed");
  const atOnce = filesOf(without(treeOf(place.root)));
  await place.open();
  const found = without(treeOf(place.root));
  const outcome = isSame(found, without(old)) ? "old" : "fresh";
  const wanted = without(isKilled ? (outcome === "old" ? old : fresh) : happened ? fresh : old);
  const kept = theirs === null || !hasWritten || readFileSync(join(place.root, theirs), "utf8") === THEIRS;
  const violations = [
    ...(isKilled ? [] : differences(atOnce, filesOf(wanted)).map((path) => `${path} is not all old or all new`)),
    ...differences(found, wanted).map((path) => `${path} is not all old or all new after the next start`),
    ...(kept ? [] : [`${theirs}: what another program wrote is lost`]),
    ...(typeof answer === "string" || isKilled || isRefused(answer) ? [] : [`answered ${answer.message}`]),
  ].map((one) => `${doing}, ${fault}: ${one}`);
  return { fault, doing, outcome, violations };
}

/** Without folders and temporary files. */
const filesOf = (tree: Tree): Tree =>
  new Map([...tree].filter(([path, state]) => state !== "folder" && !path.endsWith(".tmp")));

/** As the store says that the system refuses to write. */
const isRefused = (error: Error): boolean => "code" in error && error.code === "STORAGE_UNAVAILABLE";
