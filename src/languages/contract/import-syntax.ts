// How a language writes its imports and exports: where they stand in a text, and how others are written. With it a definition can be
// moved to another file and its uses follow. Offsets are 0-based, in UTF-16 units; `end` is exclusive.
import type { Lookup } from "../../linking/lookup.ts";
import type { SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import type { MoveBetween } from "./move-between.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Replacement extends Span {
  readonly text: string;
}

/** A name that a statement imports, or passes on. */
export interface ImportedName extends Span {
  /** As the module calls it; "default", or "*" for the module itself. */
  readonly imported: string;
  /** As the file calls it; of a name that is passed on, as others see it. Null for none: `export * from`. */
  readonly local: string | null;
  /** Imported for types alone. */
  readonly isType: boolean;
  /** The statement that imports it alone, where module and names do not say all: `import a.b`. */
  readonly written?: string;
}

export interface ImportStatement extends Span {
  readonly role: "import" | "export";
  /** As written, without quotes. Null where the file exports names of its own: `export { a }`. */
  readonly module: (Span & { readonly text: string }) | null;
  readonly names: readonly ImportedName[];
  /** Of the names that stand in one list, with its brackets where it has some. Null for none. */
  readonly list: Span | null;
  /** What goes too once no statement in it remains: `import ( … )`. */
  readonly within?: Span;
  /** The statement itself is for types alone. */
  readonly isType: boolean;
  /** Directly in the file, not in a function or a condition. */
  readonly isOutermost: boolean;
}

/** Something directly in a file. */
export interface OutermostItem extends Span {
  /** `lead`: a comment or an attribute, of what follows it. `other`: what declares names and cannot be moved, such as a condition. */
  readonly kind: "import" | "lead" | "code" | "other";
  /** Where the word that exports it is put; null where it is exported, or cannot be. */
  readonly exportAt: number | null;
  /** Whether it is exported as the file's default. */
  readonly isDefault: boolean;
  /** Of one of several in a list, `type ( … )`: how it is written by itself. */
  readonly listed?: ListedItem;
}

export interface ListedItem {
  /** Where the list begins. */
  readonly start: number;
  /** What stands before the list, and before the item by itself, with the space after it. */
  readonly word: string;
}

/** What a move needs of a text. */
export interface TextLayout {
  readonly statements: readonly ImportStatement[];
  readonly items: readonly OutermostItem[];
  /** Whether all of it was understood by the grammar. */
  readonly isWhole: boolean;
}

/** A name that a file has to import. */
export interface WantedImport {
  /** Of the module, as it is written in that file. */
  readonly module: string;
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  /** As in ImportedName. */
  readonly written?: string | undefined;
}

/** What is known of a file in which imports are written. */
export interface ImportingText extends TextLayout {
  readonly path: string;
  readonly text: string;
}

/** A path that one file writes for another. */
export interface WantedPath {
  readonly from: string;
  readonly to: string;
  /** How `from` writes another file, which `to` is written like; null where it writes none. */
  readonly like: { readonly module: string; readonly path: string } | null;
  /** Modules as written in `from`, or where it has none, in files beside it. */
  readonly samples: readonly string[];
}

export interface ImportSyntax {
  layout(tree: SyntaxTree): Omit<TextLayout, "isWhole">;
  /** Null where the file cannot be reached so. */
  modulePath(wanted: WantedPath, lookup: Lookup): string | null;
  /** How a file that is not of the project is written from another folder: `./a.css` for `../x/a.css`. */
  rebased(module: string, from: string, to: string): string;
  /**
   * Insertions that import further names; statements that exist are extended. `like`: the file whose style they take, where this one
   * has none yet.
   */
  addImports(file: ImportingText, wanted: readonly WantedImport[], like: ImportingText): readonly Replacement[];
  /** One statement, without line end. */
  importStatement(file: ImportingText, wanted: WantedImport): string;
  /** What a statement that passes names on looks like, without line end. `names`: null for all. */
  passOn(
    file: ImportingText,
    module: string,
    names: readonly { imported: string; exported: string; isType: boolean }[],
  ): string;
  /** The word that exports a definition, with the space after it; null where every definition is exported. */
  readonly exportWord: string | null;
  /** Names that the language's tools need imported without naming them, if the text has this: JSX needs `React`. */
  readonly impliedNames?: readonly { readonly name: string; readonly by: RegExp }[];
  /** Kinds of definitions that exist for types alone. */
  readonly typeKinds: ReadonlySet<string>;
  /** Blank lines between two definitions. */
  readonly blankLines: number;
  /** Whether a new file has the statement too, whatever it uses. */
  carriesOver?(statement: ImportStatement): boolean;
  /** Why no definition can be moved out of or into this file; null where one can. */
  refusal?(facts: Facts, text: string, path: string): string | null;
  /**
   * `package`: the files of a folder with one package see each other's names, and users import the package. A definition then moves only
   * between its files. `file`: each file is a module.
   */
  readonly scope: "file" | "package";
  /** How a new file beside this one begins, with a blank line after it. */
  header?(source: ImportingText): string;
  /** How a definition moves to another package or module; missing where a file that moves is a module of its own. */
  readonly between?: MoveBetween;
  /** Whether two files that import each other cannot be loaded. */
  readonly cyclesFail: boolean;
}
