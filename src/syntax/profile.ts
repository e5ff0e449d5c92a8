// What a language's table says about its grammar: which nodes define something, and how each is called. Each language gives one in
// its folder (outline.ts), which definitions.ts reads and the language's facts ask.
import type { Node } from "web-tree-sitter";
import { type ChunkKind, FUNCTION_KINDS } from "../vocabulary/chunk.ts";
import type { DefinitionKind } from "../vocabulary/facts.ts";
import type { Neutraliser } from "./neutraliser.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "./syntax-tree.ts";

/** What a node defines. The facts tell fields and members of enums from variables, and tests from functions; a symbol's kind does not. */
export type DefinedKind = ChunkKind | DefinitionKind;

/** A definition's name as found in the tree. */
export interface Found {
  readonly name: string;
  /** 0-based offset of the name, in UTF-16 units. */
  readonly offset: number;
  /** Names that enclose it although no node does: a Go receiver, `Foo` of C++ `Foo::bar`. */
  readonly qualifier?: string;
}

/** What a rule may look at besides its node. */
export interface EnclosingDefinitions {
  /** Kind of the nearest enclosing definition; null at the top of the file. */
  readonly innermost: DefinedKind | null;
  /** Number of enclosing definitions. */
  readonly depth: number;
}

export type KindFinder = (tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions) => DefinedKind | null;
export type NameFinder = (tree: SyntaxTree, node: NodeAt) => Found | null;

/** How a node type is read. */
export interface DefinitionRule {
  /** What it defines; null from a finder: nothing here, and what is inside belongs to the enclosing definition. */
  readonly kind: DefinedKind | KindFinder;
  /** Whether it is a test, by its name or a mark before it. */
  readonly isTest?: (tree: SyntaxTree, node: NodeAt, name: string) => boolean;
  /** Where its name is: a field path such as `declarator.name` (default `name`), a finder, or null for nameless. */
  readonly name?: string | NameFinder | null;
  /** False: encloses members under its name without being the definition of that name (a Rust `impl`). */
  readonly listed?: boolean | ((tree: SyntaxTree, node: NodeAt) => boolean);
  /** What one declaration names besides its first name, if that is a definition: `b` of `int a, b;`. */
  readonly further?: FurtherNames;
  /** Whether a definition that it is an immediate part of does not own it: `S` of `struct S {…} s` is no `s.S`. */
  readonly isBeside?: true;
  /**
   * Of what has its whole name, whatever encloses it (Perl's `package`): whether all that follows at the top of the file is under that
   * name, which `main` ends.
   */
  readonly namesRest?: (tree: SyntaxTree, node: NodeAt) => boolean;
}

export interface FurtherNames {
  /** The nodes inside the declaration, in order, that each give one name. */
  readonly in: (tree: SyntaxTree, node: NodeAt) => readonly NodeAt[];
  /** How each is read: as a definition of its own beside the declaration. */
  readonly rule: DefinitionRule;
  /** Whether they have the kind of the declaration, in place of the rule's. */
  readonly isOfSameKind?: boolean;
  /** The node whose lines one of them has; default: itself. */
  readonly whole?: (tree: SyntaxTree, node: NodeAt) => NodeAt;
  /** Whether the first name's definition ends before the next one's, as in a list of declarators; default: it is all of the declaration. */
  readonly isApart?: (tree: SyntaxTree, node: NodeAt) => boolean;
}

export interface UnreadRule {
  readonly types: readonly string[];
  /** Matches a line that starts a definition: group 1 is its keyword, group 2 its name. */
  readonly line: RegExp;
  readonly kinds: Readonly<Record<string, ChunkKind>>;
  /** A keyword whose braces hold no definitions, but what will become some: `macro_rules!`. */
  readonly template?: string;
}

/** A construct of a language that its grammar does not read. */
export interface UnreadSyntax {
  /** As answers name it, with the version that brought it: `gen fn (Rust nightly)`. */
  readonly construct: string;
  /** Over a few lines of the text; bounded, since texts may be hostile. */
  readonly pattern: RegExp;
}

