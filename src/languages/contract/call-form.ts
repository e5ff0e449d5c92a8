// How a language writes parameters and arguments: what it takes to see whether a call passes what a function takes. Only languages
// whose calls put their arguments in parentheses have one.

export interface CallForm {
  /** Sticky: a comment or a string, so that no bracket or comma in it counts. */
  readonly opaque: RegExp;
  /** The parameter's name in its text, as the first group. Parameters without a name have none. */
  readonly name: RegExp;
  /** A parameter that calls may leave out. */
  readonly optional: RegExp;
  /** A parameter that takes any number of arguments. */
  readonly variadic: RegExp;
  /** A parameter that no call passes between its parentheses: `self`, `this Order order`. */
  readonly receiver?: RegExp;
  /** A parameter that takes any further named arguments. */
  readonly takesAnyName?: RegExp;
  /** An entry after which parameters can be passed by name alone; it is a parameter itself where it is variadic. */
  readonly namesOnlyAfter?: RegExp;
  /** A parameter that can only be passed by name. */
  readonly byNameAlone?: RegExp;
  /** An entry of the list that is no parameter. */
  readonly mark?: RegExp;
  /** A named argument, with its name as the first group. */
  readonly namedArgument?: RegExp;
  /** An argument that stands for several. */
  readonly spread?: RegExp;
  /** Whether such an argument stands for the parameter that takes any number, and for all of it. */
  readonly spreadIsVariadic?: boolean;
  /** Whether a block behind the parentheses is one more argument. */
  readonly blockIsArgument?: boolean;
  /** Whether a call as the only argument may pass several values. */
  readonly callsPassSeveral?: boolean;
  /** Whether a function may be called with fewer arguments, and see itself that one is missing; or with more. */
  readonly fewerFit?: boolean;
  readonly moreFit?: boolean;
  /** In a body: it looks at all arguments, beside its parameters. */
  readonly readsAll?: RegExp;
  /** With the flag `g`, before `(`: a function whose arguments behind the first one may be absent. */
  readonly takesAbsent?: RegExp;
  /** Whether a type's head may declare what its constructor takes: `class Store(val name: String)`. */
  readonly typesTakeParameters?: boolean;
  /**
   * The lines of a type whose fields are what its constructor takes, from its mark (`@dataclass`) to its head, and a line that declares such a
   * field. Heads of other types say nothing about the constructor then.
   */
  readonly fields?: { readonly marked: RegExp; readonly head: RegExp; readonly field: RegExp };
  /** Sticky: what stands between a type's name and the parentheses of a call of its constructor. */
  readonly constructorCall?: RegExp;
  /** Arguments may stand in braces: `Mailer{3}`. */
  readonly takesBraces?: true;
  /** With the flag `g`: what stands before the arguments of a constructor where its class is not named. */
  readonly unnamedConstructors?: {
    /** In the class itself, where there is no instance yet, or in another constructor: `cls`, `this`. */
    readonly inClass?: RegExp;
    /** In a constructor of a direct subclass: `super`. */
    readonly inSubclass?: RegExp;
    /** On a line on which a pattern matches the class as a type: what stands before the arguments of `Store store = new("a")`. */
    readonly typed?: (name: string) => RegExp;
  };
  /** Whether `()` declares nothing about the parameters. */
  readonly emptyIsUnknown?: boolean;
  /** Between two parameters of a lambda that stand without parentheses: such a list of arguments is not counted. */
  readonly bareLambda?: RegExp;
}

/** Comments from `//` on and between `/*` and `*\/`; strings in double quotes, characters in single ones. */
export const SLASH_COMMENTS_AND_CHARACTERS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\[^'\n]{1,8}|[^'\\\n])'|`[^`]*`/y;
