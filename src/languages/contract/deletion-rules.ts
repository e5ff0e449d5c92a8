// What a deletion breaks in a language beyond what refers to the symbol by its name.
import { literalPattern } from "../../vocabulary/literal-pattern.ts";

export interface DeletionRules {
  /**
   * How a line gives a value to a variable (`key = …`), several (`(a, b) = …`) or a field (`self.key = …`), with these as the first group.
   * Missing where a variable without a known value breaks nothing: compilers do not report what follows from another error.
   */
  readonly assigned?: RegExp;
  /** Whether that holds for every variable, not for those with a declared type alone. */
  readonly followsAll?: boolean;
  /** A line of the head of a type that counts as another one where what the line names is unknown. */
  readonly followsHeads?: RegExp;
  /** With the flag `g`: how a class uses a member of itself, with that as the first group, where those from above are not known then. */
  readonly onSelf?: RegExp;
  /** On the line of a definition's name: what it is, is what stands behind; where that is broken, its uses may be. */
  readonly follows?: RegExp;
  /** The same of a function on one line: its result is what its body gives. */
  readonly inferred?: RegExp;
  /** A line of the body of such a function that gives its result, where it has more lines than one. */
  readonly gives?: RegExp;
  /** A line that gives a result, where a function counts as one without a result if nothing declares the type in its head. */
  readonly returned?: RegExp;
  /** Where only such lines are reported of those that use a variable without a known value, and those below a line that gives it a type. */
  readonly reported?: RegExp;
  readonly narrowed?: (name: string) => RegExp;
  /** How a line tests of which type a variable is, with the variable as the first group. */
  readonly tested?: RegExp;
  /** A pattern that is one of several, and the line above all of them, with what they are matched against as the first group. */
  readonly matched?: { readonly pattern: RegExp; readonly subject: RegExp };
  /** Whether a definition is what its decorator makes of it, so that it is not known where that is not. */
  readonly decorates?: boolean;
  /** A line that begins a value with members of its own, whose type may ask for them: `return {`. */
  readonly beginsValue?: RegExp;
  /** The name of a member that ends an instance. It overrides that of the type above, which has another name: `~Store`. */
  readonly destructor?: RegExp;
  /** How code calls a function of this name without naming it, on a line without strings and comments; null for any other name. `owner`: the
   * name of the type around it, or "". */
  readonly signs?: (name: string, owner: string) => RegExp | null;
  /** How code reaches a member by a name that it computes. */
  readonly computed?: RegExp;
  /** A line with a macro before what it declares, or one that is a macro alone. */
  readonly attributed?: RegExp;
  /** Where a macro is expanded whose list may define something: `counters! { struct Stats { … } }`. */
  readonly definingList?: RegExp;
  /** A member that is called for what a type does not have, by its name, and a line by which it leaves that to the type above. */
  readonly answers?: { readonly name: RegExp; readonly passesOn: RegExp };
  /** Whether a macro puts names together: `on_##id`. */
  readonly pastes?: boolean;
  /** A line above a type or at its head by which its fields are what makes an instance of it. */
  readonly madeOfFields?: RegExp;
  /** How it takes a value apart by the order of its fields. */
  readonly unpacked?: RegExp;
  /** How it writes a function that is an instance of an interface with one method. */
  readonly lambda?: RegExp;
  /** The name of a definition that replaces a general one for some arguments, with the name of that as the first group: `Box<int>`. */
  readonly specialised?: RegExp;
  /**
   * A definition that the compiler passes or finds by itself where one of its type is asked for, a line that asks for one, and the head of
   * a block of which all asks for it: `given`, `using`; `impl Shape for Cell`, `T: Shape`, `impl`. `kind`: of what such a line names that
   * it brings in; default an interface.
   */
  readonly implied?: {
    readonly definition: RegExp;
    readonly asked: RegExp;
    readonly block?: RegExp;
    readonly kind?: "module";
  };
  /** A line that defines something with the value of the line above, or one that follows from it, and the start of a list of such. */
  readonly continued?: { readonly line: RegExp; readonly list: RegExp };
  /**
   * What is left of a definition's head, at the end of the text before, where its only part is deleted, and goes with that:
   * `extension (a: A)`, or the `:` behind `object A:`.
   */
  readonly emptied?: RegExp;
  /** A comment above a definition that defines something else, up to its end, and what is above it. */
  readonly keeps?: RegExp;
  /** A line whose faults are reported where the type around it begins, or what else begins with `head`. */
  readonly reportedAtHead?: RegExp;
  readonly head?: RegExp;
  /** A line that declares what a page gives and takes, where other pages use the whole file by its tag. */
  readonly declaresPage?: RegExp;
  /** Whether a function counts as not declared where its declaration names a type that is missing. */
  readonly declaresWhole?: boolean;
  /** Where a function's head is more than the line of its name, and nothing finds it where that is broken: a line above, as of a template. */
  readonly declared?: RegExp;
}

// Functions that a sign or a statement of the language calls.

/** A sign on its own, not a part of a longer one: `+` and not `+=` or `++`. */
export const signAlone = (sign: string): RegExp =>
  new RegExp(`(?<![-+*/%<>=!&|^~@])${literalPattern(sign)}(?![-+*/%<>=!&|^~@])`);

/**
 * How code calls a function of this name without naming it; null for any other name. `table`: by names, separated by spaces, what stands
 * there. A name that is no word is a sign itself.
 */
export function signsBy(table: Readonly<Record<string, RegExp>>): (name: string) => RegExp | null {
  const byName = new Map(
    Object.entries(table).flatMap(([names, sign]) => names.split(" ").map((name) => [name, sign])),
  );
  return (name) => byName.get(name) ?? (/^[^\w\s]+$/u.test(name) ? signAlone(name) : null);
}
