// What Rust shows to other files without `pub`: everything, to the modules below.

/** The folder whose files are modules below the one that the file is. */
function folderBelow(path: string): string {
  const at = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, at), path.slice(at)];
  return /^(?:mod|lib|main)\.rs$/.test(name) ? folder : `${folder}${name.replace(/\.rs$/, "")}/`;
}

export const isBelow = (path: string, from: string): boolean => path.startsWith(folderBelow(from));
