// What a text says about names, on its own: what it defines, imports, exports and refers to. A pure function of the text;
// linking/ resolves the names. Local variables and parameters are resolved already: only what they hold remains, in the chains
// that start from them.
import type { Chain } from "./chain.ts";
import type { ChunkKind, LineRange } from "./chunk.ts";

// How certain the link from a name to a definition is.

/**
 * Proven by a scope or import; narrowed by a receiver's type or a hierarchy; by the name alone, or on a value that is one of several,
 * of which not all are known to have that. Most certain first.
 */
export const CERTAINTIES = ["exact", "constrained", "heuristic"] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** The most certain of some; the least of all where there are none. */
export function mostCertain(all: Iterable<Certainty>): Certainty {
  const found = new Set(all);
  return CERTAINTIES.find((certainty) => found.has(certainty)) ?? "heuristic";
}

/** Ordinal in Facts.definitions; FILE: the file itself. */
export type DefinitionAt = number;
export const FILE: DefinitionAt = -1;

/** What a definition is; `field` is a data member (of an interface or type, too), `member` one of an enum. */
export type DefinitionKind = Exclude<ChunkKind, "import" | "section" | "block"> | "field" | "member";

/** Bits of DefinitionFact.flags. */
export const EXPORTED = 1;
/** Reached through the class, not an instance. */
export const STATIC = 2;
/** Inside a function: invisible to other files. */
export const LOCAL = 4;
export const PRIVATE = 8;
export const ABSTRACT = 16;
export const TEST = 32;
export const DEPRECATED = 64;
/** Documented by a comment or string. */
export const DOCUMENTED = 128;
/** One of several parts of a type in files of one package: `partial class`. */
export const PARTIAL = 256;
/** Extends a type that is declared elsewhere, possibly outside of the project; its name represents that type. */
export const EXTENSION = 512;
/** Called with its own mark (`vec![]`), so it is never confused with a function of the same name. */
export const MACRO = 1024;
/** Says itself that it takes the place of another one, which has to exist: `override`, `@Override`. */
export const OVERRIDES = 2048;
/** A member that what has the type may leave out: `id?: string`. */
export const OPTIONAL = 4096;
/** Visible in every file although its own is a module: directly in `declare global { … }`. */
export const GLOBAL = 8192;
/** A module that is declared elsewhere, possibly outside of the project, and opened again: `declare module "x" { … }`. */
export const OPENS_MODULE = 16_384;
/** A union of types that have members: what all of them have is one symbol. */
export const UNION = 32_768;
/** Of an alias or a parameter: its type is what a call of a value gives, `type Open = (path: string) => Order`. */
export const CALLED = 65_536;
/** Of a type: it is one of several, which is computed (`A extends B ? X : Y`); one that is not known is recorded as `!`. */
export const COMPUTED = 131_072;
/** A macro whose text stands where its name is used: what is wrong in the text is wrong there. */
export const EXPANDED = 262_144;
/** An intersection of types: a value has the members of all of them. */
export const INTERSECTION = 524_288;
/** A field that its type takes as an argument of the same name: `class Order(val size: Int)`. */
export const ARGUMENT = 1_048_576;
/** Linked by its bare name with code of other languages: `extern "C"`, `//export Open`. */
export const LINKED = 2_097_152;
/** A field that a parameter of a constructor declares: it goes with that. `constructor(readonly size: number)`. */
export const PROMOTED = 4_194_304;

/**
 * The name of a definition that makes a member of another value one of what it stands in, under another name perhaps: Scala's
 * `export store.{save as put}`. Its type is the value, its signature `save put`, or `*` for all that the value has.
 */
export const EXPORTING = ":export";

/** Kinds of definitions that are parts of another one's data: what refers from inside of them does so for that one. */
export const DATA_KINDS: ReadonlySet<DefinitionKind> = new Set(["field", "member"]);

/** Bits of DefinitionFact.hazards. */
export const READS_OR_WRITES = 1;
/** Starts processes, evaluates text, or leaves the language's safety. */
export const UNSAFE = 2;

/**
 * False for definitions that only serve to resolve others and are never called by name: `{}`, an object, class, union or type
 * without a name; `0`, a function's first parameter, or `:at`, the one with that label, where its argument must be known; `<0>`, the
 * first parameter of a generic type or, of a use of one, the first argument; `#0`, the first element of a tuple.
 */
