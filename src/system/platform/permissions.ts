// Permissions that keep other users from a file. On POSIX these are its mode and owner. On Windows modes have no effect: a file inherits the
// access list of its folder, and only the user may access the folders of the user's profile.
import { chmodSync, type Stats } from "node:fs";
import { type FileHandle, chmod as setMode } from "node:fs/promises";
import { userInfo } from "node:os";
import process from "node:process";
import { codeOf } from "../../vocabulary/failure.ts";
import { forSystem } from "./this-system.ts";

/** Modes of files and folders that only their owner may use. Windows ignores them. */
export const PRIVATE_MODES = { folder: 0o700, file: 0o600 } as const;

type Access = Pick<Stats, "mode" | "uid">;

/** Owner and mode that a new version of a file takes over from the old one. */
export interface FileAccess {
  /** Null: the process's user. */
  readonly owner: { readonly owner: number; readonly group: number } | null;
  /** Permission bits; null: those by the umask. */
  readonly mode: number | null;
}

export interface Permissions {
  /** Whether users other than its owner may read, write or enter it. */
  isOpenToOthers(access: Access): boolean;
  /** Whether the process's user owns it. */
  isOwn(access: Access): boolean;
  /** Denies all other users access to an existing file or socket. Throws the system's errors. */
  makePrivate(path: string): void;
  /** Sets all bits, including those that the umask removes from new files. Throws the system's errors. */
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
    // The user id has no account, as in a container with another user id.
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
      await file.chown(owner.owner, owner.group).catch((cause: unknown) => {
        const which = `owner and group of the old one (${owner.owner}:${owner.group})`;
        const message = `${codeOf(cause)}: this account may not give the new file the ${which}`;
        throw Object.assign(new Error(message, { cause }), { code: codeOf(cause) });
      });
    }
    // After the owner, because changing the owner clears set-user-id.
    if (mode !== null) {
      await file.chmod(mode);
    }
  },
  accountName: () => accountName(() => `uid ${uid ?? "unknown"}`),
});

/** Windows: Node derives a file's mode from its read-only attribute alone. */
export const windowsPermissions: Permissions = {
  isOpenToOthers: () => false,
  isOwn: () => true,
  makePrivate: () => undefined,
  set: () => Promise.resolve(),
  apply: () => Promise.resolve(),
  accountName: () => accountName(() => "unknown"),
};

export const PERMISSIONS: Permissions = forSystem({ win32: windowsPermissions, other: posixPermissions() });
