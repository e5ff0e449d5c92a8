// Names of saved results. A name comes from a caller, possibly a model that was misled, and becomes a file name on any
// system. So a name that could mean more than "this one file" is refused, and never repaired silently.
import { Failure } from "../vocabulary/failure.ts";

declare const brand: unique symbol;
/** A name that passed `checkName`; its file is `<name>.json`. */
export type ResultName = string & { readonly [brand]: "ResultName" };

/** UTF-8 bytes; leaves room for `.json` and a temporary suffix within the 255 that file systems allow. */
export const NAME_BYTES_MAX = 200;

/**
 * Scripts of UTS 39, table 7. A name uses scripts of one of these sets only, so that no letter imitates one of another script.
 */
const SCRIPT_SETS: readonly (readonly string[])[] = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
  ..."Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao"
    .concat(" Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan")
    .split(" ")
    .map((script) => [script]),
];

const ONE_SCRIPT: readonly RegExp[] = SCRIPT_SETS.map((scripts) => {
  const letters = scripts.map((script) => `\\p{scx=${script}}`).join("");
  return new RegExp(`^[\\p{scx=Common}\\p{scx=Inherited}${letters}]*$`, "u");
});

/** Device names of Windows, with any extension; the superscript digits count there too. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Thai and Lao "sara am" are ordinary letters although Unicode gives them a compatibility form. */
const SARA_AM = /[\u0e33\u0eb3]/gu;

interface Rule {
  readonly broken: (name: string) => boolean;
  readonly why: string;
}

const RULES: readonly Rule[] = [
  { why: "is empty", broken: (name) => name === "" },
  { why: `is longer than ${NAME_BYTES_MAX} bytes`, broken: (name) => Buffer.byteLength(name) > NAME_BYTES_MAX },
  { why: "contains half a character (a lone surrogate)", broken: (name) => /\p{Cs}/u.test(name) },
  { why: "contains a path separator", broken: (name) => /[/\\]/.test(name) },
  { why: "starts with a drive letter", broken: (name) => /^[a-z]:/i.test(name) },
  { why: "contains a control character", broken: (name) => /\p{Cc}/u.test(name) },
  {
    why: "contains an invisible or direction-changing character",
    broken: (name) => /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name),
  },
  { why: "is not in Unicode's composed form (NFC)", broken: (name) => name !== name.normalize("NFC") },
  {
    why: "contains look-alikes of other characters (full-width, ligature or superscript forms)",
    broken: (name) => name.replace(SARA_AM, "") !== name.replace(SARA_AM, "").normalize("NFKC"),
  },
  { why: "does not start with a letter, a digit or `_`", broken: (name) => !/^[\p{L}\p{N}_]/u.test(name) },
  { why: "ends with a dot or a space", broken: (name) => /[. ]$/.test(name) },
  {
    why: "contains a character other than letters, digits, spaces and . _ - + , = @ ( )",
    broken: (name) => !/^[\p{L}\p{M}\p{N} ._+,=@()-]*$/u.test(name),
  },
  { why: "is reserved by Windows", broken: (name) => WINDOWS_DEVICE.test(name) },
  {
    why: "mixes scripts whose letters look alike",
    broken: (name) => !ONE_SCRIPT.some((oneScript) => oneScript.test(name)),
  },
];

const withoutSuffix = (name: string): string => name.replace(/(\.json)+$/i, "");

const refusal = (name: string): string | undefined => RULES.find((rule) => rule.broken(name))?.why;

/** The name of a result, with or without `.json`. NAME_REFUSED says what is wrong and suggests a valid name. */
export function checkName(input: string): ResultName {
  const name = withoutSuffix(input);
  const why = refusal(name);
  if (why !== undefined) {
    throw new Failure("NAME_REFUSED", `the name ${JSON.stringify(input.slice(0, 120))} ${why}`, {
      hint: `pass a plain file name without a folder, for example ${JSON.stringify(repairName(input, "saved-search"))}`,
    });
  }
  return name as ResultName;
}

/** The name that a stored file represents; null if `checkName` would not have accepted it. */
export function nameOfFile(file: string): ResultName | null {
  const name = file.endsWith(".json") ? file.slice(0, -".json".length) : "";
  return withoutSuffix(name) === name && refusal(name) === undefined ? (name as ResultName) : null;
}

/** Equal for two names that are the same file on a system that ignores case. */
export const foldName = (name: string): string => name.toUpperCase().toLowerCase().normalize("NFKC");

function cutToBytes(text: string, bytesMax: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) {
      break;
    }
    cut += character;
  }
  return cut;
}

function tidy(text: string, bytesMax: number): string {
  const plain = text.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N} ._+,=@()-]+/gu, "-");
  return cutToBytes(plain.replace(/^[^\p{L}\p{N}_]+/u, ""), bytesMax).replace(/[^\p{L}\p{M}\p{N})]+$/u, "");
}

/** The nearest valid name for any text: for folders named after a project, and for default names. */
export function repairName(text: string, fallback: string, bytesMax: number = NAME_BYTES_MAX): ResultName {
  const ascii = text.normalize("NFKD").replace(/[^\x20-\x7e]+/g, "");
  const candidates = [text, ascii].map((candidate) => withoutSuffix(tidy(candidate, bytesMax)));
  return (candidates.find((candidate) => refusal(candidate) === undefined) ?? fallback) as ResultName;
}

/** A name from what was asked and when (UTC), such as `where-is-auth-checked-20261121-231500`. */
export function defaultName(query: string, time: Date): ResultName {
  const words = query.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const stamp = time.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${repairName(words, "search", 80)}-${stamp}` as ResultName;
}
