// What differs between languages, as the functions that the engine runs. A language puts its semantics together from
// BASE_SEMANTICS (base-semantics.ts), from look-ups that several languages share (this folder) and from its own
// (languages/<language>/semantics.ts).
import type { Chain } from "../vocabulary/chain.ts";
import type { DefinitionAt, DefinitionFact, ReferenceGroup } from "../vocabulary/facts.ts";
import type { LinkContext } from "./context.ts";
import type { ModuleResolver } from "./lookup.ts";
import type { MethodSets } from "./method-sets.ts";
import type { PackageSemantics } from "./packages.ts";
import type { Place, Resolution } from "./resolution.ts";

/** One way to look up a name that a file does not bind itself. Null: it has no answer, so that the next one is tried. */
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

/** What a call gives, where that is not what the callee declares. Null: the next one is tried. */
export type CallLookup = (context: LinkContext, call: Call) => Resolution | null;

/** Members that are declared in other files than their type: Go's methods, Rust's `impl` blocks. */
export interface MembersInOtherFiles {
  named(context: LinkContext, owner: Place, name: string): Place[];
  all(context: LinkContext, owner: Place): Place[];
}

/** Whether a member is looked up on an instance of a type or on the type itself. */
export type Level = "instance" | "class";

export interface NameSemantics {
  /** Tried in order for a name that the file does not bind: of its package, by an import of all names, global … */
  readonly freeName: readonly NameLookup[];
  /** A bare name inside the class at a place, where members need no `this`. */
  nameInClass(context: LinkContext, owner: Place, name: string): Resolution;
  /** What import `at` of a file binds (`%at`). `isFunction`: the chain marks it as a function's name. */
  imported(context: LinkContext, path: string, at: number, isFunction: boolean): Resolution;
  /** What the module that consists of these files has under a name. */
  moduleMember(context: LinkContext, paths: readonly string[], name: string): Resolution;
  /** An instance of what a class extends (`super@at`). */
  superInstance(context: LinkContext, owner: Place): Resolution;
  /** Another chain that the mentions may mean if their own leads nowhere: C#'s `[Obsolete]` is `ObsoleteAttribute`. */
  otherChain(group: ReferenceGroup): Chain | null;
}

export interface DeclarationSemantics {
  /** Mark behind the names of functions in chains, where functions have a namespace of their own. */
  readonly functionMark: "/" | "";
  /** Which definitions of one file a name of a chain means, with its mark if it has one. */
  childrenNamed(definitions: readonly DefinitionFact[], parent: DefinitionAt, name: string): readonly DefinitionAt[];
  /** Those of some definitions at the top of a file that other files can see. */
  visibleElsewhere(definitions: readonly DefinitionFact[], all: readonly DefinitionAt[]): readonly DefinitionAt[];
  /** All declarations of the symbol of a definition. `sameName`: those with its name and parent. */
  declarations(
    context: LinkContext,
    place: Place,
    definition: DefinitionFact,
    sameName: readonly Place[],
  ): readonly Place[];
  /** Definitions that together make up a class or type, where it can be opened again; elsewhere its declarations. */
  openings(context: LinkContext, place: Place): readonly Place[];
  /** The same for all definitions of one class. */
  classKey(context: LinkContext, place: Place): string;
  /** Extensions of a type and other declarations that they extend, in any file; the place itself is not among them. */
  extensions(context: LinkContext, place: Place): readonly Place[];
  /** From the declarations that a name leads to, to those that the file sees. */
  seenDeclarations(context: LinkContext, path: string, places: readonly Place[]): readonly Place[];
  /** Certainty of a link to all of these declarations. */
  certaintyOf(context: LinkContext, places: readonly Place[]): Resolution["certainty"];
  /** Whether the project has other, separate declarations of the type's name in its package. */
  hasAlternatives(context: LinkContext, place: Place): boolean;
  /** Of what a name leads to, that which a group of mentions means: by its arguments, or by whether it is called. */
  meant(context: LinkContext, path: string, group: ReferenceGroup, declared: Resolution): Resolution;
  /** Whether `meant` tells overloads apart. */
  readonly distinguishesOverloads: boolean;
  /** Whether two definitions of one file with one path can be one symbol: a field and a method are not where both can exist. */
  isOneKind(one: DefinitionFact, other: DefinitionFact): boolean;
  /** Whether two definitions of one file with one path stand where declarations of one symbol stand. */
  isBeside(one: DefinitionFact, other: DefinitionFact): boolean;
}

export interface MemberSemantics {
  /** What `.name` means on an instance of these, or on the type itself. All places declare one type. */
  member(context: LinkContext, places: readonly Place[], name: string, level: Level): Resolution;
  /** The types themselves and all that they extend, in the order in which members are looked up. */
  ancestors(context: LinkContext, places: readonly Place[]): Iterable<Place>;
  /** Members that the type at the place has itself. */
  ownMembers(context: LinkContext, place: Place, name: string): Place[];
  readonly membersInOtherFiles: MembersInOtherFiles;
  /** Tried in order for a member that neither the type nor its ancestors have. */
  readonly missingMember: readonly MissingMemberLookup[];
  /** The attribute of every object that is its class (`__class__`). */
  readonly classAttribute: string | null;
}

export interface ValueSemantics {
  /** Tried in order for what a call gives; then follows what the callee declares. */
  readonly calls: readonly CallLookup[];
  /** What calling a type or object gives: an instance in languages without `new`. Null: what its declaration says. */
  calledType(context: LinkContext, callee: DefinitionResolution): Resolution | null;
  /** Those of several definitions with one name that can be called. */
  callable(context: LinkContext, places: readonly Place[]): readonly Place[];
  /** Which of several declarations say what a function gives. */
  readonly resultsOf: "first declaration" | "all overloads";
  /** An instance of what a variable holds, if that is a class (`Kind = Store; Kind.new`). */
  instanceOfVariable(context: LinkContext, held: Resolution): Resolution | null;
  /** An element of a value whose type declares no iteration. */
  elementOf(context: LinkContext, value: Resolution): Resolution;
  /** Methods that the language calls for its syntax: of a value that is called, iterated over, accessed by key. */
  readonly callMethod: string | null;
  readonly iterationMethods: readonly string[];
  readonly keyMethods: readonly string[];
}

/** What others than the engine ask about a language. */
export interface UseSemantics {
  /** All names under which files may write a definition of this name: C#'s attributes without their ending. */
  writtenAs(name: string): readonly string[];
  /** Whether a name alone may be a call of a method of `self` outside of any class: in Ruby's blocks. */
  readonly bareNamesAreMembers: boolean;
  /** Whether calling a name of this form makes an instance of a type. */
  isConstructed(name: string): boolean;
  /** Whether a definition is a member of a type that it does not stand in, and that may be a library's. */
  isExtensionMember(definitions: readonly DefinitionFact[], at: DefinitionAt): boolean;
  /** Whether a lambda may run on an object whose members it calls by their names alone: `transaction { commit() }`. */
  readonly lambdasHaveReceivers: boolean;
  readonly overriding: OverrideSemantics;
  /** Whether files of a package may define one name several times, for builds that exclude each other: `hook_windows.go`. */
  readonly hasBuildVariants: boolean;
}

export interface OverrideSemantics {
  /** Whether a method that overrides another one is marked: `override`, `@Override`. */
  readonly areMarked: boolean;
  /** Whether a function that takes fewer parameters may stand for one that takes more. */
  readonly fewerParametersFit: boolean;
  /** Whether the methods of an interface may have bodies, so that what implements it need not have all of them. */
  readonly interfacesHaveBodies: boolean;
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
