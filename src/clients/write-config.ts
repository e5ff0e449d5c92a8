// Changes a client's configuration file.
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { withEntry, withoutEntry } from "./client-config.ts";
import type { Client, Launch } from "./contract/client.ts";
import { planTextChange, type Refuse, refusalOf, type TextChange, writeTextChange } from "./text-change.ts";

/** A new file may hold a path or a variable that concerns only its owner. */
const NEW_FILE_MODE = PRIVATE_MODES.file;

export interface PlannedChange extends TextChange {
  readonly client: Client;
}

/**
 * `launch`: what the entry starts; null removes the entry.
 * Throws INVALID_INPUT for a file that cannot be read, is too large, or that the client cannot read either.
 */
export function planChange(client: Client, file: string, launch: Launch | null): PlannedChange {
  const refuse = refusalFor(client, file);
  const change = (text: string): string => {
    try {
      return launch === null ? withoutEntry(client, text) : withEntry(client, text, launch);
    } catch (error) {
      throw error instanceof SyntaxError ? refuse(`is not valid: ${error.message}`) : error;
    }
  };
  return { client, ...planTextChange(file, change, refuse) };
}

/** Throws INVALID_INPUT if the file is not as it was when the change was planned; then nothing is written. */
export const writeChange = (change: PlannedChange): Promise<void> =>
  writeTextChange(change, NEW_FILE_MODE, refusalFor(change.client, change.file));

const refusalFor = (client: Client, file: string): Refuse =>
  refusalOf(file, `, or add the entry by hand: \`context-broker setup ${client.name} --print\` prints it`);
