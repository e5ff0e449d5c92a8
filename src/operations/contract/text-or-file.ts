// A text that a user gives as it is, or by the name of the file that has it.
import { open, stat } from "node:fs/promises";
import { typedPath } from "../../system/home-path.ts";
import { codeOf, Failure } from "../../vocabulary/failure.ts";

/** The beginning of the file if there is one of that name, else the text itself. `lengthMax`: bytes of the file. Throws INVALID_INPUT. */
export async function textOrFile(
  given: string,
  cwd: string,
  { field, lengthMax }: { readonly field: string; readonly lengthMax: number },
): Promise<string> {
  const file = typedPath(given, cwd);
  try {
    return (await stat(file)).isFile() ? (await startOf(file, lengthMax)).toString("utf8") : given;
  } catch (error) {
    const code = codeOf(error);
    // No such file, or no name that a file could have: the words themselves.
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(code)) {
      return given;
    }
    throw new Failure("INVALID_INPUT", `${field}: the file cannot be read (${code})`, {
      hint: "name a readable text file, or write the words themselves",
    });
  }
}

/** At most so many bytes of it; of a pipe, too. */
export async function startOf(file: string, lengthMax: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const pieces: Buffer[] = [];
    for await (const piece of handle.createReadStream({ autoClose: false, end: lengthMax - 1 })) {
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces);
  } finally {
    await handle.close();
  }
}
