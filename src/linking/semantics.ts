// What differs between languages, as the functions that the engine runs, and the context that it calls them with. The two name each
// other, so they are one file. A language puts its semantics together from
// BASE_SEMANTICS (base-semantics.ts), from look-ups that several languages share (this folder) and from its own
// (languages/<language>/semantics.ts).
import type { Chain } from "../vocabulary/chain.ts";
import type { DefinitionAt, DefinitionFact, Facts, ReferenceGroup } from "../vocabulary/facts.ts";
import type { Lookup, ModuleResolver } from "./lookup.ts";
import type { Place, Resolution, TypeArguments } from "./resolution.ts";

/** What linking knows of one project, and each function of a language is called with. */
export interface LinkContext {
  readonly lookup: Lookup;
  /** Of the language of a file; BASE_SEMANTICS for a file whose language is not linked. */
  semantics(path: string): LanguageSemantics;
  /** What a chain of a file resolves to. Cached; unknown if resolving it runs into a cycle or a limit. */
  resolve(path: string, chain: Chain): Resolution;
  /** Records that the result being computed depends on something left unknown, so that it is valid for this question only. */
  markIncomplete(): void;
  /** How often `markIncomplete` was called. */
  incompleteCount(): number;
  /** What type parameters stand for here, and how many uses of generic types are inside each other. */
  readonly typeArguments: TypeArguments | null;
  /** The same project where type parameters stand for these. */
  withArguments(typeArguments: TypeArguments): LinkContext;
}

/** One way to look up a name that a file does not bind itself. Null: the next one is tried. */
export type NameLookup = (context: LinkContext, path: string, name: string) => Resolution | null;

/** A `.name` that neither the type nor its ancestors have. */
export interface MissingMember {
  /** File in which the member is named. */
  readonly path: string;
  /** The whole chain, including `.name`. */
  readonly chain: Chain;
  /** What the chain before `.name` resolves to. */
  readonly on: Resolution;
  readonly name: string;
}

/** One way to look up a missing member. Null: the next one is tried. */
export type MissingMemberLookup = (context: LinkContext, member: MissingMember) => Resolution | null;

/** A call, before the engine looks at what the callee declares. */
export interface Call {
  readonly callee: Resolution;
  /** What the method is called on; unknown where no method is called. */
  readonly receiver: Resolution;
  /** Of the method, with its mark; "" where no method is called. */
  readonly name: string;
}

/** The result of a call, where that differs from what the callee declares. Null: the next one is tried. */
export type CallLookup = (context: LinkContext, call: Call) => Resolution | null;

/** Members that are declared in other files than their type: Go's methods, Rust's `impl` blocks. */
export interface MembersInOtherFiles {
  named(context: LinkContext, owner: Place, name: string): Place[];
  all(context: LinkContext, owner: Place): Place[];
}

/** Whether a member is looked up on an instance of a type or on the type itself. */
export type Level = "instance" | "class";

export interface NameSemantics {
  /** Tried in order for a name that the file does not bind: `Store` of the file's package, of `import shop.*`, a global one. */
  readonly freeName: readonly NameLookup[];
  /** A bare name inside a class whose members need no `this`: `save()` of its superclass, else as outside of the class. */
  nameInClass(context: LinkContext, owner: Place, name: string): Resolution;
  /** What import `at` of a file binds (`%at`). `isFunction`: the chain marks it as a function's name (`%at/`). */
  imported(context: LinkContext, path: string, at: number, isFunction: boolean): Resolution;
  /** What a module has under a name: `paths` are its one file, or all files of a Go package. */
  moduleMember(context: LinkContext, paths: readonly string[], name: string): Resolution;
  /** An instance of what a class extends: `super@at`. */
  superInstance(context: LinkContext, owner: Place): Resolution;
  /** Another chain that references may mean whose own is unresolved: C#'s `[Obsolete]` may be `ObsoleteAttribute`. */
  otherChain(group: ReferenceGroup): Chain | null;
}

