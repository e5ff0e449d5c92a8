// What changes would make of the files as they are now: the bytes of each before and after. Writes nothing.

import { decodeText } from "../../project/decode.ts";
import { reasonOf } from "../../project/problems.ts";
import { NAMES, type Names } from "../../system/platform/names.ts";
import { sha256Of } from "../../system/sha256.ts";
import { codeOf } from "../../vocabulary/failure.ts";
import type { FileChange, Refusal, RefusalRule } from "../change-set.ts";
import { encodeNewFile, type Spliced, spliceBytes } from "./splice-bytes.ts";
import { readEntry, type TreeFile } from "./tree-file.ts";

/** A file's content at one moment. */
export interface FileContent {
  readonly bytes: Buffer;
  /** As `decodeText` reads the bytes. */
  readonly text: string;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
  /** Permission bits; null of a new file that takes those of no other. */
  readonly mode: number | null;
}

export interface PlannedFile {
  readonly kind: FileChange["kind"];
  readonly path: string;
  /** Where a moved file goes. */
  readonly to: string | null;
  /** Null of a created file. */
  readonly before: FileContent | null;
  /** Null of a deleted file. */
  readonly after: FileContent | null;
}

export type Plan =
  | { readonly kind: "planned"; readonly files: readonly PlannedFile[] }
  /** All that were found, at least one. */
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

type Existing = Exclude<FileChange, { readonly kind: "create" }>;

export const CHANGED = "read the file again and repeat the edit";

/** `root`: absolute, real path. A file that changed since its `contentHash` is refused as `stale`. */
export function planChanges(root: string, changes: readonly FileChange[]): Plan {
  const files: PlannedFile[] = [];
  const refusals: Refusal[] = changedTwice(changes);
  for (const change of changes) {
    const planned = planOrRefuse(root, change);
    if ("rule" in planned) refusals.push(planned);
    else files.push(planned);
  }
  return refusals.length > 0 ? { kind: "refused", refusals } : { kind: "planned", files };
}

/** The paths at which a change removes or leaves a file. */
export const pathsOf = (change: FileChange): readonly string[] =>
  change.kind === "move" ? [change.path, change.to] : [change.path];

function changedTwice(changes: readonly FileChange[]): Refusal[] {
  const paths = changes.flatMap(pathsOf);
  const twice = new Set(paths.filter((path, index) => paths.indexOf(path) !== index));
  const remedy = "make one change of each file; stage others in a session of their own";
  return [...twice].map((path) => refusal("overlap", path, "two changes of this file in one session", remedy));
}

function planOrRefuse(root: string, change: FileChange): PlannedFile | Refusal {
  const outside = pathsOf(change).find((path) => !isInTree(path));
  if (outside !== undefined) {
    const message = "the path leads out of the project, or into a .git folder";
    return refusal("outside-root", outside, message, "use a path of a file inside the project");
  }
  try {
    return change.kind === "create" ? planNew(root, change) : planExisting(root, change);
  } catch (error) {
    // Only errors of the system are the file's; anything else is a defect.
    if (codeOf(error) === "") throw error;
    const message = `the file cannot be read: ${reasonOf(error)}`;
    return refusal("unsupported", change.path, message, "check its permissions and those of its folders");
  }
}

function planNew(root: string, change: Extract<FileChange, { kind: "create" }>): PlannedFile | Refusal {
  const { kind, path, like } = change;
  const taken = whyTaken(root, path);
  if (taken !== null) return taken;
  const model = like === null ? null : readEntry(root, like);
  if (like !== null && model?.kind !== "file") {
    return refusal("stale", like, "the file that the new one should be like is not there", CHANGED);
  }
  const file = model?.kind === "file" ? model.file : null;
  const spliced = encodeNewFile(change.text, file?.bytes ?? null);
  if ("refused" in spliced) return notText(path, spliced.refused);
  const mode = file === null ? null : file.mode & 0o777;
  return { kind, path, to: null, before: null, after: contentOf(spliced.bytes, mode) };
}

function planExisting(root: string, change: Existing): PlannedFile | Refusal {
  const { kind, path } = change;
  const to = kind === "move" ? change.to : null;
  const found = readForEdit(root, path, change.contentHash);
  if ("rule" in found) return found;
  const before = contentOf(found.bytes, found.mode);
  if (kind === "delete") return { kind, path, to, before, after: null };
  const taken = to === null ? null : whyTaken(root, to);
  if (taken !== null) return taken;
  const spliced = spliceBytes(found.bytes, change.edits);
  if ("refused" in spliced) return notText(path, spliced.refused);
  return { kind, path, to, before, after: contentOf(spliced.bytes, found.mode) };
}

function readForEdit(root: string, path: string, contentHash: string): TreeFile | Refusal {
  const entry = readEntry(root, path);
  switch (entry.kind) {
    case "absent":
      return refusal("stale", path, "the file is no longer there", CHANGED);
    case "link":
      return refusal(
        "through-link",
        path,
        "a symbolic link is at this path or on the way to it",
        "edit the file that it leads to",
      );
    case "other":
      return refusal("unsupported", path, "it is not a regular file", "choose a text file");
    case "file":
      return entry.file.sha256 === contentHash
        ? (whyShared(path, entry.file) ?? whyReadOnly(path, entry.file) ?? entry.file)
        : refusal("stale", path, "the file has changed since it was read", CHANGED);
  }
}

/** A file is replaced as a whole (journal.ts says why), so its other names would keep the old content. */
function whyShared(path: string, { names }: TreeFile): Refusal | null {
  const message = `the file has ${names} names (hard links), and the others would keep the old content`;
  const remedy = "replace this name by a copy of the file (cp, then mv), then edit it";
  return names > 1 ? refusal("through-link", path, message, remedy) : null;
}

/** Replacing a file needs the permission to write its folder alone, and would pass over that of the file. */
function whyReadOnly(path: string, { mode }: TreeFile): Refusal | null {
  const remedy = "if it is meant to change, make it writable first (chmod u+w)";
  return (mode & 0o222) === 0 ? refusal("protected", path, "the file is read-only", remedy) : null;
}

function whyTaken(root: string, path: string): Refusal | null {
  const entry = readEntry(root, path);
  if (entry.kind === "absent") return null;
  if (entry.kind === "link") {
    const message = "a symbolic link is at this path, or a link or a file on the way to it";
    return refusal("through-link", path, message, "choose another path");
  }
  return entry.kind === "file"
    ? refusal("collision", path, "a file has this path already", "edit it with replace_text, or choose another path")
    : refusal("collision", path, "something else has this path already", "choose another path");
}

/** Whether the path names something below the root, by its text alone, and nothing of git's. */
export function isInTree(path: string, names: Names = NAMES): boolean {
  const steps = path.split("/");
  const odd = steps.some((step) => step === "" || step === "." || step === ".." || names.isGitFolder(step));
  return !odd && names.canName(path);
}

export const contentOf = (bytes: Buffer, mode: number | null): FileContent => ({
  bytes,
  text: decodeText(bytes).text,
  sha256: sha256Of(bytes),
  mode,
});

const notText = (
  path: string,
  { line, message, remedy }: Extract<Spliced, { refused: unknown }>["refused"],
): Refusal => ({ rule: "not-text", path, line, message, remedy });

/** Of a whole file. */
export const refusal = (rule: RefusalRule, path: string, message: string, remedy: string): Refusal => ({
  rule,
  path,
  line: null,
  message,
  remedy,
});
