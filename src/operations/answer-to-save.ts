// What storage/ keeps of an answered search: per file exactly the text that was answered, and tokens that count just
// that.
import type { ShownHit } from "../search/answer/search-result.ts";
import { tokenStatistics } from "../search/answer/token-statistics.ts";
import type { AnswerToSave } from "../storage/saved-result.ts";
import { loadTokenCounter } from "../system/token-counter.ts";
import type { AnsweredSearch } from "./services.ts";

export async function answerToSave({ request, result }: AnsweredSearch): Promise<AnswerToSave> {
  const counter = await loadTokenCounter();
  const hashes = new Map(result.hits.map(({ path, contentHash }) => [path, contentHash]));
  const files = Array.from(hashes, ([path, contentHash]) => ({
    path,
    content: contentOf(result.hits.filter((hit) => hit.path === path)),
    contentHash,
  }));
  const { totalTokens: total, totalTokensExact: exact, hitFilesTokens, encoding } = result.statistics;
  const contextTokens = files.reduce((sum, { content }) => sum + counter.count(content), 0);
  const project = { total, exact, bytesPerToken: 1 };
  return {
    query: result.query,
    topK: request.topK,
    detail: request.detail,
    statistics: tokenStatistics(project, hitFilesTokens, contextTokens, encoding),
    hits: result.hits,
    files,
  };
}

/** The lines in order, each once: source, and what stands beside it; a line break between two pieces where there is none. */
function contentOf(hits: readonly ShownHit[]): string {
  const sources = hits.flatMap(({ source }) => source ?? []);
  const isInSource = (line: number) => sources.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const context = sources.flatMap((source) => source.context).filter(({ line }) => !isInSource(line));
  const beside = new Map(context.map((line) => [line.line, line]));
  const pieces = [...sources, ...Array.from(beside.values(), ({ line, text }) => ({ startLine: line, text }))];
  return pieces
    .sort((a, b) => a.startLine - b.startLine)
    .reduce((content, { text }) => {
      const seam = content === "" || content.endsWith("\n") ? "" : "\n";
      return `${content}${seam}${text}`;
    }, "");
}
