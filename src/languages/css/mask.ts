// Style sheets in what their grammars know. The syntax of CSS is small (rules, at-rules and declarations, whatever their values) and
// its grammars list far less than the language has by now: what they do not list is overwritten by names of the same length.

import { blank } from "../../syntax/blank.ts";

export interface Dialect {
  /** Whether `//` begins a comment. */
  readonly lineComments: boolean;
  /** What its grammar reads of each; whatever else stands there is overwritten. */
  readonly reads: Readonly<Record<"query" | "value" | "selector" | "property", RegExp>>;
  /**
   * Of at-rules of its own: what stands in place of what is behind the keyword, or of the keyword, too, where it has one itself;
   * null: it is left as it is.
   */
  readonly ownRules?: Readonly<Record<string, (prelude: string) => string | null>>;
  /** At-rules that its grammar does not know at all: with a block they are read as rules. */
  readonly unknownRules?: RegExp;
  /** Whether a statement may be neither an at-rule nor a declaration: `.mixin();`. */
  readonly callsMixins?: boolean;
}

/** What is skipped whole: comments, strings, addresses without quotes, escapes, what hid styles from browsers without them. */
const OPAQUE =
  /\/\*(?:[^*]|\*(?!\/))*\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\burl\([^)"'\n]*\)|\\[\s\S]|<!--|-->/iy;
const LINE_COMMENT = /\/\/[^\n]*/y;
const OPENS = /[#@$]\{|[([]/y;
const PLAIN_NAMES = /^\s*(?:[\w-]+(?:\s*,\s*[\w-]+)*)?\s*$/;
const PLAIN_FRAME = /^(?:from|to|\d+%)(?:\s*,\s*(?:from|to|\d+%))*$/;

/** One name, on the first line of what it stands for. */
function asOneName(text: string): string {
  const [, before = "", first = "", rest = ""] = /^(\s*)([^\n]*)([\s\S]*)$/.exec(text) ?? [];
  const named = first.trimEnd();
  return `${before}${"_".repeat(named.length)}${" ".repeat(first.length - named.length)}${blank(rest)}`;
}

/** Names with the spaces between them. */
const asNames = (text: string): string => text.replace(/\S/g, "_");

/** `names` of at least two characters, behind a space. */
const apart = (prelude: string): string => asOneName(prelude.replace(/^\S/, " "));

const asString = (prelude: string): string => {
  const name = apart(prelude);
  return name.replace(/_(_*)_/, (_, inner: string) => `"${inner}"`);
};

const IMPORTED = /^\s*(?:"[^"\n]*"|'[^'\n]*'|url\(\s*(?:"[^"\n]*"|'[^'\n]*'|[^)"'\n]*)\s*\))/i;

