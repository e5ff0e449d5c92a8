// Permissions: what keeps other users from a file. On POSIX its mode and owner. On Windows modes mean nothing: a file takes the access
// list of its folder, and the folders of a user's profile are that user's alone.
import { chmodSync, type Stats } from "node:fs";
import { type FileHandle, chmod as setMode } from "node:fs/promises";
import { userInfo } from "node:os";
import process from "node:process";
import { forSystem } from "./this-system.ts";

/** Modes of what only its owner may use. Windows ignores them. */
export const PRIVATE_MODES = { folder: 0o700, file: 0o600 } as const;

type Access = Pick<Stats, "mode" | "uid">;

/** What a new version of a file takes over from the old one. */
export interface FileAccess {
  /** Null: the process's own. */
  readonly owner: { readonly owner: number; readonly group: number } | null;
  /** Permission bits; null: those that the umask gives. */
  readonly mode: number | null;
}

export interface Permissions {
  /** Whether users other than its owner may read, write or enter it. */
  isOpenToOthers(access: Access): boolean;
  /** Whether it is this process's user's own. */
  isOwn(access: Access): boolean;
  /** Makes a file or a socket that is there its owner's alone. Throws the system's errors. */
  makePrivate(path: string): void;
  /** Sets all bits, also those that the process's umask takes from new files. Throws the system's errors. */
  set(path: string, mode: number): Promise<void>;
  /** The same for an open file, with its owner. */
  apply(file: FileHandle, access: FileAccess): Promise<void>;
  /** The account, for people to read. */
  readonly accountName: () => string;
}

/** Bits of the group and of all others. */
const OTHERS = 0o077;

function accountName(unnamed: () => string): string {
  try {
    return userInfo().username;
  } catch {
    // An account that the system does not know, as in a container with another user id.
    return unnamed();
  }
}

export const posixPermissions = (uid = process.getuid?.()): Permissions => ({
  isOpenToOthers: ({ mode }) => (mode & OTHERS) !== 0,
  isOwn: (access) => access.uid === uid,
  makePrivate: (path) => chmodSync(path, PRIVATE_MODES.file),
  set: setMode,
  async apply(file, { owner, mode }) {
    const made = await file.stat();
    if (owner !== null && (made.uid !== owner.owner || made.gid !== owner.group)) {
      await file.chown(owner.owner, owner.group);
    }
    // After the owner: changing that takes set-user-id away.
    if (mode !== null) {
      await file.chmod(mode);
    }
  },
  accountName: () => accountName(() => `uid ${uid ?? "unknown"}`),
});

/** Node shows a mode there, made up of the read-only mark alone. */
export const windowsPermissions: Permissions = {
  isOpenToOthers: () => false,
  isOwn: () => true,
  makePrivate: () => undefined,
  set: () => Promise.resolve(),
  apply: () => Promise.resolve(),
  accountName: () => accountName(() => "unknown"),
};

export const PERMISSIONS: Permissions = forSystem({ win32: windowsPermissions, other: posixPermissions() });
