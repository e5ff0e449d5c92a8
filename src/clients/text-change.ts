// A change of one text file outside of the program's own folders: planned first, so that the difference can be shown, and written only
// while the file is as it was.
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { Failure } from "../vocabulary/failure.ts";
import { escapeRoot } from "../vocabulary/shown-text.ts";

/** No client's configuration is larger; Claude Code's has much besides its servers. Bytes. */
export const TEXT_BYTES_MAX = 64 * 1024 * 1024;

export interface TextChange {
  /** Absolute; it may be a link. */
  readonly file: string;
  /** Null of a file that is not there. */
  readonly before: string | null;
  /** "" removes the file. */
  readonly after: string;
  /** Unified; "" where nothing changes. */
  readonly diff: string;
}

/** What a text becomes; it has no byte order mark, which stays. */
export type Change = (text: string) => string;

/** `refuse`: the failure for a file that cannot be read or is too large, by the rest of its sentence. */
export type Refuse = (why: string) => Failure;

export function planTextChange(file: string, change: Change, refuse: Refuse): TextChange {
  const before = readText(file, refuse);
  const whole = before ?? "";
  const text = whole.replace(/^\uFEFF/, "");
  const after = whole.slice(0, whole.length - text.length) + change(text);
  const diff = after === whole ? "" : unifiedDiff(before === null ? "/dev/null" : file, file, whole, after);
  return { file, before, after, diff };
}

/** With the paths as the system writes them: the library would double each backslash. */
function unifiedDiff(from: string, to: string, before: string, after: string): string {
  const parts = formatPatch(structuredPatch(from, to, before, after), OMIT_HEADERS);
  return `--- ${escapeRoot(from)}\n+++ ${escapeRoot(to)}\n${parts}`;
}

/**
 * `mode`: permissions of a file that is not there yet. Throws INVALID_INPUT if the file is not as it was when the change was
 * planned; then nothing is written.
 */
export async function writeTextChange(
  { file, before, after }: TextChange,
  mode: number,
  refuse: Refuse,
): Promise<void> {
  if (readText(file, refuse) !== before) {
    throw new Failure("INVALID_INPUT", `${file} changed meanwhile, so nothing was written`, {
      hint: "close the program that writes it and run the command again",
    });
  }
  if (after === "") {
    await BUSY_FILES.retried(() => rmSync(file));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  const target = before === null ? file : realpathSync(file);
  const bits = before === null ? mode : statSync(target).mode & 0o777;
  await writeFileAtomically(target, after, { mode: bits, overwrite: before !== null });
}

function readText(file: string, refuse: Refuse): string | null {
  try {
    if (statSync(file).size > TEXT_BYTES_MAX) {
      throw refuse("is too large");
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
    throw refuse(code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "is not UTF-8" : `cannot be read (${code})`);
  }
}
