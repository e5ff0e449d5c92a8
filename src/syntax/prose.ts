// Prose by its headings: Markdown, reStructuredText, AsciiDoc, Org and plain text. A section holds its subsections, so a
// long one is cut at them first. Headings are found line by line; code blocks are stepped over.
import type { SymbolDraft } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import { isBlankLine, lineText, type Source } from "./source.ts";

export type ProseStyle = "markdown" | "restructuredtext" | "asciidoc" | "org" | "plain";

/** A heading: `level` 1 is the outermost; its text may be on the second of its lines (an overline above). */
interface Heading {
  readonly line: number;
  readonly nameLine: number;
  readonly endLine: number;
  readonly level: number;
  readonly name: string;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A section that has not ended yet. */
interface OpenSection {
  readonly part: Mutable<Part>;
  readonly inner: Part[];
  readonly symbol: Mutable<SymbolDraft>;
  readonly level: number;
}

const NAME_CHARS_MAX = 120;
const SECTION_DEPTH_MAX = 32;
/** A longer line is a paragraph, whatever it starts with. */
const HEADING_CHARS_MAX = 400;

/** `code`: what the code in the text defines, which is placed in the innermost section around it. */
export function outlineProse(source: Source, style: ProseStyle, code?: (source: Source) => Outline): Outline {
  const prose = outlineSections(source, style);
  const defined = code?.(source);
  if (defined === undefined || defined.parts.length === 0) {
    return prose;
  }
  const symbols = [...prose.symbols, ...defined.symbols].sort((a, b) => a.startLine - b.startLine);
  return { parts: placed(prose.parts, defined.parts), symbols };
}

function placed(sections: readonly Part[], parts: readonly Part[]): Part[] {
  const isIn = (section: Part, { startLine }: Part): boolean =>
    section.startLine <= startLine && startLine <= section.endLine;
  const inside = sections.map((section) => ({
    ...section,
    parts: placed(
      section.parts,
      parts.filter((part) => isIn(section, part)),
    ),
  }));
  const outside = parts.filter((part) => !sections.some((section) => isIn(section, part)));
  return [...inside, ...outside].sort((a, b) => a.startLine - b.startLine);
}

function outlineSections(source: Source, style: ProseStyle): Outline {
  const parts: Part[] = [];
  const symbols: Mutable<SymbolDraft>[] = [];
  const open: OpenSection[] = [];
  const closeTo = (level: number, line: number): void => {
    while ((open.at(-1)?.level ?? 0) >= level || open.length >= SECTION_DEPTH_MAX) {
      const section = open.pop();
      if (section !== undefined) {
        section.part.endLine = line - 1;
        section.symbol.endLine = line - 1;
      }
    }
  };
  for (const { line, nameLine, endLine, level, name } of findHeadings(source, style)) {
    closeTo(level, line);
    const parent = open.at(-1);
    const path = parent === undefined ? name : `${parent.symbol.path} > ${name}`;
    const range = { startLine: line, endLine: source.lines.length };
    const inner: Part[] = [];
    const part = { ...range, kind: "section" as const, path, head: { startLine: line, endLine }, parts: inner };
    const symbol: Mutable<SymbolDraft> = { ...range, name, path, kind: "section", nameLine };
    symbols.push(symbol);
    (parent?.inner ?? parts).push(part);
    open.push({ part, inner, symbol, level });
  }
  return { parts, symbols };
}

function findHeadings(source: Source, style: ProseStyle): Heading[] {
  const headings: Heading[] = [];
  const adornments: string[] = [];
  let fence: string | null = null;
  let line = frontMatterEnd(source, style) + 1;
  while (line <= source.lines.length) {
    const text = lineText(source, line);
    const mark: string | null = fenceMark(text, style);
    if (fence !== null) {
      fence = mark !== null && closesFence(mark, fence, text) ? null : fence;
    } else if (mark !== null) {
      fence = mark;
    } else {
      const heading = headingAt(source, line, style, adornments);
      if (heading !== null) {
        headings.push(heading);
        line = heading.endLine;
      }
    }
    line += 1;
  }
  return headings;
}

/** The last line of a `---` front matter block at the top, or 0. */
function frontMatterEnd(source: Source, style: ProseStyle): number {
  if (style !== "markdown" || !/^(---|\+\+\+)\s*$/.test(lineText(source, 1))) {
    return 0;
  }
  const mark = lineText(source, 1).trim();
  const end = source.lines.findIndex((text, index) => index > 0 && text.trimEnd() === mark);
  return end + 1;
}

function fenceMark(text: string, style: ProseStyle): string | null {
  if (style === "markdown") {
    return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1] ?? null;
  }
  if (style === "org") {
    return /^\s*#\+end_\w+\s*$/i.test(text) ? text.trim() : /^\s*#\+begin_\w/i.test(text) ? "#+" : null;
  }
  return style === "asciidoc" ? (/^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\/{4,})\s*$/.exec(text)?.[1] ?? null) : null;
}

