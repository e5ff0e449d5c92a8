// Where a program of the language starts, and by what a test starts a program: what the start leads to may then be tested.

export interface ProgramStart {
  /** The name of the function that is called first. */
  readonly name: string;
  /** What tests import that start programs: a module, or a name with its module before it, as `specifier.name`. */
  readonly imports: RegExp;
  /** Words that only such tests have. */
  readonly words: readonly string[];
}
