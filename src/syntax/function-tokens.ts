// The functions of a tree as sequences of normalised tokens, to find copies: names and constants count by their place, not by what they say.
import { countBelow } from "../system/count-below.ts";
import type { LineRange } from "../vocabulary/chunk.ts";
import { bodyStartOf } from "./body-start.ts";
import { type Definition, readDefinitions } from "./definitions.ts";
import type { LanguageProfile } from "./profile.ts";
import { lineAt, type Source } from "./source.ts";
import type { NodeAt, SyntaxTree } from "./syntax-tree.ts";

/** A function or method, without its signature. Both arrays have one entry for each token of its body. */
export interface FunctionTokens extends LineRange {
  /** Readable path: `OrderStore.save`. */
  readonly path: string;
  readonly kind: "function" | "method";
  /** 1-based, as are those of the range. */
  readonly nameLine: number;
  /** Where the body begins, 1-based. */
  readonly bodyLine: number;
  /** Hash of the token; of names one and the same, of constants by whether they are text. */
  readonly shape: Uint32Array;
  /** Hash of the name; 0 for other tokens. */
  readonly names: Uint32Array;
}

/** Shorter bodies are alike by chance, so they are left out. */
export const FUNCTION_TOKENS_MIN = 30;

const COMMENT = /comment/i;
const TEXT_TYPE = /string|heredoc|char|regex|content|fragment|escape|text/i;
const CONSTANT_TYPE = /number|integer|float|literal|rational|imaginary/i;
const INTERPOLATED = /interpolation|substitution|expansion|template_expression/;
const WORD = /^[@$]*[\p{L}_$][\p{L}\p{N}_$'-]*[?!]?$/u;
/** What formatters add and remove. */
const SEPARATOR = /^[,;]*$/;

interface Tokens {
  readonly starts: number[];
  readonly shape: number[];
  readonly names: number[];
}

export function readFunctionTokens(tree: SyntaxTree, profile: LanguageProfile, source: Source): FunctionTokens[] {
  const tokens = tokensOf(tree);
  const functionsIn = (definitions: readonly Definition[]): FunctionTokens[] =>
    definitions.flatMap((one) => [...tokensIn(one, tokens, source), ...functionsIn(one.children)]);
  return functionsIn(readDefinitions(tree, profile, source).roots);
}

function tokensIn(definition: Definition, tokens: Tokens, source: Source): FunctionTokens[] {
  const { kind, path, start, end, nameOffset, listed, isTest } = definition;
  if ((kind !== "function" && kind !== "method") || path === null || !listed || isTest) {
    return [];
  }
  const bodyStart = bodyStartOf(definition, source);
  const [from, until] = [countBelow(tokens.starts, bodyStart), countBelow(tokens.starts, end)];
  if (until - from < FUNCTION_TOKENS_MIN) {
    return [];
  }
  return [
    {
      path,
      kind,
      startLine: lineAt(source, start),
      endLine: lineAt(source, Math.max(start, end - 1)),
      nameLine: lineAt(source, nameOffset),
      bodyLine: lineAt(source, bodyStart),
      shape: Uint32Array.from(tokens.shape.slice(from, until)),
      names: Uint32Array.from(tokens.names.slice(from, until)),
    },
  ];
}

const NAME = hashOf("name");
const TEXT = hashOf("text");
const CONSTANT = hashOf("constant");

function tokensOf(tree: SyntaxTree): Tokens {
  const tokens: Tokens = { starts: [], shape: [], names: [] };
  const add = (node: NodeAt, shape: number, name = 0): void => {
    // A text in pieces is one text.
    if (shape !== TEXT || tokens.shape.at(-1) !== TEXT) {
      tokens.starts.push(tree.start(node));
      tokens.shape.push(shape);
      tokens.names.push(name);
    }
  };
  for (let node = 0; node < tree.count; ) {
    const type = tree.type(node);
    const after = tree.after(node);
    const isLeaf = after === node + 1;
    if (COMMENT.test(type)) {
      node = after;
    } else if (!isLeaf && tree.isNamed(node) && TEXT_TYPE.test(type) && isPlainText(tree, node)) {
      add(node, TEXT);
      node = after;
    } else {
      if (isLeaf) {
        addLeaf(tree, node, type, add);
      }
      node += 1;
    }
  }
  return tokens;
}

/** Whether nothing but text is in it. */
function isPlainText(tree: SyntaxTree, node: NodeAt): boolean {
  for (let inner = node + 1; inner < tree.after(node); inner += 1) {
    const type = tree.type(inner);
    if (tree.isNamed(inner) && (INTERPOLATED.test(type) || !TEXT_TYPE.test(type))) {
      return false;
    }
  }
  return true;
}

function addLeaf(
  tree: SyntaxTree,
  node: NodeAt,
  type: string,
  add: (node: NodeAt, shape: number, name?: number) => void,
): void {
  const text = tree.text(node).trim();
  if (SEPARATOR.test(text)) {
    return;
  }
  if (tree.isNamed(node) && TEXT_TYPE.test(type)) {
    add(node, TEXT);
  } else if (tree.isNamed(node) && (CONSTANT_TYPE.test(type) || /^[\d.]/.test(text))) {
    add(node, CONSTANT);
  } else if (tree.isNamed(node) && type !== text && WORD.test(text)) {
    add(node, NAME, hashOf(text));
  } else {
    add(node, hashOf(text));
  }
}

/** FNV-1a; never 0. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0 || 1;
}
