// Where code stands in markup: between the marks of a template's language. Nothing is parsed: only ends are found.

import { blank } from "../../syntax/blank.ts";
import { endOfJavaScript } from "./javascript-end.ts";

/** A stretch of code with its marks: 0-based offsets, ends exclusive. */
export interface Hole {
  readonly start: number;
  readonly end: number;
  /** Without the marks. */
  readonly codeStart: number;
  readonly codeEnd: number;
  /** Whether what it says becomes text of the page. */
  readonly writes: boolean;
}

export type FindHoles = (text: string) => Hole[];

/** Longer code in markup is generated, or a bracket that never closes. */
const CODE_MAX = 50_000;
const LET_MAX = 1_000;

const ATTRIBUTES = String.raw`(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^>"'{])*`;
const OPAQUE = `<!--[\\s\\S]*?-->|(<(script|style)\\b${ATTRIBUTES}>)[\\s\\S]*?</\\2\\s*>`;
/** Comments, and scripts and styles of the page with the tag at their start. */
const OPAQUE_HERE = new RegExp(OPAQUE, "iy");
const OPAQUE_START = /<!--|<(?:script|style)\b/.source;

interface Scan {
  /** Where markup begins. */
  readonly from?: number;
  /** Of what begins a hole. */
  readonly marks: string;
  readonly find: (at: number, isInScript: boolean) => Hole | null;
  /** Whether scripts and styles have holes, too. */
  readonly inScripts?: boolean;
}

function scan(text: string, { from = 0, marks, find, inScripts = false }: Scan): Hole[] {
  const holes: Hole[] = [];
  const pattern = new RegExp(`${marks}|${OPAQUE_START}`, "gi");
  let [inside, outside] = [from, from];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = match.index;
    const isInside = inside <= at && at < outside;
    if (isInside && !inScripts) {
      pattern.lastIndex = outside;
      continue;
    }
    if (/^<[!s]/i.test(match[0])) {
      OPAQUE_HERE.lastIndex = at;
      const whole = isInside ? null : OPAQUE_HERE.exec(text);
      if (whole !== null) {
        inside = at + (whole[1]?.length ?? 0);
        outside = at + whole[0].length;
      }
      pattern.lastIndex = whole !== null && whole[1] === undefined ? outside : at + match[0].length;
      continue;
    }
    const hole = find(at, isInside);
    pattern.lastIndex = hole?.end ?? at + match[0].length;
    if (hole !== null) {
      holes.push(hole);
    }
  }
  return holes;
}

function balanced(text: string, at: number, open: string, close: string, writes = true): Hole | null {
  const codeStart = at + open.length;
  const codeEnd = endOfJavaScript(text.slice(0, at + CODE_MAX), codeStart, close);
  return codeEnd === null ? null : { start: at, end: codeEnd + close.length, codeStart, codeEnd, writes };
}

/** `{…}` of Svelte. A bracket that never closes ends the search: nothing behind it is known. */
export const bracesOf: FindHoles = (text) => bracesFrom(text, 0);

export function bracesFrom(text: string, from: number): Hole[] {
  let isLost = false;
  const find = (at: number): Hole | null => {
    const isText = text.startsWith("=`", at);
    const hole = isLost ? null : isText ? balanced(text, at + 1, "`", "`") : balanced(text, at, "{", "}");
    isLost ||= hole === null;
    return hole;
  };
  return scan(text, { from, marks: "\\{|=`", find });
}

/** What ends with a fixed mark. */
function markedBy(text: string): (at: number, open: string, close: string, writes: boolean) => Hole | null {
  const none = new Set<string>();
  return (at, open, close, writes) => {
    const codeStart = at + open.length;
    const found = none.has(close) ? -1 : text.indexOf(close, codeStart);
    if (found < 0) {
      none.add(close);
      return null;
    }
    // `{{ {a: {b}}}}`
    let codeEnd = found;
    while (close === "}}" && text.charAt(codeEnd + 2) === "}") {
      codeEnd += 1;
    }
    return { start: at, end: codeEnd + close.length, codeStart, codeEnd, writes };
  };
}

