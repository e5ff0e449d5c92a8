// The system's desktop: the folders in which it starts programs, and the command that opens a file.
import { forSystem } from "./this-system.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface Desktop {
  /** Folders in which desktop programs start servers that belong to no project. */
  systemFolders(env: Variables): readonly string[];
  /** The command before a file's path that opens the file in its default program. */
  readonly opener: readonly [string, ...string[]];
}

const UNIX_FOLDERS = ["/bin", "/boot", "/dev", "/etc", "/lib", "/proc", "/run", "/sbin", "/snap", "/sys", "/usr"];

export const unixDesktop: Desktop = { systemFolders: () => UNIX_FOLDERS, opener: ["xdg-open"] };

export const darwinDesktop: Desktop = {
  systemFolders: () => [...UNIX_FOLDERS, "/Applications", "/Library", "/System"],
  opener: ["open"],
};

export const windowsDesktop: Desktop = {
  systemFolders: (env) =>
    ["SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData", "LOCALAPPDATA"].flatMap(
      (name) => env[name] ?? [],
    ),
  opener: ["rundll32", "url.dll,FileProtocolHandler"],
};

export const DESKTOP: Desktop = forSystem({ darwin: darwinDesktop, win32: windowsDesktop, other: unixDesktop });
