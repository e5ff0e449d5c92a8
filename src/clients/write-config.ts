// Changes a client's configuration file.
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { hasEntry, isEmptyConfig, tablesIn, withEntry, withoutEntry } from "./client-config.ts";
import type { Client, Launch } from "./contract/client.ts";
import { originalOf, readRecord, recordOf, type SetupRecord, writeRecord } from "./setup-record.ts";
import { planTextChange, type Refuse, refusalOf, type TextChange, writeTextChange } from "./text-change.ts";

/** A new file may hold a path or a variable that concerns only its owner. */
const NEW_FILE_MODE = PRIVATE_MODES.file;

export interface PlannedChange extends TextChange {
  readonly client: Client;
  /** To be recorded for `--undo`; null once the entry is removed. */
  readonly record: SetupRecord | null;
  /** The record of the file as it is. */
  readonly earlier: SetupRecord | null;
}

/**
 * `launch`: what the entry starts; null removes the entry. `dataFolder`: where setups are recorded.
 * Throws INVALID_INPUT for a file that cannot be read, is too large, or that the client cannot read either.
 */
export function planChange(client: Client, file: string, launch: Launch | null, dataFolder: string): PlannedChange {
  const refuse = refusalFor(client, file);
  const earlier = readRecord(dataFolder, file);
  let record: SetupRecord | null = null;
  const change = (before: string, isNewFile: boolean): string | null => {
    try {
      if (launch === null) {
        return withoutSetup(client, before, earlier);
      }
      const after = withEntry(client, before, launch);
      const [hadEntry, tablesBefore] = [hasEntry(client, before), tablesIn(client, before)];
      record = recordOf({ before, after, isNewFile, hadEntry, tablesBefore }, earlier);
      return after;
    } catch (error) {
      throw error instanceof SyntaxError ? refuse(`is not valid: ${error.message}`) : error;
    }
  };
  const planned = planTextChange(file, change, refuse);
  return { client, record, earlier, ...planned };
}

/** The text before setup where that is known, else the text without what setup added. Null removes the file. */
function withoutSetup(client: Client, text: string, record: SetupRecord | null): string | null {
  const after = originalOf(text, record) ?? withoutEntry(client, text, record?.tables_before ?? 0);
  return record?.made_file === true && after !== text && isEmptyConfig(after) ? null : after;
}

/** Throws INVALID_INPUT if the file is not as it was when the change was planned; then nothing is written. */
export async function writeChange(change: PlannedChange, dataFolder: string): Promise<void> {
  const { client, file, record, earlier } = change;
  // Before the file, so that no setup is without its record; one that is removed is needed until the file is written.
  if (record !== null) {
    await writeRecord(dataFolder, file, record);
  }
  try {
    await writeTextChange(change, NEW_FILE_MODE, refusalFor(client, file));
  } catch (error) {
    await writeRecord(dataFolder, file, earlier);
    throw error;
  }
  if (record === null) {
    await writeRecord(dataFolder, file, null);
  }
}

const refusalFor = (client: Client, file: string): Refuse =>
  refusalOf(file, `, or add the entry by hand: \`context-broker setup ${client.name} --print\` prints it`);
