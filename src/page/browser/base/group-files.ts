// Puts files that are too many to name one by one together by their folders.

export interface FileGroup {
  /** A file's path where it is alone, else a folder's; "" for the project's root. */
  readonly name: string;
  readonly files: readonly string[];
}

/** The folders of the path, from the root down: "", "src", "src/page". */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
}

/** At most `most` groups, of which the folders are as deep as that allows, largest first; where even outermost folders are more, all of these. */
export function groupFiles(paths: readonly string[], most: number): FileGroup[] {
  if (paths.length <= most) {
    return paths.map((path) => ({ name: path, files: [path] }));
  }
  const deepest = Math.max(...paths.map((path) => foldersOf(path).length)) - 1;
  for (let depth = deepest; ; depth -= 1) {
    const groups = new Map<string, string[]>();
    for (const path of paths) {
      const folders = foldersOf(path);
      const folder = folders[Math.min(depth, folders.length - 1)] ?? "";
      groups.set(folder, [...(groups.get(folder) ?? []), path]);
    }
    if (groups.size <= most || depth <= 1) {
      return [...groups]
        .map(([folder, files]) => ({ name: files.length === 1 ? (files[0] ?? folder) : folder, files }))
        .sort((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1));
    }
  }
}
