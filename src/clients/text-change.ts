// A change of one text file outside of the program's own folders: planned first, so that the difference can be shown, and written only
// while the file is as it was.
import { lstatSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";
import { writeNamedFile } from "../system/named-file.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { codeOf, Failure, systemReason } from "../vocabulary/failure.ts";
import { escapeRoot } from "../vocabulary/shown-text.ts";

/** In bytes. Large, because Claude Code keeps much besides its servers in its file. */
export const TEXT_BYTES_MAX = 64 * 1024 * 1024;

export interface TextChange {
  /** Absolute; it may be a link. */
  readonly file: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null removes the file. */
  readonly after: string | null;
  /** Unified; "" where nothing changes. */
  readonly diff: string;
}

/** Returns the changed text; null removes the file. The text is given without its byte order mark, which the file keeps. */
export type Change = (text: string, isNewFile: boolean) => string | null;

/**
 * Makes the failure for a file that cannot be used: for its content INVALID_INPUT, where the system refuses STORAGE_UNAVAILABLE.
 * `why` completes the sentence that begins with the file, such as "is too large".
 */
export type Refuse = (why: string, code?: "INVALID_INPUT" | "STORAGE_UNAVAILABLE") => Failure;

/** `instead`: what else to do, such as ", or write to it by hand". */
export const refusalOf =
  (file: string, instead: string): Refuse =>
  (why, code = "INVALID_INPUT") => {
    const cure =
      code === "INVALID_INPUT"
        ? "correct it"
        : "let this user read and write it and its folder, or free some disk space";
    return new Failure(code, `${file} ${why}`, { hint: `${cure}${instead}` });
  };

export function planTextChange(file: string, change: Change, refuse: Refuse): TextChange {
  const before = readText(file, refuse);
  const whole = before ?? "";
  const text = whole.replace(/^\uFEFF/, "");
  const changed = change(text, before === null);
  const after = changed === null ? null : whole.slice(0, whole.length - text.length) + changed;
  const rest = after ?? "";
  const diff = rest === whole ? "" : unifiedDiff(before === null ? "/dev/null" : file, file, whole, rest);
  return { file, before, after, diff };
}

/** With the paths as the system writes them: the library would double each backslash. */
function unifiedDiff(from: string, to: string, before: string, after: string): string {
  const parts = formatPatch(structuredPatch(from, to, before, after), OMIT_HEADERS);
  return `--- ${escapeRoot(from)}\n+++ ${escapeRoot(to)}\n${parts}`;
}

/**
 * `mode`: permissions of a file that is not there yet. Throws INVALID_INPUT if the file is not as it was when the change was
 * planned, STORAGE_UNAVAILABLE if it cannot be written; then nothing is written.
 */
export async function writeTextChange(
  change: TextChange,
  mode: number,
  refuse: Refuse,
  write: typeof writeNamedFile = writeNamedFile,
): Promise<void> {
  const { file, before } = change;
  if (readText(file, refuse) !== before) {
    throw new Failure("INVALID_INPUT", `${file} changed meanwhile, so nothing was written`, {
      hint: "close the program that writes it and run the command again",
    });
  }
  try {
    await carryOut(change, mode, write);
  } catch (error) {
    throw codeOf(error) === "" ? error : refuse(`cannot be written: ${systemReason(error)}`, "STORAGE_UNAVAILABLE");
  }
}

async function carryOut(
  { file, before, after }: TextChange,
  mode: number,
  write: typeof writeNamedFile,
): Promise<void> {
  // What a link leads to is the file; the link stays.
  if (after === null && !isLink(file)) {
    await BUSY_FILES.retried(() => rmSync(file));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  await write(file, after ?? "", { mode, overwrite: before !== null });
}

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function readText(file: string, refuse: Refuse): string | null {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) {
      throw refuse("is not a file");
    }
    if (stats.size > TEXT_BYTES_MAX) {
      throw refuse("is too large");
    }
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      if (isLink(file)) {
        throw refuse("is a link to a file that is not there");
      }
      return null;
    }
    if (error instanceof Failure) {
      throw error;
    }
    throw code === "ERR_ENCODING_INVALID_ENCODED_DATA"
      ? refuse("is not UTF-8")
      : refuse(`cannot be read: ${systemReason(error)}`, "STORAGE_UNAVAILABLE");
  }
}
