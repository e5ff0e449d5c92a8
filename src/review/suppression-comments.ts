// Comments that suppress findings: `context-broker: ignore swallowed-error -- the caller retries`, for the line itself or the next
// line of code, and `ignore-file` for the whole file. Only comments count: the same words in a string suppress nothing.
import type { CommentAt } from "../languages/inspection/inspection.ts";
import { lineStarts, splitLines } from "../vocabulary/text.ts";

export interface SuppressionComment {
  /** 1-based. */
  readonly line: number;
  readonly scope: "line" | "file";
  /** Empty where what follows `ignore` cannot be read. */
  readonly rules: readonly string[];
  /** Null where it gives none. */
  readonly reason: string | null;
  /** The line of code that it is about, 1-based: its own where there is code, otherwise the next one. */
  readonly codeLine: number;
}

/** What opens a comment in the languages that have one. */
const OPENING = String.raw`(?:\/\/+!?|\/\*+!?|#+|--+|<!--|;+|%+|\(\*|\{-|')`;
const IGNORE = String.raw`\s*context-broker:\s*ignore(-file)?(?![\w-])(.*)$`;
const FIRST_LINE = new RegExp(`^${OPENING}${IGNORE}`, "u");
const LATER_LINE = new RegExp(String.raw`^\s*\*?${IGNORE}`, "u");
/** Without a grammar, a line that reads like a comment, or that ends with one. */
const ANY_LINE = new RegExp(String.raw`(?:${OPENING}|^\s*\*)${IGNORE}`, "u");
const COMMENT_END = /\s*(?:\*\/|-->|\*\)|-\})\s*$/u;
const RULES_AND_REASON = /^\s+([a-z][a-z-]*(?:\s*,\s*[a-z][a-z-]*)*)(?:\s+--(?:\s+(.*))?)?$/u;
/** A longer line is no comment. UTF-16 units. */
const LENGTH_MAX = 1_000;

/** What of a line is in a comment. */
interface CommentPart {
  readonly text: string;
  /** Whether the comment begins in this line; null where no grammar says so. */
  readonly isFirst: boolean | null;
  /** Whether the line has code, too. */
  readonly besideCode: boolean;
}

/** `comments`: all of the text's, as its grammar has them; null where no grammar reads it, so that lines that look like comments count. */
export function suppressionComments(text: string, comments: readonly CommentAt[] | null): SuppressionComment[] {
  if (!text.includes("context-broker:")) {
    return [];
  }
  const lines = splitLines(text);
  const starts = lineStarts(text);
  const partsOf = (at: number): CommentPart[] =>
    comments === null ? partByPattern(lines[at] ?? "") : partsByGrammar(lines[at] ?? "", starts[at] ?? 0, comments);
  const isCode = (at: number): boolean => {
    const line = lines[at] ?? "";
    const parts = line.trim() === "" ? [] : partsOf(at);
    return line.trim() !== "" && (parts.length === 0 || parts.some(({ besideCode }) => besideCode));
  };
  const nextCode = (at: number): number => {
    let next = at + 1;
    while (next < lines.length && !isCode(next)) {
      next++;
    }
    return next;
  };
  return lines.flatMap((line, at) =>
    line.length > LENGTH_MAX || !line.includes("context-broker:")
      ? []
      : partsOf(at).flatMap((part) => readComment(part, at + 1, () => (part.besideCode ? at : nextCode(at)) + 1)),
  );
}

function readComment(part: CommentPart, line: number, codeLine: () => number): SuppressionComment[] {
  const pattern = part.isFirst === null ? ANY_LINE : part.isFirst ? FIRST_LINE : LATER_LINE;
  const [found, file, rest = ""] = pattern.exec(part.text.trimEnd().replace(COMMENT_END, "")) ?? [];
  if (found === undefined) {
    return [];
  }
  const [, rules, given = ""] = RULES_AND_REASON.exec(rest) ?? [];
  const reason = given.trim();
  return [
    {
      line,
      scope: file === undefined ? "line" : "file",
      rules: rules === undefined ? [] : rules.split(",").map((rule) => rule.trim()),
      reason: reason === "" ? null : reason,
      codeLine: codeLine(),
    },
  ];
}

function partByPattern(line: string): CommentPart[] {
  const found = line.length > LENGTH_MAX ? null : ANY_LINE.exec(line.trimEnd().replace(COMMENT_END, ""));
  return found === null ? [] : [{ text: line, isFirst: null, besideCode: line.slice(0, found.index).trim() !== "" }];
}

function partsByGrammar(line: string, start: number, comments: readonly CommentAt[]): CommentPart[] {
  const end = start + line.length;
  const here = comments.filter((one) => one.start < end && one.end > start);
  const inLine = here.map((one) => [Math.max(one.start - start, 0), Math.min(one.end - start, line.length)] as const);
  const code = inLine.reduceRight((left, [from, to]) => left.slice(0, from) + left.slice(to), line);
  return here.map((one, at): CommentPart => {
    const [from, to] = inLine[at] ?? [0, 0];
    return { text: line.slice(from, to), isFirst: one.start >= start, besideCode: code.trim() !== "" };
  });
}

/** Whether the comment is about a finding on the line, 1-based. */
export const isAbout = ({ scope, line: own, codeLine }: SuppressionComment, line: number): boolean =>
  scope === "file" || line === own || line === codeLine;
