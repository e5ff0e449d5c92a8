// Which file declares a project's dependencies, and which one records the exact versions that were chosen for them.

export interface DependencyFiles {
  /** File name. */
  readonly manifest: string;
  /** File names of which one, beside the manifest or in a folder above it, records the versions. */
  readonly locks: readonly string[];
  /**
   * Whether the lock file has a version that a changed requirement allows. Missing where lock files repeat the requirements, so that each
   * change of them is one of the lock file.
   */
  isMet?(lock: string, name: string, wanted: string): boolean;
  /** Each dependency whose version is recorded, with the versions that it allows; null for a text that is no such manifest. */
  read(text: string): ReadonlyMap<string, string> | null;
}

/** Dependencies that a line of the text each declares: the first group is the name, the rest of the line what it allows. */
export const dependencyLines =
  (line: RegExp): DependencyFiles["read"] =>
  (text) => {
    const found = text.split(/\r\n|\n|\r/).flatMap((one) => {
      const [, name] = line.exec(one) ?? [];
      return name === undefined ? [] : [[name, one.replace(/\s*(?:\/\/|#).*$/, "").trim()] as const];
    });
    return new Map(found);
  };
