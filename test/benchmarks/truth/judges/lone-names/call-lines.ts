// Which lines that hold a name call the function of that name, by their text alone.

export interface TextLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

const LENGTH_MIN = 9;

/** Two words or more, so that hardly anything else goes by the name: `toLongRanges`, `has_valid_encoding`. */
export const isTelling = (name: string): boolean =>
  name.length >= LENGTH_MIN && /^\w+$/.test(name) && /[a-z][A-Z]|[a-z0-9]_[a-z]/.test(name);

const COMMENT = /^\s*(?:\/\/|#|\*|\/\*|"""|--|<!)/;
/** What stands before a name that is declared, not called. */
const DECLARATION =
  /\b(?:def|func|fn|fun|function|sub|static|public|private|protected|internal|override|virtual|abstract|async|inline|extern|macro|void|int|bool|long|char|double|float|unsigned|size_t)\b[^=;(]*$/;

/** Lines that say `x.name`, `x->name`, `x::name` or `name(`, outside of comments, strings and declarations. */
export function callLines(lines: readonly TextLine[], name: string): TextLine[] {
  const member = new RegExp(`(?:\\.|->|::)${name}\\b`);
  const call = new RegExp(`\\b${name}\\s*\\(`);
  return lines.filter(({ text }) => {
    const before = text.slice(0, text.search(new RegExp(`\\b${name}\\b`)));
    const isQuoted = (before.match(/["'`]/g) ?? []).length % 2 === 1;
    const isCalled = member.test(text) || (call.test(text) && !DECLARATION.test(before));
    return isCalled && !isQuoted && !COMMENT.test(text);
  });
}
