// The finished document, in Markdown or as a page: contents, sections, what was read, and what the check of its citations says. A citation that is
// not of lines that were read is marked where it stands.
import { type CheckedCitation, checkCitations, type SentPlace } from "../reason/citations/check-citations.ts";
import { splitCode, withoutCode } from "../reason/citations/find-citations.ts";
import { headingsIn, missingNames, statementsOf } from "../reason/citations/statements.ts";
import { escapeControls, escapeName, escapeUnseen, formatNumber, renderCount } from "../vocabulary/shown-text.ts";
import { linesOf, sentPlaces } from "./contract/read-lines.ts";
import type { ReadFile, ReadLines, Written, WrittenSection } from "./contract/writing.ts";
import { mark, type Quote, renderPage } from "./page.ts";

export interface AssembleOptions {
  readonly format: "markdown" | "html";
  /** What stands before `path#L1-L2` in links; null: no links. */
  readonly linkBase: string | null;
  readonly checksSupport: boolean;
  readonly project: string;
  readonly commit: string | null;
  /** Name of the language model. */
  readonly author: string;
  /** Whether the project has such a file. */
  readonly has: (path: string) => boolean;
  /** Files whose content is another one now. */
  readonly changed: readonly string[];
}

export interface Assembled {
  readonly document: string;
  readonly citations: number;
  /** Those that are not of lines that were read. */
  readonly wrong: number;
  readonly statements: number;
  readonly uncited: number;
  /** Statements whose names do not occur in the lines that they cite; 0 where that is not checked. */
  readonly unsupported: number;
}

interface CheckedSection {
  readonly section: WrittenSection;
  readonly text: string;
  readonly citations: readonly CheckedCitation[];
  readonly statements: number;
  readonly uncited: number;
  readonly unsupported: readonly string[];
}

const MARK = " (not verified)";

export function assemble(written: Written, options: AssembleOptions): Assembled {
  const byPath = new Map(written.read.map(({ file }) => [file.path, file]));
  const quotes: Quote[] = [];
  const source = { sent: sentPlaces(written.read), byPath, quotes };
  const sections = written.sections.map((section) => check(section, source, options));
  const all = sections.flatMap(({ citations }) => citations);
  const wrong = all.filter(({ support }) => support !== "supported");
  const sum = (of: (section: CheckedSection) => number): number => sections.reduce((total, one) => total + of(one), 0);
  const { outline, missing } = written;
  const head = [
    `# ${oneLine(outline.title)}`,
    "",
    `${options.project}${options.commit === null ? "" : ` at commit \`${options.commit}\``}, written by ${options.author}. ${summary(all.length, wrong.length)}`,
    ...(missing === "" ? [] : ["", `**This report is not whole**: ${missing}.`]),
    "",
  ].join("\n");
  const body = [
    ...sections.flatMap(({ section, text }) => [`## ${oneLine(section.title)}`, "", text, ""]),
    "## What was read",
    "",
    ...readRows(written.read),
    "",
    "## Verification",
    "",
    ...verification(sections, wrong, options),
    "",
  ].join("\n");
  const headings = headingsIn(withoutCode(body));
  const anchors = anchorsOf([outline.title, CONTENTS, ...headings.map(({ title }) => title)])
    .slice(2)
    .filter((_, at) => headings[at]?.depth === 2);
  const contents = [
    `## ${CONTENTS}`,
    "",
    ...written.sections.map(({ title }, at) => `${at + 1}. [${inLink(oneLine(title))}](#${anchors[at] ?? ""})`),
    "",
  ].join("\n");
  const document =
    options.format === "markdown"
      ? [head, contents, body].join("\n")
      : renderPage({ title: oneLine(outline.title), head, contents, sections: body, quotes, anchors });
  return {
    document,
    citations: all.length,
    wrong: wrong.length,
    statements: sum(({ statements }) => statements),
    uncited: sum(({ uncited }) => uncited),
    unsupported: sum(({ unsupported }) => unsupported.length),
  };
}

