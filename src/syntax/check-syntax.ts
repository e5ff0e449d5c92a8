// Whether a grammar parses all of a text, and where it does not. Only what was parsed completely is called valid. A language
// may allow more than its grammar, or less: docs/inside/adding-a-language.md, "Known gaps".
import type { Node } from "web-tree-sitter";
import { messageOf } from "../vocabulary/failure.ts";
import { isOurFault } from "./grammars.ts";
import { lenientFaults, unmatchedConditionals } from "./lenient.ts";
import { isClean, type ParseDesk, type ParsedText, parseWhole } from "./parse-whole.ts";
import type { LanguageProfile } from "./profile.ts";
import type { Overwritten } from "./quarantine.ts";
import type { GrammarReader, ReadLanguage } from "./reader.ts";
import { lineAt, lineText, type Source } from "./source.ts";

/** A place where the text does not fit the grammar. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** The text there, or what is missing there: `unexpected "}"`, `missing ";"`. */
  readonly what: string;
}

/** Valid code that trips the grammar. */
export interface ExcusedConstruct {
  /** Such as `let-else`. */
  readonly construct: string;
  /** 1-based, the first ones, each once. */
  readonly lines: readonly number[];
  readonly count: number;
}

export type SyntaxCheck =
  | { readonly verdict: "valid"; readonly language: string }
  | {
      readonly verdict: "broken";
      readonly language: string;
      /** The first ones, in order. */
      readonly faults: readonly SyntaxFault[];
      readonly count: number;
    }
  | {
      /** Without errors except for constructs that its grammars do not know: parsed again without them, nothing is wrong. */
      readonly verdict: "expected-partial";
      readonly language: string;
      readonly constructs: readonly ExcusedConstruct[];
    }
  | { readonly verdict: "unchecked"; readonly language: string | null; readonly reason: string };

export type SyntaxVerdict = SyntaxCheck["verdict"];

/** Enough to tell those that an edit adds from those that were there. */
const FAULTS_MAX = 200;
const LINES_MAX = 10;
const SNIPPET_CHARS = 40;

const NO_GRAMMAR = {
  headings: "prose: there is nothing to check",
  statements: "no parser for this language",
  marks: "no parser for this language",
} as const;

export async function checkSyntax(
  desk: ParseDesk,
  source: Source,
  language: ReadLanguage | null,
): Promise<SyntaxCheck> {
  if (language === null) {
    return { verdict: "unchecked", language: null, reason: "no known language" };
  }
  const { id, reader } = language;
  const unchecked = (reason: string): SyntaxCheck => ({ verdict: "unchecked", language: id, reason });
  if (reader.by !== "grammar") {
    return unchecked(NO_GRAMMAR[reader.by]);
  }
  if (source.text.includes("\0")) {
    return unchecked("contains NUL characters, at which parsers stop");
  }
  try {
    return await parseWhole(
      desk,
      source.text,
      reader,
      (parsed) => (parsed === null ? unchecked(timeLimit(desk)) : judge(desk, source, language.id, reader, parsed)),
      // What a grammar accepts too much of may be a construct that it does not know: `A if b ->`, read as a call of `if`.
      (part) => !isClean(part) || lenientFaults(part).length > 0,
    );
  } catch (error) {
    if (isOurFault(error)) {
      throw error;
    }
    return unchecked(`its parser failed: ${messageOf(error)}`);
  }
}

const MASKED = "no errors except in what its grammar does not list, which was left out";

const timeLimit = ({ timeMsMax }: ParseDesk): string => `parsing took longer than ${timeMsMax} ms`;

