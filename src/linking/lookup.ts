// What linking needs from a project: the facts of files, and which files exist. Paths are project-relative, with `/`. Nothing
// here reads a disk or an index; the caller supplies the functions.
import type { Facts } from "../vocabulary/facts.ts";

/** A project as one index had it. */
export interface ProjectState {
  readonly databaseId: string;
  /** Rises with every change. */
  readonly generation: number;
}

export interface Lookup {
  /** Two lookups of the same state answer the same, so what is resolved over one holds for the other. Absent: it shares nothing. */
  readonly state?: ProjectState;
  /** Identifier in the table of languages; null for a file that is not indexed or has no known language. */
  language(path: string): string | null;
  /** Null for a file that is not indexed, or whose language has definitions only. */
  facts(path: string): Facts | null;
  exists(path: string): boolean;
  /** Files directly in a folder ("" is the project's root), in order of path. */
  inFolder(folder: string): readonly string[];
  /** All files of this name, in order of path: `tsconfig.json`, `go.mod`. */
  named(fileName: string): readonly string[];
  /** Files that define this exact name, of languages with facts; in order of path. */
  defining(name: string): readonly string[];
  /** Those of them that define it under this full path (`Store.save`), whose last part is the name. */
  declaring(path: string): readonly string[];
  /** Files that contain the name as a word, possibly with some that do not, in order of path; only where that is known. */
  containing(name: string): readonly string[];
  /**
   * Files that import by a path whose last part is this one, without ending: `store` for `#include "db/store.h"`; in order of path. None
   * where too many files have the word.
   */
  importing(stem: string): readonly string[];
}

/**
 * How a language finds the files of a module. Pure except for the lookup: the same answer as long as the lookup's is the same.
 */
export interface ModuleResolver {
  /**
   * The files that the specifier imports, as written in the file `from`: one in most languages, the whole package in Go. Empty
   * if it leads outside of the project or nowhere; never a guess.
   */
  resolve(specifier: string, from: string, lookup: Lookup): readonly string[];
  /** The files of the module that `name`, imported from the module `specifier`, may be; for languages with nested modules. */
  submodule?(specifier: string, name: string, from: string, lookup: Lookup): readonly string[];
  /** Other files whose top-level names `path` sees without an import; absent if a language has none. */
  inPackage?(path: string, lookup: Lookup): readonly string[];
  /**
   * The folder of a file's module, in languages where folders are modules and an import of the folder's name includes
   * everything below; "" for none.
   */
  unit?(path: string): string;
  /**
   * The last parts of all specifiers by which another file can import `path`, without extension: for `src/store/index.ts`
   * `index` and `store`. A file that imports it contains at least one of them as a word.
   */
  stems(path: string, lookup: Lookup): readonly string[];
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
/** Whether the path is in the folder or below it; every path is in the root, "". */
export const isBelow = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);
/** The file's name without its ending. */
export const stemOf = (path: string): string => nameOfPath(path).replace(/\.[^.]*$/, "");

/** Whether a file with these facts imports by a path whose last part is the stem. */
export const importsStem = (facts: Pick<Facts, "imports"> | null, stem: string): boolean =>
  facts?.imports.some(({ specifier }) => stemOf(specifier) === stem) === true;

/** `folder` joined with a relative path, with `.` and `..` resolved; null if it leaves the project. */
export function joined(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") {
      if (parts.length === 0) {
        return null;
      }
      parts.pop();
    } else if (part !== "." && part !== "") {
      parts.push(part);
    }
  }
  return parts.join("/");
}
