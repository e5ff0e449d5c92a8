// Reads one settings file: bounded, not through links of a project, nothing in it trusted. Returns its raw entries; the caller
// validates them.
import { closeSync, fstatSync, readSync } from "node:fs";
import { nestsDeeperThan } from "../system/json-depth.ts";
import { nearestName } from "../system/nearest-name.ts";
import { LINKS } from "../system/platform/links.ts";
import { codeOf, Failure, systemReason } from "../vocabulary/failure.ts";
import { SETTING_KEYS } from "./settings.ts";

/** In bytes; larger than any real settings file. */
export const FILE_BYTES_MAX = 262_144;

/** The deepest setting is a table of texts. */
const DEPTH_MAX = 16;

export interface SettingsFile {
  readonly path: string;
  /** Settings and their values, in the file's order. */
  readonly entries: ReadonlyMap<string, unknown>;
  /** Other names in a project's file, which may have been written for another version. Untrusted; at most as many as can be shown. */
  readonly unknown: readonly string[];
}

/** A project's file comes with a clone. */
export type SettingsOwner = "user" | "project";

/** More unknown names are not worth reading. */
const UNKNOWN_MAX = 20;

const refuse = (path: string, why: string, hint: string, cause?: unknown): Failure =>
  new Failure("INVALID_SETTING", `the settings file ${path} ${why}`, { hint, cause });

/** The file's text, or null if there is none. A FIFO or device in its place is refused without waiting. */
function readBounded(path: string, owner: SettingsOwner): string | null {
  let descriptor: number;
  try {
    descriptor = owner === "user" ? LINKS.openFollowed(path) : LINKS.openFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      return null;
    }
    if (code === "ELOOP") {
      throw refuse(
        path,
        "is a symbolic link; settings files are not read through links",
        "replace the link by the file itself, or remove it",
        error,
      );
    }
    throw refuse(path, `cannot be read: ${systemReason(error)}`, "make it readable, or delete it", error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) {
      throw refuse(path, "is not a regular file", "replace it by a JSON file, or remove it");
    }
    const buffer = Buffer.alloc(FILE_BYTES_MAX + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
    if (length > FILE_BYTES_MAX) {
      throw refuse(
        path,
        `is larger than ${FILE_BYTES_MAX} bytes`,
        "shorten it: a settings file is a few lines of JSON",
      );
    }
    return buffer.toString("utf8", 0, length).replace(/^\uFEFF/, "");
  } finally {
    closeSync(descriptor);
  }
}

/** The known key that is at most two edits away, or "". */
export const nearestKey = (name: string): string => nearestName(name, SETTING_KEYS);

/**
 * The entries of a settings file, or null if there is no file.
 * @throws INVALID_SETTING if it is unreadable, too large, no regular file, a link in a project, nested too deeply, no JSON object, or the
 * user's with an unknown key.
 */
export function readSettingsFile(path: string, owner: SettingsOwner): SettingsFile | null {
  const text = readBounded(path, owner);
  return text === null ? null : parseSettings(path, text, owner);
}

/** The entries of a settings file by its text. @throws INVALID_SETTING as `readSettingsFile` does; `path` names the file. */
export function parseSettings(path: string, text: string, owner: SettingsOwner): SettingsFile {
  if (nestsDeeperThan(text, DEPTH_MAX)) {
    throw refuse(path, `nests deeper than ${DEPTH_MAX} levels`, "shorten it: a settings file is a few lines of JSON");
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // JSON.parse quotes the text around the error, which in a project's file is untrusted.
    throw refuse(
      path,
      "is not valid JSON",
      "correct it (no comments, no comma before a closing bracket), or delete the file",
      error,
    );
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw refuse(path, "is not a JSON object", 'write an object such as {"top_k": 5}');
  }
  const entries = new Map(Object.entries(parsed));
  entries.delete("$schema");
  const unknown = [...entries.keys()].filter((name) => !SETTING_KEYS.some((key) => key === name));
  for (const name of unknown) {
    entries.delete(name);
    if (owner === "user") {
      const near = nearestKey(name);
      throw refuse(
        path,
        `has an unknown setting ${JSON.stringify(name.slice(0, 64))}`,
        near === "" ? "`context-broker config show` lists the settings" : `did you mean ${JSON.stringify(near)}?`,
      );
    }
  }
  return { path, entries, unknown: unknown.slice(0, UNKNOWN_MAX) };
}
