// What a text states, sentence by sentence, with the citations of each; and whether the cited lines have the names that a statement uses.
import { type Citation, withoutCode } from "./find-citations.ts";

export interface Statement<One extends Citation = Citation> {
  /** In one line. */
  readonly text: string;
  /** 0-based offset in UTF-16 units. */
  readonly at: number;
  readonly citations: readonly One[];
  /** The heading above it; "" before the first one. */
  readonly section: string;
}

/** Fewer words claim nothing: "Yes." */
const WORDS_MIN = 4;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Headings, rules of tables, and lines that only lead to a list claim nothing either. */
const NO_CLAIM = /^\s*(?:#{1,6}\s|[|:\s-]+$)|:\s*$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.{0,400}?)[ \t#]*$/gm;
const LIST_MARK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

export interface Heading {
  readonly title: string;
  readonly depth: number;
  /** 0-based offset in UTF-16 units. */
  readonly at: number;
}

/** `prose`: without blocks of code. */
export const headingsIn = (prose: string): Heading[] =>
  [...prose.matchAll(HEADING)].map(({ 1: marks = "", 2: title = "", index }) => ({
    title,
    depth: marks.length,
    at: index,
  }));

/** Sentences that cite something, and those of some length that do not; in order. `found`: the text's citations. */
export function statementsOf<One extends Citation>(text: string, found: readonly One[]): Statement<One>[] {
  const claims: { text: string; at: number; citations: One[]; section: string }[] = [];
  const prose = withoutCode(text);
  const headings = headingsIn(prose);
  let [next, nextHeading] = [0, 0];
  for (const { at, text: block } of blocksOf(prose)) {
    while ((headings[nextHeading]?.at ?? at) < at) {
      nextHeading += 1;
    }
    const section = headings[nextHeading - 1]?.title ?? "";
    const first = claims.length;
    for (const { segment, index } of sentences.segment(block)) {
      const [from, to] = [at + index, at + index + segment.length];
      const own: One[] = [];
      // Both come in order; one may reach over the end of a sentence.
      for (let one = found[next]; one !== undefined && one.at < to; one = found[next]) {
        if (one.at + one.text.length > from) {
          own.push(one);
        }
        if (one.at + one.text.length > to) {
          break;
        }
        next += 1;
      }
      const before = claims.at(-1);
      // `Claim. (src/a.ts:12)`: what is nothing but citations belongs to the sentence before it.
      if (
        own.length > 0 &&
        !/\p{L}/u.test(around(segment, own, from)) &&
        before !== undefined &&
        claims.length > first
      ) {
        before.citations.push(...own);
      } else {
        claims.push({ text: segment.replaceAll(/\s+/g, " ").trim(), at: from, citations: own, section });
      }
    }
  }
  return claims.filter((one) => one.citations.length > 0 || countWords(one.text) >= WORDS_MIN);
}

/** What stands around citations, of a piece of the text that begins at `from`. */
function around(piece: string, citations: readonly Citation[], from: number): string {
  const starts = [0, ...citations.map(({ at, text }) => at + text.length - from)];
  return starts
    .map((start, at) => piece.slice(start, Math.max(start, (citations[at]?.at ?? from + piece.length) - from)))
    .join(" ");
}

/** The same by their words, where the places are not known. */
function withoutCitations(text: string, citations: readonly Citation[]): string {
  const texts = [...new Set(citations.map((one) => one.text))].sort((a, b) => b.length - a.length);
  return texts.reduce((words, one) => words.replaceAll(one, " "), text);
}

/** Where a language has no blanks, two letters are about a word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const WORD = new RegExp(String.raw`${UNSPACED}{1,2}|(?!${UNSPACED})[\p{L}\p{N}](?:(?!${UNSPACED})\S)*`, "gu");
const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** Paragraphs, items of lists and rows of tables. */
function blocksOf(prose: string): { readonly at: number; readonly text: string }[] {
  const blocks: { at: number; text: string }[] = [];
  let isOpen = false;
  let at = 0;
  const lines = prose.split("\n");
  for (const [row, line] of lines.entries()) {
    const isRow = /^\s*\|/.test(line);
    // What stands above the rule of a table names its columns.
    if (line.trim() === "" || NO_CLAIM.test(line) || (isRow && /^[|:\s]*-[|:\s-]*$/.test(lines[row + 1] ?? ""))) {
      isOpen = false;
    } else {
      const mark = LIST_MARK.exec(line)?.[0].length ?? 0;
      const last = blocks.at(-1);
      if (isOpen && mark === 0 && last !== undefined) {
        // A line break would end the sentence; offsets stay.
        last.text += ` ${line}`;
      } else {
        blocks.push({ at: at + mark, text: line.slice(mark) });
      }
      isOpen = !isRow;
    }
    at += line.length + 1;
  }
  return blocks;
}

const isWordLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_$]/u.test(letter);

export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0 && word !== ""; at = text.indexOf(word, at + 1)) {
    if (!isWordLetter(text[at - 1]) && !isWordLetter(text[at + word.length])) {
      return true;
    }
  }
  return false;
}

/** Whatever is longer is no sentence. */
const STATEMENT_LENGTH_MAX = 4_000;
const QUOTED = /"([^"\n]{2,200})"|\u201c([^\u201d\n]{2,200})\u201d/g;
const CODE = /`([^`\n]{1,200})`/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** A name that prose has no other reason for: `userName`, `user_name`, `MAX_SIZE`, `call()`. */
const WRITTEN_AS_CODE = /^(?:\$|.*[\p{L}\p{N}]_[\p{L}\p{N}]|.*\p{Ll}\p{Lu})/u;
const NUMBER = /(?<![\p{L}\p{N}_.])\d[\d_,]*(?:\.\d+)?(?![\p{L}\p{N}_])/gu;
const digitsOf = (number: string): string => number.replaceAll(/[_,]/g, "");

/**
 * The identifiers, numbers and quoted texts of a statement that occur nowhere in the lines that it cites. `lines`: those of all its
 * citations, and their paths, which a statement may repeat.
 */
export function missingNames({ text, citations }: Pick<Statement, "text" | "citations">, lines: string): string[] {
  const own = withoutCitations(text.slice(0, STATEMENT_LENGTH_MAX).replace(LIST_MARK, ""), citations);
  const quoted = [...own.matchAll(QUOTED)].map(([, plain, curved]) => plain ?? curved ?? "");
  const prose = own.replaceAll(QUOTED, " ");
  // A path says where something is, not what the lines have.
  const code = [...prose.matchAll(CODE)].map(([, inner = ""]) => inner).filter((inner) => !inner.includes("/"));
  const rest = prose.replaceAll(CODE, " ");
  const names = [
    ...code.flatMap((piece) => piece.match(NAME) ?? []),
    ...(rest.match(NAME) ?? []).filter((name) => WRITTEN_AS_CODE.test(name)),
  ];
  const numbers = [...code, rest].flatMap((piece) => piece.match(NUMBER) ?? []);
  const known = new Set((lines.match(NUMBER) ?? []).map(digitsOf));
  return [
    ...new Set(quoted.filter((piece) => !lines.includes(piece))),
    ...[...new Set(names)].filter((name) => !hasWord(lines, name)),
    ...new Set(numbers.filter((number) => !known.has(digitsOf(number)))),
  ];
}
