// What storage/ keeps of an answered search: per file exactly the text that was answered, and tokens that count just
// that.
import type { ShownHit } from "../search/search-result.ts";
import { tokenStatistics } from "../search/token-statistics.ts";
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

/** The snippets in order of their lines, a line break between two where the first does not end in one. */
function contentOf(hits: readonly ShownHit[]): string {
  const sources = hits.flatMap(({ source }) => source ?? []).sort((a, b) => a.startLine - b.startLine);
  return sources.reduce((content, { text }) => {
    const seam = content === "" || content.endsWith("\n") ? "" : "\n";
    return `${content}${seam}${text}`;
  }, "");
}
