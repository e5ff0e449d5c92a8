// Languages without a grammar to be had, by the lines that start a definition. Where a part ends is known by its indentation, its braces or
// its closing word.
import type { ChunkKind, SymbolDraft } from "../vocabulary/chunk.ts";
import { type BlockWords, blockEnd, quotedLines, statementEnd } from "./mark-lines.ts";
import type { Outline, Part } from "./outline.ts";
import { isBlankLine, lineText, type Source } from "./source.ts";

export interface Marks {
  /** For each kind the lines that start a part of it; the first group with a text is its name. The first that matches tells the kind. */
  readonly lines: Readonly<Partial<Record<ChunkKind, RegExp>>>;
  /**
   * Where a part ends: before the next one that is not further in; before a line that is not; with the brace that closes its
   * first one; or with a line that this pattern matches, of the innermost part whose first line has the word in its group.
   */
  readonly end: "next" | "indentation" | "braces" | RegExp;
  /** A line whose part is the rest of the file. */
  readonly rest?: RegExp;
  /** A line that ends the part that it is in, or the words that open and close blocks, where others end before the next one. */
  readonly stop?: RegExp | BlockWords;
  /**
   * Lines that start a statement in which nothing else is defined, up to its `;`. The patterns see its first line with its last, on
   * which its name may be: `typedef enum {`, `} state;`.
   */
  readonly statement?: RegExp;
  /** What begins a text on the lines below that is no code, as quotedLines has it. */
  readonly quotes?: RegExp;
}

interface Mark {
  readonly line: number;
  readonly text: string;
  readonly indent: number;
  readonly kind: ChunkKind;
  readonly name: string;
  /** The last line of a statement; undefined for what ends by the rule of its language. */
  readonly end?: number | undefined;
}

const NAME_CHARS_MAX = 120;
/** A longer line is data, whatever it starts with. */
const LINE_CHARS_MAX = 1000;
const DEPTH_MAX = 32;
const TAB_COLUMNS = 4;

