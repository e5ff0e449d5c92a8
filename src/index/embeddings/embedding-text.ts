// The exact text of a chunk that is embedded: where it is, what it defines, what encloses it, then its lines. Changing one
// character of this form embeds every project again: it is part of the vectors' identity.
import { type EmbeddingKey, embeddingKey } from "../../embedding/vector-store.ts";
import type { ChunkDraft } from "../../vocabulary/chunk.ts";
import { plainLines } from "./plain-words.ts";

/** Raise it with the form, so that indexed documents get the keys of their new texts. */
export const EMBEDDING_TEXT_VERSION = 2;

/** A header of more names would crowd the lines out of the model's 256 tokens. */
const NAMES_MAX = 4;
const CONTEXT_CHARS_MAX = 240;

/** What the text depends on, of a draft and of an indexed chunk alike. */
export type EmbeddedChunk = Pick<ChunkDraft, "startLine" | "endLine" | "symbol" | "context" | "defines">;

function namesOf(chunk: EmbeddedChunk): string {
  const names =
    chunk.defines.length > 0 ? chunk.defines.slice(0, NAMES_MAX) : chunk.symbol === null ? [] : [chunk.symbol];
  return names.join(", ");
}

/**
 * `path` is project-relative, so that clones and worktrees share vectors; `lines` are the document's, from splitLines:
 * line ends do not count. The `path > names` header is worth .06 NDCG@10 over the bare lines.
 */
export function embeddingText(path: string, chunk: EmbeddedChunk, lines: readonly string[]): string {
  const names = namesOf(chunk);
  const header = names === "" ? path : `${path} > ${names}`;
  const context = chunk.context === "" ? [] : [chunk.context.slice(0, CONTEXT_CHARS_MAX)];
  const head = [header, ...context].join("\n").split("\n");
  return plainLines([...head, ...lines.slice(chunk.startLine - 1, chunk.endLine)]);
}

export const keyOfChunk = (path: string, chunk: EmbeddedChunk, lines: readonly string[]): EmbeddingKey =>
  embeddingKey(embeddingText(path, chunk, lines));
