// Where a piece of JavaScript ends that stands between the marks of a template, without a grammar.

const OPENS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** Sticky: what is skipped whole. */
const SKIPPED = [
  /\/\/[^\n]*/y,
  /\/\*(?:[^*]|\*(?!\/))*\*\//y,
  /"(?:\\[\s\S]|[^"\\\n])*"/y,
  /'(?:\\[\s\S]|[^'\\\n])*'/y,
];
/** Where a value is expected, a slash begins a regular expression. */
const REGEX = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\/[a-z]*/y;
const BEFORE_VALUE = /(?:^|[=(,:[!&|?{};+\-*%~^]|\breturn|\btypeof)\s*$/;

/** Characters that are looked at before a slash. */
const BEFORE_MAX = 20;

/**
 * The offset of the first of `ends` behind `start` that stands in no bracket, string or comment of JavaScript; null where there is none.
 * `ends`: a closing bracket, or another mark.
 */
export function endOfJavaScript(text: string, start: number, ends: string): number | null {
  const open: string[] = [];
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (open.length === 0 && text.startsWith(ends, at)) {
      return at;
    }
    const skipped = "\"'/".includes(character) ? skipAt(text, start, at) : at;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (character === "`" && open.at(-1) === "`") {
      open.pop();
    } else if (character === "`") {
      open.push("`");
    } else if (open.at(-1) === "`") {
      if (character === "\\") {
        at += 1;
      } else if (text.startsWith("${", at)) {
        open.push("}");
        at += 1;
      }
    } else if (OPENS[character] !== undefined) {
      open.push(OPENS[character]);
    } else if (")]}".includes(character) && open.pop() !== character) {
      return null;
    }
    at += 1;
  }
  return null;
}

function skipAt(text: string, start: number, at: number): number {
  const isValueNext = BEFORE_VALUE.test(text.slice(Math.max(start, at - BEFORE_MAX), at));
  for (const pattern of isValueNext ? [...SKIPPED, REGEX] : SKIPPED) {
    pattern.lastIndex = at;
    if (pattern.test(text)) {
      return pattern.lastIndex;
    }
  }
  return at;
}