function summary(all: number, wrong: number): string {
  if (all === 0) {
    return "It cites nothing.";
  }
  const of = renderCount(all, "citation");
  return wrong === 0
    ? `${of}, each of lines that were read.`
    : `${formatNumber(wrong)} of ${of} could not be verified.`;
}

/** What was read, for all sections. */
interface Source {
  readonly sent: readonly SentPlace[];
  readonly byPath: ReadonlyMap<string, ReadFile>;
  /** Of a page: to be filled, in the order of their marks. */
  readonly quotes: Quote[];
}

function check(section: WrittenSection, { sent, byPath, quotes }: Source, options: AssembleOptions): CheckedSection {
  if (section.text === null) {
    const text = `*This section is missing: ${section.trouble ?? ""}.*`;
    return { section, text, citations: [], statements: 0, uncited: 0, unsupported: [] };
  }
  const own = withoutTitle(seen(section.text), section.title);
  const { citations } = checkCitations(own, sent, (path) => linesOf(byPath.get(path) ?? null, path, options));
  const statements = statementsOf(own, citations);
  const sourceOf = ({ file, lines, symbol }: CheckedCitation): string =>
    [
      file,
      symbol ?? "",
      ...lines.flatMap(({ startLine, endLine }) => byPath.get(file)?.lines.slice(startLine - 1, endLine) ?? []),
    ].join("\n");
  const { format, linkBase } = options;
  const inFormat = (one: CheckedCitation, written: string, isBracketed: boolean): string => {
    if (one.support !== "supported") {
      return `${written}${MARK}`;
    }
    const link = linkBase === null ? null : linkOf(linkBase, one);
    if (format === "markdown") {
      return isBracketed && link !== null ? `${written}(${link})` : written;
    }
    quotes.push({ ...one, source: byPath.get(one.file)?.lines ?? [], link, isNamed: !isBracketed });
    return `${isBracketed ? "" : `${written} `}${mark(quotes.length - 1)}`;
  };
  const unsupported = !options.checksSupport
    ? []
    : statements.flatMap((statement) => {
        const cited = statement.citations;
        const missing = cited.length === 0 ? [] : missingNames(statement, cited.map(sourceOf).join("\n"));
        return missing.length === 0 ? [] : [`"${statement.text.slice(0, 160)}": ${missing.join(", ")}`];
      });
  return {
    section,
    text: `${section.trouble === null ? "" : `*This section is not whole: ${section.trouble}.*\n\n`}${marked(own, citations, inFormat)}`,
    citations,
    statements: statements.length,
    uncited: statements.filter((one) => one.citations.length === 0).length,
    unsupported,
  };
}

/**
 * `write`: what stands in place of a citation with its brackets, or with what closes right behind it. A mark inside of backticks or of a link's address
 * would be part of it.
 */
function marked(
  text: string,
  citations: readonly CheckedCitation[],
  write: (one: CheckedCitation, written: string, isBracketed: boolean) => string,
): string {
  let result = "";
  let from = 0;
  for (const [index, one] of citations.entries()) {
    const end = one.at + one.text.length;
    const next = citations[index + 1]?.at ?? text.length;
    const isOpened = text[one.at - 1] === "[" && text[one.at - 2] !== "\\";
    const isBracketed = isOpened && text[end] === "]" && text[end + 1] !== "(";
    const start = isBracketed ? one.at - 1 : one.at;
    const closing = isBracketed ? end + 1 : end + closingOf(text.slice(end, Math.min(end + CLOSING_MAX, next)));
    result += `${text.slice(from, start)}${write(one, text.slice(start, closing), isBracketed)}`;
    from = closing;
  }
  return result + text.slice(from);
}

/** More of what follows a citation is not looked at; UTF-16 units. */
const CLOSING_MAX = 900;

/** The length of the backtick, the bracket or the link that closes right at the beginning. */
const closingOf = (after: string): number =>
  /^(?:\s"[^"\n]{0,200}"(?=\)))?[`\])]*(?:(?<=\])\([^()\n]{0,600}\))?/.exec(after)?.[0].length ?? 0;