const COMMENT =
  /^\s*(?:#(?!\s*(?:include|import|define|undef|if|ifn?def|el\w+|endif|version|pragma)\b)|\/\/|;(?!\s*$)|--|%(?![{}]|%\s*$)|"|'|!|\.\.|::)/;
/** On lines of its own above a definition. */
const BLOCK_COMMENT_END = /(?:\*\/|\*\)|-\/|-\}|\|#)\s*$/;
const BLOCK_COMMENT_START = /^\s*(?:\/\*|\(\*|\/-|\{-|#\|)/;
const ATTRIBUTE = /^\s*(?:@[\w.]+(?:\(.*\))?|\[[\w<].*\]|#\[.*\])\s*$/;
const LEAD_LINES_MAX = 60;

/** What a definition of one of these holds has a name outside of it. */
const HOLDERS: ReadonlySet<ChunkKind> = new Set(["class", "interface", "module", "type", "enum", "data", "section"]);
const HOLDS_METHODS: ReadonlySet<ChunkKind> = new Set(["class", "interface", "type", "enum"]);

export function outlineMarks(source: Source, marks: Marks): Outline {
  const code = marks.end === "braces" ? codeLines(source) : null;
  const found = findMarks(source, marks, code);
  const ends = endsOf(source, found, marks, code);
  const parts: Part[] = [];
  const symbols: SymbolDraft[] = [];
  const open: (Part & { readonly parts: Part[]; readonly isListed: boolean })[] = [];
  let floor = 0;
  for (const [at, mark] of found.entries()) {
    const endLine = mark.end ?? Math.max(mark.line, ends[at] ?? mark.line);
    while ((open.at(-1)?.endLine ?? endLine) < mark.line) {
      open.pop();
    }
    const holder = open.at(-1);
    if (open.length >= DEPTH_MAX) {
      continue;
    }
    const isListed = holder === undefined || (holder.isListed && HOLDERS.has(holder.kind));
    const kind =
      mark.kind === "function" && holder !== undefined && HOLDS_METHODS.has(holder.kind) ? "method" : mark.kind;
    const path = holder?.path == null ? mark.name : `${holder.path}.${mark.name}`;
    const startLine = leadStart(source, mark.line, floor);
    const within = Math.min(endLine, holder?.endLine ?? endLine);
    const part = {
      startLine,
      endLine: within,
      kind,
      path,
      head: { startLine: mark.line, endLine: mark.line },
      parts: [],
      isListed,
    };
    open.push(part);
    if (isListed) {
      (holder?.parts ?? parts).push(part);
      symbols.push({ startLine, endLine: within, name: mark.name, path, kind, nameLine: mark.line });
    }
    floor = mark.line;
  }
  return { parts, symbols };
}

function findMarks(source: Source, marks: Marks, code: readonly CodeLine[] | null): Mark[] {
  const { lines, rest, end } = marks;
  const patterns = Object.entries(lines) as [ChunkKind, RegExp][];
  const found: Mark[] = [];
  const quoted = marks.quotes === undefined ? new Set() : quotedLines(source, marks.quotes);
  let after = 0;
  for (let line = 1; line <= source.lines.length; line += 1) {
    const own = lineText(source, line);
    const isCode = line > after && !quoted.has(line) && code?.[line - 1]?.startsInComment !== true;
    if (own.length > LINE_CHARS_MAX || !isCode) {
      continue;
    }
    const last = marks.statement?.test(own) === true ? (statementEnd(source, line) ?? undefined) : undefined;
    const text =
      last === undefined || last === line ? own : `${own} ${lineText(source, last)}`.slice(0, LINE_CHARS_MAX);
    after = last ?? after;
    for (const [kind, pattern] of patterns) {
      const name = pattern
        .exec(text)
        ?.slice(1)
        .find((group) => group !== undefined)
        ?.trim()
        .slice(0, NAME_CHARS_MAX);
      if (name !== undefined && name !== "") {
        const before = found.at(-1);
        const isClause = end === "next" && kind === "function" && before?.kind === kind && before.name === name;
        if (!isClause) {
          found.push({ line, text, indent: rest?.test(text) === true ? -1 : indentOf(text), kind, name, end: last });
        }
        break;
      }
    }
  }
  return found;
}

/** The last line of each. */
function endsOf(
  source: Source,
  found: readonly Mark[],
  { end, stop }: Marks,
  code: readonly CodeLine[] | null,
): number[] {
  const lines = new Set(found.map(({ line }) => line));
  switch (end) {
    case "next":
      return endsBeforeNext(source, found).map((last, at) => stoppedBy(source, stop, found[at]?.line ?? last, last));
    case "indentation":
      return endsByLine(source, found, indentationRule(source, lines));
    case "braces":
      return endsByLine(source, found, braceRule(source, code ?? [], lines));
    default:
      return endsByLine(source, found, wordRule(source, end));
  }
}

function stoppedBy(source: Source, stop: Marks["stop"], first: number, last: number): number {
  if (stop !== undefined && !(stop instanceof RegExp)) {
    return blockEnd(source, first, last, stop) ?? last;
  }
  for (let line = first; stop !== undefined && line < last; line += 1) {
    if (stop.test(lineText(source, line))) {
      return line;
    }
  }
  return last;
}

function endsBeforeNext(source: Source, found: readonly Mark[]): number[] {
  const ends: number[] = [];
  const open: number[] = [];
  const closeTo = (indent: number, line: number): void => {
    for (let last = open.at(-1); last !== undefined && (found[last]?.indent ?? 0) >= indent; last = open.at(-1)) {
      ends[last] = lastWritten(source, line);
      open.pop();
    }
  };
  for (const [at, { line, indent }] of found.entries()) {
    closeTo(Math.max(0, indent), leadStart(source, line, found[at - 1]?.line ?? 0) - 1);
    open.push(at);
  }
  closeTo(Number.NEGATIVE_INFINITY, source.lines.length);
  return ends;
}

/** A part that has not ended yet. */
interface OpenMark {
  readonly mark: Mark;
  readonly at: number;
  /** Its last line so far. */
  last: number;
  hasBody: boolean;
  isClosed: boolean;
}

interface EndRule {
  /** Whether the line is no longer of the part. */
  readonly endsBefore?: (line: number, open: OpenMark) => boolean;
  /** How many of the innermost parts end with the line. */
  readonly endsWith?: (line: number, open: readonly OpenMark[]) => number;
}

/** One pass over the lines, with the parts that are open. */
function endsByLine(source: Source, found: readonly Mark[], { endsBefore, endsWith }: EndRule): number[] {
  const ends: number[] = [];
  const open: OpenMark[] = [];
  const close = (): void => {
    const { at, last } = open.pop() ?? { at: 0, last: 0 };
    ends[at] = last;
    const outer = open.at(-1);
    if (outer !== undefined) {
      outer.last = Math.max(outer.last, last);
    }
  };
  let next = 0;
  for (let line = 1; line <= source.lines.length; line += 1) {
    for (let inner = open.at(-1); inner !== undefined && endsBefore?.(line, inner) === true; inner = open.at(-1)) {
      close();
    }
    const mark = found[next];
    if (mark?.line === line) {
      // A statement has its end, and nothing in it.
      if (mark.end === undefined) {
        open.push({ mark, at: next, last: line, hasBody: false, isClosed: false });
      }
      next += 1;
    }
    const inner = open.at(-1);
    if (inner === undefined) {
      continue;
    }
    const text = lineText(source, line);
    const isPart = text.trim() !== "" && (indentOf(text) > inner.mark.indent || !COMMENT.test(text));
    inner.last = isPart ? line : inner.last;
    for (let count = endsWith?.(line, open) ?? 0; count > 0; count -= 1) {
      close();
    }
  }
  while (open.length > 0) {
    const inner = open.at(-1) as OpenMark;
    inner.last = inner.mark.indent < 0 ? lastWritten(source, source.lines.length) : inner.last;
    close();
  }
  return ends;
}

const CLOSES = /^\s*(?:[}\])]+|end)/i;
const CONTINUES =
  /^\s*(?:[{})\]|:;=]|(?:begin|is|do|then|return|where|private|exception)\b|(?:strict[ \t]+)?(?:public|protected|published)[ \t]*$)/i;
