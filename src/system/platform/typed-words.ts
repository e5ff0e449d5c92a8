// Words of a command that an answer shows for a person to type, in the quotes that the system's shells take away.
import { forSystem } from "./this-system.ts";

/** One word. */
export type TypedWord = (text: string) => string;

/** As a POSIX shell reads it: `it's` becomes `'it'\''s'`. */
export const shellQuoted: TypedWord = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** What has a meaning to PowerShell inside of double quotes; it takes typographic quotes for quotes, too. */
const MEANT_BY_POWERSHELL = /[`$\u201c-\u201e]/g;

/**
 * In double quotes, since cmd takes no others for quotes. Neither cmd nor PowerShell runs a part of the text, whatever it is; one with
 * `$` or a backtick reaches a program whole from PowerShell alone.
 */
export const windowsTypedWord: TypedWord = (text) =>
  /^[\w./\\:][\w./\\:+=#-]*$/.test(text)
    ? text
    : `"${text
        .replaceAll(MEANT_BY_POWERSHELL, "`$&")
        .replaceAll('"', '""')
        .replaceAll(/\\+(?="|$)/g, "$&$&")}"`;

export const TYPED_WORD: TypedWord = forSystem({ win32: windowsTypedWord, other: shellQuoted });
