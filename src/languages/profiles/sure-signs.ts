// Grammars that do not know all of their language stop at correct code, too. What is surely wrong then: brackets or quotes that do
// not match, or one of a few signs beside the place that no valid code has. Of anything else nothing is known.

const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * Comments, strings as they are (`@"…"`), of three quotes and of one, with what they hold in `${…}`, characters, names in quotes, brackets; a quote that is
 * left over.
 */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\$?@\$?"(?:[^"]|"")*"|"""[\s\S]*?"{3,}|"(?:[^"\\\n$]|\\[^\n]|\$\{(?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n]){0,200}"|\{[^{}\n]{0,200}\}){0,400}\}|\$)*"|'(?:[^'\\\n]|\\[^\n]{1,6}?)'|`[^`\n]*`|[()[\]{}"]/g;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** Null where brackets or quotes do not match; else the text with names in the place of strings, and without comments. */
function codeOf(text: string): string | null {
  const open: string[] = [];
  let isMatched = true;
  const code = text.replace(TOKENS, (token) => {
    if (token.length > 1) {
      return token.startsWith("/") ? blank(token) : token.replace(/[^\n]/g, "_");
    }
    const pair = PAIRS[token];
    if (token === '"') {
      isMatched = false;
    } else if (pair === undefined) {
      open.push(token);
    } else {
      isMatched &&= open.pop() === pair;
    }
    return token;
  });
  return isMatched && open.length === 0 ? code : null;
}

const WORDS =
  "val|var|fun|def|class|object|trait|interface|enum|return|if|when|for|while|import|package|else|try|catch|new|case|public|private|protected|internal|static|readonly|abstract|sealed|virtual|override|namespace|struct|switch";
/**
 * A word twice, an operator before what ends an expression or before another one, a comma behind what opens, two names for one
 * variable or function.
 */
const SURE = new RegExp(
  [
    `\\b(${WORDS})[ \\t]+\\1\\b`,
    "(?<![=<>!~*/+\\-%&|^:?@#$\\\\.])(?:[=/%]|&&|\\|\\||\\?:)[ \\t]*[)\\]},;]",
    "(?<![=<>!~*/+\\-%&|^:?@#$\\\\.])(?:=|&&|\\|\\||[+*/%])[ \\t]+(?:[*/%,]|=|&&|\\|\\|)[ \\t]",
    "(?:[=(,]|=>|\\breturn)[ \\t]*(?:&&|\\|\\|)",
    "[([][ \\t]*,",
    ",[ \\t]*,",
    "(?<![.\\d])\\.[ \\t]*[;)\\]},]",
    "\\b(?:val|var)[ \\t]+\\w+[ \\t]+\\w+[ \\t]*(?:[:=]|by\\s)",
    "\\bfun[ \\t]+\\w+[ \\t]+\\w+[ \\t]*\\(",
  ].join("|"),
);
/** Lines above and below the place where the grammar stops that are looked at. */
const LINES_AROUND = 1;

/** Of a language: why an error on a line (1-based) may be none; null where it is one. */
export const doubtGrammar =
  (language: string) =>
  (text: string, line: number): string | null => {
    const code = codeOf(text);
    const near = code?.split("\n").slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND) ?? [];
    return code === null || near.some((one) => SURE.test(one))
      ? null
      : `its grammar, which does not know all of ${language}, stops at line ${line}; brackets match`;
  };