export const isNamed = ({ name, kind }: Pick<DefinitionFact, "name" | "kind">): boolean =>
  name !== "{}" && (kind !== "field" || !/^(?:#?\d+$|:|<\d+>$)/.test(name));

export interface DefinitionFact extends LineRange {
  /** Simple name, as written. */
  readonly name: string;
  /** Readable path of the enclosing names and its own, as a symbol's (`UserService.getById`). */
  readonly path: string;
  readonly kind: DefinitionKind;
  readonly parent: DefinitionAt;
  /** 1-based line on which the name stands. */
  readonly nameLine: number;
  readonly flags: number;
  /**
   * For a value: what it holds; for a function or method: what a call returns; for an alias: what it represents. Null: unknown.
   */
  readonly type: Chain | null;
  /** For a class or interface: what it extends, implements, mixes in or embeds, in order of look-up. */
  readonly supers: readonly Chain[];
  /** Of a function or method: how many parameters it declares. */
  readonly parameters: number;
  /**
   * For a method, in a language where a type implements an interface by having its methods: the parameter and result types as
   * written, with `?` for type parameters: `(context.Context,[]*Order)(int,error)`. Where functions may be overloaded: the parameter
   * types by their simple names, `(String,?,int[],Object...)`, in C++ with `=` behind one that has a default. Null: unknown, or another
   * kind of language.
   */
  readonly signature: string | null;
  /** For a function or method: the number of branches in its control flow. */
  readonly branches: number;
  readonly hazards: number;
}

export interface ImportFact {
  /** Its name in this file; null if it binds no name (`import "x"`, `export * from "x"`). */
  readonly local: string | null;
  /** What is imported: a name, "default", "*" for the module itself, null for its effects alone. */
  readonly imported: string | null;
  /** Of the module, as written. */
  readonly specifier: string;
  /** 1-based line on which the name stands. */
  readonly line: number;
  /** Loading this file does not load the other one: in a function, or for type checkers alone. */
  readonly isDeferred?: true;
}

/** The export that an import without braces binds. */
export const DEFAULT = "default";
/** The export that represents the whole module: `module.exports = X`. */
export const REPLACED = "=";

/** What a reference is called to what a file loads when it is needed: `import("./cart")`. No name of a definition. */
export const LOADED = "import";
/** What a file calls its own module, where that may be replaced. */
export const OWN_MODULE = "exports";

/** A name under which other files reach a definition of this file, in languages with explicit exports. */
export interface ExportFact {
  /** "default" for the default export, "*" if everything that import `of` has is re-exported. */
  readonly name: string;
  /** `@3`, `%2`; or a name. */
  readonly of: Chain;
  readonly line: number;
}

export const ROLES = ["call", "new", "read", "write", "type", "extend", "decorate", "import", "export"] as const;
export type Role = (typeof ROLES)[number];
/** Those of a name behind which arguments stand. */
export const CALL_ROLES: ReadonlySet<Role> = new Set(["call", "new"]);

/** All references of a file to the same thing by the same name, and with the same arguments where these are read. */
export interface ReferenceGroup {
  /** As it is written there. */
  readonly name: string;
  /** The whole chain including its last step; ends in `.name` for a member. Null: a member of an unknown value. */
  readonly of: Chain | null;
  /** 1-based, ascending, parallel to roles; a line occurs once for each role. */
  readonly lines: readonly number[];
  readonly roles: readonly Role[];
  /**
   * Parallel to lines: the innermost named definition around each place, FILE for none; then a line occurs once for each symbol, too.
   * Absent where the lines tell it, as they mostly do: no two definitions share one of them.
   */
  readonly within?: readonly DefinitionAt[];
  /**
   * Of calls, where overloads are told apart by arguments: their types as far as the text shows them, with `?` for what it does not
   * show: `(String,?,int)`. Null: not read.
   */
  readonly argumentTypes: string | null;
}

/**
 * A place where a value becomes what something is declared to be: an argument, what is assigned, returned or put into a literal.
 * Held where a type fits another by what it has, without naming it (Go), and where both sides may be the project's.
 */
export interface ConversionFact {
  /** What the value is: `@3()`, `%2.Store^`. */
  readonly value: Chain;
  /** What is expected there: a variable or field (`@4.log`), a type (`%1.Handler^`), a function's parameter by its place (`%0.Handle.1`). */
  readonly as: Chain;
  /** 1-based line on which the value starts. */
  readonly line: number;
}

/** A configuration file's settings for modules; each language reads its own (modules.ts in its folder). */
export type ModuleConfig = Readonly<Record<string, unknown>>;

export interface Facts {
  /** Go's package name, the package in Java and Kotlin, the namespace in C# and PHP; null where the path says it. */
  readonly package: string | null;
  readonly definitions: readonly DefinitionFact[];
  readonly imports: readonly ImportFact[];
  /** Null if the language exports everything at the top level. */
  readonly exports: readonly ExportFact[] | null;
  readonly references: readonly ReferenceGroup[];
  readonly conversions: readonly ConversionFact[];
  /** From tsconfig.json, package.json, go.mod and the like. */
  readonly config: ModuleConfig | null;
  /** References and definitions that were left out: nested too deep, or beyond the limit for one file. Mostly 0. */
  readonly left: number;
}

/** Of a file without definitions and references. */
export const NO_FACTS: Facts = {
  package: null,
  definitions: [],
  imports: [],
  exports: null,
  references: [],
  conversions: [],
  config: null,
  left: 0,
};

/** All names by which facts may be looked up: referred to, defined, exported, and imported under either name. */
export function namesIn({ references, definitions, imports, exports }: Facts): ReadonlySet<string> {
  const names = new Set([...references, ...definitions, ...(exports ?? [])].map(({ name }) => name));
  for (const { local, imported } of imports) {
    names.add(local ?? "").add(imported ?? "");
  }
  return names;
}

/** The part of a file's facts that no other file needs, which is most of them. */
export type FactsInside = Pick<Facts, "references" | "conversions">;

/** What other files can see of one. */
export type FactsShape = Omit<Facts, keyof FactsInside>;
