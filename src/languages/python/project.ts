// How Python's files form packages: by folders with an `__init__.py`. Where the interpreter begins.
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import type { EntryFile, EntryPoint, ProjectLayout } from "../contract/project-layout.ts";

const initIn = (folder: string): string => (folder === "" ? "__init__.py" : `${folder}/__init__.py`);

const program = ({ path, isSource }: EntryFile): readonly EntryPoint[] =>
  isSource ? [{ path, line: null, kind: "program", name: null }] : [];

export const pythonProject: ProjectLayout = {
  moduleOf({ path }, has) {
    const folder = folderOf(path);
    return has(initIn(folder)) ? folder || "." : null;
  },
  entryFiles: {
    "__main__.py": program,
    "manage.py": program,
    /** A package that is in no other one. */
    "__init__.py"({ path, isSource }, lookup) {
      const folder = folderOf(path);
      return isSource && folder !== "" && !lookup.exists(initIn(folderOf(folder)))
        ? [{ path, line: null, kind: "package", name: nameOfPath(folder) || null }]
        : [];
    },
  },
};
