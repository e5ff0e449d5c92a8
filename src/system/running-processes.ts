// The processes that use this machine's cache folder: one small file for each, written by the process itself and removed at its
// end, or by another process that finds it dead. For people and for `index gc`; no answer depends on it.

import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { codeOf } from "../vocabulary/failure.ts";
import { log } from "./log.ts";
import { makeFolder } from "./make-folder.ts";
import { BUSY_FILES } from "./platform/busy-files.ts";
import { PRIVATE_MODES } from "./platform/permissions.ts";
import { isKnownDead, type ProcessIdentity, THIS_PROCESS } from "./process-identity.ts";

export type ProcessKind = "server" | "command";

/** What a process is doing to a project, by its last report. */
export interface WorkNote {
  readonly root: string;
  readonly phase: string;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  /** Why the work is slowed on purpose; null if it is not. */
  readonly paused: string | null;
  /** Wall clock, milliseconds. */
  readonly atMs: number;
}

export interface RunningProcess extends ProcessIdentity {
  readonly kind: ProcessKind;
  /** Version of the running program. */
  readonly version: string;
  /** The client's name and version, as it introduced itself; "" before that. For a command, the command's words. */
  readonly client: string;
  /** Wall clock, milliseconds. */
  readonly sinceMs: number;
  /** Roots of the open projects. */
  readonly projects: readonly string[];
  /** Absent or old if it does nothing. */
  readonly work?: WorkNote;
}

/** This process's own entry. Its errors (a folder that cannot be written) are logged and otherwise ignored. */
export interface Presence {
  readonly kind: ProcessKind;
  introduce(client: string): void;
  /** A project was opened; call the returned function when it is closed. */
  enter(root: string): () => void;
  /** Reports the present work. Written at most once a second, except for a new phase and for the end. */
  report(work: Omit<WorkNote, "atMs">): void;
  /** Removes the entry. */
  end(): void;
}

export interface PresenceOptions {
  readonly cacheFolder: string;
  readonly kind: ProcessKind;
  readonly version: string;
  readonly client: string;
}

const FOLDER_NAME = "running";
/** Whether a process of another machine is alive cannot be checked: its entry counts as long as it is renewed. Milliseconds. */
const RENEW_MS = 300_000;
const SILENT_MS = 3 * RENEW_MS;
const REPORT_MS = 1_000;
/** A working process reports every few seconds; an older report is over. */
const WORK_MS_MAX = 15_000;

export function openPresence({ cacheFolder, kind, version, client }: PresenceOptions): Presence {
  const file = new EntryFile(join(cacheFolder, FOLDER_NAME), {
    ...THIS_PROCESS,
    kind,
    version,
    client,
    sinceMs: Date.now(),
    projects: [],
  });
  const projects = new Map<string, number>();
  const count = (root: string, change: 1 | -1): void => {
    const times = (projects.get(root) ?? 0) + change;
    if (times > 0) {
      projects.set(root, times);
    } else {
      projects.delete(root);
    }
    void file.change({ projects: [...projects.keys()] });
  };
  const timer = setInterval(() => file.renew(), RENEW_MS).unref();
  const end = () => {
    clearInterval(timer);
    process.off("exit", end);
    file.end();
  };
  process.once("exit", end);
  return {
    kind,
    introduce: (name) => void file.change({ client: name }),
    enter(root) {
      count(root, 1);
      return () => count(root, -1);
    },
    report(work) {
      const reported = { ...work, atMs: Date.now() };
      if (isDue(file.entry.work, reported)) {
        void file.change({ work: reported });
      }
    },
    end,
  };
}

function isDue(before: WorkNote | undefined, work: WorkNote): boolean {
  const isDone = work.total > 0 && work.done === work.total;
  const isNews = before?.root !== work.root || before.phase !== work.phase || isDone;
  return isNews || Math.abs(work.atMs - before.atMs) >= REPORT_MS;
}

/** This process's entry and the file that holds it. */
class EntryFile {
  entry: RunningProcess;
  readonly #folder: string;
  readonly #path: string;
  /** Temporary file of the entry while it is written asynchronously. */
  readonly #next: string;
  #isWriting = false;
  #isStale = false;
  #ended = false;

  constructor(folder: string, entry: RunningProcess) {
    this.entry = entry;
    this.#folder = folder;
    this.#path = join(folder, `${process.pid}-${randomBytes(4).toString("hex")}.json`);
    this.#next = `${this.#path}.soon.tmp`;
    this.#write();
    sweepTemporaries(folder);
  }