export interface LanguageProfile {
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /** Node types that only wrap the definition inside them: `export`, decorators, templates. */
  readonly wrappers?: readonly string[];
  /** Narrows the wrappers, where a node type may also hold a block of definitions (`extern "C" { … }`). */
  readonly wrapsWhen?: (tree: SyntaxTree, node: NodeAt) => boolean;
  /** Node types that belong to what follows: comments, attributes, annotations, type signatures. */
  readonly leads: readonly string[];
  /** Narrows the leads, where a node type serves more than one purpose (Elixir's `@doc` is a unary operator). */
  readonly leadsWhen?: (text: string, offset: number) => boolean;
  /** The first line of what a neutraliser blanks above a definition and belongs to it as an attribute does. */
  readonly unseenLead?: RegExp;
  /** Node types that bring in other modules. */
  readonly imports?: readonly string[];
  /** Node types in which nothing is defined that has a name outside: a list's items, a local `let`. */
  readonly opaque?: readonly string[];
  /** Code that the grammar leaves unread, such as the arguments of a Rust macro: found by the look of its lines. */
  readonly unread?: UnreadRule;
  /** Node types that end the definition before them, where a grammar puts a body beside its signature (Dart). */
  readonly tails?: readonly string[];
  /** Narrows the tails. */
  readonly tailsWhen?: (tree: SyntaxTree, node: NodeAt) => boolean;
  /**
   * Whether one definition is written as several neighbours of one name (Haskell's equations); or, of two such neighbours, whether
   * the second belongs to the first.
   */
  readonly equations?: boolean | ((tree: SyntaxTree, before: NodeAt, node: NodeAt) => boolean);
  /** True where the grammar is known to stumble over correct text: its errors say nothing about the file. */
  readonly patchy?: boolean;
  /** Node types that represent something wrong without being an error to the grammar. */
  readonly faults?: readonly string[];
  /** Why errors at some lines (1-based) of a text may be none, such as a macro; null where one of them is one. Default: they are. */
  readonly doubt?: (text: string, first: number, lines: readonly number[]) => string | null;
  /**
   * What newer versions of the language have and its grammar does not read, where no text of the same length that it reads says the same
   * (else a neutraliser): an error on a line that one of them matches, or next to one, is no proof against the text.
   */
  readonly unreadSyntax?: readonly UnreadSyntax[];
  /** Whether what the `lenient` query finds may be none either: a grammar may read what it does not know as something else. */
  readonly doubtsLenient?: boolean;
  /** A tree-sitter query whose captures `@fault` are wrong in the language although the grammar accepts them. */
  readonly lenient?: string;
  /** Node types of directives of conditional compilation that the grammar does not match with each other: `#if`, `#else`, `#endif`. */
  readonly conditionals?: readonly string[];
  /** Whether the surroundings of what that query captures make it right after all. */
  readonly isRightThere?: (fault: Node) => boolean;
  /** Node types of strings that may span lines and keep the white space of each, with those of them that do. */
  readonly verbatim?: Readonly<Record<string, (tree: SyntaxTree, node: NodeAt) => boolean>>;
  /** Whether the text of a string is code that nobody reads: the markup of a component. */
  readonly holdsCode?: (tree: SyntaxTree, string: NodeAt) => boolean;
  /** Whether a name may stand in backticks, which are no part of it. */
  readonly backticks?: boolean;
  /** What may stand before a name to say that it is one, whatever its word means: Rust's `r#`, C#'s `@`. */
  readonly rawMark?: string;
  /** Whether a word can be no name where a node of this type defines it: keywords of the language. Default: any word can. */
  readonly reserved?: (word: string, type: string) => boolean;
  /** Written between the names of a path; `.` unless told. */
  readonly separator?: string;
  /**
   * The text in what its grammar reads, of the same length, line breaks in their places: for a language whose syntax is far simpler
   * than what its grammar lists, or that stands between the lines of another one.
   */
  readonly mask?: (text: string) => string;
  /** Whether its grammar has read valid code as something else, without an error: then, too, its neutralisers are tried. */
  readonly isMisread?: (root: Node) => boolean;
  /** Valid code that its grammar cannot parse, and how it is overwritten. */
  readonly neutralisers?: readonly Neutraliser[];
}

/** `reserved` of words with a space between them. `free`: types of nodes that may define any word: members of JavaScript. */
export function reservedWords(words: string, ...free: readonly string[]): NonNullable<LanguageProfile["reserved"]> {
  const all = new Set(words.split(" "));
  return (word, type) => all.has(word) && !free.includes(type);
}

/** Whether what a grammar takes for a definition's name is a keyword, as it is written: `class` in quotes is a name. */
export const isKeyword = (
  { reserved, rawMark }: LanguageProfile,
  tree: SyntaxTree,
  node: NodeAt,
  { name, offset }: Pick<Found, "name" | "offset">,
): boolean =>
  reserved?.(name, tree.type(node)) === true &&
  tree.source.startsWith(name, offset) &&
  (rawMark === undefined || tree.source.slice(offset - rawMark.length, offset) !== rawMark);

/** `verbatim` of types whose every node keeps its white space. */
export const verbatimTypes = (...types: readonly string[]): NonNullable<LanguageProfile["verbatim"]> =>
  Object.fromEntries(types.map((type) => [type, () => true]));

/** Whether a definition is inside a function's body. */
export const isLocal = (enclosing: EnclosingDefinitions): boolean =>
  enclosing.innermost !== null && FUNCTION_KINDS.has(enclosing.innermost);

/** A kind finder: what is in a file, module or class, but not in a function, is of this kind. */
export const outsideFunctions =
  <Kind extends DefinedKind>(kind: Kind): ((...of: Parameters<KindFinder>) => Kind | null) =>
  (_tree, _node, enclosing) =>
    isLocal(enclosing) ? null : kind;