/** `{{ … }}` of Vue. */
export const interpolationsOf: FindHoles = (text) => {
  const marked = markedBy(text);
  return scan(text, { marks: "\\{\\{", find: (at) => marked(at, "{{", "}}", true) });
};

const BLOCK = /@(?:if|else if|else|for|switch|case|default|defer|placeholder|loading|error|empty)\b\s*/y;
const LET = /@let\s+[\w$]+\s*=/y;
const STATEMENT = /^[{~\s-]*(?:[#/^!>*&]|else\b|if\b|end\b|range\b|with\b|define\b|block\b|template\b|partial\b)/;

/** The marks of servers' templates, whose parts may be chosen: tags open in one and close in another. */
export const CHOOSES =
  /\{%|<%|<\?(?!xml)|\{\{[{~\s-]*(?:[#/^>]|else\b|if\b|end\b|range\b|with\b|define\b|block\b|template\b)|^\s*@(?:foreach|section|extends|model|using|page|inject|code|endif|elseif)\b/m;

/** Openings with what closes them, the longest first; whether they write. */
const MARKED: readonly (readonly [string, string, boolean])[] = [
  ["{{!--", "--}}", false],
  ["{{--", "--}}", false],
  ["{{{", "}}}", true],
  ["{{", "}}", true],
  ["{%", "%}", false],
  ["{#", "#}", false],
  ["{!!", "!!}", true],
  ["<%=", "%>", true],
  ["<%-", "%>", true],
  ["<%", "%>", false],
  ["<?=", "?>", true],
  ["<?", "?>", false],
  ["@*", "*@", false],
  ["@php\n", "@endphp", false],
];

/** `{% javascript %} … {% endjavascript %}` of Liquid, and its like: what stands between is no markup. */
const LIQUID_CODE = /\{%-?\s*(javascript|stylesheet|style|schema)\b[^%\n]{0,200}%\}/y;

function liquidCode(text: string, at: number): Hole | null {
  LIQUID_CODE.lastIndex = at;
  const [start, word = ""] = LIQUID_CODE.exec(text) ?? [];
  if (start === undefined) {
    return null;
  }
  const codeStart = at + start.length;
  const length = text.slice(codeStart, codeStart + CODE_MAX).search(new RegExp(`\\{%-?\\s*end${word}\\b`));
  const end = length < 0 ? -1 : text.indexOf("%}", codeStart + length);
  return end < 0 ? null : { start: at, end: end + 2, codeStart, codeEnd: codeStart + length, writes: false };
}

/** Such stretches, each with the word that it begins with. */
export const liquidCodeOf = (text: string): readonly (Hole & { readonly word: string })[] =>
  /\{%-?\s*end(?:javascript|stylesheet)\b/.test(text)
    ? templateCodeOf(text).flatMap((hole) => {
        LIQUID_CODE.lastIndex = hole.start;
        const word = LIQUID_CODE.exec(text)?.[1];
        return word === undefined ? [] : [{ ...hole, word }];
      })
    : [];

/** Of HTML, which may be written for any of them: Angular, Jinja, Handlebars, ERB, Go, Blade, Razor, HEEx. */
export const templateCodeOf: FindHoles = (text) => {
  const marked = markedBy(text);
  const isRazor = RAZOR.test(text);
  const find = (at: number, isInScript: boolean): Hole | null => {
    const code = text.startsWith("{%", at) ? liquidCode(text, at) : null;
    if (code !== null) {
      return code;
    }
    for (const [open, close, writes] of MARKED) {
      if (text.startsWith(open, at)) {
        const hole = marked(at, open, close, writes && !STATEMENT.test(text.slice(at + open.length, at + 40)));
        return hole === null && text.charAt(at - 1) === "=" ? balanced(text, at, "{", "}") : hole;
      }
    }
    return text.startsWith("{", at)
      ? text.charAt(at - 1) === "="
        ? balanced(text, at, "{", "}")
        : null
      : isInScript
        ? isRazor && WANTS_VALUE.test(text.slice(Math.max(0, at - 30), at))
          ? razorValue(text, at)
          : null
        : ((isRazor ? razorAt(text, at) : null) ?? blockAt(text, at));
  };
  const marks = "\\{[{%#]|\\{!!|(?<==)\\{|<%|<\\?(?!xml)|(?<![\\w.@])@(?=[a-z(*{])";
  return scan(text, { marks, find, inScripts: CHOOSES.test(text) });
};

/** What only Razor has. */
const RAZOR = /^@(?:model|using|inject|page|code|functions|typeparam|inherits|section|namespace|\{)/m;
const RAZOR_BLOCK = /@(?:(?:code|functions)\s*)?\{/y;
const RAZOR_LINE =
  /@(?:model|using|inject|page|typeparam|inherits|implements|namespace|attribute|layout|\w*[tT]agHelper)\b[^\n]*/y;

/** `@{ … }`, `@code { … }` and directives. */
function razorAt(text: string, at: number): Hole | null {
  RAZOR_BLOCK.lastIndex = at;
  if (RAZOR_BLOCK.test(text)) {
    return withStart(balanced(text, RAZOR_BLOCK.lastIndex - 1, "{", "}", false), at);
  }
  RAZOR_LINE.lastIndex = at;
  const [line] = RAZOR_LINE.exec(text) ?? [];
  return line === undefined
    ? null
    : { start: at, end: at + line.length, codeStart: at + 1, codeEnd: at + line.length, writes: false };
}

/** `@Model.Name`, `@Json.Serialize(Model)`, `@(a + b)` where a script wants a value. */
function razorValue(text: string, at: number): Hole | null {
  const end = at + (/^@[\w.]*/.exec(text.slice(at, at + 200))?.[0].length ?? 1);
  return text.charAt(end) === "("
    ? withStart(balanced(text, end, "(", ")"), at)
    : { start: at, end, codeStart: at + 1, codeEnd: end, writes: true };
}

/** `@if (…)` and `@let a = …;` of Angular, `@foreach (…)` of Blade and Razor, `@Model.Name(…)`. */
function blockAt(text: string, at: number): Hole | null {
  LET.lastIndex = at;
  if (LET.test(text)) {
    const codeEnd = endOfJavaScript(text.slice(0, at + LET_MAX), LET.lastIndex, ";");
    return codeEnd === null ? null : { start: at, end: codeEnd + 1, codeStart: LET.lastIndex, codeEnd, writes: false };
  }
  BLOCK.lastIndex = at;
  const head = BLOCK.test(text) ? BLOCK.lastIndex : at + (/^@[\w.]*/.exec(text.slice(at, at + 200))?.[0].length ?? 1);
  return text.charAt(head) === "(" ? withStart(balanced(text, head, "(", ")", head === at + 1), at) : null;
}

const withStart = (hole: Hole | null, start: number): Hole | null => (hole === null ? null : { ...hole, start });

/** What stands for itself: `<` and `>` that belong to no tag, `&` without a name, all in a text that has no tags. */
const NO_TAG = new RegExp(
  `${OPAQUE}|(<(textarea|title)\\b${ATTRIBUTES}>)([\\s\\S]*?)(?=</\\4\\s*>)|<[/!?a-z](?:"[^"]*"|'[^']*'|[^>"']){0,5000}>|[<>]|&(?!#?\\w{1,40};)`,
  "gi",
);

/** Where a script cannot go on without a value. */
const WANTS_VALUE = /(?:[=,:?[+*&|!]\s{1,20}|\(\s{0,20}|\breturn\s{1,20})$/;

const asLetters = (text: string): string => text.replace(/[^\r\n]/g, "x");
/** A value that refers to nothing. */
const asNumber = (text: string): string => text.replace(/[^\r\n]/g, "1");

/** As the value of an attribute it has quotes: what follows may be `/>`. */
function instead(text: string, { start, end, writes }: Hole): string {
  const code = text.slice(start, end);
  const before = text.charAt(start - 1);
  return before === "=" && /[\s/>]/.test(text.charAt(end))
    ? `"${asLetters(code.slice(1, -1))}"`
    : writes && /[\w="'/<:.@#-]/.test(before)
      ? asLetters(code)
      : writes && WANTS_VALUE.test(text.slice(Math.max(0, start - 30), start))
        ? asNumber(code)
        : blank(code);
}

/**
 * The text with a name or nothing in place of each hole: in an attribute's value or a tag's name it has to be one. Nor does it have what
 * only looks like a tag.
 */
export function withoutHoles(text: string, holes: readonly Hole[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const hole of holes) {
    pieces.push(text.slice(done, hole.start), instead(text, hole));
    done = hole.end;
  }
  const markup = [...pieces, text.slice(done)].join("");
  return markup.replace(NO_TAG, (found, _tag, _name, open?: string, _of?: string, content?: string) =>
    open !== undefined && content !== undefined
      ? `${open}${content.replace(/[<>&]/g, "x")}`
      : found.length === 1
        ? "x"
        : found,
  );
}

const COMMENT = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
/** What stands before a comment between the attributes of a tag. */
const IN_TAG = /<[a-z][^<>]*\s$/i;
const TAG_MAX = 2_000;

export const withoutComments = (markup: string): string =>
  markup.replace(COMMENT, (found, at: number) =>
    IN_TAG.test(markup.slice(Math.max(0, at - TAG_MAX), at)) ? blank(found) : found,
  );

/** More that is opened and never closed is no page: each would be sought up to the end of the text. */
const UNCLOSED_MAX = 200;
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<(?:script|style|textarea|title)\b/gi, /<\/(?:script|style|textarea|title)\b/gi],
  [/<[a-z/!?]/gi, />/g],
  [/\/\*/g, /\*\//g],
  [/\{|\(|`/g, /\}|\)|`/g],
];

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether the marks of a text can be a page's. */
export const isPage = (text: string): boolean =>
  PAIRS.every(([open, close]) => countOf(text, open) <= countOf(text, close) + UNCLOSED_MAX);

/** The start of a block of a component that is no markup: `<i18n>`, `<docs>`, a template in Pug. */
const OTHER_BLOCK =
  /^<(template(?=\b[^>\n]*\blang=["']?(?:pug|jade)\b)|(?!template\b|script\b|style\b)[a-z][\w-]*)\b[^>\n]*>/gim;

/** The text with nothing in such blocks. */
export function withoutOtherBlocks(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const match of text.matchAll(OTHER_BLOCK)) {
    const start = match.index + match[0].length;
    const end = match.index < done ? -1 : text.indexOf(`\n</${match[1] ?? ""}`, start - 1);
    if (end >= start) {
      pieces.push(text.slice(done, start), blank(text.slice(start, end)));
      done = end;
    }
  }
  return [...pieces, text.slice(done)].join("");
}

const FRONT = /^\s*---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?=\r?\n|$)/;

/** The script between the marks at the top of a page of Astro: its offsets, and where the markup begins. */
export function frontOf(text: string): { readonly start: number; readonly end: number; readonly after: number } | null {
  const match = /---/.test(text.slice(0, 500)) ? FRONT.exec(text) : null;
  if (match === null) {
    return null;
  }
  const start =
    match[0].indexOf("---") + 3 + (/^[ \t]*\r?\n/.exec(text.slice(match[0].indexOf("---") + 3))?.[0].length ?? 0);
  return { start, end: start + (match[1] ?? "").length, after: match[0].length };
}
