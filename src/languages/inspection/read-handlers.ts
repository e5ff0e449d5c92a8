// Finds the handlers of errors in a tree, and says of each whether it does something.
import { lineAt, lineText, type Source } from "../../syntax/source.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { ErrorHandling, ErrorUse, HandlerPlace } from "../contract/error-handling.ts";

export interface Handler extends LineRange {
  /** The types of errors that it catches, as written; "" where it catches all. */
  readonly caught: string;
  /** Whether every error is caught: no type is written, or one that holds all. */
  readonly isBroad: boolean;
  /** Whether silence is customary for all types that it catches. */
  readonly isExpected: boolean;
  /**
   * What it does. `leaves`: it goes on elsewhere, such as by `continue`, without a look at the error. `falls back`: it puts a constant in
   * the place of the result.
   */
  readonly does: "nothing" | "leaves" | "falls back" | "something";
  /** A comment says why: `none`, or in so few words that it explains nothing (`ignore`), or `full`. */
  readonly comment: "none" | "short" | "full";
  /**
   * What the code does whose errors are caught: only gives something back or ends it (`cleanup`), only converts or looks up a value
   * (`converts`), or ends by returning a value, so that what follows the handler is the answer to the error (`returns`).
   */
  readonly tried: "cleanup" | "converts" | "returns" | "other";
  /** The statements whose errors are caught, one by one; empty where errors are values. */
  readonly guarded: readonly string[];
  /** The handler, and the whole statement, with white space folded: to find the same in another state. */
  readonly text: string;
  readonly statement: string;
}

export interface ErrorUseAt extends ErrorUse {
  /** 1-based. */
  readonly line: number;
  /** A comment above it or behind it says what becomes of the error. */
  readonly isExplained: boolean;
}

export interface HandlersRead {
  readonly handlers: readonly Handler[];
  readonly uses: readonly ErrorUseAt[];
}

const COMMENT = /comment/;
/** Comments that tell a tool or a reader nothing about why the error does not matter. */
const NO_REASON =
  /^(?:todo|fixme|xxx|hack|nop|no-?op|pass|ignored?|ignoring|skip(?:ped)?|swallow(?:ed)?|empty|nothing|intentionally|do nothing|silent(?:ly)?|the|this|an?|errors?|exceptions?|on purpose|eslint\S*|biome-ignore\S*|noinspection|nosonar|nolint\S*|pragma|noqa\S*|pylint\S*|istanbul|c8|[\W\d_]+)$/i;
/** So many words that are more than such ones explain something. */
const REASON_WORDS = 2;
/** A text of several words that something else is given: somebody reads it. */
const SHOWS = /[.>\]]\s*[\w$]+\s*=\s*["'`][^"'`]*\s[^"'`]*["'`]/;
const STATEMENT_CHARS_MAX = 4_000;

export function readHandlers(tree: SyntaxTree, rules: ErrorHandling, source: Source): HandlersRead {
  const handlers: Handler[] = [];
  const uses: ErrorUseAt[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    if (!tree.isNamed(node)) {
      continue;
    }
    const type = tree.type(node);
    const place = rules.handlers[type]?.(tree, node) ?? null;
    if (place !== null) {
      handlers.push(handlerAt(tree, place, rules, source));
    }
    const use = rules.uses?.[type]?.(tree, node) ?? null;
    if (use !== null) {
      const line = lineAt(source, tree.start(node));
      uses.push({ ...use, line, isExplained: isExplained(source, line) });
    }
  }
  return { handlers, uses };
}

/** Such as "the target may be missing, and an error shall not fail the listing". */
const ABOUT_ERRORS = /\b(?:err(?:or)?s?|fail\w*|exceptions?|ignor\w*|best[ -]effort|missing)\b/i;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|#)/;

function isExplained(source: Source, line: number): boolean {
  let first = line;
  while (first > 1 && COMMENT_LINE.test(lineText(source, first - 1))) {
    first -= 1;
  }
  const above = Array.from({ length: line - first }, (_, at) => lineText(source, first + at));
  const comment = [...above, COMMENT_START.exec(lineText(source, line))?.[1] ?? ""].join("\n");
  return ABOUT_ERRORS.test(comment) && commentOf(comment, "") === "full";
}

function handlerAt(tree: SyntaxTree, place: HandlerPlace, rules: ErrorHandling, source: Source): Handler {
  const { start, end, bodyStart, bodyEnd, caught, statement } = place;
  const [startLine, endLine] = [lineAt(source, start), lineAt(source, Math.max(start, end - 1))];
  const bare = caught.replace(/\([^()]*\)|\{[^{}]*\}/g, "");
  const types = bare.split(/[|,]|\bor\b/).flatMap((name) => /[\w$.:\\]+$/.exec(name.trim())?.[0] ?? []);
  const simple = types.map((name) => name.replace(/^.*[.:\\]/, ""));
  const { code, comments } = splitBody(tree, statement, source.text, bodyStart, bodyEnd);
  const guarded = statementsOf(splitBody(tree, statement, source.text, tree.start(statement), start).code);
  return {
    startLine,
    endLine,
    caught,
    isBroad: caught === "" || simple.some((name) => rules.broad?.test(name) === true),
    isExpected: simple.length > 0 && simple.every((name) => rules.expected?.test(name) === true),
    does: doingOf(code, rules),
    comment: commentOf(
      [...comments, ...besideOf(place, source, startLine, endLine)].join("\n"),
      source.text.slice(start, bodyStart),
    ),
    tried: triedOf(guarded, rules),
    guarded,
    text: fold(source.text.slice(start, end)),
    statement: fold(tree.text(statement).slice(0, STATEMENT_CHARS_MAX)),
  };
}

