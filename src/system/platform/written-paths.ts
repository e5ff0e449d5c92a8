// Paths in a project as a person or a model writes them: on Windows with either slash between folders, since shells there complete `\`.
import { forSystem } from "./this-system.ts";

export interface WrittenPaths {
  /** The path of a file or folder, separated by `/`. */
  slashed(path: string): string;
  /** The same for a glob. */
  slashedGlob(glob: string): string;
}

/** `\` may be part of a name, and in a glob takes the meaning from the character behind it. */
export const posixWrittenPaths: WrittenPaths = { slashed: (path) => path, slashedGlob: (glob) => glob };

export const windowsWrittenPaths: WrittenPaths = {
  slashed: (path) => path.replaceAll("\\", "/"),
  // Names may have brackets, so `\[` keeps its meaning there; a folder's name is no class of characters.
  slashedGlob: (glob) => glob.replace(/\\(?![[\]])/g, "/"),
};

export const WRITTEN_PATHS: WrittenPaths = forSystem({ win32: windowsWrittenPaths, other: posixWrittenPaths });
