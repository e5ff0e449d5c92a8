// What `setup` changed in a client's file, so that `--undo` can give back the bytes that were there. Only the part that changed is recorded:
// the rest of the file may hold secrets of other programs.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { log } from "../system/log.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { sha256Of } from "../system/sha256.ts";

const VERSION = 1;

const recordSchema = z.object({
  schema_version: z.literal(VERSION),
  /** Absolute; of the client. */
  file: z.string(),
  made_file: z.boolean(),
  /** How many of the tables around the entry, from the outermost, were there before. */
  tables_before: z.int(),
  /** Null if the file had an entry of this program before, and how it came there is not known. */
  change: z
    .object({
      /** SHA-256 of the text with the entry. */
      after: z.string(),
      /** In the text with the entry: where it differs from the text before, and for how long, in UTF-16 units. */
      offset: z.int(),
      length: z.int(),
      /** What stood there before. */
      before: z.string(),
    })
    .nullable(),
});

export type SetupRecord = Omit<z.infer<typeof recordSchema>, "schema_version" | "file">;

/** Texts are those of the file without its byte order mark. */
export interface Setup {
  readonly before: string;
  readonly after: string;
  readonly isNewFile: boolean;
  /** Whether `before` has an entry of this program. */
  readonly hadEntry: boolean;
  readonly tablesBefore: number;
}

/** `earlier`: the record of the setup before this one. What was there before the first of them counts. */
export function recordOf(
  { before, after, isNewFile, hadEntry, tablesBefore }: Setup,
  earlier: SetupRecord | null,
): SetupRecord {
  const original = hadEntry ? originalOf(before, earlier) : before;
  return {
    made_file: hadEntry ? earlier?.made_file === true : isNewFile,
    tables_before: hadEntry ? (earlier?.tables_before ?? 0) : tablesBefore,
    change: original === null ? null : changeBetween(original, after),
  };
}

/** The text before setup; null if that is not known, for example because something else in the file has changed since. */
export function originalOf(text: string, record: SetupRecord | null): string | null {
  const change = record?.change ?? null;
  return change === null || sha256Of(text) !== change.after
    ? null
    : text.slice(0, change.offset) + change.before + text.slice(change.offset + change.length);
}

function changeBetween(before: string, after: string): SetupRecord["change"] {
  const shorter = Math.min(before.length, after.length);
  let offset = 0;
  while (offset < shorter && before[offset] === after[offset]) {
    offset++;
  }
  let behind = 0;
  while (behind < shorter - offset && before.at(-1 - behind) === after.at(-1 - behind)) {
    behind++;
  }
  return {
    after: sha256Of(after),
    offset,
    length: after.length - behind - offset,
    before: before.slice(offset, before.length - behind),
  };
}

/** Begins with a dot, as the folder of no project does. */
const FOLDER = ".setup";

const placeOf = (dataFolder: string, file: string): string => join(dataFolder, FOLDER, `${sha256Of(file, 16)}.json`);

/** Null if there is none, or none that can be used: then `--undo` removes the entry and the tables that it leaves empty. */
export function readRecord(dataFolder: string, file: string): SetupRecord | null {
  const path = placeOf(dataFolder, file);
  try {
    const record = existsSync(path) ? recordSchema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
    return record?.file === file ? record : null;
  } catch (error) {
    log("warn", "the record of a setup cannot be used", { path, error: String(error) });
    return null;
  }
}

/** Null removes the record. A folder that cannot be written is no reason not to set a client up. */
export async function writeRecord(dataFolder: string, file: string, record: SetupRecord | null): Promise<void> {
  const path = placeOf(dataFolder, file);
  try {
    if (record === null) {
      rmSync(path, { force: true });
      return;
    }
    mkdirSync(join(dataFolder, FOLDER), { recursive: true, mode: PRIVATE_MODES.folder });
    const text = `${JSON.stringify({ schema_version: VERSION, file, ...record }, null, 2)}\n`;
    await writeFileAtomically(path, text, { mode: PRIVATE_MODES.file, overwrite: true });
  } catch (error) {
    log("warn", "the record of a setup cannot be written", { path, error: String(error) });
  }
}
