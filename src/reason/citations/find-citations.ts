// Finds the places that a text cites: `path:12`, `path:12-40`, `path:12,15-20`, `path#Class.method`, `path#L12-L40`; in prose, in backticks, in
// parentheses and as the target of a Markdown link. Blocks of code are not looked at: a trace that is quoted there is no claim.
import { posix } from "node:path";

export interface LineSpan {
  /** 1-based; both as they are written, so the end may be before the start. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface Citation {
  /** As it stands in the text. */
  readonly text: string;
  /** 0-based offset in UTF-16 units. */
  readonly at: number;
  /** With `/`, without `./` before it. */
  readonly path: string;
  /** None where a symbol is cited. */
  readonly lines: readonly LineSpan[];
  readonly symbol: string | null;
}

const PATH_LENGTH_MAX = 400;
const LINE = String.raw`L?\d{1,7}`;
const RANGE = String.raw`${LINE}(?:(?:-|–|—|\.\.)${LINE})?`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
/** Languages without blanks between words write on right behind a number. */
const NO_WORD = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}])`;
/** `1-2, 5-9` is one list of lines where a bracket closes behind it; elsewhere what follows the comma may be any number. */
const LINES = String.raw`${RANGE}(?:,${RANGE})*(?:(?:, ?${RANGE})+(?=[\])\x60]|$))?`;
/** What follows a path: lines, a fragment of a web page, or a symbol. A column after a line is read over. */
const TAIL = String.raw`(?::(?<lines>${LINES})(?::\d+)?${NO_WORD}|#(?<fragment>L\d{1,7}(?:C\d+)?(?:-L?\d{1,7}(?:C\d+)?)?)${NO_WORD}|#(?<symbol>${NAME}(?:(?:\.|::|#)${NAME})*))`;
const TAIL_HERE = new RegExp(TAIL, "uy");

const CHARACTERS = String.raw`[\p{L}\p{N}_@+.$~\\/-]+`;
/**
 * Characters of a path in prose; in backticks and links it may have any. A bracket is one where a path goes on behind it, as in
 * `app/(shop)/[id]/page.tsx`. Runs do not overlap, so the search takes time by length alone.
 */
const RUN = new RegExp(
  String.raw`(?:${CHARACTERS}|\[{1,2}${CHARACTERS}\]{1,2}(?=[/.\\])|\(${CHARACTERS}\)(?=[/\\]))+`,
  "gu",
);
const IN_BACKTICKS = /(?<!`)`([^`\n]{1,600})`(?!`)/gu;
const IN_LINK = /\]\((?:<([^<>\n]{1,600})>|([^\s<>]{1,600}?)\))/gu;
const WHOLE = new RegExp(`^(?<path>[^:#]{1,${PATH_LENGTH_MAX}})${TAIL}(?:\\(\\))?$`, "u");

/** A folder, or an ending, or a name such as Makefile: `10:30`, `note:1` and `localhost:80` are none. */
const LOOKS_LIKE_PATH = /[/\\]|\.\p{L}[\p{L}\p{N}_]{0,9}$|^[A-Z][a-z]*file$/u;
/** An ending, or such a name. With a symbol, anything else is a page and its heading, or a repository and its branch. */
const LOOKS_LIKE_FILE = /\.\p{L}[\p{L}\p{N}_]{0,9}$|(?:^|[/\\])[A-Z][a-z]*file$/u;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$/i;
const LOOKS_LIKE_HOST = /^[\w.-]+\.(?:com|org|net|io|dev|local|localhost)$/i;

/** In order; none overlaps another. */
export function findCitations(text: string): Citation[] {
  const prose = withoutCode(text);
  const found = [...inRuns(prose), ...asWhole(prose, IN_BACKTICKS), ...asWhole(prose, IN_LINK)];
  // A path with blanks or brackets is whole only in its backticks: the longer one counts.
  found.sort((a, b) => a.at - b.at || b.text.length - a.text.length);
  const kept: Citation[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last === undefined || (one.at >= last.at + last.text.length && !isLinkOf(one, last, prose))) {
      kept.push(one);
    }
  }
  return kept;
}

/** Whether it is the address of a link whose text cites the same place. */
function isLinkOf({ at, path, lines, symbol }: Citation, cited: Citation, prose: string): boolean {
  const between = prose.slice(cited.at + cited.text.length, at);
  return (
    /^`?\]\(<?$/.test(between) &&
    `/${path}`.endsWith(`/${cited.path}`) &&
    symbol === cited.symbol &&
    JSON.stringify(lines) === JSON.stringify(cited.lines)
  );
}

/** A fence, also one in a list or a quotation. What follows backticks in its line has none, or it is code in a sentence. */
const OPENING = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s*)*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;
const isQuoted = (line: string): boolean => /^\s*>/.test(line);

/** The text with blanks in place of its fenced blocks: offsets and lines stay. */
export const withoutCode = (text: string): string => splitCode(text).prose;

/** `open`: the fence that is never closed; null for none. */
export function splitCode(text: string): { readonly prose: string; readonly open: string | null } {
  let fence: { readonly mark: string; readonly quoted: boolean } | null = null;
  const lines = text.split("\n").map((line) => {
    if (fence?.quoted === true && !isQuoted(line)) {
      fence = null;
    }
    const isInside = fence !== null;
    if (fence === null) {
      const mark = OPENING.exec(line)?.[1];
      fence = mark === undefined ? null : { mark, quoted: isQuoted(line) };
    } else if (CLOSING.exec(line)?.[1]?.startsWith(fence.mark) === true) {
      fence = null;
    }
    return isInside || fence !== null ? " ".repeat(line.length) : line;
  });
  return { prose: lines.join("\n"), open: (fence as { mark: string } | null)?.mark ?? null };
}

const inRuns = (prose: string): Citation[] =>
  [...prose.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const end = index + run.length;
    // `src/a.ts`:12
    const tick = prose[index - 1] === "`" && prose.startsWith("`:", end) ? "`" : "";
    TAIL_HERE.lastIndex = end + tick.length;
    const tail = /[:#]/.test(prose[TAIL_HERE.lastIndex] ?? "") ? TAIL_HERE.exec(prose) : null;
    const isAddress = prose[index - 1] === ":" && run.startsWith("//");
    const lead = /^(?:\.{3,}|-+)/.exec(run)?.[0].length ?? 0;
    return tail === null || isAddress ? [] : citationOf(run.slice(lead), tail, index + lead, tick);
  });

const asWhole = (prose: string, places: RegExp): Citation[] =>
  [...prose.matchAll(places)].flatMap(({ 0: all, 1: first, 2: second, index }) => {
    const inner = first ?? second ?? "";
    const match = WHOLE.exec(inner);
    return match === null || inner.includes("://")
      ? []
      : citationOf(match.groups?.["path"] ?? "", match, index + all.indexOf(inner));
  });

/** `tick`: what stands between the path and its lines. */
function citationOf(written: string, { 0: all, groups = {} }: RegExpExecArray, at: number, tick = ""): Citation[] {
  if (written.length > PATH_LENGTH_MAX || !LOOKS_LIKE_PATH.test(written) || LOOKS_LIKE_HOST.test(written)) {
    return [];
  }
  const path = withSlashes(decoded(written)).replace(/^(?:\.\/)+/, "");
  const { lines, fragment, symbol } = groups;
  // A link to a heading is no citation of code.
  if (symbol !== undefined && (PROSE.test(path) || !LOOKS_LIKE_FILE.test(path))) {
    return [];
  }
  const spans = lines?.split(/, ?/) ?? (fragment === undefined ? [] : [fragment.replace(/C\d+/g, "")]);
  const text = all.startsWith(written) ? all : `${written}${tick}${all}`;
  return path === "" ? [] : [{ text, at, path, lines: spans.map(spanOf), symbol: symbol ?? null }];
}

function spanOf(written: string): LineSpan {
  const [start = 0, end = start] = (written.match(/\d+/g) ?? []).map(Number);
  return { startLine: start, endLine: end };
}

/** Where each stands before a sign that Markdown escapes, as in `my\_file.ts`, backslashes are no separators. */
const withSlashes = (path: string): string =>
  /\\(?![_~$+@.[\]()-])/.test(path) ? path.replaceAll("\\", "/") : path.replaceAll("\\", "");

/** The letters of languages without blanks between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;
const LEAD = new RegExp(`^[@_${UNSPACED}]+`, "u");

/**
 * The paths that may be meant, likeliest first: from the project's folder or the text's own, absolute, from the root of the repository, and behind
 * signs or words that the text has no blank after.
 */
export function readingsOf(path: string, { root, folder }: { root: string | null; folder: string | null }): string[] {
  const bare = path.replace(LEAD, "");
  // A drive before it is read over: the colon ends a path in prose.
  const start = root?.replace(/^[A-Za-z]:/, "") ?? null;
  const below = start !== null && path.startsWith(`${start}/`) ? [path.slice(start.length + 1)] : [];
  const linked = folder === null ? [] : [posix.join(folder, path)];
  const fromRoot = path.startsWith("/") ? [path.slice(1)] : [];
  return [...new Set([path, ...linked, posix.normalize(path), ...below, ...fromRoot, bare])].filter(
    (one) => one !== "",
  );
}

/** `%20` of a link; a path that only looks encoded stays. */
function decoded(path: string): string {
  try {
    return path.includes("%") ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** Of all spans together. */
export const countLines = (spans: readonly LineSpan[]): number =>
  spans.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);

/** Ascending, without overlaps. */
export function merged(spans: readonly LineSpan[]): LineSpan[] {
  const result: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of spans.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = result.at(-1);
    if (last !== undefined && startLine <= last.endLine + 1) {
      last.endLine = Math.max(last.endLine, endLine);
    } else {
      result.push({ startLine, endLine });
    }
  }
  return result;
}
