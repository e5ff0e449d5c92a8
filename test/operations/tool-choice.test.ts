// Whether the words of the tools still tell them apart: for 40 plain questions, the tool that answers it ranks first or second by
// BM25 over names, descriptions and fields, as it did with the longer words before they were rewritten.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { packagePath } from "../../src/system/package-root.ts";

const QUESTIONS: readonly (readonly [question: string, ...tools: string[]])[] = [
  ["find the code that handles a feature or behaviour", "search_codebase"],
  ["where in the project is this error message raised", "search_codebase", "search_text"],
  ["I do not know the exact place, find relevant chunks", "search_codebase"],
  ["search only files changed since a git ref", "search_codebase"],
  ["which code answers a question about the user's project", "search_codebase"],
  ["save the last search under a name", "saved_results", "save_search_results"],
  ["search anew and save that", "saved_results", "save_search_results"],
  ["list saved searches, newest first", "saved_results", "list_saved_results"],
  ["which saved results does the project have", "saved_results", "list_saved_results"],
  ["read a saved result by name", "saved_results", "get_saved_result"],
  ["get the files of a saved search again", "saved_results", "get_saved_result"],
  ["delete a saved result", "saved_results", "delete_saved_result"],
  ["is the index fresh and complete", "index_status"],
  ["what is left out of the index", "index_status"],
  ["plan an edit: what would renaming touch", "edit_plan"],
  ["can I rely on answers, or is something degraded", "health"],
  ["overview of the repository: languages, modules, entry points", "get_repo_overview"],
  ["what is this repo, first look at the project", "get_repo_overview"],
  ["outline of one file with imports and symbols", "analyze_file"],
  ["what does this file import and who uses it", "analyze_file", "find_references"],
  ["what changed in my worktree or commit by symbol", "analyze_diff"],
  ["review the diff of a range against a base", "analyze_diff"],
  ["which symbols did the commit change and how risky", "analyze_diff"],
  ["find a definition by part of its name", "search_symbols"],
  ["symbols with a mistyped name, fuzzy", "search_symbols"],
  ["definitions named by initials or prefix", "search_symbols"],
  ["signature, documentation and risk of a symbol", "get_symbol"],
  ["what is this symbol: callers, tests, git signals", "get_symbol"],
  ["show the source of a function by path#symbol", "get_symbol_source"],
  ["read the whole source of several symbols", "get_symbol_source"],
  ["who extends or imports this class", "find_references"],
  ["all places that read or write a symbol", "find_references"],
  ["references to a symbol with certainty exact", "find_references", "get_call_graph"],
  ["call graph several steps deep", "get_call_graph"],
  ["callees of a function and cycles", "get_call_graph"],
  ["what breaks if I change a symbol", "analyze_impact"],
  ["dependents by distance and the tests that reach it", "analyze_impact"],
  ["impact of changing a file", "analyze_impact"],
  ["lines that match a regex", "search_text"],
  ["find a literal string or config key in comments", "search_text"],
];

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .map((word) => word.replace(/(?:ies|es|s|ed|ing|y)$/, ""))
    .filter((word) => word.length > 1);

/** Names by BM25 (k1 1.2, b .75), the best first. */
function rank(question: string, texts: Readonly<Record<string, string>>): string[] {
  const documents = Object.entries(texts).map(([name, text]) => ({ name, words: wordsOf(text) }));
  const mean = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scoreOf = (words: readonly string[]): number =>
    [...new Set(wordsOf(question))].reduce((sum, term) => {
      const frequency = words.filter((word) => word === term).length;
      const having = documents.filter((one) => one.words.includes(term)).length;
      const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      return sum + (rarity * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * words.length) / mean));
    }, 0);
  return documents
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

const now = Object.fromEntries(
  ALL_OPERATIONS.filter(({ toolset }) => toolset === "search" || toolset === "code").map((operation) => {
    const fields = Object.entries(operation.input.shape).map(([name, field]) => `${name} ${field.description ?? ""}`);
    return [operation.name, `${operation.name} ${operation.description} ${fields.join(" ")}`];
  }),
);
const before = JSON.parse(readFileSync(packagePath("fixtures/operations/tool-texts-before.json"), "utf8")) as Record<
  string,
  string
>;

const isNear = (
  question: string,
  tools: readonly string[],
  texts: Readonly<Record<string, string>>,
  most: number,
): boolean =>
  rank(question, texts)
    .slice(0, most)
    .some((name) => tools.includes(name));
const hits = (texts: Readonly<Record<string, string>>, most: number): number =>
  QUESTIONS.filter(([question, ...tools]) => isNear(question, tools, texts, most)).length;

describe("the words of the tools", () => {
  it("rank the right tool first or second for every question", () => {
    expect(QUESTIONS).toHaveLength(40);
    const missed = QUESTIONS.filter(([question, ...tools]) => !isNear(question, tools, now, 2));
    expect(missed.map(([question]) => question)).toEqual([]);
  });

  it("tell the tools apart no worse than before they were shortened", () => {
    expect(hits(now, 2)).toBeGreaterThanOrEqual(hits(before, 2));
    expect(hits(now, 1)).toBeGreaterThanOrEqual(hits(before, 1));
  });
});
