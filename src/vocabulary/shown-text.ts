// Text of a repository as an answer shows it: no name can start a line of its own, and no source can close the fence that encloses it.

import { escapeUnseen } from "./unseen.ts";

/** Control characters, line separators and marks that reorder text, as escapes: a line feed is `\\u{a}`. */
export const escapeControls = (text: string): string => escapeUnseen(text);

/** A name as it appears in a line: escaped, including backslashes, so that no name can look like an escape. */
export const escapeName = (name: string): string => escapeControls(name.replaceAll("\\", "\\\\"));

/** A drive or a share of Windows, whose separators are backslashes. */
const WINDOWS_ROOT = /^(?:[A-Za-z]:\\|\\\\)/;

/** The same of an absolute path; Windows' separators stay as they are. */
export const escapeRoot = (path: string): string => (WINDOWS_ROOT.test(path) ? escapeControls(path) : escapeName(path));

/** A name longer than this is shown by its beginning. In UTF-16 units. */
const NAME_LENGTH_MAX = 160;

/** The name, or its first 160 UTF-16 units and an ellipsis. */
export const shortened = (name: string): string =>
  name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name;

const FENCE = "```";

/** A Markdown fence longer than any run of backticks in the texts, so that none of them can close it. */
export function fenceFor(...texts: readonly string[]): string {
  const runs = texts.flatMap((text) => (text.includes(FENCE) ? (text.match(/`{3,}/g) ?? []) : []));
  return runs.reduce((fence, run) => (run.length >= fence.length ? `${run}\`` : fence), FENCE);
}
