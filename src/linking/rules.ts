// What differs between languages when names are linked: how modules are found, and what a name may mean without an import.
import type { Chain } from "../vocabulary/facts.ts";
import type { Lookup, ModuleResolver } from "./lookup.ts";

/** How methods are compared where a type implements an interface by having its methods, without saying so. */
export interface MethodSets {
  /** A signature as DefinitionFact has it, in which each type can be compared with those of other files. */
  absolute(signature: string, path: string, lookup: Lookup): string;
  /** Of two of these. */
  isSame(one: string, other: string): boolean;
  /** Absolute signatures by method of a type that is not the project's; null where they are not known. */
  library(chain: Chain, path: string, lookup: Lookup): Readonly<Record<string, string>> | null;
}

export interface LinkRules {
  readonly modules: ModuleResolver;
  /** The method that a call of a value, or of an object, calls: `items(0)` is `items.apply(0)`. */
  readonly applied?: string;
  /** Whether a call of a class gives an instance (`Store()`). */
  readonly callMakes: boolean;
  /** Whether what a file imports can be imported from it in turn. */
  readonly handsImportsOn: boolean;
  /** Whether an import of everything binds all those names (`from x import *`). */
  readonly starsBind: boolean;
  /** Whether a file that neither imports nor exports declares names for all others. */
  readonly scriptsAreGlobal: boolean;
  /** Whether functions and what else goes by the same name are different things: chains mark functions with `/`; as FactsRules has it. */
  readonly functionsApart?: boolean | "first";
  /** Whether what stands at the top of a file under a type's name (`fun Order.isLarge()`) is reached by its own. */
  readonly extensions?: boolean;
  /** Whether a property may be reached by methods, and they by its name, from another language: `getName()`. */
  readonly accessors?: boolean;
  /** Whether names are found by the packages that files declare, and an import's specifier is the whole name (`a.b.Store`). */
  readonly packaged?: boolean;
  /** Whether a package may be named by what is left of its name inside of another whose names are seen, or by an import. */
  readonly packagesNest?: boolean;
  /** Whether packages are namespaces: one sees into those around it, a file may have several, a name may start with any. */
  readonly namespaces?: boolean;
  /**
   * Whether a name may be written from the root (`\a\b`), the unnamed package is everyone's, and a function or constant that a
   * package lacks is looked for there.
   */
  readonly rooted?: boolean;
  /** Methods that every enum has, and that give one of it. */
  readonly givesOneOfEnum?: ReadonlySet<string>;
  /** Whether a trait or an abstract class may ask of itself what only the classes have that use it. */
  readonly asksHosts?: boolean;
  /** Whether a method may take what it is called on as its first parameter, and stand in another class. */
  readonly receiversFirst?: boolean;
  /** Files whose imports of everything hold for all files at their side and below. */
  readonly importsForAll?: readonly string[];
  /** What the name of a class may have behind it that is left out where it decorates. */
  readonly decoratorEnding?: string;
  /** Methods of the language's own that give what they are called on, where its class has none of that name. */
  readonly passesOn?: ReadonlySet<string>;
  /** Whether classes and modules are open: all definitions of one path, in whatever file, are one, and constants are everyone's. */
  readonly openClasses?: boolean;
  /** Whether an import's specifier is a path of members (`crate::store::Kind`), not a module's name alone. */
  readonly pathsAreMembers?: boolean;
  /** Whether a type has what the traits in sight say, and what it dereferences to has; whether macros are called by a mark. */
  readonly traits?: boolean;
  /** Whether a type may have a field and a method of one name, which chains do not tell apart. */
  readonly fieldsApart?: boolean;
  /** Whether what is private at the top of a file is that file's alone, not its package's. */
  readonly privateToFile?: boolean;
  /** Whether parts of one type stand apart, in any file that sees it: Swift's extensions. Those of one path are one. */
  readonly openTypes?: boolean;
  /** Whether a member is sought in the first class extended, and all above it, before the second; else the nearest counts. */
  readonly supersInOrder?: boolean;
  readonly methodSets?: MethodSets;
  /** Whether a file sees all that it includes and that includes, by whole paths; a declaration and its definition elsewhere are one. */
  readonly includes?: boolean;
}

/** By the language of a file. */
export type RulesOf = (language: string) => LinkRules | undefined;
