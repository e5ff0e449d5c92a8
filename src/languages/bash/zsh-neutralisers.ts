// What Zsh has and Bash has not, made into what the grammar of Bash reads. What is between the braces of an expansion is not checked then, only
// that they close, and the words and brackets around it.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";
import { bashNeutralisers } from "./neutralisers.ts";

/** `pattern` with the flags d and g; group 1 is overwritten. */
const anywhere = (
  construct: string,
  pattern: RegExp,
  overwrite: (offending: string) => string = asName,
): Neutraliser => ({ construct, pattern, overwrite, anchor: "overwritten", within: [], through: [] });

const asBlank = (offending: string): string => offending.replace(/[^\r\n]/g, " ");

const EXPANSION = "expansion of Zsh";
/** One in another one is read from the inside out. */
const DEPTH = 5;
const IN_BRACES = /\$\{((?![#!]?\w+\})(?:[^{}\n\\]|\\[^\n]|\$\{[#!]?\w+\}){1,400})\}/dg;
/** `"${(f)$(a command over lines)}"`, with the quotes outside or inside. */
const BEFORE_COMMAND = /(\$\{[=~^]{0,2}(?:\([^()\n"]{1,40}\))?)(?="?\$\()/dg;
const BEHIND_COMMAND = /^[^"$#\n]*\)"?(\})/dgm;

const PATTERN = "pattern of Zsh";

export const zshNeutralisers: readonly Neutraliser[] = [
  ...bashNeutralisers,
  ...Array.from({ length: DEPTH }, () => anywhere(EXPANSION, IN_BRACES)),
  anywhere(EXPANSION, BEFORE_COMMAND),
  anywhere(EXPANSION, BEHIND_COMMAND),
  anywhere(EXPANSION, /\$([+#=~^]{1,2})(?=[A-Za-z_])/dg),
  anywhere(EXPANSION, /\$\w+(\[(?:\([A-Za-z]+\))?(?:[^\][\n"']|\[[^\][\n]*\]){1,99}\])/dg),
  anywhere(EXPANSION, /(?=\[\()(?<=\w)(\[\([A-Za-z]{1,20}\)[^\][\n]{0,99}\])/dg),
  anywhere(PATTERN, /(?<=[\w*/\]}"?>])(\((?:[-^/@.,:\w%=+#~*]{1,20})\))(?![ \t]*\{)/dg),
  anywhere(PATTERN, /(<\d{0,9}-\d{0,9}>)/dg),
  ...[1, 2].map(() =>
    anywhere(PATTERN, /(?=\()(?<=\[\[[^\n]{0,200}(?:[=!]=|=)[ \t]{1,9}[^\s&|]{0,99})(\([^()\n]{0,200}\))/dg),
  ),
  anywhere(PATTERN, /^[ \t]*(\([^()\s]{1,99}\))[*?\w.-]*\)/dgm),
  anywhere(
    "function without a name",
    /(?=[f(])(?<=(?:^|[;&|{])[ \t]{0,40})(function[ \t]{0,9}(?:\([ \t]{0,9}\))?|\([ \t]{0,9}\))[ \t]{0,9}\{/dgm,
    asBlank,
  ),
  anywhere("`always`", /\}([ \t]+always)[ \t]*\{/dg, (word) => `;${asBlank(word.slice(1))}`),
  anywhere("colour of a prompt", /(%[FKB]\{[\w#]{1,20}\})/dg),
  anywhere("output as a file", /(?<=[ \t])(=)\(/dg, () => "<"),
  anywhere("`&|` and `&!`", /&([|!])[ \t]*(?:$|[;#}])/dgm, asBlank),
  anywhere("`>>|`", />>([|!])/dg, asBlank),
  anywhere(
    "`for` over a list in brackets",
    /\bfor[ \t]+\w+([ \t]*\([^()\n]{1,200}\))[ \t]*(?:;[ \t]*do\b|\n[ \t]*do\b)/dg,
    asBlank,
  ),
  anywhere("block on a line that ends in no `;`", /\{[ \t][^{}\n]{0,200}[^;&|{}\s]([ \t])\}/dg, () => ";"),
];
