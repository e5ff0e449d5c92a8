// Parses a text whole: its own grammar, then that of each stretch inside written in another language, all within one time
// limit. Where valid code trips a grammar, the tree is that of the text without what trips it (quarantine.ts). Says what of
// it no grammar read. Trees live as long as `use` looks at them.
import type { Parser, Range, Tree } from "web-tree-sitter";
import { type GrammarName, loadGrammar } from "./grammars.ts";
import { charsInErrors, parseable, parsePrepared, type TimeLimit } from "./parse.ts";
import type { LanguageProfile } from "./profile.ts";
import { isExpression, neutralise, type Overwritten, placeOf } from "./quarantine.ts";
import type { GrammarReader, TemplateProgram } from "./reader.ts";

/** A tree and how to read it. */
export interface ParsedPart {
  readonly tree: Tree;
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
}

export interface ParsedTemplate extends ParsedPart {
  readonly woven: TemplateProgram;
}

export interface ParsedText {
  readonly main: ParsedPart;
  readonly embedded: readonly ParsedPart[];
  /** The program that its template makes. */
  readonly template: ParsedTemplate | null;
  /** Time was up before all that is embedded was parsed. */
  readonly timedOut: boolean;
  /** The part that no grammar reads, in plain words; null if all of it was parsed, or time ran out. */
  readonly unread: string | null;
  /** Whether a grammar was shown something else in place of what it does not list. */
  readonly isMasked: boolean;
  /** What the trees do not hold since their grammars do not know it; with it the text is without errors. Mostly none. */
  readonly excused: readonly Overwritten[];
  /** The same where other errors remain. */
  readonly overwritten: readonly Overwritten[];
}

/** What texts are parsed with. */
export interface ParseDesk {
  readonly parser: Parser;
  /** For one text with all that is embedded in it; of processor time. */
  readonly timeMsMax: number;
}

/** Parses a stretch, or all, of a `parseable` text; null when time is up. */
type Parse = (text: string, grammar: GrammarName, range?: Range) => Promise<Tree | null>;

/** Whether nothing in a tree is wrong. */
export function isClean({ tree, profile }: ParsedPart): boolean {
  const { rootNode } = tree;
  return (
    !rootNode.hasError && (profile.faults === undefined || rootNode.descendantsOfType([...profile.faults]).length === 0)
  );
}

/**
 * `use` is handed null where time was up before the text's own grammar was through. `isWrong`: whether a tree shows that the text may
 * be wrong; default: by its errors alone.
 */
export async function parseWhole<Result>(
  desk: ParseDesk,
  text: string,
  reader: GrammarReader,
  use: (parsed: ParsedText | null) => Result,
  isWrong: (part: ParsedPart) => boolean = (part) => !isClean(part),
): Promise<Result> {
  const trees: Tree[] = [];
  const limit: TimeLimit = { leftMs: desk.timeMsMax };
  const parse: Parse = async (parsed, grammar, range) => {
    const language = await loadGrammar(grammar);
    // Nothing is waited for between the two: other texts are parsed with the same parser.
    desk.parser.setLanguage(language);
    const tree = parsePrepared(desk.parser, parsed, limit, range === undefined ? [] : [range]);
    if (tree !== null) {
      trees.push(tree);
    }
    return tree;
  };
  try {
    // Once for all that is made of it, of the same length, and for the masks: they have to see the ends of lines that grammars see.
    const plain = parseable(text);
    const parsed = await parseParts(parse, plain, reader);
    return use(parsed === null ? null : ((await excuse(parse, plain, reader, parsed, isWrong)) ?? parsed));
  } finally {
    for (const tree of trees) {
      tree.delete();
    }
  }
}

