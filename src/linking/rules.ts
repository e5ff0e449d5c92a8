// How linking differs between languages: how modules are found, and what a name may mean without an import.
import type { Chain } from "../vocabulary/chain.ts";
import type { Lookup, ModuleResolver } from "./lookup.ts";

/** Compares methods in languages where a type implements an interface implicitly, by having its methods. */
export interface MethodSets {
  /** A signature as in DefinitionFact, with types that can be compared across files. */
  absolute(signature: string, path: string, lookup: Lookup): string;
  /** Compares two absolute signatures. */
  isSame(one: string, other: string): boolean;
  /** Absolute signatures by method for a type outside of the project; null if unknown. */
  library(chain: Chain, path: string, lookup: Lookup): Readonly<Record<string, string>> | null;
  /** Whether an interface of the library has a method of this name. */
  isLibraryMethod(name: string): boolean;
  /**
   * The library's interface that a value becomes which is given for this, by its whole name: `net/http.Handle.1`, the second
   * parameter of a function; `net/http.Server.Handler`, a field. Null where it is none, or not known.
   */
  libraryInterface(
    expected: string,
  ): { readonly name: string; readonly methods: Readonly<Record<string, string>> } | null;
  /** Whether all interfaces of the library are known, so that another type is not an interface. */
  isWhollyKnown(expected: string): boolean;
}

/** The overloads that a call may mean. */
export interface Chosen {
  /** Places in the list of signatures, in its order; empty where none can be called so. */
  readonly at: readonly number[];
  /** Whether every other one is impossible, not only less likely. */
  readonly isSure: boolean;
}

/** Whether a value of the first type is one of the second, which signature `at` wants; null where it is not known. */
export type Relate = (value: string, wanted: string, at: number) => boolean | null;

export interface LinkRules {
  readonly modules: ModuleResolver;
  /** The method that a call of a value or object invokes: `items(0)` is `items.apply(0)`. */
  readonly applied?: string;
  /** Whether calling a class creates an instance (`Store()`). */
  readonly callMakes: boolean;
  /** Whether a member of what holds values by key may be one of these: `orders.first` of a `Record<string, Order>`. */
  readonly keysAreMembers?: boolean;
  /** Whether a file's imports can be imported from it. */
  readonly handsImportsOn: boolean;
  /** Whether an import of everything binds all names (`from x import *`). */
  readonly starsBind: boolean;
  /** Whether a file without imports and exports declares global names. */
  readonly scriptsAreGlobal: boolean;
  /** Whether functions have their own namespace: chains mark them with `/`, as in FactsRules. */
  readonly functionsApart?: boolean | "first";
  /** Whether definitions at the top of a file under a type's name (`fun Order.isLarge()`) are members of that type. */
  readonly extensions?: boolean;
  /** Whether another language reaches properties by accessor methods, and such methods as properties: `getName()`. */
  readonly accessors?: boolean;
  /** Whether names are found by declared packages, so that an import's specifier is a full name (`a.b.Store`). */
  readonly packaged?: boolean;
  /** Whether a package may be named relative to a visible or imported package that contains it. */
  readonly packagesNest?: boolean;
  /**
   * Whether packages are namespaces: enclosing ones are visible, a file may have several, and a name may start with any of
   * them.
   */
  readonly namespaces?: boolean;
  /**
   * Whether a name may be absolute (`\a\b`), the unnamed package is global, and functions and constants that a package lacks
   * are looked up there.
   */
  readonly rooted?: boolean;
  /** Methods of every enum that return one of its members. */
  readonly givesOneOfEnum?: ReadonlySet<string>;
  /** Whether a trait or an abstract class may use members that only its users or subclasses have. */
  readonly asksHosts?: boolean;
  /** Whether a method may take its receiver as first parameter and be declared in another class. */
  readonly receiversFirst?: boolean;
  /** Files whose imports of all names apply to all files beside and below them. */
  readonly importsForAll?: readonly string[];
  /** A suffix of a class name that may be left out in a decorator or attribute. */
  readonly decoratorEnding?: string;
  /** Built-in methods that return their receiver, unless its class defines one of that name. */
  readonly passesOn?: ReadonlySet<string>;
  /**
   * Whether classes and modules are open: all definitions with one path are one class, in any file, and constants are global.
   */
  readonly openClasses?: boolean;
  /** Whether a lambda may run on an object whose members it calls by their names alone: `transaction { commit() }`. */
  readonly receiversOfLambdas?: boolean;
  /** Whether an import's specifier is a path of members (`crate::store::Kind`) instead of a module's name. */
  readonly pathsAreMembers?: boolean;
  /** Whether a type has the members of visible traits and of what it dereferences to, and macros are called with a mark. */
  readonly traits?: boolean;
  /** Whether a type may have a field and a method with one name, which chains do not distinguish. */
  readonly fieldsApart?: boolean;
  /** Whether private definitions at the top of a file are private to the file instead of the package. */
  readonly privateToFile?: boolean;
  /** Whether a type may have parts in any file that sees it, such as Swift's extensions. Parts with one path are one type. */
  readonly openTypes?: boolean;
  /**
   * Whether members are looked up depth first: in the first superclass and its ancestors before the second. Otherwise the
   * nearest class wins.
   */
  readonly supersInOrder?: boolean;
  /** Whether a function that takes fewer parameters may represent one that is given more. */
  readonly fewerParametersFit?: boolean;
  /** Whether a method that takes the place of an inherited one says so: `override`, `@Override`. */
  readonly marksOverrides?: boolean;
  /** Whether no member of an interface has a body, so that what implements it needs all of them. */
  readonly bareInterfaces?: boolean;
  readonly methodSets?: MethodSets;
  /**
   * Whether a file sees everything that it includes, transitively, by full paths; a declaration and its definition elsewhere
   * are one symbol.
   */
  readonly includes?: boolean;
  /**
   * Present where functions of one name and path are told apart by their parameters: how often one file may declare a function,
   * twice where prototypes are beside definitions.
   */
  readonly overloads?: number;
  /**
   * Which of several overloads a call may mean, by their signatures, as in DefinitionFact; present where arguments are read, as in
   * MentionGroup.
   */
  readonly chooseOverloads?: (given: string, signatures: readonly (string | null)[], relate: Relate) => Chosen;
}

/** By the language of a file. */
export type RulesOf = (language: string) => LinkRules | undefined;
