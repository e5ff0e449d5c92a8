// What a shell writes as one piece, and its words that open and close. Round and square brackets say nothing: `a)` starts a case.
import type { WordPair } from "../../syntax/sure-signs.ts";

export const SHELL_OPAQUE =
  /(?<=<<-?[ \t]*["']?\\?([A-Za-z_]\w*)\b["']?[^\n]*)\n[\s\S]*?^[ \t]*\1$|(?<=[\s;&|()]|^)#[^\n]*|\\[\s\S]|\$?'(?:[^'\\]|\\(?!')|(?<=\$'[^']*)\\')*'|"(?:\\[\s\S]|[^"\\])*"|[()[\]]/my;

export const SHELL_WORDS: readonly WordPair[] = (
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
