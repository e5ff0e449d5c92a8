// What a shell writes as one piece, and its words that open and close. Round and square brackets say nothing: `a)` starts a case.
import { codeOutsideStrings, quotedBy } from "../../syntax/code-outside-strings.ts";

export const SHELL_OPAQUE =
  /(?<=<<-?[ \t]*["']?\\?([A-Za-z_]\w*)\b["']?[^\n]*)\n[\s\S]*?^[ \t]*\1$|(?<=[\s;&|()]|^)#[^\n]*|\\[\s\S]|\$?'(?:[^'\\]|\\(?!')|(?<=\$'[^']*)\\')*'|"(?:\\[\s\S]|[^"\\])*"|[()[\]]/my;

const WORDS: readonly (readonly [open: RegExp, close: RegExp])[] = (
  [
    ["if", "fi"],
    ["case", "esac"],
    ["do", "done"],
  ] as const
).map(([open, close]) => [atCommand(open), atCommand(close)]);

function atCommand(word: string): RegExp {
  return new RegExp(
    String.raw`(?<=(?:^|[;&|{}()!\x60]|\b(?:if|then|do|else|elif|while|until|time)[ \t]|\$\()[ \t]*)${word}(?![\w=.-])`,
    "gm",
  );
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether something of a text is open at its end, or closed that was not opened. */
export function isUnmatched(text: string): boolean {
  const code = codeOutsideStrings(text, quotedBy(SHELL_OPAQUE));
  return code === null || WORDS.some(([open, close]) => count(code, open) !== count(code, close));
}
