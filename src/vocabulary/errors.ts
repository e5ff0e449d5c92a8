// What a thrown value says, whatever it is.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of an error of the system or of SQLite, such as ENOENT or SQLITE_BUSY; "" for any other value. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many files are open",
  ELOOP: "too many links lead to one another",
  ENOENT: "the folder does not exist",
  ENOTDIR: "part of the path is not a folder",
  ENAMETOOLONG: "the name is too long",
  EFBIG: "the file is too large",
  EEXIST: "something else has that name",
  EISDIR: "a folder has that name",
};

/** Why the system refused, in words: its own message names calls and temporary files. */
export const systemReason = (error: unknown): string => SYSTEM_REASONS[codeOf(error)] ?? messageOf(error);

/** What `read` returns, or `absent` if the file or folder does not exist. Other errors are thrown. */
export function unlessAbsent<Value, Absent>(read: () => Value, absent: Absent): Value | Absent {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return absent;
    }
    throw error;
  }
}
