// The write-ahead journal of one transaction over files of a project: what each path held before, what it shall hold, and the
// temporary names used meanwhile. It is written before the first file is touched and removed after the last; finding it means that
// a process ended in between.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { BusyFiles } from "../../system/platform/busy-files.ts";
import { Failure, messageOf, unlessAbsent } from "../../vocabulary/failure.ts";
import type { StoreDisk } from "./store-disk.ts";

export const JOURNAL_VERSION = 1;
export const JOURNAL_FILE = "journal.json";

export const SESSION_ID = /^[0-9a-f]{8}$/;

/** Hex SHA-256 of the bytes, and the permission bits; null: those that the umask gives. */
export const stateSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mode: z.int().min(0).max(0o7777).nullable(),
});
export type FileState = z.output<typeof stateSchema>;

const stepSchema = z.object({
  /** Project-relative. */
  path: z.string().min(1),
  /** Null: no file. */
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
  /** Name, in the same folder, of the new file until it is put in place; null where there is none. */
  fresh: z.string().nullable(),
  /** Name, in the same folder, that the old file keeps until all are in place; null where there is none. */
  aside: z.string().nullable(),
});
/** One path of a transaction. */
export type Step = z.output<typeof stepSchema>;

const journalSchema = z.object({
  schema_version: z.literal(JOURNAL_VERSION),
  /** Absolute path of the project. */
  root: z.string().min(1),
  session: z.string().regex(SESSION_ID),
  /** State of the session once all files are in place. */
  to: z.enum(["committed", "undone"]),
  steps: z.array(stepSchema).readonly(),
  /** Project-relative folders that are made, outermost first. */
  folders: z.array(z.string().min(1)).readonly(),
  /** Likewise; removed at the end as far as they are empty. */
  emptied: z.array(z.string().min(1)).readonly(),
});
export type Journal = z.output<typeof journalSchema>;

/** The journal in the store's folder; null if there is none. DOCUMENT_INVALID if it cannot be understood. */
export function readJournal(folder: string): Journal | null {
  const path = join(folder, JOURNAL_FILE);
  const text = unlessAbsent(() => readFileSync(path, "utf8"), null);
  if (text === null) return null;
  try {
    return journalSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Failure("DOCUMENT_INVALID", `${path} cannot be understood: ${messageOf(cause)}`, {
      hint: "update context-broker; edits of this project are refused until the interrupted one is completed",
      cause,
    });
  }
}

export async function writeJournal(folder: string, journal: Journal, disk: StoreDisk): Promise<void> {
  await disk.writeDocument(join(folder, JOURNAL_FILE), `${JSON.stringify(journal)}\n`);
}

export async function removeJournal({ folder, disk, busy }: JournalPlace): Promise<void> {
  await busy.retried(() => disk.unlink(join(folder, JOURNAL_FILE)));
}

/** `folder`: the store's. */
interface JournalPlace {
  readonly folder: string;
  readonly disk: StoreDisk;
  readonly busy: BusyFiles;
}
