// Parses a text whole: its own grammar, then that of each stretch inside written in another language, all within one time
// limit. Where valid code trips a grammar, the tree is that of the text without what trips it (quarantine.ts). Says what of
// it no grammar read. Trees live as long as `use` looks at them.
import type { Parser, Range, Tree } from "web-tree-sitter";
import { type GrammarName, loadGrammar } from "./grammars.ts";
import { parseWithin, processorMs } from "./parse.ts";
import type { LanguageProfile } from "./profile.ts";
import { isExpression, neutralise, type Overwritten, placeOf } from "./quarantine.ts";
import type { Reader } from "./registry.ts";

export type GrammarReader = Extract<Reader, { by: "grammar" }>;

/** A tree and how to read it. */
export interface ParsedPart {
  readonly tree: Tree;
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
}

export interface ParsedText {
  readonly main: ParsedPart;
  readonly embedded: readonly ParsedPart[];
  /** Time was up before all that is embedded was parsed. */
  readonly timedOut: boolean;
  /** The part that no grammar reads, in plain words; null if all of it was parsed, or time ran out. */
  readonly unread: string | null;
  /** What the trees do not hold since their grammars do not know it; with it the text is without errors. Mostly none. */
  readonly excused: readonly Overwritten[];
}

/** What texts are parsed with. */
export interface ParseDesk {
  readonly parser: Parser;
  /** For one text with all that is embedded in it; of processor time. */
  readonly timeMsMax: number;
}

/** Parses a stretch, or all, of a text; null when time is up. */
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
  let timeMs = desk.timeMsMax;
  const parse: Parse = async (parsed, grammar, range) => {
    const language = await loadGrammar(grammar);
    // Nothing is waited for between the two: other texts are parsed with the same parser.
    desk.parser.setLanguage(language);
    const start = processorMs();
    const tree = parseWithin(desk.parser, parsed, timeMs, range);
    timeMs -= processorMs() - start;
    if (tree !== null) {
      trees.push(tree);
    }
    return tree;
  };
  try {
    const parsed = await parseParts(parse, text, reader);
    return use(parsed === null ? null : ((await excuse(parse, text, reader, parsed, isWrong)) ?? parsed));
  } finally {
    for (const tree of trees) {
      tree.delete();
    }
  }
}

async function parseParts(parse: Parse, text: string, reader: GrammarReader): Promise<ParsedText | null> {
  const tree = await parse(text, reader.grammar);
  if (tree === null) {
    return null;
  }
  const { parts, unread } = reader.embeds?.(tree.rootNode) ?? { parts: [], unread: null };
  const embedded: ParsedPart[] = [];
  for (const { grammar, profile, range } of parts) {
    const inner = await parse(text, grammar, range);
    if (inner === null) {
      break;
    }
    embedded.push({ tree: inner, grammar, profile });
  }
  const timedOut = embedded.length < parts.length;
  const { grammar, profile } = reader;
  return { main: { tree, grammar, profile }, embedded, timedOut, unread, excused: [] };
}

/** The text parsed once more without what its grammars do not know; null where that leaves any doubt. */
async function excuse(
  parse: Parse,
  text: string,
  reader: GrammarReader,
  { main, embedded, timedOut }: ParsedText,
  isWrong: (part: ParsedPart) => boolean,
): Promise<ParsedText | null> {
  const parts = [main, ...embedded];
  if (timedOut || !parts.some(isWrong)) {
    return null;
  }
  const whole = { grammar: main.grammar, start: 0, end: text.length };
  const inner = embedded.map(({ grammar, tree }) => ({
    grammar,
    start: tree.rootNode.startIndex,
    end: tree.rootNode.endIndex,
  }));
  const neutral = neutralise(text, [whole, ...inner]);
  const again = neutral === null ? null : await parseParts(parse, neutral.text, reader);
  if (neutral === null || again === null || again.timedOut || again.embedded.length !== embedded.length) {
    return null;
  }
  const roots = [again.main, ...again.embedded].map(({ tree }) => tree.rootNode);
  if ([again.main, ...again.embedded].some(isWrong)) {
    return null;
  }
  const excused: Overwritten[] = [];
  for (const one of neutral.overwritten) {
    const { expression } = one.neutraliser;
    const tree = expression === undefined ? null : await parse(one.offending, expression);
    const isRead = expression === undefined || (tree !== null && isExpression(tree.rootNode));
    const places = roots.map((root) => placeOf(root, one));
    if (!isRead || places.every((place) => place === "wrong")) {
      return null;
    }
    excused.push(...(places.includes("right") ? [one] : []));
  }
  return excused.length === 0 ? null : { ...again, excused };
}