/** Whether a pattern with the `y` flag matches where a node starts. */
export function matchesAt(pattern: RegExp, tree: SyntaxTree, node: NodeAt): RegExpExecArray | null {
  pattern.lastIndex = tree.start(node);
  return pattern.exec(tree.source);
}

const NAME_CHARS_MAX = 120;

/** The name that a node's text spells, on one line, quotes and marks taken off, not cut; null when there is none. */
export function nameOf(tree: SyntaxTree, node: NodeAt): Found | null {
  if (node === NO_NODE) {
    return null;
  }
  const offset = tree.start(node);
  const written = tree.source.slice(offset, Math.min(tree.end(node), offset + 4 * NAME_CHARS_MAX));
  const name = bareName(written);
  return name === "" ? null : { name, offset };
}

/** Folds white space, takes off quotes, and cuts what is too long to be read as a name. */
export const cleanName = (written: string): string => cutName(bareName(written));

function bareName(written: string): string {
  const folded = written.replace(/\s+/g, " ").trim();
  return /^(["'`])(.*)\1$/.exec(folded)?.[2] ?? folded;
}

/** A name as a search shows it. */
export const cutName = (name: string): string =>
  name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX - 1)}…` : name;

/** Reads a name written with its scopes: `Outer::Inner` is `Inner` under `Outer`. */
export function underScopes(found: Found): Found {
  const parts = found.name.split(/\s*::\s*/);
  const name = parts.pop() ?? found.name;
  const qualifier = parts.filter((part) => part !== "").join(".");
  const offset = found.offset + found.name.length - name.length;
  return qualifier === "" ? { name, offset } : { name, offset, qualifier };
}

/** Follows fields: `declarator.name` is the name field of the declarator field. */
export const fieldAt = (tree: SyntaxTree, node: NodeAt, path: string): NodeAt =>
  path.split(".").reduce((at, field) => tree.field(at, field), node);

/** The first named child; of one of the types, where some are given. */
export function firstNamed(tree: SyntaxTree, node: NodeAt, ...types: readonly string[]): NodeAt {
  const isOne = (child: NodeAt): boolean => types.length === 0 || types.includes(tree.type(child));
  return tree.children(node).find(isOne) ?? NO_NODE;
}

/** A name finder: the first named child of one of the types. */
export const named =
  (...types: readonly string[]): NameFinder =>
  (tree, node) =>
    nameOf(tree, firstNamed(tree, node, ...types));

/** All nodes of these types in a node, itself included, in order. */
export function nodesIn(tree: SyntaxTree, node: NodeAt, ...types: readonly string[]): NodeAt[] {
  const found: NodeAt[] = [];
  for (let at = node; at !== NO_NODE && at < tree.after(node); at += 1) {
    if (types.includes(tree.type(at))) {
      found.push(at);
    }
  }
  return found;
}

/** The nodes below `node`, or it, that are reached through nodes of which `passes` alone, in order. Patterns may be nested thousands deep. */
export function nodesThrough(tree: SyntaxTree, node: NodeAt, passes: (node: NodeAt) => boolean): NodeAt[] {
  const found: NodeAt[] = [];
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (passes(at)) {
      for (const child of tree.children(at).reverse()) {
        waiting.push(child);
      }
    } else {
      found.push(at);
    }
  }
  return found;
}

/**
 * The name of a declaration and its further names, where each node that `list` finds is one. `kind`: of the further ones, or that of the
 * declaration. `whole`: as FurtherNames has it.
 */
export const namedByEach = (
  list: (tree: SyntaxTree, node: NodeAt) => readonly NodeAt[],
  kind: DefinedKind | KindFinder | "same" = "variable",
  name: NameFinder = nameOf,
  whole: FurtherNames["whole"] = (_tree, node) => node,
): Pick<DefinitionRule, "name" | "further"> => ({
  name: (tree, node) => name(tree, list(tree, node)[0] ?? NO_NODE),
  further: {
    in: (tree, node) => list(tree, node).slice(1),
    rule: { kind: kind === "same" ? "variable" : kind, name },
    isOfSameKind: kind === "same",
    whole,
  },
});

/** Rules of one kind for several node types that carry their name in field `name`. */
export const rules = (kind: DefinedKind, ...types: readonly string[]): Record<string, DefinitionRule> =>
  Object.fromEntries(types.map((type) => [type, { kind }]));

/** `whole` of a name to which alone something is assigned: `b` of `a = b = value` has all lines of `b = value`. */
export const chainedAssignment = (tree: SyntaxTree, name: NodeAt): NodeAt =>
  tree.fieldOf(name) === "left" ? tree.parent(name) : name;

/** A name finder: a field of the node, then the rest of a `.`-separated path. */
export const namedAt =
  (path: string): NameFinder =>
  (tree, node) =>
    nameOf(tree, fieldAt(tree, node, path));
