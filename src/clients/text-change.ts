// A change of one text file outside of the program's own folders. It is planned first, so that the difference can be shown, and written
// only if the file has not changed since.
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createTwoFilesPatch } from "diff";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { Failure } from "../vocabulary/failure.ts";

/** In bytes. Large, because Claude Code keeps much besides its servers in its file. */
export const TEXT_BYTES_MAX = 64 * 1024 * 1024;

export interface TextChange {
  /** Absolute; it may be a link. */
  readonly file: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** "" removes the file. */
  readonly after: string;
  /** Unified; "" where nothing changes. */
  readonly diff: string;
}

/** Returns the changed text. The text is given without its byte order mark, which the file keeps. */
export type Change = (text: string) => string;

/** Makes the failure for a file that cannot be used; `why` completes the sentence that begins with the file, such as "is too large". */
export type Refuse = (why: string) => Failure;

export function planTextChange(file: string, change: Change, refuse: Refuse): TextChange {
  const before = readText(file, refuse);
  const whole = before ?? "";
  const text = whole.replace(/^\uFEFF/, "");
  const after = whole.slice(0, whole.length - text.length) + change(text);
  const from = before === null ? "/dev/null" : file;
  const diff =
    after === whole ? "" : createTwoFilesPatch(from, file, whole, after).replace(/^(?:Index: .*\n)?=+\n/, "");
  return { file, before, after, diff };
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