  #write(): void {
    const temporary = `${this.#path}.tmp`;
    try {
      makeFolder(this.#folder, PRIVATE_MODES.folder);
      writeFileSync(temporary, JSON.stringify(this.entry), { mode: PRIVATE_MODES.file });
      renameSync(temporary, this.#path);
    } catch (error) {
      log("debug", "presence.not-written", { path: this.#path, reason: String(error) });
      remove(temporary);
    }
  }

  /** Asynchronous, so that no answer waits: replacing a file may wait for the disk. */
  async change(changes: Partial<RunningProcess>): Promise<void> {
    this.entry = { ...this.entry, ...changes };
    this.#isStale = true;
    if (this.#isWriting || this.#ended) {
      return;
    }
    this.#isWriting = true;
    try {
      while (this.#isStale && !this.#ended) {
        this.#isStale = false;
        await writeFile(this.#next, JSON.stringify(this.entry), { mode: PRIVATE_MODES.file });
        await BUSY_FILES.retried(() => rename(this.#next, this.#path));
      }
    } catch {
      remove(this.#next);
      // This also makes the folder, or reports why it cannot.
      this.#write();
    }
    this.#isWriting = false;
    if (this.#ended) {
      remove(this.#path);
    }
  }

  /** Shows processes on other machines that this one is alive. */
  renew(): void {
    try {
      const now = new Date();
      utimesSync(this.#path, now, now);
    } catch {
      this.#write();
    }
  }

  end(): void {
    this.#ended = true;
    remove(this.#path);
    // A process that exits does not wait for a write in progress.
    remove(this.#next);
  }
}

const ageOf = (path: string, now: number): number => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);

/** Removes temporary files of processes that were killed while they wrote their entry. */
function sweepTemporaries(folder: string): void {
  const paths = entriesOf(folder).flatMap((name) => (name.endsWith(".tmp") ? [join(folder, name)] : []));
  try {
    for (const path of paths.filter((one) => ageOf(one, Date.now()) > SILENT_MS)) {
      remove(path);
    }
  } catch (error) {
    log("debug", "presence.not-swept", { folder, reason: String(error) });
  }
}

/** The living processes, oldest first. Entries of dead ones are removed. */
export function runningProcesses(cacheFolder: string): readonly RunningProcess[] {
  const folder = join(cacheFolder, FOLDER_NAME);
  const now = Date.now();
  const living: RunningProcess[] = [];
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    const entry = name.endsWith(".json") ? readEntry(path) : null;
    const age = ageOf(path, now);
    const dead = entry === null ? age > SILENT_MS : isKnownDead(entry) || (isElsewhere(entry) && age > SILENT_MS);
    if (dead) {
      remove(path);
    } else if (entry !== null) {
      living.push(entry);
    }
  }
  return living.sort((a, b) => a.sinceMs - b.sinceMs);
}

/** What a process is doing to this project now; null if nothing, or if its last report is too old. */
export function workOf(entry: RunningProcess, root: string): WorkNote | null {
  const { work } = entry;
  const isNow = work?.root === root && Math.abs(Date.now() - work.atMs) <= WORK_MS_MAX;
  return isNow && (work.total === 0 || work.done < work.total) ? work : null;
}

const isElsewhere = (entry: RunningProcess) => entry.machine !== THIS_PROCESS.machine;

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      log("info", "presence.not-read", { folder, reason: String(error) });
    }
    return [];
  }
}

/** Null if the file is no valid entry, for example one cut short by a crash. */
function readEntry(path: string): RunningProcess | null {
  try {
    const entry = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    const texts = ["machine", "boot", "started", "version", "client"].every((key) => typeof entry[key] === "string");
    const numbers = ["pid", "sinceMs"].every((key) => Number.isFinite(entry[key]));
    const kind = entry["kind"] === "server" || entry["kind"] === "command";
    const { projects } = entry;
    const roots = Array.isArray(projects) && projects.every((root) => typeof root === "string");
    const work = entry["work"] === undefined || isWorkNote(entry["work"]);
    return texts && numbers && kind && roots && work ? (entry as unknown as RunningProcess) : null;
  } catch {
    return null;
  }
}

function isWorkNote(value: unknown): boolean {
  const note = (typeof value === "object" ? value : null) as Readonly<Record<string, unknown>> | null;
  const isNumber = (key: string, orNull = false) => Number.isFinite(note?.[key]) || (orNull && note?.[key] === null);
  return (
    typeof note?.["root"] === "string" &&
    typeof note["phase"] === "string" &&
    ["done", "total", "atMs"].every((key) => isNumber(key)) &&
    ["perSecond", "secondsLeft"].every((key) => isNumber(key, true)) &&
    (note["paused"] === null || typeof note["paused"] === "string")
  );
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    log("debug", "presence.not-removed", { path, reason: String(error) });
  }
}