function behindImport(prelude: string): string {
  const written = IMPORTED.exec(prelude)?.[0];
  if (written === undefined) {
    return asString(prelude);
  }
  const rest = prelude.slice(written.length);
  // In the grammar `//` begins a comment.
  const address = written.replace(/\((?=\s*[^"'\s])[^)]*/, (found) => `(${"_".repeat(found.length - 1)}`);
  return `${address}${rest.trim() === "" || PLAIN_NAMES.test(rest) ? rest : apart(rest)}`;
}

/** Of what is behind the keyword of an at-rule: what its grammar reads. */
const RULES: NonNullable<Dialect["ownRules"]> = {
  "@import": behindImport,
  "@charset": () => null,
  "@namespace": () => null,
  "@scope": blank,
  "@keyframes": (prelude) => (/^\s+[\w-]+\s*$/.test(prelude) ? null : apart(prelude)),
};

const reads: Dialect["reads"] = {
  // Names, and pairs of a name and a value in brackets.
  query:
    /^\s*(?:(?:not|only)\s+)?(?:[a-z-]+|\([\w-]+(?:\s*:\s*[\w.%-]+)?\))(?:(?:\s+and\s+|\s+or\s+|\s*,\s*)(?:[a-z-]+|\([\w-]+(?:\s*:\s*[\w.%-]+)?\)))*\s*$/,
  value: /^(?!.*(?:! |,\s*,|,\s*$|\(\s*[,)]|U\+|url\([#\d.]|\(\.[a-z]|%[\w(]|\d[eE][\d+-]))[\w\s#%.,+*/()"'!-]+$/s,
  selector:
    /^(?!.*(?:[\w\])*]&|[\w\])*\s]\s*&(?!\s*[,\s>+~.:[#])|[>+~\s]\s*&|&[\w-]|:\s|:$|(?<!:[\w-]{1,40})\(|::?[\w-]+\((?!\s*[\w.#*[:]))|.*\bof\b)[\w\s.#,>+~*:[\]="()&-]+$/s,
  property: /^[a-zA-Z_-][\w-]*\s*$/,
};

export const CSS: Dialect = { lineComments: false, reads };

const LESS_RULES: Dialect["ownRules"] = {
  "@import": (prelude) => (IMPORTED.test(prelude) ? null : asString(prelude)),
};

/** Read by the grammar of CSS. */
export const LESS: Dialect = { lineComments: true, reads, ownRules: LESS_RULES, callsMixins: true };

const CONDITION = /^\s*[$\w\s=!<>"-]+$/;
const asVariable = (prelude: string): string => apart(prelude).replace("__", "$_");
const unless =
  (plain: RegExp, overwrite: (prelude: string) => string) =>
  (prelude: string): string | null =>
    plain.test(prelude) ? null : overwrite(prelude);
/** The name of a mixin or function stays, of what it takes only that it takes something. */
const keepingName =
  (parameters: (written: string) => string) =>
  (prelude: string): string => {
    const [, name = "", rest = ""] = /^(\s+[\w-]+)([\s\S]*)$/.exec(prelude) ?? [];
    return name === "" ? prelude : `${name}${/^\((?:\s*\$[\w-]+\s*,?)+\)$/.test(rest) ? rest : parameters(rest)}`;
  };
const message = unless(/^\s*["$][\w\s-]*"?\s*$/, apart);

const SCSS_RULES: Dialect["ownRules"] = {
  "@use": unless(/^\s*(?:"[^"\n]*"|'[^'\n]*')\s*$/, asString),
  "@forward": unless(/^\s*(?:"[^"\n]*"|'[^'\n]*')\s*$/, asString),
  "@if": unless(CONDITION, asVariable),
  "@else": (prelude) => {
    const [, word = "", condition = ""] = /^(\s+if\b)?([\s\S]*)$/.exec(prelude) ?? [];
    return `${word}${CONDITION.test(condition) || condition.trim() === "" ? condition : asVariable(condition)}`;
  },
  "@while": unless(CONDITION, asVariable),
  "@each": unless(/^\s+\$[\w-]+(?:\s*,\s*\$[\w-]+)?\s+in\s+\$[\w-]+\s*$/, (prelude) => {
    const shown = apart(prelude);
    return shown.length < " $_ in $_".length ? prelude : ` $_ in $${shown.slice(" $_ in $".length).replace(/^ /, "_")}`;
  }),
  "@for": unless(
    /^\s+\$[\w-]+\s+from\s+(?:\d+|\$[\w-]+)\s+through\s+(?:\d+|\$[\w-]+)\s*$/,
    (prelude) => `@if ${asVariable(prelude)}`,
  ),
  "@include": unless(/^\s+[\w-]+\s*(?:\((?=[\w$])[\w$:,#%"-]*(?:[\w\s$:,#%"-]*[\w$#%"-])?\))?\s*$/, apart),
  "@mixin": keepingName(blank),
  "@function": keepingName((written) => (written.length < 4 ? written : `($${"_".repeat(written.length - 3)})`)),
  "@return": unless(/^(?!.*(?:\w\.\$?[a-z]|[-+]\$|\(\s*\())[\w\s$%.,+*/()"-]+$/s, apart),
  "@debug": message,
  "@warn": message,
  "@error": message,
  "@extend": unless(/^\s+[.\w-]+\s*$/, apart),
  "@content": blank,
};

export const SCSS: Dialect = {
  lineComments: true,
  reads: {
    query: /^(?!.*(?:[<>=]|\w\s*\())[\w\s$#{}(),:.%-]+$/s,
    value:
      /^(?!.*(?:! |!global|,\s*,|,\s*$|\(\s*[,)(]|U\+|%[\w(]|\d[eE][\d+-]|\w\.\$?[a-z]|[-+]\$|[-+]\(|\([^()]*[\w%]\s+[\w$]|#\{(?!\$?[\w-]+\})))[\w\s#%.,+*/()"'!${}-]+$/s,
    selector:
      /^(?![>+~]|[\w-]+\s*:)(?!.*(?:,\s*[>+~]|:\s|:$|\(\s*[>+~]|\bof\b|#\{(?!\$?[\w-]+\})))[\w\s.#,>+~*:[\]="()&${}-]+$/s,
    property: /^(?:\$?[\w-]+|[\w#{}$-]+)\s*$/,
  },
  ownRules: SCSS_RULES,
  unknownRules: /^@at-root$/,
};

/** The text in what the grammar of the dialect reads: of the same length, line breaks in their places. Linear. */
export function maskStyles(text: string, dialect: Dialect): string {
  const { lineComments, reads: plain, ownRules, unknownRules, callsMixins = false } = dialect;
  const pieces: string[] = [];
  let done = 0;
  const put = (start: number, end: number, instead: string): void => {
    pieces.push(text.slice(done, start), instead);
    done = end;
  };
  /** What encloses: the keywords of at-rules, "" for other rules. */
  const blocks: string[] = [];
  const open: string[] = [];
  let start = 0;
  let colon = -1;
  const trimmed = (end: number): readonly [number, number] => {
    let [from, to] = [start, end];
    for (;;) {
      OPAQUE.lastIndex = from;
      if (from < to && /\s/.test(text.charAt(from))) {
        from += 1;
      } else if (text.startsWith("/*", from) && OPAQUE.test(text)) {
        from = OPAQUE.lastIndex;
      } else if (lineComments && text.startsWith("//", from)) {
        from = Math.max(from + 2, text.indexOf("\n", from));
      } else {
        break;
      }
    }
    while (to > from && /\s/.test(text.charAt(to - 1))) {
      to -= 1;
    }
    return [Math.min(from, to), to];
  };
  const keywordOf = (from: number): string =>
    /^@[\w-]+(?![\w{(:-])|^@[\w-]+(?=\()/.exec(text.slice(from, from + 60))?.[0] ?? "";
  const prelude = (keyword: string, from: number, to: number, isBlock: boolean): void => {
    const own = ownRules?.[keyword] ?? RULES[keyword.replace(/^@-\w+-/, "@")];
    const written = text.slice(from + keyword.length, to);
    const isPlain = (isBlock ? plain.query : PLAIN_NAMES).test(written) || written.trim() === "";
    const instead = own === undefined ? (isPlain ? null : apart(written)) : own(written);
    if (instead !== null && instead !== written) {
      put(instead.startsWith("@") ? from : from + keyword.length, to, instead);
    }
  };
  const beginBlock = (end: number): void => {
    const [from, to] = trimmed(end);
    const found = keywordOf(from);
    const keyword = unknownRules?.test(found) === true ? "" : found;
    const written = text.slice(from, to);
    const outer = blocks.at(-1) ?? "";
    blocks.push(keyword);
    if (keyword !== "") {
      prelude(keyword, from, to, true);
    } else if (/^@(?:-\w+-)?keyframes$/.test(outer)) {
      if (!PLAIN_FRAME.test(written)) {
        put(from, to, asOneName(written).replaceAll("_", "0"));
      }
    } else if (written !== "" && !plain.selector.test(written)) {
      put(from, to, asOneName(written));
    }
  };
  const endStatement = (end: number): void => {
    const [from, to] = trimmed(end);
    const keyword = keywordOf(from);
    const isEnded = text.charAt(end) === ";";
    if (from === to) {
      if (isEnded) {
        put(end, end + 1, " ");
      }
    } else if (keyword !== "") {
      prelude(keyword, from, to, false);
      if (!isEnded && done < end && to < end) {
        put(to, to + 1, ";");
      } else if (!isEnded && done === to) {
        pieces.push((pieces.pop() ?? "").replace(/.$/s, ";"));
      }
    } else if (colon > from) {
      const name = text.slice(from, colon);
      const value = text.slice(colon + 1, to);
      if (!plain.property.test(name)) {
        put(from, colon, name.replace(/[^\s\w-]|^\d/g, "_"));
      }
      if (value.trim() === "" && name.trimEnd().length > 1) {
        put(colon - 1, colon + 1, ":_");
      } else if (!plain.value.test(value)) {
        put(colon + 1, to, asNames(value));
      }
    } else if (callsMixins) {
      put(from, isEnded ? end + 1 : to, blank(text.slice(from, isEnded ? end + 1 : to)));
    }
  };
  const next = (at: number): void => {
    start = at;
    colon = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    for (const pattern of lineComments && character === "/" ? [OPAQUE, LINE_COMMENT] : [OPAQUE]) {
      pattern.lastIndex = at;
      if (pattern.test(text)) {
        if ("<-".includes(character)) {
          put(at, pattern.lastIndex, blank(text.slice(at, pattern.lastIndex)));
          start = open.length === 0 && text.slice(start, at).trim() === "" ? pattern.lastIndex : start;
        }
        at = pattern.lastIndex - 1;
        break;
      }
    }
    if (text.charAt(at) !== character || "\"'/\\".includes(character)) {
      continue;
    }
    OPENS.lastIndex = at;
    if (OPENS.test(text)) {
      at = OPENS.lastIndex - 1;
      open.push(text.charAt(at));
    } else if (character === ")" || character === "]" || (character === "}" && open.at(-1) === "{")) {
      open.pop();
    } else if (character === "{" && (open.length > 0 || (colon >= 0 && text.startsWith("--", trimmed(colon)[0])))) {
      open.push(character);
    } else if (character === "{") {
      beginBlock(at);
      next(at + 1);
    } else if (character === ";" && open.length === 0) {
      endStatement(at);
      next(at + 1);
    } else if (character === "}") {
      // What is open here is not closed: the statement is left to its grammar.
      if (open.length === 0) {
        endStatement(at);
      }
      open.length = 0;
      blocks.pop();
      next(at + 1);
    } else if (character === ":" && open.length === 0 && colon < 0) {
      colon = at;
    }
  }
  return [...pieces, text.slice(done)].join("");
}
