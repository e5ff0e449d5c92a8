// What a language's reader says while it walks a tree: scopes, definitions, imports, mentions; and what of it differs between
// languages. open-facts.ts makes facts of it.
import type { DefinitionAt, DefinitionFact, Facts, ImportFact, Role } from "../vocabulary/facts.ts";
import type { ChainDraft } from "./scopes.ts";

export interface DefinitionDraft
  extends Omit<
    DefinitionFact,
    "path" | "parent" | "flags" | "type" | "supers" | "parameters" | "signature" | "branches" | "hazards"
  > {
  /** LOCAL is set by the scopes. */
  readonly flags?: number;
  readonly type?: ChainDraft;
  /** Of a union or an intersection: what each part of it holds, instead of `type`. */
  readonly types?: readonly ChainDraft[];
  readonly supers?: readonly ChainDraft[];
  readonly parameters?: number;
  readonly signature?: string | null;
  /**
   * Whether the name is bound in the scope around it; default true. A member of another class than the one around is not. "type":
   * where types alone are sought.
   */
  readonly binds?: boolean | "type";
  /** Default: the definition around it. */
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

/** What is known of a definition by now; what it holds is found out at the end. */
export interface DefinitionSoFar extends Omit<DefinitionFact, "type" | "supers"> {
  readonly supers: readonly ChainDraft[];
}

export interface FactsBuilder {
  /** Of the definition around, null for none. */
  readonly enclosing: DefinitionAt;
  /** The definition that paths are under here. */
  readonly under: DefinitionAt;
  /** The class around, through functions and blocks; FILE for none. */
  readonly enclosingClass: DefinitionAt;
  /** Runs `inside` in a scope of its own: of a class's body, of a function, or a block of neither. */
  within(scope: ScopeDraft, inside: () => void): void;
  define(draft: DefinitionDraft): DefinitionAt;
  /** To be called where more is known of a definition than when it was made. */
  amend(
    at: DefinitionAt,
    more: Partial<Pick<DefinitionDraft, "type" | "types" | "supers" | "flags" | "signature">>,
  ): void;
  definition(at: DefinitionAt): DefinitionSoFar | undefined;
  /** The first definition of this name directly in that one; FILE where there is none. */
  child(of: DefinitionAt, name: string): DefinitionAt;
  /** Counts a place where the control flow of the function around divides. */
  branch(): void;
  /** Adds these bits to the function around. */
  hazard(bits: number): void;
  /** A place where the function around gives this back: its type, where it has no other and all of these agree. */
  returns(of: ChainDraft): void;
  /** A parameter or variable of the scope around it, and what it holds. `hoisted`: of the function around. */
  local(name: string, type: ChainDraft, hoisted?: boolean): void;
  /** A local of the name that something has already, and what that holds: `if let order`. What has the name before. */
  again(name: string): ChainDraft;
  /** A type's own parameter, where types are kept apart, and what it represents. */
  localType(name: string, type: ChainDraft): void;
  /** Ordinal of the import. Its local name is bound in the scope around it. */
  import(fact: ImportFact): number;
  /** From the first on, only what is exported is seen by other files. */
  export(name: string, of: ChainDraft, line: number): void;
  package(name: string): void;
  /** What a bare name means here; of a function, where these are kept apart from the rest. */
  name(name: string, isFunction?: boolean): ChainDraft;
  /** What a bare name means where only a type can stand, where types are kept apart. */
  typeName(name: string): ChainDraft;
  reference(name: string, line: number, role: Role, of: ChainDraft, given?: string | null): void;
  /** The same for what is a mention only where its chain is known: keys of a literal that is expected to be of a type. */
  referenceKnown(name: string, line: number, role: Role, of: ChainDraft): void;
  /** A value becomes what something is declared to be. Nothing is kept where either is unknown, or both are the same. */
  converts(value: ChainDraft, as: ChainDraft, line: number): void;
  /** Counts what is not looked at. */
  leave(count: number): void;
  finish(): Facts;
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
   * function where there is one, else whatever has that name (`Store()`).
   */
  readonly functionsApart?: boolean | "first";
  /** Whether a type is sought past what is no type: `Color Color` declares a field of a type of the same name. */
  readonly typesApart?: boolean;
  /** Between the names of a symbol's path, as the language's profile has it. Default a dot. */
  readonly separator?: string;
  /** Names that are the language's own wherever the text binds none of that name: `len`. */
  readonly builtIn?: ReadonlySet<string>;
  /** Whether a project may add members to the language's own types, so that mentions on these are kept: `"a".shout()`. */
  readonly extendsBuiltIns?: boolean;
}