/** Declarations between a head and its `begin`. */
const DECLARES = /^\s*(?:label|const|var|type)\b/i;

/** Whether the line closes the part: `end Tea` does not where nothing on the part's line is called so. */
function closes(text: string, { text: head }: Mark): boolean {
  const named = /^\s*end[ \t]+([\w. \t]{1,200})/i.exec(text)?.[1]?.match(/\w+/g) ?? [];
  return CLOSES.test(text) && (named.length === 0 || named.some((word) => head.includes(word)));
}

/** Before the first line that is not further in, unless it closes the part or goes on with its head. */
function indentationRule(source: Source, marked: ReadonlySet<number>): EndRule {
  return {
    endsBefore: (line, open) => {
      const text = lineText(source, line);
      const { indent } = open.mark;
      if (indent < 0 || isBlankLine(source, line) || isComment(source, line) || indentOf(text) > indent) {
        return false;
      }
      if (indentOf(text) < indent || open.isClosed || marked.has(line)) {
        return true;
      }
      const goesOn =
        CONTINUES.test(text) || closes(text, open.mark) || (DECLARES.test(text) && !isBlankLine(source, line - 1));
      open.isClosed = /^\s*(?:\}|end(?:def|f|func\w*|class|enum|interface)?\b)/i.test(text);
      return !goesOn;
    },
  };
}

