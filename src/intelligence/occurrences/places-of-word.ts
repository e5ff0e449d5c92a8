// Where a name stands in a text as a word of its own, counted as ripgrep's `--word-regexp` counts.

const WORD_CHARACTER = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;

/** Offsets in UTF-16 units, ascending; no two overlap. */
export function placesOfWord(text: string, name: string): number[] {
  const found: number[] = [];
  for (let at = name === "" ? -1 : text.indexOf(name); at >= 0; ) {
    const end = at + name.length;
    const isWord = !isWordBefore(text, at) && !isWordAt(text, end);
    if (isWord) {
      found.push(at);
    }
    at = text.indexOf(name, isWord ? end : at + 1);
  }
  return found;
}

const LAST_ASCII = 0x7f;
/** By code, since nearly all text is ASCII. */
const IS_ASCII_WORD = Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  WORD_CHARACTER.test(String.fromCodePoint(code)),
);

const isWordAt = (text: string, at: number): boolean => {
  const code = text.codePointAt(at);
  return code !== undefined && (IS_ASCII_WORD[code] ?? WORD_CHARACTER.test(String.fromCodePoint(code)));
};

function isWordBefore(text: string, at: number): boolean {
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1));
  return at > 0 && isWordAt(text, at - (isPair ? 2 : 1));
}