/** `text`: as `parseable` makes it. */
async function parseParts(parse: Parse, text: string, reader: GrammarReader): Promise<ParsedText | null> {
  const shown = reader.profile.mask?.(text) ?? text;
  const tree = await parse(shown, reader.grammar);
  if (tree === null) {
    return null;
  }
  const { parts, unread } = reader.embeds?.(tree.rootNode, text) ?? { parts: [], unread: null };
  let isMasked = shown !== text;
  const embedded: ParsedPart[] = [];
  for (const { grammar, profile, range, isApart } of parts) {
    const around = isApart === true ? text : shown;
    const own = maskedWithin(around, profile, range);
    isMasked ||= own !== around;
    const inner = await parse(own, grammar, range);
    if (inner === null) {
      break;
    }
    embedded.push({ tree: inner, grammar, profile });
  }
  const timedOut = embedded.length < parts.length;
  const woven = reader.program?.(tree.rootNode, text, parts) ?? null;
  const program = woven === null ? null : await parse(woven.code, woven.grammar);
  const template = woven === null || program === null ? null : { ...woven, tree: program, woven };
  const { grammar, profile } = reader;
  return {
    main: { tree, grammar, profile },
    embedded,
    template,
    timedOut,
    unread,
    isMasked,
    excused: [],
    overwritten: [],
  };
}

function maskedWithin(text: string, { mask }: LanguageProfile, { startIndex, endIndex }: Range): string {
  return mask === undefined
    ? text
    : `${text.slice(0, startIndex)}${mask(text.slice(startIndex, endIndex))}${text.slice(endIndex)}`;
}

/**
 * The text parsed once more without what its grammars do not know: excused where nothing else is wrong with it, or else with no more
 * than fewer errors. Null where that leaves any doubt, or helps nothing.
 */
async function excuse(
  parse: Parse,
  text: string,
  reader: GrammarReader,
  whole: ParsedText,
  isWrong: (part: ParsedPart) => boolean,
): Promise<ParsedText | null> {
  const parts = [whole.main, ...whole.embedded];
  if (whole.timedOut || !parts.some((part) => isWrong(part) || isMisread(part))) {
    return null;
  }
  const stretches = parts.map(({ tree, profile }, index) => ({
    neutralisers: profile.neutralisers ?? [],
    start: index === 0 ? 0 : tree.rootNode.startIndex,
    end: index === 0 ? text.length : tree.rootNode.endIndex,
  }));
  // What only looks like a construct is spared by the second attempt.
  let spared: readonly Overwritten[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const neutral = neutralise(text, stretches, spared);
    const again = neutral === null ? null : await parseParts(parse, neutral.text, reader);
    if (neutral === null || again === null || again.timedOut || again.embedded.length !== whole.embedded.length) {
      return null;
    }
    const proof = await proofOf(parse, [again.main, ...again.embedded], neutral.overwritten);
    if (proof === null) {
      return null;
    }
    if (proof.misplaced.length === 0) {
      const isProven = proof.excused.length > 0 && ![again.main, ...again.embedded].some(isWrong);
      const read = { ...again, overwritten: proof.excused };
      return isProven ? { ...read, excused: proof.excused } : isNearer(again, whole) ? read : null;
    }
    spared = proof.misplaced;
  }
  return null;
}

/** Without a proof a tree without errors would call broken code whole. */
function isNearer(again: ParsedText, whole: ParsedText): boolean {
  const left = charsWrong(again);
  return left > 0 && left < charsWrong(whole);
}

const charsWrong = ({ main, embedded }: ParsedText): number =>
  [main, ...embedded].reduce((sum, part) => sum + charsInErrors(part.tree) + (isMisread(part) ? 1 : 0), 0);

const isMisread = ({ tree, profile }: ParsedPart): boolean => profile.isMisread?.(tree.rootNode) === true;

/** What was overwritten where its language has the construct, and where it has not; null where what was overwritten is broken itself. */
async function proofOf(
  parse: Parse,
  parts: readonly ParsedPart[],
  overwritten: readonly Overwritten[],
): Promise<{ excused: Overwritten[]; misplaced: Overwritten[] } | null> {
  const excused: Overwritten[] = [];
  const misplaced: Overwritten[] = [];
  for (const one of overwritten) {
    const { expression } = one.neutraliser;
    const tree = expression === undefined ? null : await parse(one.offending, expression);
    if (expression !== undefined && (tree === null || !isExpression(tree.rootNode))) {
      return null;
    }
    const places = parts.map((part) => placeOf(part.tree.rootNode, one));
    if (places.includes("right")) {
      excused.push(one);
    } else if (places.every((place) => place === "wrong")) {
      misplaced.push(one);
    }
  }
  return { excused, misplaced };
}