function judge(
  desk: ParseDesk,
  source: Source,
  language: string,
  reader: GrammarReader,
  { main, embedded, timedOut, unread, isMasked, excused }: ParsedText,
): SyntaxCheck {
  const stumbled = [main, ...embedded].filter((part) => !isClean(part));
  const sure = stumbled.filter(({ profile }) => profile.patchy !== true);
  const unreadable = sure.flatMap(({ tree, profile }) => faultyNodes(tree.rootNode, profile));
  // Beside an error the tree is what recovery made of the text: a keyword taken for a name there is a consequence.
  const wrong = unreadable.length > 0 ? unreadable : [main, ...embedded].flatMap(lenientFaults);
  const doubt = doubtOf(main.profile, source, main.profile.doubtsLenient === true ? wrong : unreadable);
  // Where the grammar reads everything, no doubt about it reaches the directives.
  const unmatched = [main, ...embedded].filter(isClean).flatMap(unmatchedConditionals);
  // What is not written yet is no mistake, whatever its grammar wants there.
  if (source.text.trim() === "" && unreadable.length > 0) {
    return { verdict: "unchecked", language, reason: "there is nothing in it" };
  }
  const places = [...(doubt === null ? wrong : []), ...unmatched].sort((a, b) => a.startIndex - b.startIndex);
  if (places.length > 0) {
    const faults = places.slice(0, FAULTS_MAX).map((node) => faultAt(node, source));
    return { verdict: "broken", language, faults, count: places.length };
  }
  const { blindTo } = reader;
  const reason =
    doubt ??
    (timedOut ? timeLimit(desk) : null) ??
    (stumbled.length > 0 ? "the parser for this language also fails on correct code, and failed here" : null) ??
    unread ??
    (blindTo !== undefined ? `no errors except in ${blindTo}, for which there is no parser` : isMasked ? MASKED : null);
  if (reason !== null) {
    return { verdict: "unchecked", language, reason };
  }
  return excused.length === 0
    ? { verdict: "valid", language }
    : { verdict: "expected-partial", language, constructs: excusedConstructs(excused, source) };
}

/** Why what the grammar cannot read may be no error. Without any, what it accepts wrongly is one. */
function doubtOf(profile: LanguageProfile, source: Source, unreadable: readonly Node[]): string | null {
  const lines = unreadable.map(({ startIndex }) => lineAt(source, startIndex)).sort((a, b) => a - b);
  const [first] = lines;
  if (first === undefined) {
    return null;
  }
  const around = source.text.slice(source.starts[Math.max(0, first - 2)], source.starts[first + 1]);
  const unread = profile.unreadSyntax?.find(({ pattern }) => pattern.test(around));
  return unread === undefined
    ? (profile.doubt?.(source.text, first, lines) ?? null)
    : `its grammar does not read ${unread.construct}, which stands at line ${first}`;
}

const excusedConstructs = (excused: readonly Overwritten[], source: Source): ExcusedConstruct[] =>
  [...new Set(excused.map(({ construct }) => construct))].map((construct) => {
    const places = excused.filter((one) => one.construct === construct);
    const lines = new Set(places.map(({ offset }) => lineAt(source, offset)));
    return { construct, lines: [...lines].slice(0, LINES_MAX), count: places.length };
  });

/** The innermost nodes that the grammar could make nothing of, those that it had to invent, and what it knows to be wrong. */
function faultyNodes(root: Node, { faults = [] }: LanguageProfile): Node[] {
  const found = faults.length === 0 ? [] : root.descendantsOfType([...faults]);
  const open: Node[] = root.hasError ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inner = node.children.filter((child) => child.hasError);
    if (inner.length === 0) {
      found.push(node);
    }
    for (const child of inner) {
      open.push(child);
    }
  }
  return found;
}

function faultAt(node: Node, source: Source): SyntaxFault {
  const line = lineAt(source, node.startIndex);
  const column = node.startIndex - (source.starts[line - 1] ?? 0) + 1;
  const isMissing = node.isMissing || node.startIndex === node.endIndex;
  return { line, column, what: isMissing ? `missing ${spelled(node.type)}` : unexpected(node, line, source) };
}

const spelled = (type: string): string =>
  /^\w+$/.test(type) ? type.replaceAll("_", " ").trim() : JSON.stringify(type);

function unexpected(node: Node, line: number, source: Source): string {
  if (source.text.slice(node.startIndex).trim() === "") {
    return "unexpected end of the file";
  }
  const written = lineText(source, line).slice(node.startIndex - (source.starts[line - 1] ?? 0));
  const endLine = lineAt(source, Math.max(node.startIndex, node.endIndex - 1));
  const own = endLine > line ? written : written.slice(0, Math.max(1, node.endIndex - node.startIndex));
  const snippet = own.length > SNIPPET_CHARS ? `${own.slice(0, SNIPPET_CHARS - 1)}…` : own;
  const quoted = JSON.stringify(snippet.trimEnd());
  return endLine > line ? `not parsed up to line ${endLine}, from ${quoted}` : `unexpected ${quoted}`;
}
