// What a language's tools call files and folders, so that project/ can tell what people write from what tools make or bring.
// Each language gives its own (`files` in its record); what is of no language stands in src/project/noise.ts.

/** Each text is words with spaces between them. Extensions are without a dot. */
export interface FileNames {
  /** Globs of the files that mark the root of a project. */
  readonly rootMarkers?: string;
  /** Files with the exact versions of the dependencies. */
  readonly lockFiles?: string;
  /** How the names of generated and of minified files end, in upper or lower case. */
  readonly generatedEnds?: string;
  readonly minifiedEnds?: string;
  /** Extensions of files whose content is never text; anything else is judged by its content. */
  readonly binaryExtensions?: string;
  /** Extensions of code, which has shorter lines than prose and data as long as it is not minified. */
  readonly codeExtensions?: string;
  /** Folders of dependencies and of what tools make, wherever they are. */
  readonly vendoredFolders?: string;
  /**
   * The same for names that sources also use: by the folder, the files of which one must be beside it. Excluding real source is
   * the worse error.
   */
  readonly vendoredBeside?: Readonly<Record<string, string>>;
  /** A folder that contains one of these files is vendored. */
  readonly vendoredInside?: string;
}
