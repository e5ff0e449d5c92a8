// Finds a structural pattern in one text, in the parts that the pattern's grammars read, such as the script of a page. Code
// that a grammar cannot parse is in no match.
import type { Tree } from "web-tree-sitter";
import { lineStarts } from "../../vocabulary/text.ts";
import type { GrammarName } from "../grammars.ts";
import { type ParseDesk, type ParsedPart, parseWhole } from "../parse-whole.ts";
import type { ReadLanguage } from "../reader.ts";
import { flatten, flattenNode } from "../syntax-tree.ts";
import { type BareTree, bareTree } from "./bare-tree.ts";
import type { PatternProgram } from "./program.ts";
import { openBudget, type PatternMatch, runProgram } from "./run-program.ts";

/** What a pattern is to one grammar: it matches where any of these does. */
export interface GrammarPattern {
  readonly grammar: GrammarName;
  readonly programs: readonly PatternProgram[];
}

/** One place where a pattern matches. */
export interface MatchedCode {
  /** 1-based, inclusive. */
  readonly line: number;
  readonly lastLine: number;
  /** How it begins, on one line. */
  readonly begins: string;
  readonly bindings: readonly { readonly name: string; readonly text: string }[];
}

export interface TextMatches {
  readonly count: number;
  /** The first of them, in order of where they start. */
  readonly first: readonly MatchedCode[];
  /** True where part of the text is in a language without a parser, so that there may be more matches. */
  readonly partial: boolean;
  /** Why not all of it was searched, in a person's words; null where all was. */
  readonly trouble: string | null;
}

export interface MatchRequest {
  readonly text: string;
  readonly language: ReadLanguage | null;
  readonly patterns: readonly GrammarPattern[];
  /** Matches that are told, not only counted. */
  readonly most: number;
}

/** A longer one is cut. UTF-16 units. */
const SHOWN_MAX = 60;

const nothing = (trouble: string | null): TextMatches => ({ count: 0, first: [], partial: false, trouble });

export async function matchText(desk: ParseDesk, request: MatchRequest): Promise<TextMatches> {
  const { text, language, patterns, most } = request;
  const reader = language?.reader;
  if (reader?.by !== "grammar") {
    return nothing(null);
  }
  return await parseWhole(desk, text, reader, (parsed) => {
    if (parsed === null) {
      return nothing("parsing takes too long");
    }
    const runs = [parsed.main, ...parsed.embedded].flatMap((part) => runPart(part, text, patterns));
    const found = new Map(runs.flatMap(({ matches }) => matches.map((one) => [`${one.start}-${one.end}`, one])));
    const matches = [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
    const tell = teller(text);
    return {
      count: matches.length,
      first: matches.slice(0, most).map(tell),
      partial: runs.some(({ partial }) => partial) || parsed.unread !== null || parsed.isMasked,
      trouble: parsed.timedOut
        ? "parsing takes too long"
        : runs.every(({ complete }) => complete)
          ? null
          : "the pattern can match in too many ways",
    };
  });
}

interface PartRun {
  readonly matches: readonly PatternMatch[];
  readonly complete: boolean;
  readonly partial: boolean;
}

function runPart({ tree, grammar }: ParsedPart, text: string, patterns: readonly GrammarPattern[]): PartRun[] {
  const programs = patterns.filter((one) => one.grammar === grammar).flatMap((one) => one.programs);
  const partial = tree.rootNode.hasError;
  return programs.map((program) => {
    const budget = openBudget();
    const runs = promisingParts(tree, text, program).map((bare) => {
      const { matches, complete } = runProgram(bare, program, budget);
      return { matches: partial ? matches.filter((one) => isWhole(bare, one)) : matches, complete };
    });
    return {
      matches: runs.flatMap(({ matches }) => matches),
      complete: runs.every(({ complete }) => complete),
      partial,
    };
  });
}

/**
 * Where a pattern can match: in nodes of its type with all its words, for what is one node; in the whole tree for others. To lay
 * a tree flat takes nearly as long as to parse it.
 */
function promisingParts(tree: Tree, text: string, { steps, understood, literals }: PatternProgram): BareTree[] {
  const [first] = steps;
  if (first?.do !== "open" || understood.length > 1) {
    return [bareTree(flatten(tree, text), text)];
  }
  const parts: BareTree[] = [];
  let done = 0;
  for (const node of tree.rootNode.descendantsOfType(first.type)) {
    const { startIndex, endIndex } = node;
    // One inside another is found in that, and lacks what that lacks.
    if (startIndex >= done) {
      done = endIndex;
      const written = text.slice(startIndex, endIndex);
      if (literals.every((one) => written.includes(one))) {
        parts.push(bareTree(flattenNode(node, text), text));
      }
    }
  }
  return parts;
}

/** Without errors, and without what the parser had to invent: nodes of no length. */
function isWhole({ tree }: BareTree, { node, after }: PatternMatch): boolean {
  for (let at = node; at < after; at++) {
    if (tree.type(at) === "ERROR" || (tree.start(at) === tree.end(at) && tree.after(at) === at + 1)) {
      return false;
    }
  }
  return true;
}

function teller(text: string): (match: PatternMatch) => MatchedCode {
  const starts = lineStarts(text);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (starts[middle] ?? 0) <= offset ? [middle, high] : [low, middle];
    }
    return low + 1;
  };
  return ({ start, end, bindings }) => ({
    line: lineOf(start),
    lastLine: lineOf(Math.max(start, end - 1)),
    begins: shown(text, start, Math.min(end, starts[lineOf(start)] ?? end)),
    bindings: bindings.map((one) => ({ name: one.name, text: shown(text, one.start, one.end) })),
  });
}

/** On one line; longer than that it is cut, with no half of a letter at the end. */
function shown(text: string, start: number, end: number): string {
  const whole = text
    .slice(start, Math.min(end, start + 4 * SHOWN_MAX))
    .replace(/\s+/g, " ")
    .trim();
  const cut = whole.length > SHOWN_MAX || end > start + 4 * SHOWN_MAX;
  return cut ? `${whole.slice(0, SHOWN_MAX - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : whole;
}
