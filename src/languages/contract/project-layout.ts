// What a language says about the files of a project: which of them form a module, and where programs and packages start.
import type { Lookup } from "../../linking/lookup.ts";
import type { ModuleConfig } from "../../vocabulary/facts.ts";

export interface ProjectFile {
  readonly path: string;
  /** The package that the file declares, as in Facts; null where it declares none. */
  readonly package: string | null;
}

export interface EntryPoint {
  readonly path: string;
  /** 1-based; null for the file as a whole. */
  readonly line: number | null;
  /** `command`, `package`, `program`, or the kind of the symbol: `function`. */
  readonly kind: string;
  /** Null for a program without one, and for the package of the project as a whole. */
  readonly name: string | null;
}

/** A file whose name says that it is, or names, an entry point. */
export interface EntryFile {
  readonly path: string;
  /** What it configures, where it is a configuration file that can be read. */
  readonly config: ModuleConfig | null;
  /** Whether it is source, by its path: no test, example or generated file. */
  readonly isSource: boolean;
  /** Whether a source file could be beside it: no folder of tests or examples. */
  readonly isAmongSource: boolean;
}

export interface ProjectLayout {
  /**
   * The module of a file; null where the nearest manifest above it, or its folder, is the module. `has` says whether the project
   * has a file of this path.
   */
  moduleOf?(file: ProjectFile, has: (path: string) => boolean): string | null;
  /** Whether an import brings in all files of a folder. */
  readonly importsFolders?: boolean;
  /** The outermost function, or the static method, at which a program begins. */
  readonly main?: string;
  /** Whether a program can begin in the file; by default in any. */
  mayBegin?(file: ProjectFile): boolean;
  /** By the name of a file: the entry points that such files are or name. */
  readonly entryFiles?: Readonly<Record<string, (file: EntryFile, lookup: Lookup) => readonly EntryPoint[]>>;
  /** By the name of a manifest: under which name its package is published; undefined if it does not say. */
  readonly publishedNames?: Readonly<Record<string, (config: ModuleConfig) => unknown>>;
}
