// The settings of project/: what to search beyond, or short of, what the ignore files and the noise policy say.
// Where the values come from is config/'s business.

import type { SearchableClass } from "../vocabulary/exclusion.ts";
import type { FileNames } from "../vocabulary/file-names.ts";

export interface ProjectRules {
  /**
   * Globs over project-relative paths that are admitted although ignore files, noise classes or the size limit say
   * no. One without `/` matches in every folder. A secret is admitted only by its exact path, without a wildcard.
   */
  readonly include: readonly string[];
  /** Globs that are never searched; they beat `include`. A glob that matches a folder leaves out all of it. */
  readonly exclude: readonly string[];
  /** Largest file that is searched, in bytes. */
  readonly maxFileBytes: number;
  /** Exclusion classes that are searched after all. */
  readonly search: readonly SearchableClass[];
  /** Whether the `.dockerignore` at the root is honoured. */
  readonly dockerignore: boolean;
  /** What the tools of languages call files and folders. */
  readonly fileNames: readonly FileNames[];
}

/** No setting makes a larger file searchable: its text would not fit one string and one parser run. Bytes. */
export const HARD_MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Folders nested deeper are not entered: rule matching is polynomial in depth. */
export const MAX_DEPTH = 256;
/** Largest ignore file that is read, in bytes. */
export const MAX_IGNORE_FILE_BYTES = 1024 * 1024;
/** Paths kept as examples of an exclusion class. */
export const EXAMPLES_MAX = 5;
/** Problems of one code that are reported one by one; the rest is one summary. */
export const PROBLEMS_PER_CODE_MAX = 50;
