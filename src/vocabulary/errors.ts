// What a thrown value says, whatever it is.

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of the system or of SQLite, such as ENOENT or SQLITE_BUSY; "" for any other value. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

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