const fold = (text: string): string => text.replace(/\s+/g, " ").trim();

/** More statements than these do more than fall back. */
const FALLBACK_STATEMENTS_MAX = 3;

function doingOf(code: string, { nothing, leaves, fallback }: ErrorHandling): Handler["does"] {
  if (code === "" || nothing?.test(code) === true) {
    return "nothing";
  }
  if (leaves?.test(code) === true) {
    return "leaves";
  }
  const statements = code.split(/[;\n]/).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
  const isConstant = (one: string): boolean =>
    !SHOWS.test(one) &&
    (fallback?.test(one) === true || leaves?.test(one) === true || leaves?.test(`${one};`) === true);
  return statements.length <= FALLBACK_STATEMENTS_MAX && statements.every(isConstant) ? "falls back" : "something";
}

/** The code of a body and its comments. Those are looked for in the statement, since a grammar may hang them beside the body. */
function splitBody(
  tree: SyntaxTree,
  statement: NodeAt,
  text: string,
  from: number,
  until: number,
): { code: string; comments: string[] } {
  const comments: string[] = [];
  let code = "";
  let read = from;
  for (let node = statement; node < tree.after(statement); node += 1) {
    const [start, end] = [tree.start(node), tree.end(node)];
    if (start >= read && end <= until && COMMENT.test(tree.type(node))) {
      code += text.slice(read, start);
      comments.push(text.slice(start, end));
      read = end;
    }
  }
  code += text.slice(read, Math.max(read, until));
  return { code: code.trim(), comments };
}

const CLEANUP =
  /(?:^|[.>:\s!?])(?:await |async )*_?(?:close|dispose|unlink|rm|rmdir|remove|delete|clean|cleanup|tear_?down|shut_?down|abort|cancel|kill|terminate|stop|disconnect|release|destroy|free|unsubscribe|un\w+|detach|end|rollback|reset|flush|finish|wait|communicate|join|mk_?dirs?|make_?dirs?)\w*[!?]?\s*(?:\(|$)/i;
/** Lines that only hold the statements: braces, keywords, conditions. */
const FRAME = /^(?:try|do|begin|finally|else|ensure)?[\s{}():]*$|^\}?\s*(?:if|else if|elif|unless|guard)\b.*$/;

const statementsOf = (code: string): readonly string[] =>
  code
    .replace(/^(?:try|do|begin)\b:?/, "")
    .split(/[;\n]/)
    .map((line) => line.replace(/^[\s{]+|[\s{}.?]+$/g, ""))
    .filter((line) => line !== "" && !FRAME.test(line));

function triedOf(statements: readonly string[], { conversion, fallback, cleanup }: ErrorHandling): Handler["tried"] {
  const working = statements.filter((line) => fallback?.test(line) !== true);
  if (working.length > 0 && working.every((line) => conversion?.test(line) === true)) {
    return "converts";
  }
  const isCleanup = (line: string): boolean => CLEANUP.test(line) || cleanup?.test(line) === true;
  if (statements.some(isCleanup) && statements.every((line) => isCleanup(line) || /^[\w$.]+\.?$/.test(line))) {
    return "cleanup";
  }
  return /^(?:return|yield return)\b/.test(statements.at(-1) ?? "") ? "returns" : "other";
}

const COMMENT_START = /(?:\/\/|\/\*|(?:^|\s)#(?!\{))(.*)$/;
/** A linter that reports such handlers was told not to. */
const TOLD_TO_LINTER = /\b(?:no-empty\S*|noqa|nosec|pylint: *disable|noinspection|nolint|rubocop: *disable|allow\()/;

/** Comments that stand beside the handler: behind it on its lines, or above it where it is inside of a line. */
function besideOf(place: HandlerPlace, source: Source, startLine: number, endLine: number): string[] {
  const lines = [lineText(source, endLine).slice(place.end - (source.starts[endLine - 1] ?? 0))];
  lines.push(lineText(source, startLine).slice(place.start - (source.starts[startLine - 1] ?? 0)));
  const above = lineText(source, startLine - 1);
  const isAbout = place.isInline === true || TOLD_TO_LINTER.test(above);
  lines.push(isAbout && /^\s*(?:\/\/|\/?\*|#)/.test(above) ? above : "");
  return lines.flatMap((line) => COMMENT_START.exec(line)?.[1] ?? []);
}

/** What tells a tool something, up to the end of its line. */
const DIRECTIVE =
  /\b(?:pragma|eslint-disable|biome-ignore|noqa|nosec|nolint|pylint|istanbul|c8|v8|type: *ignore|rubocop|noinspection)\b.*/g;
/** A name for the error that says what becomes of it. */
const NAMED_IGNORED = /\b_?(?:ignor\w*|expected|unused|swallow\w*)\b|\b_\s*:/i;

function commentOf(comment: string, head: string): Handler["comment"] {
  const words = comment.split(/[\s/*#().,;:!"'`-]+/).filter((word) => word !== "");
  const telling = comment
    .replace(DIRECTIVE, "")
    .split(/[\s/*#().,;:!"'`-]+/)
    .filter((word) => word !== "" && !NO_REASON.test(word));
  if (telling.length >= REASON_WORDS) {
    return "full";
  }
  return words.length > 0 || NAMED_IGNORED.test(head) ? "short" : "none";
}
