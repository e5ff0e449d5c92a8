// Reads what a review asks about one text from its trees, in the analysis worker.
import { readFunctionTokens } from "../syntax/function-tokens.ts";
import { type ParseDesk, parseWhole } from "../syntax/parse-whole.ts";
import { openSource, type Source } from "../syntax/source.ts";
import { flatten, type SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Language } from "./contract/language.ts";
import type { CommentAt, Inspection } from "./inspection/inspection.ts";
import { readFlows } from "./inspection/read-flows.ts";
import { readHandlers } from "./inspection/read-handlers.ts";
import { errorRulesOf, inputRulesOf } from "./registry.ts";

type Read<Rules, Found> = (tree: SyntaxTree, rules: Rules, source: Source) => Found;

/** Rejects only where a grammar breaks. */
export async function inspectText(desk: ParseDesk, text: string, language: Language | null): Promise<Inspection> {
  const nothing: Inspection = {
    language: language?.id ?? null,
    functions: [],
    errors: null,
    flows: null,
    comments: null,
  };
  if (language?.reader.by !== "grammar") {
    return nothing;
  }
  const source = openSource(text);
  return parseWhole(desk, text, language.reader, (parsed) => {
    const trees = (parsed === null ? [] : [parsed.main, ...parsed.embedded]).map(({ tree, profile }) => {
      return { tree: flatten(tree, text), profile };
    });
    const readAll = <Rules, Found>(
      rulesOf: (profile: (typeof trees)[number]["profile"]) => Rules | undefined,
      read: Read<Rules, Found>,
    ) =>
      trees.flatMap(({ tree, profile }) => {
        const rules = rulesOf(profile);
        return rules === undefined ? [] : [read(tree, rules, source)];
      });
    const errors = readAll(errorRulesOf, readHandlers);
    const flows = readAll(inputRulesOf, readFlows);
    return {
      ...nothing,
      functions: trees.flatMap(({ tree, profile }) => readFunctionTokens(tree, profile, source)),
      comments: parsed === null ? null : commentsIn(trees.map(({ tree }) => tree)),
      errors:
        errors.length === 0
          ? null
          : { handlers: errors.flatMap((one) => one.handlers), uses: errors.flatMap((one) => one.uses) },
      flows:
        flows.length === 0
          ? null
          : {
              flows: flows.flatMap((one) => one.flows),
              parameters: flows.flatMap((one) => one.parameters),
              passed: flows.flatMap((one) => one.passed),
            },
    };
  });
}

/** All grammars name them so; nodes of a comment within another one say nothing more. */
const COMMENT = /comment/i;

function commentsIn(trees: readonly SyntaxTree[]): CommentAt[] {
  const comments = trees.flatMap((tree) => {
    const found: CommentAt[] = [];
    for (let node = 0; node < tree.count; ) {
      const isComment = tree.isNamed(node) && COMMENT.test(tree.type(node));
      if (isComment) {
        found.push({ start: tree.start(node), end: tree.end(node) });
      }
      node = isComment ? tree.after(node) : node + 1;
    }
    return found;
  });
  return comments.sort((a, b) => a.start - b.start);
}
