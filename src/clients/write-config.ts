// Changes a client's configuration file: planned first, so that the difference can be shown, and written only while the file is as it was.
import { mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createTwoFilesPatch } from "diff";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { Failure } from "../vocabulary/failure.ts";
import { withEntry, withoutEntry } from "./client-config.ts";
import type { Client, Launch } from "./contract/client.ts";

/** No client's configuration is larger; Claude Code's has much besides its servers. Bytes. */
export const CONFIG_BYTES_MAX = 64 * 1024 * 1024;
/** A new file may hold a path or a variable that concerns only its owner. */
const NEW_FILE_MODE = 0o600;

export interface PlannedChange {
  readonly client: Client;
  /** Absolute, as the client looks for it; it may be a link. */
  readonly file: string;
  /** Null of a file that is not there. */
  readonly before: string | null;
  readonly after: string;
  /** Unified; "" where nothing changes. */
  readonly diff: string;
}

/**
 * `launch`: what the entry starts; null removes the entry.
 * Throws INVALID_INPUT for a file that cannot be read, is too large, or that the client cannot read either.
 */
export function planChange(client: Client, file: string, launch: Launch | null): PlannedChange {
  const before = readConfig(client, file);
  const whole = before ?? "";
  const text = whole.replace(/^\uFEFF/, "");
  const mark = whole.slice(0, whole.length - text.length);
  let after: string;
  try {
    after = mark + (launch === null ? withoutEntry(client, text) : withEntry(client, text, launch));
  } catch (error) {
    throw error instanceof SyntaxError ? unreadable(client, file, `is not valid: ${error.message}`) : error;
  }
  const from = before === null ? "/dev/null" : file;
  const diff =
    after === whole ? "" : createTwoFilesPatch(from, file, whole, after).replace(/^(?:Index: .*\n)?=+\n/, "");
  return { client, file, before, after, diff };
}

/** Throws INVALID_INPUT if the file is not as it was when the change was planned; then nothing is written. */
export async function writeChange({ client, file, before, after }: PlannedChange): Promise<void> {
  if (readConfig(client, file) !== before) {
    throw new Failure("INVALID_INPUT", `${file} changed meanwhile, so nothing was written`, {
      hint: `close ${client.title} and run the command again`,
    });
  }
  mkdirSync(dirname(file), { recursive: true });
  const target = before === null ? file : realpathSync(file);
  const mode = before === null ? NEW_FILE_MODE : statSync(target).mode & 0o777;
  await writeFileAtomically(target, after, { mode, overwrite: before !== null });
}

function readConfig(client: Client, file: string): string | null {
  try {
    if (statSync(file).size > CONFIG_BYTES_MAX) {
      throw unreadable(client, file, "is too large");
    }
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      return null;
    }
    if (error instanceof Failure) {
      throw error;
    }
    throw unreadable(client, file, `cannot be read (${code ?? "it is not UTF-8"})`);
  }
}

const unreadable = (client: Client, file: string, why: string): Failure =>
  new Failure("INVALID_INPUT", `${file} ${why}`, {
    hint: `correct it, or add the entry by hand: \`context-broker setup ${client.name} --print\` prints it`,
  });