const closesFence = (mark: string, fence: string, text: string): boolean =>
  mark.startsWith(fence) && text.trim() === mark;

function headingAt(source: Source, line: number, style: ProseStyle, adornments: string[]): Heading | null {
  if (lineText(source, line).length > HEADING_CHARS_MAX) {
    return null;
  }
  switch (style) {
    case "markdown":
      return hashHeading(source, line, /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/) ?? setext(source, line);
    case "asciidoc":
      return hashHeading(source, line, /^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*$/);
    case "org":
      return hashHeading(source, line, /^(\*{1,12})[ \t]+(?:(?:TODO|DONE)[ \t]+)?(\S.*?)[ \t]*$/);
    case "restructuredtext":
      return adorned(source, line, adornments);
    case "plain":
      return adorned(source, line, adornments) ?? numberedOrCapitals(source, line);
  }
}

function hashHeading(source: Source, line: number, pattern: RegExp): Heading | null {
  const match = pattern.exec(lineText(source, line));
  const name = headingName(match?.[2] ?? "");
  return match === null || name === "" ? null : one(line, match[1]?.length ?? 1, name);
}

/** Markdown's underlined headings: `===` is level 1, `---` level 2. */
function setext(source: Source, line: number): Heading | null {
  const under = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(lineText(source, line + 1))?.[1];
  const text = lineText(source, line);
  if (under === undefined || !/^ {0,3}[^\s>|#*+-]/.test(text) || !(line === 1 || isBlankLine(source, line - 1))) {
    return null;
  }
  return { ...one(line, under.startsWith("=") ? 1 : 2, headingName(text)), endLine: line + 1 };
}

const ADORNMENT = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

/** A title with a line of one punctuation character under it (and perhaps above); styles rank by first appearance. */
function adorned(source: Source, line: number, adornments: string[]): Heading | null {
  const over = ADORNMENT.exec(lineText(source, line))?.[1];
  const nameLine = over === undefined ? line : line + 1;
  const text = lineText(source, nameLine);
  const underline = lineText(source, nameLine + 1);
  const under = ADORNMENT.exec(underline)?.[1];
  const isTitle = text.trim() !== "" && !ADORNMENT.test(text) && (over !== undefined || /^\S/.test(text));
  const fits = underline.trimEnd().length + 2 >= text.trimEnd().length && (over === undefined || over === under);
  if (under === undefined || !isTitle || !fits || !(line === 1 || isBlankLine(source, line - 1))) {
    return null;
  }
  const style = `${over ?? ""}${under}`;
  if (!adornments.includes(style)) {
    adornments.push(style);
  }
  const name = headingName(text);
  return { line, nameLine, endLine: nameLine + 1, level: adornments.indexOf(style) + 1, name };
}

/** Plain text's habits: `1.2 Title` and `TITLE IN CAPITALS`, alone between blank lines. */
function numberedOrCapitals(source: Source, line: number): Heading | null {
  const text = lineText(source, line);
  const isAlone = (line === 1 || isBlankLine(source, line - 1)) && isBlankLine(source, line + 1);
  if (!isAlone || text.length > 80) {
    return null;
  }
  const numbered = /^(\d+(?:\.\d+)*)\.?\s+\p{Lu}[^.!?;]*$/u.exec(text)?.[1];
  if (numbered !== undefined) {
    return one(line, numbered.split(".").length, headingName(text));
  }
  return /^\p{Lu}[\p{Lu}\d\s'&/:,()-]{3,}$/u.test(text) ? one(line, 1, headingName(text)) : null;
}

const one = (line: number, level: number, name: string): Heading => ({
  line,
  nameLine: line,
  endLine: line,
  level,
  name,
});

/** A heading's words, without the marks of links, code and emphasis. */
function headingName(text: string): string {
  const bare = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]{1,200}>/g, "")
    .replace(/\{#[^}]*\}\s*$/, "")
    .replace(/[`*]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return bare.length > NAME_CHARS_MAX ? `${bare.slice(0, NAME_CHARS_MAX - 1)}…` : bare;
}