export interface DeclarationSemantics {
  /** Mark behind the names of functions in chains, where `size` and `size()` are different things; else "". */
  readonly functionMark: "/" | "";
  /** The definitions directly in `parent` that a name of a chain means, with its mark if it has one: overloads are several. */
  childrenNamed(definitions: readonly DefinitionFact[], parent: DefinitionAt, name: string): readonly DefinitionAt[];
  /** Those of `all`, at the top of a file, that other files see: in Kotlin not the private ones. */
  visibleElsewhere(definitions: readonly DefinitionFact[], all: readonly DefinitionAt[]): readonly DefinitionAt[];
  /** All declarations of the symbol of a definition. `sameName`: the definitions of its name beside it, itself included. */
  declarations(
    context: LinkContext,
    place: Place,
    definition: DefinitionFact,
    sameName: readonly Place[],
  ): readonly Place[];
  /** All definitions of a class that any file may open again (Ruby's `class String`); elsewhere its declarations. */
  openings(context: LinkContext, place: Place): readonly Place[];
  /** The same text for all definitions of one class. */
  classKey(context: LinkContext, place: Place): string;
  /** Swift's `extension Order { … }` of the type at a place, in any file, and its other declarations; not the place itself. */
  extensions(context: LinkContext, place: Place): readonly Place[];
  /** Of the declarations that a name refers to, those that this file sees, with others that it may mean as well. */
  seenDeclarations(context: LinkContext, path: string, places: readonly Place[]): readonly Place[];
  /** Certainty of a link to all of these declarations: overloads without known arguments are no exact link. */
  certaintyOf(context: LinkContext, places: readonly Place[]): Resolution["certainty"];
  /** Whether other files of the package declare the same type separately, as one for each platform. */
  hasAlternatives(context: LinkContext, place: Place): boolean;
  /** What a group of references means of the declarations of its chain: the overload that its arguments choose. */
  meant(context: LinkContext, path: string, group: ReferenceGroup, declared: Resolution): Resolution;
  /** Whether `meant` distinguishes overloads, so that each of them has references of its own. */
  readonly distinguishesOverloads: boolean;
  /** Whether a call chooses by its arguments among the methods of a name that a type declares and those that it inherits. */
  readonly inheritsOverloads: boolean;
  /** Whether two definitions with one path can declare one symbol: a field and a method do not where both may exist. */
  isOneKind(one: DefinitionFact, other: DefinitionFact): boolean;
  /** Whether two definitions with one path stand where declarations of one symbol do: in C++ a method's need not be in its class. */
  isBeside(one: DefinitionFact, other: DefinitionFact): boolean;
}

export interface MemberSemantics {
  /** What `.name` means on an instance of the type, or on the type itself; `places` declare it. */
  member(context: LinkContext, places: readonly Place[], name: string, level: Level): Resolution;
  /** The types themselves and all that they extend, in the order in which members are looked up. */
  ancestors(context: LinkContext, places: readonly Place[]): Iterable<Place>;
  /** Members that the type has itself, without those that it inherits. */
  ownMembers(context: LinkContext, place: Place, name: string): Place[];
  readonly membersInOtherFiles: MembersInOtherFiles;
  /** Tried in order for a member that neither the type nor its ancestors have: an extension, a getter of a property. */
  readonly missingMember: readonly MissingMemberLookup[];
  /** The attribute of every object that is its class: `__class__` in Python. */
  readonly classAttribute: string | null;
}

export interface ValueSemantics {
  /** Tried in order for the result of a call, before the callee's declared result: of `first()` on a list, an element. */
  readonly calls: readonly CallLookup[];
  /** The result of calling a type or object (`Store()`): an instance in languages without `new`. Null: as it is declared. */
  calledType(context: LinkContext, callee: DefinitionResolution): Resolution | null;
  /** Those of several definitions with one name that can be called: in Rust not the field beside the method. */
  callable(context: LinkContext, places: readonly Place[]): readonly Place[];
  /** Which of several declarations determine the result of a function. */
  readonly resultsOf: "first declaration" | "all overloads";
  /** An instance of the value of a variable, if that is a class: in Ruby `kind = Store; kind.new`. */
  instanceOfVariable(context: LinkContext, value: Resolution): Resolution | null;
  /** An element of a value whose type declares no iteration: in C++ what a pointer points to. */
  elementOf(context: LinkContext, value: Resolution): Resolution;
  /** Methods that syntax calls, in Python `__call__` for `store()`, `__iter__` for `for order in store`, `__getitem__` for `store[0]`. */
  readonly callMethod: string | null;
  readonly iterationMethods: readonly string[];
  readonly keyMethods: readonly string[];
}

