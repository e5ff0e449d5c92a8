// Writes a file that the user named. A plain file is replaced in one step, also behind a link. Whatever else has the name is written to
// and stays what it is: a device, a pipe, a descriptor of this process such as `/dev/stdout`.
import { write } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf } from "../vocabulary/failure.ts";
import { type AtomicWriteOptions, writeFileAtomically } from "./atomic-file.ts";
import { ownDescriptor } from "./open-streams.ts";
import { realPath } from "./real-path.ts";

/** What content is written to, in parts or at once. */
export type Sink = Pick<FileHandle, "writeFile">;
/** The content, or a function that writes it; it runs again where the first place for it could not be used. */
export type NamedContent = string | Uint8Array | ((sink: Sink) => Promise<void>);

/** `mode`: of a file that is not there yet; a plain file keeps its own, and its owner. Without `overwrite`, EEXIST for a plain file or a link to one. */
export type NamedWriteOptions = Pick<AtomicWriteOptions, "mode" | "overwrite">;

/**
 * A new file cannot take the place of the old one: the folder may not be written, the file is mounted there by itself, or it is another user's.
 * It may be writable all the same, as the file is that a CI system offers for a summary.
 */
const IRREPLACEABLE: readonly string[] = ["EACCES", "EPERM", "EROFS", "EBUSY"];

/** `path`: absolute. Throws the system's errors. */
export async function writeNamedFile(
  path: string,
  content: NamedContent,
  options: NamedWriteOptions = {},
): Promise<void> {
  const descriptor = ownDescriptor(path);
  if (descriptor !== null) {
    await pour(content, { writeFile: (data) => writeAll(descriptor, Buffer.from(data as Uint8Array)) });
    return;
  }
  const [named, there] = [await orNull(lstat(path)), await orNull(stat(path))];
  const isPlain = there?.isFile() === true;
  if (named === null || (options.overwrite === false && (isPlain || there === null))) {
    await writeFileAtomically(path, content, options);
    return;
  }
  if (!isPlain) {
    await writeInPlace(path, content, options.mode);
    return;
  }
  const like = { owner: { owner: there.uid, group: there.gid }, mode: there.mode & 0o7777 };
  try {
    await writeFileAtomically(named.isSymbolicLink() ? realPath(path) : path, content, { like });
  } catch (error) {
    if (!IRREPLACEABLE.includes(codeOf(error))) {
      throw error;
    }
    await writeInPlace(path, content, options.mode);
  }
}

async function writeInPlace(path: string, content: NamedContent, mode: number | undefined): Promise<void> {
  const file = await open(path, "w", mode);
  try {
    await pour(content, file);
  } finally {
    await file.close();
  }
}

const pour = async (content: NamedContent, sink: Sink): Promise<void> =>
  typeof content === "function" ? content(sink) : sink.writeFile(content);

const RETRY_MS = 5;

/** A descriptor may be a pipe that is full and does not wait. */
async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await promisify(write)(descriptor, bytes, done)).bytesWritten;
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") {
        throw error;
      }
      await delay(RETRY_MS);
    }
  }
}

const orNull = <Value>(look: Promise<Value>): Promise<Value | null> =>
  look.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return null;
    }
    throw error;
  });
