// The contents of a folder: each file directly in it, and each folder as the sum of its files.
import { append } from "../../system/append.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { requestedPath } from "../requested-path.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";
import { importersOf, importsOf, type Linked } from "./uses-of-files.ts";

export interface DirectoryFile {
  readonly file: GraphFile;
  readonly imports: Linked;
  readonly importers: Linked;
}

export interface DirectoryFolder {
  /** Name of the folder, relative to the requested one. */
  readonly name: string;
  readonly files: readonly GraphFile[];
  /** Files outside of it that import one of its files. */
  readonly importers: number;
}

export interface Directory {
  /** "" for the project's own. */
  readonly path: string;
  readonly folders: readonly DirectoryFolder[];
  readonly files: readonly DirectoryFile[];
  /** All below it. */
  readonly all: readonly GraphFile[];
  /** Files outside of it that import one of its files, or the package that it is. */
  readonly importers: number;
}

const byPath = (a: GraphFile, b: GraphFile): number => (a.path < b.path ? -1 : 1);

/** NOT_FOUND where no searched file is below it. */
export function directoryOf(graph: ImportGraph, asked: string): Directory {
  const path = requestedPath(asked);
  const prefix = path === "" ? "" : `${path}/`;
  const all = graph.files.filter((file) => file.path.startsWith(prefix)).sort(byPath);
  if (all.length === 0) {
    const isFile = graph.files.some((file) => file.path === path);
    if (path === "") {
      throw new Failure("NOT_FOUND", "this project has no searchable files", {
        hint: "index_status lists what is left out and why",
      });
    }
    throw new Failure("NOT_FOUND", `no searched file is in ${JSON.stringify(asked.slice(0, 200))}`, {
      hint: isFile ? "that is a file: use analyze_file" : "paths are relative to the project's folder",
    });
  }
  const folders = new Map<string, GraphFile[]>();
  for (const file of all) {
    const rest = file.path.slice(prefix.length);
    const name = rest.slice(0, Math.max(0, rest.indexOf("/")));
    append(folders, name, file);
  }
  return {
    path,
    folders: [...folders]
      .filter(([name]) => name !== "")
      .map(([name, files]) => ({ name, files, importers: outerImporters(graph, `${prefix}${name}/`, files) })),
    files: (folders.get("") ?? []).map((file) => ({
      file,
      imports: importsOf(graph, file),
      importers: importersOf(graph, file),
    })),
    all,
    importers: path === "" ? 0 : outerImporters(graph, prefix, all),
  };
}

function outerImporters(graph: ImportGraph, prefix: string, files: readonly GraphFile[]): number {
  const outer = files.flatMap(({ id }) => graph.importersOf(id)).filter(({ path }) => !path.startsWith(prefix));
  return new Set(outer).size;
}
