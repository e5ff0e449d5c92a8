// Lines in files of one folder, one file a month or a day, of which the newest are kept. Many processes append at once, each line by a single
// appending write. A line is written synchronously: that is faster than seven asynchronous calls, and an answer that was sent has its line,
// however the process ends.

import { closeSync, constants, fstatSync, readdirSync, readSync, unlinkSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { LINKS } from "../system/platform/links.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { codeOf, messageOf, type Problem, unlessAbsent } from "../vocabulary/failure.ts";

const NEWLINE = 0x0a;
const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR;

export type OnProblem = (problem: Problem) => void;

export interface DatedFilesOptions {
  readonly folder: string;
  /** Characters of an ISO time that name a file: 7 for a month, 10 for a day. */
  readonly dateLength: 7 | 10;
  /** Files that are kept: counted, not dated, so that a wrong clock cannot empty the folder. */
  readonly kept: number;
  readonly bytesMax: number;
  /** When lines are written again, for the message of a full file. */
  readonly again: string;
  /** What the lines are, in messages. */
  readonly what: string;
}

/** Opens a file for appending; creates its folder if there is none. */
function openFile(folder: string, path: string): number {
  try {
    return LINKS.openFile(path, FLAGS, PRIVATE_MODES.file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      throw error;
    }
  }
  makeFolder(folder, PRIVATE_MODES.folder);
  return LINKS.openFile(path, FLAGS, PRIVATE_MODES.file);
}

/** A line that a crash cut short stays a line of its own: new lines never continue it. */
function endsTorn(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

export class DatedFiles {
  readonly #options: DatedFilesOptions;

  constructor(options: DatedFilesOptions) {
    this.#options = options;
  }

  /** `time`: ISO 8601. Throws if the line could not be written whole. */
  append(time: string, line: string): void {
    const { folder, dateLength, bytesMax, again } = this.#options;
    const path = join(folder, `${time.slice(0, dateLength)}.jsonl`);
    const file = openFile(folder, path);
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.from(`${endsTorn(file, size) ? "\n" : ""}${line}\n`);
      if (size + bytes.length > bytesMax) {
        throw new Error(`${path} has reached its ${bytesMax} bytes; ${again}`);
      }
      const written = writeSync(file, bytes);
      if (written < bytes.length) {
        throw new Error(`only ${written} of ${bytes.length} bytes fitted on the disk`);
      }
      if (size === 0) {
        this.#dropOld();
      }
    } finally {
      closeSync(file);
    }
  }

  /** Oldest first. */
  files(): string[] {
    const { folder, dateLength } = this.#options;
    const isDated = (file: string): boolean => file.length === dateLength + 6 && /^\d{4}(?:-\d{2})+\.jsonl$/.test(file);
    return unlessAbsent(() => readdirSync(folder), [])
      .filter(isDated)
      .sort();
  }

  #dropOld(): void {
    for (const file of this.files().slice(0, -this.#options.kept)) {
      // Another process may be faster.
      unlessAbsent(() => unlinkSync(join(this.#options.folder, file)), undefined);
    }
  }

  /** What one file has, in order of writing. `parse`: null for a line that is none. What cannot be read goes to `onProblem`, counted. */
  async read<Entry>(file: string, parse: (line: string) => Entry | null, onProblem: OnProblem): Promise<Entry[]> {
    const { folder, what } = this.#options;
    let text: string;
    try {
      text = await readFile(join(folder, file), "utf8");
    } catch (error) {
      onProblem({ code: "JOURNAL_UNREADABLE", message: `${what} ${file} cannot be read: ${messageOf(error)}` });
      return [];
    }
    const lines = text.split("\n").filter((one) => one !== "");
    const entries = lines.map(parse).filter((entry) => entry !== null);
    const unreadable = lines.length - entries.length;
    if (unreadable > 0) {
      const count = unreadable === 1 ? "1 line is" : `${unreadable} lines are`;
      const message = `${what} ${file}: ${count} not counted: incomplete, invalid or of a newer version`;
      onProblem({ code: "JOURNAL_UNREADABLE", message });
    }
    return entries;
  }
}

/** Null where the line is no JSON. */
export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}
