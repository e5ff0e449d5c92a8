// Finds the places that a text cites: `path:12`, `path:12-40`, `path:12,15-20`, `path#Class.method`, `path#L12-L40`; in prose, in backticks, in
// parentheses and as the target of a Markdown link. Blocks of code are not looked at: a trace that is quoted there is no claim.

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
/** What follows a path: lines, a fragment of a web page, or a symbol. A column after a line is read over. */
const TAIL = String.raw`(?::(?<lines>${RANGE}(?:,${RANGE})*)(?::\d+)?(?![\p{L}\p{N}])|#(?<fragment>L\d{1,7}(?:C\d+)?(?:-L?\d{1,7}(?:C\d+)?)?)(?![\p{L}\p{N}])|#(?<symbol>${NAME}(?:(?:\.|::|#)${NAME})*))`;
const TAIL_HERE = new RegExp(TAIL, "uy");

/** Characters of a path in prose; in backticks and links it may have any. Runs do not overlap, so the search takes time by length alone. */
const RUN = /[\p{L}\p{N}_@+.$~\\/-]+/gu;
const IN_BACKTICKS = /(?<!`)`([^`\n]{1,600})`(?!`)/gu;
const IN_LINK = /\]\((?:<([^<>\n]{1,600})>|([^\s<>]{1,600}?)\))/gu;
const WHOLE = new RegExp(`^(?<path>[^:#]{1,${PATH_LENGTH_MAX}})${TAIL}(?:\\(\\))?$`, "u");

/** A folder, or an ending, or a name such as Makefile: `10:30`, `note:1` and `localhost:80` are none. */
const LOOKS_LIKE_PATH = /[/\\]|\.\p{L}[\p{L}\p{N}_]{0,9}$|^[A-Z][a-z]*file$/u;
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
    if (last === undefined || one.at >= last.at + last.text.length) {
      kept.push(one);
    }
  }
  return kept;
}

/** The text with blanks in place of its fenced blocks: offsets and lines stay. */
export function withoutCode(text: string): string {
  let fence: string | null = null;
  return text
    .split("\n")
    .map((line) => {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
      const isInside = fence !== null;
      if (mark !== null && fence === null) {
        fence = mark;
      } else if (mark !== null && fence !== null && mark.startsWith(fence) && line.trim() === mark) {
        fence = null;
      }
      return isInside || fence !== null ? " ".repeat(line.length) : line;
    })
    .join("\n");
}

const inRuns = (prose: string): Citation[] =>
  [...prose.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    TAIL_HERE.lastIndex = index + run.length;
    const tail = prose[index + run.length] === ":" || prose[index + run.length] === "#" ? TAIL_HERE.exec(prose) : null;
    const isAddress = prose[index - 1] === ":" && run.startsWith("//");
    const lead = /^(?:@|\.{3,}|-+)/.exec(run)?.[0].length ?? 0;
    return tail === null || isAddress ? [] : citationOf(run.slice(lead), tail, index + lead);
  });

const asWhole = (prose: string, places: RegExp): Citation[] =>
  [...prose.matchAll(places)].flatMap(({ 0: all, 1: first, 2: second, index }) => {
    const inner = first ?? second ?? "";
    const match = WHOLE.exec(inner);
    return match === null || inner.includes("://")
      ? []
      : citationOf(match.groups?.["path"] ?? "", match, index + all.indexOf(inner));
  });

function citationOf(written: string, { 0: all, groups = {} }: RegExpExecArray, at: number): Citation[] {
  if (written.length > PATH_LENGTH_MAX || !LOOKS_LIKE_PATH.test(written) || LOOKS_LIKE_HOST.test(written)) {
    return [];
  }
  const path = decoded(written)
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "");
  const { lines, fragment, symbol } = groups;
  // A link to a heading is no citation of code.
  if (symbol !== undefined && PROSE.test(path)) {
    return [];
  }
  const spans = lines?.split(",") ?? (fragment === undefined ? [] : [fragment.replace(/C\d+/g, "")]);
  const text = all.startsWith(written) ? all : `${written}${all}`;
  return path === "" ? [] : [{ text, at, path, lines: spans.map(spanOf), symbol: symbol ?? null }];
}

function spanOf(written: string): LineSpan {
  const [start = 0, end = start] = (written.match(/\d+/g) ?? []).map(Number);
  return { startLine: start, endLine: end };
}

/** `%20` of a link; a path that only looks encoded stays. */
function decoded(path: string): string {
  try {
    return path.includes("%") ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}