function linkOf(base: string, { file, lines: [span] }: CheckedCitation): string {
  // A bracket would end the link's address.
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll("(", "%28").replaceAll(")", "%29"))
    .join("/");
  const place =
    span === undefined ? "" : `#L${span.startLine}${span.endLine > span.startLine ? `-L${span.endLine}` : ""}`;
  return `${base.replace(/\/$/, "")}/${path}${place}`;
}

/** What a terminal or a reader would not see as it is, a language model may have been told to write. */
const seen = (text: string): string => escapeUnseen(text.replaceAll("\r\n", "\n"), "\n\t");

/** A section sometimes begins with its own heading. */
function withoutTitle(text: string, title: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  const isTitle = /^#{1,6}\s/.test(first) && first.replace(/^#+\s*/, "").trim() === oneLine(title);
  return harmless((isTitle ? rest.join("\n") : text).trim());
}

/** Headings of the document stay the document's; an open fence or comment would hide the rest of it, and an image tell others that it is read. */
function harmless(text: string): string {
  const { prose, open } = splitCode(text);
  const outside = prose.split("\n");
  const lines = text.split("\n").map((line, at) =>
    outside[at] === line
      ? `${isUnderline(line, outside[at - 1]) ? "\n" : ""}${line}`
          .replace(/^ {0,3}#{1,2}(?=\s)/, "###")
          .replaceAll("<!--", "&lt;!--")
          .replaceAll(/!(?=\[[^\]]*\]\()/g, "")
          // A definition would lead citations elsewhere.
          .replace(/^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)\[(?=[^\]]+\]:)/, "$1\\[")
      : line,
  );
  return `${lines.join("\n")}${open === null ? "" : `\n${open}`}`;
}

/** It would make a heading of the line before. */
const isUnderline = (line: string, before = ""): boolean =>
  /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && before.trim() !== "";

const oneLine = (text: string): string => escapeControls(text.replaceAll(/\s+/g, " ").trim());

const CONTENTS = "Contents";
const inLink = (text: string): string => text.replaceAll(/[[\]]/g, "\\$&");

/** As GitHub makes them of headings, all of the document's in order. */
function anchorsOf(titles: readonly string[]): string[] {
  const used = new Map<string, number>();
  return titles.map((title) => {
    const plain = oneLine(title)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const count = used.get(plain) ?? 0;
    used.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  });
}

const readRows = (read: readonly ReadLines[]): string[] =>
  read.length === 0
    ? ["Nothing was read."]
    : [
        "| file | lines | SHA-256 |",
        "|---|---|---|",
        ...read.map(({ file, spans }) => {
          const lines = spans.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(", ");
          return `| \`${escapeName(file.path).replaceAll("|", "\\|")}\` | ${lines} | \`${file.contentHash.slice(0, 12)}\` |`;
        }),
      ];

function verification(
  sections: readonly CheckedSection[],
  wrong: readonly CheckedCitation[],
  { changed, checksSupport }: AssembleOptions,
): string[] {
  const uncited = sections.filter((one) => one.uncited > 0);
  const unsupported = sections.flatMap((one) => one.unsupported);
  return [
    sections.every(({ citations }) => citations.length === 0)
      ? "- It cites nothing."
      : wrong.length === 0
        ? "- Every citation is of lines that were read."
        : `- Not verified: ${wrong.map(({ text, support }) => `\`${text.replaceAll("`", "'")}\` (${support})`).join(", ")}.`,
    ...(sections.every(({ statements }) => statements === 0)
      ? []
      : [
          uncited.length === 0
            ? "- Every sentence has a citation."
            : `- Sentences without a citation: ${uncited.map((one) => `${oneLine(one.section.title)} ${one.uncited} of ${one.statements}`).join("; ")}.`,
        ]),
    ...(checksSupport
      ? [
          unsupported.length === 0
            ? "- The names and numbers of each statement occur in the lines that it cites."
            : `- Names or numbers that do not occur in the cited lines: ${unsupported.join("; ")}.`,
        ]
      : []),
    ...(changed.length === 0
      ? []
      : [`- Changed since they were read: ${changed.map((path) => `\`${path}\``).join(", ")}.`]),
  ];
}
