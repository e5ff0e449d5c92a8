// What a manifest says of a project: its name, what it is for, how it is built and tested. Each is read in a language's folder.

export interface About {
  readonly name: string | null;
  readonly description: string | null;
  /** Command lines, run in the manifest's folder. */
  readonly build: readonly string[];
  readonly test: readonly string[];
}

export interface Manifest {
  /** File names at the root of a project; an extension alone (`.sln`) represents any name with it. */
  readonly files: readonly string[];
  /** Names and extensions of files whose folder, anywhere in a project, is a package of its own. */
  readonly packages?: readonly string[];
  /** `files` are the names of all files at the root. Null where the text cannot be read as such a manifest. */
  read(text: string, files: ReadonlySet<string>): About | null;
}

/** The first group of the expression in the text; null where it does not match. */
export const firstGroup = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1]?.trim() ?? null;
