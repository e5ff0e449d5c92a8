// What a deletion breaks in a language beyond what refers to the symbol by its name.

export interface DeletionRules {
  /**
   * How a line gives a value to a variable (`key = …`) or a field (`self.key = …`), with that as the first group. Missing where a variable
   * without a known value breaks nothing: compilers do not report what follows from another error.
   */
  readonly assigned?: RegExp;
  /** How a line tests of which type a variable is, with the variable as the first group. */
  readonly tested?: RegExp;
}
