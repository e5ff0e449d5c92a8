// The file with the token that every request must bring. Only the user may read it.
import { dirname } from "node:path";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { makeFolder } from "../system/make-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { readSecret } from "../system/read-secret.ts";
import { newToken } from "../system/secret-token.ts";
import { codeOf, Failure, messageOf } from "../vocabulary/failure.ts";

/** Also accepts tokens that a deployment chose. */
const TOKEN_FORM = /^[\w.~+/-]{32,512}=*$/;

export interface StoredToken {
  readonly token: string;
  /** True if it was just generated: only then is it shown. */
  readonly isNew: boolean;
}

/**
 * Reads the token of a file, or generates one and writes it there with permissions 0600. Throws INVALID_SETTING for a file that
 * others may read or that has no token, STORAGE_UNAVAILABLE where it cannot be read or written.
 */
export async function openToken(path: string): Promise<StoredToken> {
  const there = readToken(path);
  if (there !== null) {
    return { token: there, isNew: false };
  }
  const token = newToken();
  try {
    makeFolder(dirname(path), PRIVATE_MODES.folder);
    await writeFileAtomically(path, `${token}\n`, { mode: PRIVATE_MODES.file, overwrite: false });
    return { token, isNew: true };
  } catch (error) {
    // Another server was started at the same time.
    const theirs = codeOf(error) === "EEXIST" ? readToken(path) : null;
    if (theirs === null) {
      throw unusable(path, error);
    }
    return { token: theirs, isNew: false };
  }
}

function readToken(path: string): string | null {
  let token: string | null;
  try {
    token = readSecret(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return null;
    }
    throw unusable(path, error);
  }
  if (token === null) {
    throw new Failure("INVALID_SETTING", `other users may read the token in ${path}`, {
      hint: `run \`chmod 600 ${path}\`; if others have seen it, delete the file, and a new token is generated`,
    });
  }
  if (!TOKEN_FORM.test(token)) {
    throw new Failure("INVALID_SETTING", `${path} has no token of 32 characters or more`, {
      hint: "delete the file, and a new token is generated",
    });
  }
  return token;
}

const unusable = (path: string, cause: unknown): Failure =>
  new Failure("STORAGE_UNAVAILABLE", `the token in ${path} cannot be read or written: ${messageOf(cause)}`, {
    hint: "name a file that you may write, or make this one readable",
    cause,
  });
