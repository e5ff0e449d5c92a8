// The savings journal: every search, one line, one file a month in the global home. If that fails, the answer has a problem, and is sent
// all the same.
//
//   const journal = new Journal({ home: settings.dataFolder, keepQueries: settings.journalQueries });
//   const problem = journal.record({ project, client, operation, statistics, hits, … });   // never throws

import { join } from "node:path";
import { messageOf, type Problem } from "../vocabulary/failure.ts";
import { DatedFiles, type OnProblem } from "./dated-files.ts";
import { type JournalEntry, journalEntryOf, parseJournalLine, type SearchRecord } from "./journal-entry.ts";

/** Month files that are kept. */
export const RETENTION_MONTHS = 24;
/** Bytes of one month's file, about 60,000 searches; beyond, searches of that month go unrecorded, and say so. */
const MONTH_BYTES_MAX = 32 * 1024 * 1024;

export interface JournalOptions {
  /** The global home itself, `~/.context-broker` unless set otherwise. */
  readonly home: string;
  /** True writes the query's text too. */
  readonly keepQueries: boolean;
  readonly now?: () => Date;
  /** Instead of MONTH_BYTES_MAX. */
  readonly monthBytesMax?: number;
}

export class Journal {
  /** Folder of the month files. */
  readonly folder: string;
  readonly #options: JournalOptions;
  readonly #months: DatedFiles;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.folder = join(options.home, "journal");
    this.#months = new DatedFiles({
      folder: this.folder,
      dateLength: 7,
      kept: RETENTION_MONTHS,
      bytesMax: options.monthBytesMax ?? MONTH_BYTES_MAX,
      again: "searches are recorded again next month",
      what: "journal",
    });
  }

  /** Null when recorded; JOURNAL_UNWRITABLE otherwise. Never throws. */
  record(search: SearchRecord): Problem | null {
    const { keepQueries, now } = this.#options;
    try {
      const entry = journalEntryOf(search, now?.() ?? new Date(), keepQueries);
      this.#months.append(entry.time, JSON.stringify(entry));
      return null;
    } catch (error) {
      const message = `the search was answered but not recorded in the savings journal: ${messageOf(error)}`;
      return { code: "JOURNAL_UNWRITABLE", message };
    }
  }

  /** All entries in order of months, then of writing. What cannot be read goes to `onProblem`, counted. */
  async *entries(onProblem: OnProblem): AsyncGenerator<JournalEntry> {
    for (const file of this.#months.files()) {
      yield* await this.#months.read(file, parseJournalLine, onProblem);
    }
  }
}
