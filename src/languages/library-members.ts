// Names of members that a language's own library has: `map`, `forEach`. On a receiver of unknown type, such a name says nothing about
// the project's members. Each list is the `library-members.txt` of a folder here, written by
// `npm run generate:library-members -- FOLDER`; the build copies it to dist/library-members/FOLDER.txt.
import { readFileSync } from "node:fs";
import { packagePath } from "../system/package-root.ts";
import { languageById } from "./registry.ts";

const lists = new Map<string, ReadonlySet<string>>();

/** The list of one folder, read at the first question about a language that uses it. */
function listOf(folder: string): ReadonlySet<string> {
  let list = lists.get(folder);
  if (list === undefined) {
    const text = readFileSync(packagePath("dist", "library-members", `${folder}.txt`), "utf8");
    list = new Set(text.split("\n").filter((line) => !line.startsWith("#")));
    lists.set(folder, list);
  }
  return list;
}

/** Whether types of the language's library have a member of this name; false for a language without a list. Names of three characters or less are in no list. */
export const isLibraryMember = (name: string, language: string | null): boolean =>
  (languageById(language)?.libraryMembers ?? []).some((folder) => listOf(folder).has(name));
