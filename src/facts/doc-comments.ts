// Which comment documents a declaration: the last one that was read, if it ends on the line above.
import { DEPRECATED, DOCUMENTED } from "../vocabulary/facts.ts";
import type { Visitor, Walk } from "./read-facts.ts";

export interface DocComment {
  /** 1-based. */
  readonly endLine: number;
  readonly text: string;
}

/** What the state of a language has whose comments are read here. */
export interface HasDocComment {
  /** The documenting comment that was read last. */
  docComment: DocComment | null;
}

/**
 * Visits the comments of a language. `opens`: how those start that document something; `areJoined`: comments on lines that follow
 * each other are one, as with `//`.
 */
export const docComments =
  (opens: RegExp, areJoined = false): Visitor<HasDocComment> =>
  (node, walk) => {
    const text = walk.text(node);
    const before = walk.state.docComment;
    if (opens.test(text)) {
      const isJoined = areJoined && before !== null && walk.isRightAbove(before.endLine, walk.line(node));
      walk.state.docComment = { endLine: walk.endLine(node), text: isJoined ? `${before.text}\n${text}` : text };
    }
  };

/** The documentation of what starts on this line; "" for none. */
export const docAbove = (startLine: number, { state: { docComment }, isRightAbove }: Walk<HasDocComment>): string =>
  docComment !== null && isRightAbove(docComment.endLine, startLine) ? docComment.text : "";

/** DOCUMENTED, and DEPRECATED where the text matches, of what starts on this line; 0 for what has no documentation. */
export function docFlags(startLine: number, walk: Walk<HasDocComment>, deprecated?: RegExp): number {
  const text = docAbove(startLine, walk);
  return text === "" ? 0 : DOCUMENTED | (deprecated?.test(text) === true ? DEPRECATED : 0);
}
