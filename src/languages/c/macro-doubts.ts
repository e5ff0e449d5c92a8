// What a grammar of C or C++ cannot know: it has no preprocessor, and a macro may represent any syntax. An error next to what
// looks like a macro therefore proves nothing, unless brackets do not match whichever branches of `#if` are taken.

const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
/** Comments, strings (raw ones too), characters, directives with their continued lines, brackets. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"|(?<![\da-fA-F])'(?:[^'\\\n]|\\[^\n])*'|^[ \t]*#[ \t]*(\w*)(?:\/\*[\s\S]*?\*\/|[^\\\n]|\\[\s\S])*|[()[\]{}]/gm;

/** Whether all brackets match where of each `#if` only the first or only the last branch is read. */
function isBalanced(text: string, branch: "first" | "last"): boolean {
  const open: string[] = [];
  /** What was open at each enclosing `#if`. */
  const before: string[][] = [];
  let skipped = 0;
  for (const [token, , directive] of text.matchAll(TOKENS)) {
    if (directive?.startsWith("if")) {
      skipped += skipped > 0 ? 1 : 0;
      before.push([...open]);
    } else if (directive === "endif") {
      skipped = Math.max(0, skipped - 1);
      before.pop();
    } else if (directive?.startsWith("el") && skipped <= 1) {
      skipped = branch === "first" ? 1 : 0;
      open.splice(0, open.length, ...(branch === "first" ? open : (before.at(-1) ?? open)));
    } else if (directive === undefined && token.length === 1 && skipped === 0) {
      const pair = PAIRS[token];
      if (pair === undefined) {
        open.push(token);
      } else if (open.pop() !== pair) {
        return false;
      }
    }
  }
  return open.length === 0;
}

/** Why an error on that line (1-based) may be none; null where it is one. */
export const doubtMacros = (text: string, line: number): string | null =>
  isBalanced(text, "first") || isBalanced(text, "last")
    ? `its grammar stops at line ${line}, where a macro may stand for syntax; brackets match`
    : null;
