// How a language writes its imports and exports: how they are read, and how others are written. With it a definition can be moved to
// another file and its uses follow.
import type { Lookup } from "../../linking/lookup.ts";
import type { SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import type { ImportingText, ImportStatement, Replacement, TextLayout, WantedImport } from "./import-statements.ts";
import type { MoveBetween } from "./move-between.ts";

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
  /** Puts a name into the list of what the file exports; null where it has none. Absent in languages without such lists beside an export's word. */
  listExport?(file: ImportingText, name: string): Replacement | null;
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
