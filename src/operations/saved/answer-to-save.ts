// What storage/ keeps of an answered search: for each file exactly the text that was answered, and the tokens of just that
// text.
import type { ShownHit } from "../../search/answer/search-result.ts";
import { tokenStatistics } from "../../search/answer/token-statistics.ts";
import { type AnswerToSave, linesLeftOut } from "../../storage/saved-result.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { ownPath } from "../../vocabulary/joined-path.ts";
import type { AnsweredSearch } from "../contract/services.ts";

export async function answerToSave({ request, result }: AnsweredSearch): Promise<AnswerToSave> {
  const counter = await loadTokenCounter();
  const byPath = new Map(result.hits.map((hit) => [hit.path, hit]));
  const files = Array.from(byPath.values(), ({ project, path, contentHash }) => {
    const pieces = piecesOf(result.hits.filter((hit) => hit.path === path));
    return { project, path: ownPath(path), content: contentOf(pieces), ranges: rangesOf(pieces), contentHash };
  });
  const { totalTokens: total, totalTokensExact: exact, hitFilesTokens, encoding } = result.statistics;
  const contextTokens = files.reduce((sum, { content }) => sum + counter.count(content), 0);
  const project = { total, exact, bytesPerToken: 1 };
  return {
    projects: result.projects?.flatMap(({ label, root, failure }) => (failure === null ? [{ name: label, root }] : [])),
    query: result.query,
    topK: request.topK,
    detail: request.detail,
    statistics: { ...tokenStatistics(project, [], contextTokens, encoding), hitFilesTokens },
    hits: result.hits.map((hit) => ({ ...hit, path: ownPath(hit.path) })),
    files,
  };
}

/** Consecutive whole lines of a file, with the line break after the last. */
interface Piece extends LineRange {
  readonly text: string;
}

/** The text that was answered of one file, in order, each line once: source, and the lines shown beside it. */
function piecesOf(hits: readonly ShownHit[]): Piece[] {
  const sources = hits.flatMap(({ source }) => source ?? []);
  const isInSource = (line: number) => sources.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const context = sources.flatMap((source) => source.context).filter(({ line }) => !isInSource(line));
  const beside = new Map(context.map((line) => [line.line, line]));
  const pieces = [
    ...sources.map(({ startLine, endLine, text, lineEnd }) => ({ startLine, endLine, text: `${text}${lineEnd}` })),
    ...Array.from(beside.values(), ({ line, text }) => ({ startLine: line, endLine: line, text: `${text}\n` })),
  ].sort((a, b) => a.startLine - b.startLine);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.endLine === piece.startLine - 1) {
      joined[joined.length - 1] = { ...piece, startLine: last.startLine, text: `${last.text}${piece.text}` };
    } else {
      joined.push(piece);
    }
  }
  return joined;
}

const rangesOf = (pieces: readonly Piece[]): LineRange[] =>
  pieces.map(({ startLine, endLine }) => ({ startLine, endLine }));

/** The pieces, with a line between two of them that says which lines of the file are left out. */
const contentOf = (pieces: readonly Piece[]): string =>
  pieces.reduce((content, { startLine, text }, at) => {
    const before = pieces[at - 1];
    return before === undefined ? text : `${content}${linesLeftOut(before.endLine + 1, startLine - 1)}\n${text}`;
  }, "");
