// The savings journal: every search, one line, one file a month in the global home. Many processes append at once,
// each line by a single appending write. If that fails, the answer has a problem, and is sent all the same. A line is written
// synchronously: that is faster than seven asynchronous calls, and an answer that was sent has its line, however the process ends.
//
//   const journal = new Journal({ home: settings.dataFolder, keepQueries: settings.journalQueries });
//   const problem = journal.record({ project, client, operation, statistics, hits, … });   // never throws

import { closeSync, constants, fstatSync, readdirSync, readSync, unlinkSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { LINKS } from "../system/platform/links.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { codeOf, messageOf, unlessAbsent } from "../vocabulary/errors.ts";
import type { Problem } from "../vocabulary/problem.ts";
import { type JournalEntry, journalEntryOf, parseJournalLine, type SearchRecord } from "./journal-entry.ts";

/** Month files that are kept: counted, not dated, so that a wrong clock cannot empty the journal. */
export const RETENTION_MONTHS = 24;
/** Bytes of one month's file, about 60,000 searches; beyond, searches of that month go unrecorded, and say so. */
const MONTH_BYTES_MAX = 32 * 1024 * 1024;

const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/;
const NEWLINE = 0x0a;

export interface JournalOptions {
  /** The global home itself, `~/.context-broker` unless set otherwise. */
  readonly home: string;
  /** True writes the query's text too. */
  readonly keepQueries: boolean;
  readonly now?: () => Date;
  /** Instead of MONTH_BYTES_MAX. */
  readonly monthBytesMax?: number;
}

const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR;

/** Opens a month's file for appending; creates its folder if there is none. */
function openMonth(folder: string, path: string): number {
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

/** Appends by one write; answers the size that the file had. */
function appendLine(folder: string, path: string, line: string, bytesMax: number): number {
  const file = openMonth(folder, path);
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.from(`${endsTorn(file, size) ? "\n" : ""}${line}\n`);
    if (size + bytes.length > bytesMax) {
      throw new Error(`${path} has reached its ${bytesMax} bytes; searches are recorded again next month`);
    }
    const written = writeSync(file, bytes);
    if (written < bytes.length) {
      throw new Error(`only ${written} of ${bytes.length} bytes fitted on the disk`);
    }
    return size;
  } finally {
    closeSync(file);
  }
}

const monthFiles = (folder: string): string[] =>
  unlessAbsent(() => readdirSync(folder), [])
    .filter((file) => MONTH_FILE.test(file))
    .sort();

function dropOldMonths(folder: string): void {
  for (const file of monthFiles(folder).slice(0, -RETENTION_MONTHS)) {
    try {
      unlinkSync(join(folder, file));
    } catch (error) {
      // Another process was faster.
      if (codeOf(error) !== "ENOENT") {
        throw error;
      }
    }
  }
}

function unreadableLines(file: string, count: number): Problem {
  const lines = count === 1 ? "1 line is" : `${count} lines are`;
  const message = `journal ${file}: ${lines} not counted: incomplete, invalid or of a newer version`;
  return { code: "JOURNAL_UNREADABLE", message };
}

/** The entries of one month's file, in order of writing. */
async function* readMonth(path: string, file: string, onProblem: OnProblem): AsyncGenerator<JournalEntry> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    onProblem({ code: "JOURNAL_UNREADABLE", message: `journal ${file} cannot be read: ${messageOf(error)}` });
    return;
  }
  let unreadable = 0;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const entry = parseJournalLine(line);
    if (entry === null) {
      unreadable += 1;
    } else {
      yield entry;
    }
  }
  if (unreadable > 0) {
    onProblem(unreadableLines(file, unreadable));
  }
}

type OnProblem = (problem: Problem) => void;

export class Journal {
  /** Folder of the month files. */
  readonly folder: string;
  readonly #options: JournalOptions;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.folder = join(options.home, "journal");
  }

  /** Null when recorded; JOURNAL_UNWRITABLE otherwise. Never throws. */
  record(search: SearchRecord): Problem | null {
    const { keepQueries, now, monthBytesMax = MONTH_BYTES_MAX } = this.#options;
    try {
      const entry = journalEntryOf(search, now?.() ?? new Date(), keepQueries);
      const path = join(this.folder, `${entry.time.slice(0, 7)}.jsonl`);
      if (appendLine(this.folder, path, JSON.stringify(entry), monthBytesMax) === 0) {
        dropOldMonths(this.folder);
      }
      return null;
    } catch (error) {
      const message = `the search was answered but not recorded in the savings journal: ${messageOf(error)}`;
      return { code: "JOURNAL_UNWRITABLE", message };
    }
  }

  /** All entries in order of months, then of writing. What cannot be read goes to `onProblem`, counted. */
  async *entries(onProblem: OnProblem): AsyncGenerator<JournalEntry> {
    for (const file of monthFiles(this.folder)) {
      yield* readMonth(join(this.folder, file), file, onProblem);
    }
  }
}
