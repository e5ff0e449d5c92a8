// From the hits of an answer to the files of a saved document: which text counts as answered for a file.
import type { LineRange } from "../vocabulary/chunk.ts";
import type { AnswerToSave } from "./saved-result.ts";

/** A hit as an answer carries it; `source` is null where only the location was answered. */
export interface AnsweredHit {
  readonly path: string;
  readonly source: (LineRange & { readonly text: string }) | null;
  /** Hex SHA-256 of the whole file's bytes. */
  readonly contentHash: string;
}

/** Snippets of one file as its `content`: in order of their lines, one line break between two. */
export function joinSnippets(snippets: readonly (LineRange & { readonly text: string })[]): string {
  return snippets
    .toSorted((a, b) => a.startLine - b.startLine)
    .map((snippet) => snippet.text)
    .join("\n");
}

/** One file for each path, in order of its first hit. */
export function answeredFiles(hits: readonly AnsweredHit[]): AnswerToSave["files"] {
  const files = new Map<string, AnsweredHit[]>();
  for (const hit of hits) {
    files.set(hit.path, [...(files.get(hit.path) ?? []), hit]);
  }
  return Array.from(files, ([path, own]) => ({
    path,
    content: joinSnippets(own.flatMap((hit) => (hit.source === null ? [] : [hit.source]))),
    contentHash: own[0]?.contentHash ?? "",
  }));
}
