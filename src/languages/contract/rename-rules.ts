// What a rename has to know of a language: which names there are, and how a name is written that stands for two things.
import type { Lookup } from "../../linking/lookup.ts";
import type { Occurrence } from "../../syntax/occurrences.ts";

export interface RenameRules {
  /** A whole name of the language. */
  readonly identifier: RegExp;
  /** Words that look like a name and cannot be one. */
  readonly reserved: ReadonlySet<string>;
  /** Whether the language or its library looks for the name: `main`, `toString`. */
  readonly isFixed?: (name: string) => boolean;
  /** Of a name that stands for a member and for a value at once: `{ store }`. */
  readonly shorthand?: Shorthand;
  /** What stands between a file's own name for an import and that of the import: `open = require("./store").open`. Default: nothing does. */
  readonly betweenLocalAndImported?: RegExp;
  /** Whether a member may be named here. Default: anywhere. */
  readonly mayNameMember?: (occurrence: Occurrence) => boolean;
  /** Whether comments name types: `@param {Store} store`. Default false. */
  readonly documentsTypes?: boolean;
  /** What may stand before a name, as of a profile. */
  readonly rawMark?: string;
  /** Why a name of this form is visible in its own package alone, the files of one folder; null for any other. Default: null. */
  readonly whyHidden?: (name: string) => string | null;
  /**
   * Why a file means another version of a symbol than the one that the project declares in `declaredIn`; null where it does not.
   * `specifier`: of the import that the use starts from, null where it starts from none. Default: null.
   */
  readonly whyApart?: (from: string, declaredIn: string, specifier: string | null, lookup: Lookup) => string | null;
  /** Whether the constructors of a type have its name. Default false. */
  readonly namesConstructors?: boolean;
  /** Whether a private member may override one of a type above: C++'s virtual functions. Default false. */
  readonly overridesPrivately?: boolean;
  /** Whether a macro may make a member of a bare name: `EXPECT_CALL(store, put())`. Default false. */
  readonly hasTextMacros?: boolean;
  /** Whether a file has the name of the type at its top that it is for, and follows it. Default false. */
  readonly namesFiles?: boolean;
}

export interface Shorthand {
  isAt(occurrence: Occurrence): boolean;
  /** The same with both names: `{ store: shop }`. */
  write(member: string, value: string): string;
}
