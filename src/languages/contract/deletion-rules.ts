// What a deletion breaks in a language beyond what refers to the symbol by its name.

export interface DeletionRules {
  /**
   * How a line gives a value to a variable (`key = …`) or a field (`self.key = …`), with that as the first group. Missing where a variable
   * without a known value breaks nothing: compilers do not report what follows from another error.
   */
  readonly assigned?: RegExp;
  /** How a line tests of which type a variable is, with the variable as the first group. */
  readonly tested?: RegExp;
  /** The name of a member that ends an instance. It overrides that of the type above, which has another name: `~Store`. */
  readonly destructor?: RegExp;
  /** Names of functions that are called by a sign, also by libraries with what they are given. */
  readonly operator?: RegExp;
  /** The name of a definition that replaces a general one for some arguments, with the name of that as the first group: `Box<int>`. */
  readonly specialised?: RegExp;
  /** Whether a function counts as not declared where its declaration names a type that is missing. */
  readonly declaresWhole?: boolean;
}
