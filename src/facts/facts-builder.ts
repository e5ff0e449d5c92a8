// What a language's reader calls while it walks a tree: scopes, definitions, imports, references; and what of it differs between
// languages. open-facts.ts makes facts of it.
import type { DefinitionAt, DefinitionFact, Facts, ImportFact, Role } from "../vocabulary/facts.ts";
import type { ChainDraft } from "./chain-drafts.ts";

export interface DefinitionDraft
  extends Omit<
    DefinitionFact,
    "path" | "parent" | "flags" | "type" | "supers" | "parameters" | "signature" | "branches" | "hazards"
  > {
  /** LOCAL is set by the scopes. */
  readonly flags?: number;
  readonly type?: ChainDraft;
  /** Of a union or an intersection: the type of each part, instead of `type`. */
  readonly types?: readonly ChainDraft[];
  readonly supers?: readonly ChainDraft[];
  readonly parameters?: number;
  readonly signature?: string | null;
  /**
   * Whether the name is bound in the enclosing scope; default true; false for a member of another class than the enclosing one.
   * "type": bound where only types are looked up.
   */
  readonly binds?: boolean | "type";
  /** Default: the enclosing definition. */
  readonly parent?: DefinitionAt;
  /** The definition that its path is under, where the path leaves out names in between. Default: the parent. */
  readonly under?: DefinitionAt;
  /** Names of the path between that and its own, where no definition represents them: `Queue` of `Queue.prototype.peek =`. */
  readonly qualifier?: string;
}

/** What every definition has. */
export type NamedDraft = Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine"> & {
  readonly flags: number;
};

/** What the outline says of a definition. `flags`: TEST or none. */
export type OutlinedDraft = NamedDraft & Pick<DefinitionDraft, "kind" | "qualifier">;

/** A definition during the walk; its type is resolved at the end. */
export interface DefinitionSoFar extends Omit<DefinitionFact, "type" | "supers"> {
  readonly supers: readonly ChainDraft[];
}

/** The 1-based line of a 0-based offset. */
export type ToLine = (offset: number) => number;

export interface FactsBuilder {
  /** Of the enclosing definition, null for none. */
  enclosing(): DefinitionAt;
  /** The definition that paths are under here. */
  under(): DefinitionAt;
  /** The innermost enclosing class, past functions and blocks; FILE for none. */
  enclosingClass(): DefinitionAt;
  /** Runs `inside` in a scope of its own (a class's body, a function or a block) and returns its result. */
  within<Result>(scope: ScopeDraft, inside: () => Result): Result;
  define(draft: DefinitionDraft): DefinitionAt;
  /** To be called where more is known of a definition than when it was made. */
  amend(
    at: DefinitionAt,
    more: Partial<Pick<DefinitionDraft, "type" | "types" | "supers" | "flags" | "signature">>,
  ): void;
  /** What is known so far of a definition. */
  defined(at: DefinitionAt): DefinitionSoFar | undefined;
  /** The first definition of this name directly in that one; FILE where there is none. */
  child(of: DefinitionAt, name: string): DefinitionAt;
  /** Counts a place where the control flow of the enclosing function divides. */
  branch(): void;
  /** Adds these bits to the enclosing function. */
  hazard(bits: number): void;
  /**
   * The enclosing function returns this value here. It becomes the function's type if none is declared and all returned values
   * agree.
   */
  returns(of: ChainDraft): void;
  /** Binds another name of a definition in the enclosing scope: `const Store = class Inner { … }`. */
  alias(name: string, of: DefinitionAt): void;
  /** Binds a parameter or variable of the enclosing scope, with its value. `hoisted`: of the enclosing function. */
  local(name: string, type: ChainDraft, hoisted?: boolean): void;
  /** Binds a new local variable with the name and value of an existing one, as `if let order` does; returns that value. */
  again(name: string): ChainDraft;
  /** Binds a type parameter, where types have a namespace of their own, with the type that it stands for. */
  localType(name: string, type: ChainDraft): void;
  /** Ordinal of the import. Its local name is bound in the enclosing scope. */
  import(fact: ImportFact): number;
  /** Once a file has an export, other files see only what it exports. */
  export(name: string, of: ChainDraft, line: number): void;
  package(name: string): void;
  /** What a bare name refers to here; `isFunction`: as a function, where functions have a namespace of their own. */
  name(name: string, isFunction?: boolean): ChainDraft;
  /** What a bare name refers to where only a type is possible and types have a namespace of their own. */
  typeName(name: string): ChainDraft;
  /** Records a reference. `argumentTypes`: as ReferenceGroup. */
  refer(name: string, line: number, role: Role, of: ChainDraft, argumentTypes?: string | null): void;
  /**
   * A reference that is dropped if its chain is unknown: a key of an object literal, which refers to a member only if the
   * expected type is known.
   */
  referenceKnown(name: string, line: number, role: Role, of: ChainDraft): void;
  /** Records that a value is converted to a declared type. Nothing is stored where either is unknown, or both are the same. */
  converts(value: ChainDraft, as: ChainDraft, line: number): void;
  /** Counts parts of the text that are not read, so that answers can say that facts are incomplete. */
  leave(count: number): void;
  /**
   * The facts of what was read. `lineOf`: the 1-based line of an offset; null keeps the offsets, each use on its own
   * (ReadingOptions.byOffsets).
   */
  finish(lineOf: ToLine | null): Facts;
}

export interface ScopeDraft {
  readonly kind: "class" | "function" | "block";
  /** The class or function that it is the inside of. */
  readonly definition?: DefinitionAt;
  /** The definition that paths of what is defined in it are under, if not that one. */
  readonly under?: DefinitionAt;
}

export interface FactsRules {
  /** Whether a method's bare names may be members of its class, as in Java; not in Python or TypeScript. */
  readonly membersInScope: boolean;
  /**
   * Whether functions and what else goes by the same name are different things: `size` and `size()`. "first": what is called is a
   * function where there is one, else any definition of that name (`Store()`).
   */
  readonly separateFunctionNames?: boolean | "first";
  /** Whether types have a namespace of their own: `Color Color` declares a field of a type of the same name. */
  readonly separateTypeNames?: boolean;
  /** Whether a local variable is seen only behind the statement that makes it: `let size = size(text)` calls a function. */
  readonly bindsInOrder?: boolean;
  /** Between the names of a symbol's path, as the language's profile has it. Default a dot. */
  readonly separator?: string;
  /** Names that are the language's own wherever the text binds none of that name: `len`. */
  readonly builtIn?: ReadonlySet<string>;
  /** Whether a project may add members to the language's own types, so that references on these are kept: `"a".shout()`. */
  readonly extendsBuiltIns?: boolean;
}
