// Valid JSON with comments and TOML 1.1 that their grammars do not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

/** `5e+16`: the grammar knows no sign of an exponent but the minus. */
export const jsonNeutralisers: readonly Neutraliser[] = [
  {
    construct: "sign of an exponent",
    pattern: /[\d.][eE](\+)(?=\d)/dg,
    overwrite: () => "0",
    anchor: "overwritten",
    within: ["number"],
    through: [],
  },
];

export const jsoncNeutralisers: readonly Neutraliser[] = [
  {
    construct: "comma behind the last value",
    pattern: /(?<=[\]}"\w/]\s{0,99})(,)(?=(?:\s|\/\/[^\n]{0,999}\n|\/\*(?:[^*]|\*(?!\/)){0,999}\*\/){0,400}[}\]])/dg,
    anchor: "overwritten",
    within: ["object", "array"],
    through: [],
  },
];

const BASIC = String.raw`(?:"""(?:\\[\s\S]|[^"\\]|"(?!""))*"""|"(?!"")(?:\\.|[^"\\\n])*")`;
const LITERAL = String.raw`(?:'''(?:[^']|'(?!''))*'''|'(?!'')[^'\n]*')`;
const COMMENT = String.raw`#[^\n]*\n`;
/** A table in braces, with others inside three deep. */
const INLINE_TABLE = [1, 2, 3].reduce(
  (inner) => String.raw`\{(?:[^{}"'#]|${BASIC}|${LITERAL}|${COMMENT}|${inner})*\}`,
  String.raw`\{(?:[^{}"'#]|${BASIC}|${LITERAL}|${COMMENT})*\}`,
);
const KEY = String.raw`(?:${BASIC}|${LITERAL}|[\w-]+)`;
const TABLE_PARTS = new RegExp(
  String.raw`${COMMENT}|(${KEY}(?:[ \t]*\.[ \t]*${KEY})*[ \t]*=)|${BASIC}|${LITERAL}|[{}]`,
  "g",
);
const SPANS_LINES = /\n|,\s*\}/;

/** As an array of its values, which may span lines. */
const asArray = (table: string): string =>
  SPANS_LINES.test(table)
    ? table.replace(TABLE_PARTS, (part, key?: string) =>
        key === undefined ? (part === "{" ? "[" : part === "}" ? "]" : part) : " ".repeat(part.length),
      )
    : table;

export const tomlNeutralisers: readonly Neutraliser[] = [
  {
    construct: "inline table over several lines (TOML 1.1)",
    pattern: new RegExp(String.raw`(?<=[=,[]\s{0,99})(${INLINE_TABLE})`, "dg"),
    overwrite: asArray,
    anchor: "first",
    within: ["array"],
    through: ["["],
  },
  {
    construct: "escape of TOML 1.1",
    pattern: /(?<!\\)(?:\\\\){0,99}\\(e|x[\da-fA-F]{2})/dg,
    overwrite: (written) => `t${written.slice(1)}`,
    anchor: "overwritten",
    within: ["escape_sequence"],
    through: [],
  },
  {
    construct: "white space behind the backslash that joins lines",
    pattern: /(\\[ \t]{1,99})(?=\r?\n)/dg,
    overwrite: (written) => `${written.slice(1)}\\`,
    anchor: "last",
    within: ["escape_sequence"],
    through: [],
  },
  {
    construct: "time without seconds (TOML 1.1)",
    pattern: /\b\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(?:[Zz]|[+-]\d\d:\d\d)?)(?![\d:])/dg,
    anchor: "first",
    within: ["local_date"],
    through: [],
  },
  {
    construct: "time without seconds (TOML 1.1)",
    pattern: /(?<![\w:.+-]|\d{4}-\d\d-\d\d )(\d\d:\d\d)(?![\d:.])/dg,
    overwrite: () => "1_000",
    anchor: "first",
    within: ["integer"],
    through: [],
  },
];
