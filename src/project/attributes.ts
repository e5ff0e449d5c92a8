// What a `.gitattributes`, or `info/attributes`, says of which files tools make or bring (`linguist-generated`, `linguist-vendored`), in the
// words of an ignore file: a pattern that sets the attribute, or with `!` one that unsets it (gitattributes(5)).

/** A line: the pattern, in quotes if it has spaces, then its attributes. */
const LINE = /^[ \t\r]*("(?:[^"\\]|\\.)*"|[^\s"#]\S*)\s+(\S.*)$/;

/** What stands behind a backslash in quotes, as in a string of C. */
const ESCAPE = /\\([0-3][0-7]{2}|.)/g;
const CONTROLS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Attributes that stand for others: what `[attr]made` at the top of a repository is followed by. */
export type Macros = ReadonlyMap<string, readonly string[]>;

/** Deeper ones, and longer lists, are not what anyone wrote. */
const MACRO_DEPTH_MAX = 8;
const EXPANDED_MAX = 100;

const linesOf = (content: Buffer): readonly string[] =>
  content
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .split(/\r?\n/);

/** Those of the file at the top of a repository: others may define none. */
export function macrosIn(content: Buffer): Macros {
  const defined = linesOf(content).flatMap((line): [string, readonly string[]][] => {
    const [, name = "", attributes = ""] = /^\s*\[attr\]([\w.-]+)\s+(\S.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name, attributes.trim().split(/\s+/)]];
  });
  return new Map(defined);
}

/** `content` as git stores it; `attribute`: its name. */
export function readAttribute(content: Buffer, attribute: string, macros: Macros = new Map()): Buffer {
  const lines: string[] = [];
  for (const raw of linesOf(content)) {
    const [, written = "", attributes = ""] = LINE.exec(raw) ?? [];
    const pattern = written.startsWith('"') ? unquoted(written.slice(1, -1)) : written;
    const says = expanded(attributes.trim().split(/\s+/), macros).findLast((one) => nameOf(one) === attribute);
    // As for git, a pattern cannot take another one back, and one that ends in a slash matches no file.
    if (says === undefined || /^[!#]|^\[attr\]|\/$|\n/.test(pattern)) continue;
    lines.push(/^[-!]|=false$/.test(says) ? `!${pattern}` : pattern);
  }
  return Buffer.from(lines.join("\n"), "latin1");
}

const unquoted = (text: string): string =>
  text.replace(ESCAPE, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (CONTROLS[code] ?? code),
  );

const nameOf = (attribute: string): string => attribute.replace(/^[-!]|=.*$/g, "");

/** What ends a pattern and a file's path alike, so that the pattern of a folder is none of the files in it. */
export const FILE_END = "\u0001";

/** `patterns`: of a set whose paths end so. */
export const ofFilesAlone = (patterns: readonly string[]): readonly string[] =>
  patterns.map((pattern) => `${pattern.replace(/(?<=^|\/)\*\*$/, "**/*")}${FILE_END}`);

/** With what a macro stands for behind it, where it is set, and without that where it is taken back. */
function expanded(attributes: readonly string[], macros: Macros, depth = 0): readonly string[] {
  const all: string[] = [];
  for (const one of attributes) {
    const meant = depth < MACRO_DEPTH_MAX ? macros.get(nameOf(one)) : undefined;
    const stands = meant === undefined ? [] : expanded(meant, macros, depth + 1);
    const isSet = !/^[-!]|=/.test(one);
    all.push(one, ...(isSet ? stands : stands.map((other) => `!${nameOf(other)}`)));
    if (all.length > EXPANDED_MAX) break;
  }
  return all;
}