/** What other rooms ask about a language. */
export interface UseSemantics {
  /** All names under which files may write a definition of this name: `ObsoleteAttribute` as `Obsolete` in C#. */
  writtenAs(name: string): readonly string[];
  /** Whether a bare name outside of any class may be a method of `self`: in Ruby's blocks. */
  readonly bareNamesAreMembers: boolean;
  /** Whether calling a name of this form makes an instance of a type: `Store()` in Python. */
  isConstructed(name: string): boolean;
  /** Whether a definition is a member of a type that it does not stand in, and that may be a library's: `fun String.shout()`. */
  isExtensionMember(definitions: readonly DefinitionFact[], at: DefinitionAt): boolean;
  /** Whether a lambda may run on an object whose members it calls by their names alone: `transaction { commit() }`. */
  readonly lambdasHaveReceivers: boolean;
  /** Whether a whole file runs on an object whose members its bare names may mean: a script of a build. Default: none does. */
  runsOnObject?(path: string): boolean;
  readonly overriding: OverrideSemantics;
  /** Whether files of a package may define one name several times, for builds that exclude each other: `hook_windows.go`. */
  readonly hasBuildVariants: boolean;
  /** Whether files, or the settings of their build, mostly import all names of a namespace, a library's too. Default false. */
  readonly importsWholeNamespaces?: boolean;
  /** Top-level names of one program are one thing in all its files, which may declare it each for itself: `extern int open(int);`. */
  readonly linksByName?: boolean;
  /** Whether the file may call by this name what C code of the program has: Rust's `extern "C" { fn open(); }`, Go's `import "C"`. */
  namesForeign?(facts: Facts, name: string): boolean;
  /** Whether an interface may be implemented outside of the type that gets it, which may be a library's: `impl Drive for Vec<T>`. */
  readonly implementsSeparately?: boolean;
  /** Whether a macro may make anything of the names that it is given, such as a member: `offsetof(struct store, size)`. */
  readonly hasTextMacros?: boolean;
  /** A file sees a name of another one only by an import that says so, or that brings all names of a module. */
  readonly needsImports?: boolean;
  /** Whether what a file imports is reached through it by others, under the name that it has there. */
  readonly importsAreMembers?: boolean;
  /** Whether what a variable holds may be called otherwise inside of it: `const Store = class Inner { … }`. */
  readonly hasInnerNames?: boolean;
  /** Whether a name that a file of the project has cannot be in a library that is included beside it. */
  readonly includedNamesConflict?: boolean;
  /** Whether the definition only adds to a class of a library, whose name stays without it: Ruby's `class Rack::Request`. */
  opensLibraryType?(lookup: Lookup, path: string, definition: DefinitionFact): boolean;
  /** Where files may: whether this one is a part of some builds alone. Default: it is not. */
  isUnderCondition?(path: string, text: string): boolean;
}

export interface OverrideSemantics {
  /** Whether a method that overrides another one is marked: `override`, `@Override`. */
  readonly areMarked: boolean;
  /** Whether a function with fewer parameters may override one with more, as in TypeScript. */
  readonly fewerParametersFit: boolean;
  /** Whether methods of an interface may have bodies, so that a class that implements it need not have all of them. */
  readonly interfacesHaveBodies: boolean;
  /** Whether a type that an interface asks for may follow from the members of what implements it, as in Swift. Default false. */
  readonly typesAreInferred?: boolean;
  /** Whether a class without a member that it has to have is wrong only where an instance is made. Default false. */
  readonly classesMayBeIncomplete?: boolean;
  /** Whether an abstract class has to declare what an interface above it asks for, if only as abstract. Default false. */
  readonly abstractClassesDeclare?: boolean;
}

/** Of languages whose files declare the package or namespace of their names. */
export interface PackageSemantics {
  /** A package's name as files declare it, with dots between its parts: PHP's `App\\Models` is `App.Models`. */
  dotted(name: string): string;
  /** Files that may declare the name in the package. */
  declaring(lookup: Lookup, wanted: string, name: string): readonly string[];
  /** What a file declares under the name in the package, as the file `from` sees it. */
  declaredIn(context: LinkContext, path: string, from: string, wanted: string, name: string): readonly Place[];
  /** What a whole name (`a.b.Store.load`) refers to, as seen from a file; its last part may be marked as a function's. */
  qualified(context: LinkContext, from: string, name: string): Resolution;
  /** Packages that a file sees without an import, innermost first. */
  visible(context: LinkContext, path: string): readonly string[];
  /** Whether a package contains others whose files see its names: namespaces of C#. */
  readonly areNested: boolean;
  /** Names of files whose imports of all names apply to all files beside and below them. */
  readonly importsForAll: readonly string[];
}

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
   * The interface that the library expects at a place with this whole name: `net/http.Handle.1` is the second parameter of a
   * function, `net/http.Server.Handler` a field. Null if no interface is expected, or it is unknown.
   */
  libraryInterface(
    expected: string,
  ): { readonly name: string; readonly methods: Readonly<Record<string, string>> } | null;
  /** Whether all interfaces of the library are known, so that another type is not an interface. */
  isWhollyKnown(expected: string): boolean;
}

export interface LanguageSemantics
  extends NameSemantics,
    DeclarationSemantics,
    MemberSemantics,
    ValueSemantics,
    UseSemantics {
  /** How the files of a module are found. Languages with one resolver can refer to each other's definitions. */
  readonly modules: ModuleResolver;
  /** Null in languages whose files declare no package by which names are found. */
  readonly packages: PackageSemantics | null;
  /** Null in languages where a type names the interfaces that it implements. */
  readonly methodSets: MethodSets | null;
}

/** By the language of a file; undefined for a language whose names are not linked. */
export type SemanticsOf = (language: string) => LanguageSemantics | undefined;

export type DefinitionResolution = Resolution & { readonly value: Extract<Resolution["value"], { is: "definition" }> };
