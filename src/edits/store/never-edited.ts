// Paths that no edit may touch, told by the path and what lies beside it. The gate refuses them before an edit is written; what is done
// later by a document of the store, an undo or a recovery, is held to the same, since another program may have written the document.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FILE_NAMES } from "../../languages/registry.ts";
import { openNoise } from "../../project/noise.ts";
import { isMetadata } from "../../project/policy.ts";
import { isSecretName } from "../../project/secrets.ts";
import type { Exclusion } from "../../vocabulary/exclusion.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";
import { isInTree } from "./plan-changes.ts";

export const noise = openNoise(FILE_NAMES);

export function neverEdited(root: string, path: string): Exclusion | "metadata" | null {
  const steps = path.split("/");
  const [name = "", folder = ""] = [steps.at(-1), steps.at(-2)];
  const isAnyFolder = (has: (step: string, at: number) => boolean) =>
    steps.some((step, at) => at < steps.length - 1 && has(step, at));
  if (isMetadata(name, false) || isAnyFolder((step) => isMetadata(step, true))) return "metadata";
  if (isSecretName(name, folder)) return "secret";
  const named = noise.ofFile(name);
  if (named !== null) return named;
  if (isAnyFolder((step, at) => isVendored(root, steps.slice(0, at), step))) return "vendored";
  return isAnyFolder((step) => noise.isTooling(step)) ? "tooling" : null;
}

/** Whether the folder `name` in the folder `within` holds dependencies, by its name and what is beside it. */
function isVendored(root: string, within: readonly string[], name: string): boolean {
  const folder = join(root, ...within);
  return noise.isVendored(name, new Set(existsSync(folder) ? readdirSync(folder) : []));
}

/** What a document of the store names. */
export interface NamedPaths {
  /** Absolute path of the document. */
  readonly document: string;
  readonly files: readonly string[];
  /** Folders above them. */
  readonly folders: readonly string[];
}

/** Throws DOCUMENT_INVALID where the document names what no edit may touch: then nothing of it may be done. */
export function requireEditable(root: string, { document, files, folders }: NamedPaths): void {
  const foreign =
    files.find((path) => !isInTree(path) || neverEdited(root, path) !== null) ??
    folders.find((folder) => !files.some((path) => path.startsWith(`${folder}/`)));
  if (foreign !== undefined) throw notOurs(document, foreign);
}

export const notOurs = (document: string, entry: string): Failure =>
  new Failure(
    "DOCUMENT_INVALID",
    `${document} names ${escapeName(entry)}, which no edit may touch; nothing of it was done`,
    {
      hint: "another program changed that file: compare the project with version control, then delete the file; its edit can no longer be undone",
    },
  );
