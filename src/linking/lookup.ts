// What linking asks of a project: facts of files, and which files there are. Paths are project-relative, with `/`.
// Nothing here reads a disk or an index; who links hands in how.
import type { Facts } from "../vocabulary/facts.ts";

export interface Lookup {
  /** Identifier of the languages table; null for a file that is not indexed, or in none. */
  language(path: string): string | null;
  /** Null for a file that is not indexed or whose language has definitions alone. */
  facts(path: string): Facts | null;
  exists(path: string): boolean;
  /** Files directly in a folder ("" is the project's own), in order of path. */
  inFolder(folder: string): readonly string[];
  /** All files of this name, in order of path: `tsconfig.json`, `go.mod`. */
  named(fileName: string): readonly string[];
  /** Files of a language with facts that define the name, exactly so written; in order of path. */
  defining(name: string): readonly string[];
  /** Of these, those that define it by this whole path (`Store.save`), whose last part is the name. */
  declaring(path: string): readonly string[];
  /** Files that have the name among their words, and maybe others, in order of path; where that is known. */
  mentioning(name: string): readonly string[];
}

/** How a language finds the files of a module. Pure but for the lookup; the same answer as long as that gives the same. */
export interface ModuleResolver {
  /**
   * The files that the specifier, as written in the file `from`, brings in: one in most languages, all of a package in Go.
   * Empty where it leads outside of the project or nowhere: never a guess.
   */
  resolve(specifier: string, from: string, lookup: Lookup): readonly string[];
  /** The files of the module that `name`, taken from the module `specifier`, may be; of languages where a module has modules. */
  submodule?(specifier: string, name: string, from: string, lookup: Lookup): readonly string[];
  /** Files whose outermost names are seen in `path` without an import, itself left out; a language without such has none. */
  inPackage?(path: string, lookup: Lookup): readonly string[];
  /** The same asked of one file, where a module has too many to list them: whether `path` sees its outermost names as its own. */
  sees?(path: string, other: string, lookup: Lookup): boolean;
  /** Whether both files are of one module, where `sees` is asked. */
  isOwn?(path: string, other: string): boolean;
  /** Whether `other` may hold members of a type of `path`, as another file's `impl` block does; by default what is in its package. */
  mayExtend?(path: string, other: string, lookup: Lookup): boolean;
  /**
   * The folder of the module that a file belongs to, where folders say that and an import of the folder's name brings in all that
   * is below it; "" for none.
   */
  unit?(path: string): string;
  /**
   * The last part of every specifier by which another file can bring in `path`, without extension: of `src/store/index.ts`
   * `index` and `store`. A file that imports it has at least one of them among its words.
   */
  stems(path: string, lookup: Lookup): readonly string[];
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** `folder` and a relative path as one, `.` and `..` resolved; null where it leaves the project. */
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
