// Parses a text whole: its own grammar, then that of each stretch inside written in another language, all within one time
// limit. Says what of it no grammar read. Trees live as long as `use` looks at them.
import type { Parser, Range, Tree } from "web-tree-sitter";
import { type GrammarName, loadGrammar } from "./grammars.ts";
import { parseWithin } from "./parse.ts";
import type { LanguageProfile } from "./profile.ts";
import type { Reader } from "./registry.ts";

export type GrammarReader = Extract<Reader, { by: "grammar" }>;

/** A tree and how to read it. */
export interface ParsedPart {
  readonly tree: Tree;
  readonly profile: LanguageProfile;
}

export interface ParsedText {
  readonly main: ParsedPart;
  readonly embedded: readonly ParsedPart[];
  /** Time was up before all that is embedded was parsed. */
  readonly timedOut: boolean;
  /** What stands in it that no grammar reads, in a person's words; null where all of it was parsed, or time was up. */
  readonly unread: string | null;
}

/** What texts are parsed with. */
export interface ParseDesk {
  readonly parser: Parser;
  /** For one text with all that is embedded in it. */
  readonly timeMsMax: number;
}

/** `use` is handed null where time was up before the text's own grammar was through. */
export async function parseWhole<Result>(
  desk: ParseDesk,
  text: string,
  reader: GrammarReader,
  use: (parsed: ParsedText | null) => Result,
): Promise<Result> {
  const trees: Tree[] = [];
  let timeMs = desk.timeMsMax;
  const parse = async (grammar: GrammarName, range?: Range): Promise<Tree | null> => {
    const language = await loadGrammar(grammar);
    // Nothing is waited for between the two: other texts are parsed with the same parser.
    desk.parser.setLanguage(language);
    const start = performance.now();
    const tree = parseWithin(desk.parser, text, timeMs, range);
    timeMs -= performance.now() - start;
    if (tree !== null) {
      trees.push(tree);
    }
    return tree;
  };
  try {
    const tree = await parse(reader.grammar);
    if (tree === null) {
      return use(null);
    }
    const { parts, unread } = reader.embeds?.(tree.rootNode) ?? { parts: [], unread: null };
    const embedded: ParsedPart[] = [];
    for (const { grammar, profile, range } of parts) {
      const inner = await parse(grammar, range);
      if (inner === null) {
        break;
      }
      embedded.push({ tree: inner, profile });
    }
    const timedOut = embedded.length < parts.length;
    return use({ main: { tree, profile: reader.profile }, embedded, timedOut, unread });
  } finally {
    for (const tree of trees) {
      tree.delete();
    }
  }
}