/** With the brace that closes its first one; without any with its statement, or before a blank line, the next part or the end of the outer. */
function braceRule(source: Source, code: readonly CodeLine[], marked: ReadonlySet<number>): EndRule {
  const depthOf = ({ mark }: OpenMark): number => code[mark.line - 1]?.depth ?? 0;
  return {
    endsBefore: (line, open) =>
      !open.hasBody &&
      open.mark.indent >= 0 &&
      (isBlankLine(source, line) || marked.has(line) || (code[line - 1]?.depthAfter ?? 0) < depthOf(open)),
    endsWith: (line, open) => {
      const here = code[line - 1];
      let count = 0;
      for (let one = open.at(-1); one !== undefined && one.mark.indent >= 0; one = open.at(-1 - count)) {
        const depth = depthOf(one);
        one.hasBody ||= (here?.highest ?? 0) > depth;
        const isOver = one.hasBody ? (here?.depthAfter ?? 0) <= depth : here?.endsStatement === true;
        if (!isOver) {
          break;
        }
        count += 1;
      }
      return count;
    },
  };
}

/** With a line that closes it by its word. */
function wordRule(source: Source, end: RegExp): EndRule {
  return {
    endsWith: (line, open) => {
      const text = lineText(source, line);
      const closing = text.length > LINE_CHARS_MAX ? null : end.exec(text);
      if (closing === null) {
        return 0;
      }
      const word = closing[1]?.toLowerCase();
      const near = open.slice(-DEPTH_MAX);
      const at = near.findLastIndex(({ mark }) => word === undefined || mark.text.toLowerCase().includes(word));
      return at < 0 ? 0 : near.length - at;
    },
  };
}

/** A line of a language with braces, strings and comments aside. */
interface CodeLine {
  /** Braces that are open where it starts, at most on it, and where it ends. */
  readonly depth: number;
  readonly highest: number;
  readonly depthAfter: number;
  readonly startsInComment: boolean;
  readonly endsStatement: boolean;
}

const SKIPPED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/.*|\/\*.*?\*\//g;

function codeLines(source: Source): CodeLine[] {
  let depth = 0;
  let inComment = false;
  return source.lines.map((_, index) => {
    const before = { depth, startsInComment: inComment };
    const whole = lineText(source, index + 1);
    let text = whole.length > LINE_CHARS_MAX ? "" : whole;
    if (inComment) {
      const end = text.indexOf("*/");
      inComment = end < 0;
      text = end < 0 ? "" : text.slice(end + 2);
    }
    text = text.replace(SKIPPED, " ");
    const comment = text.indexOf("/*");
    if (comment >= 0) {
      inComment = true;
      text = text.slice(0, comment);
    }
    let highest = depth;
    for (const character of text.match(/[{}]/g) ?? []) {
      depth = character === "{" ? depth + 1 : Math.max(0, depth - 1);
      highest = Math.max(highest, depth);
    }
    return { ...before, highest, depthAfter: depth, endsStatement: /;\s*$/.test(text) };
  });
}

const isComment = (source: Source, line: number): boolean => COMMENT.test(lineText(source, line));

function indentOf(text: string): number {
  let columns = 0;
  for (const character of /^[ \t]*/.exec(text)?.[0] ?? "") {
    columns += character === "\t" ? TAB_COLUMNS : 1;
  }
  return columns;
}

function lastWritten(source: Source, line: number): number {
  let last = line;
  while (last > 1 && isBlankLine(source, last)) {
    last -= 1;
  }
  return last;
}

/** The first of the lines directly above a line that belong to it, comments and attributes, after `floor`. */
function leadStart(source: Source, line: number, floor: number): number {
  let start = line;
  while (start - 1 > floor && line - start < LEAD_LINES_MAX && !isBlankLine(source, start - 1)) {
    const above = lineText(source, start - 1);
    if (start === 2 && /^#!(?!\[)/.test(above)) {
      break;
    }
    const opener = BLOCK_COMMENT_END.test(above) ? blockStart(source, start - 1, floor) : null;
    if (opener === null && !COMMENT.test(above) && !ATTRIBUTE.test(above)) {
      break;
    }
    start = opener ?? start - 1;
  }
  return start;
}

/** Where the block comment starts that ends on a line; null where that is too far above, or behind code. */
function blockStart(source: Source, end: number, floor: number): number | null {
  for (let line = end; line > Math.max(floor, end - LEAD_LINES_MAX); line -= 1) {
    if (BLOCK_COMMENT_START.test(lineText(source, line))) {
      return line;
    }
  }
  return null;
}
