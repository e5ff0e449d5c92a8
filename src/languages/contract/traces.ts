// How programs in a language write stack traces, so that one pasted into a query is understood. All patterns read a text of one
// line: a query has its line breaks folded to spaces.

export interface FrameForm {
  /** Groups `path`, and where they are written `line` and `name`. Starts at a token, and is linear in the text. */
  readonly pattern: RegExp;
  /** One such frame is a trace already; the others need a second, since prose can look like one. */
  readonly alone: boolean;
  /** The path is a file's name alone; its folders are the packages of the function's name. */
  readonly packaged?: boolean;
}

export interface TraceForms {
  readonly frames: readonly FrameForm[];
  /** What a trace says whatever was raised. Global; removed from the message. */
  readonly boilerplate?: readonly RegExp[];
  /** What stands in place of a function's name, and what compilers add to one. */
  readonly notNames?: RegExp;
  /** Found in a trace whose last frame is the innermost; frames are innermost first without it. */
  readonly innermostLast?: RegExp;
  /** Words between two sections of a trace; what follows them is the cause of what stands before, or its effect. */
  readonly beforeCause?: RegExp;
  readonly beforeEffect?: RegExp;
  /** Where installed packages and the language's own library lie: over a `/`-separated path. */
  readonly external?: RegExp;
  /** Paths of the sources from which the file at a path may have been built, with its folders. */
  readonly sourcesOf?: (built: string) => readonly string[];
}
