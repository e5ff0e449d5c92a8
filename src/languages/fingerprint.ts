// What tells whether a symbol was changed: hashes of its signature and of its body, of tokens and their structure, without
// white space, comments and what stands in symbols of its own. By the grammar where there is one, else by words. To compare
// two states of a text, of the same version of this program: nothing of it is stored.
import { createHash } from "node:crypto";
import type { ParseState, SymbolDraft } from "../vocabulary/chunk.ts";
import { bodyStartOf } from "./body-start.ts";
import type { Definition } from "./definitions.ts";
import type { ParsedText } from "./parse-whole.ts";
import type { Source } from "./source.ts";
import { flatten, NO_NODE, type SyntaxTree } from "./syntax-tree.ts";

export interface SymbolPrint extends SymbolDraft {
  /** The source up to the body, on one line, cut to 600 characters; "" where there is no telling. */
  readonly signature: string;
  readonly signatureHash: string;
  /** Of its own body; not of symbols in it. */
  readonly bodyHash: string;
  /** Of its body, or its signature where it has none, and all symbols in it: the same content wherever it stands. */
  readonly contentHash: string;
  /** Tokens that `contentHash` is of. */
  readonly contentSize: number;
}

export interface TextPrint {
  readonly language: string | null;
  readonly parse: ParseState;
  /** In order; what encloses others before them. */
  readonly symbols: readonly SymbolPrint[];
  readonly importsHash: string;
  /** Of what stands in no symbol and imports nothing. */
  readonly restHash: string;
}

const SIGNATURE_CHARS_MAX = 600;

/** Tokens of one symbol, or of what is in none, in order. */
interface Own {
  readonly signature: string[];
  readonly body: string[];
}

interface Owner extends Own {
  /** Null for the text itself. */
  readonly definition: Definition | null;
  readonly bodyStart: number;
}

const hashOf = (tokens: readonly string[]): string =>
  createHash("sha256").update(tokens.join("\0")).digest("hex").slice(0, 24);

/** Listed definitions in the order of their symbols, and those that import. */
function ownersOf(roots: readonly Definition[], source: Source): Owner[] {
  return roots.flatMap((definition) => {
    const isOwn = isSymbol(definition) || definition.kind === "import";
    const own = isOwn ? [{ definition, bodyStart: bodyStartOf(definition, source), signature: [], body: [] }] : [];
    return [...own, ...ownersOf(definition.children, source)];
  });
}

const isSymbol = ({ listed, name, path }: Definition): boolean => listed && name !== null && path !== null;

/** `symbols`: those of the definitions, in the same order. */
export function fingerprintSyntax(
  { main, embedded }: Pick<ParsedText, "main" | "embedded">,
  roots: readonly Definition[],
  symbols: readonly SymbolDraft[],
  source: Source,
): Omit<TextPrint, "language" | "parse"> {
  const owners = ownersOf(roots, source);
  const whole: Owner = { definition: null, bodyStart: 0, signature: [], body: [] };
  const covered = embedded.map(({ tree }) => [tree.rootNode.startIndex, tree.rootNode.endIndex] as const);
  for (const { tree } of [main, ...embedded]) {
    const skips = tree === main.tree ? covered : [];
    collectTokens(flatten(tree, source.text), source.text, openOwners(owners, whole), skips);
  }
  const imports = owners.filter(({ definition }) => definition?.kind === "import" && !isSymbol(definition));
  const owning = owners.filter((owner) => !imports.includes(owner));
  return {
    symbols: symbols.map((symbol, at) => printOf(symbol, at, owning, source)),
    importsHash: hashOf(imports.flatMap(({ signature, body }) => [...signature, ...body])),
    restHash: hashOf(whole.body),
  };
}

function printOf(symbol: SymbolDraft, at: number, owners: readonly Owner[], source: Source): SymbolPrint {
  const owner = owners[at];
  const { signature = [], body = [], definition = null } = owner ?? {};
  const end = definition?.end ?? 0;
  const content = body.length === 0 ? [...signature] : [...body];
  // What it encloses follows it.
  for (let next = at + 1; (owners[next]?.definition?.start ?? end) < end; next += 1) {
    content.push(...(owners[next]?.signature ?? []), ...(owners[next]?.body ?? []));
  }
  return {
    ...symbol,
    signature: owner === undefined ? "" : signatureText(symbol, owner, source),
    signatureHash: hashOf(signature),
    bodyHash: hashOf(body),
    contentHash: hashOf(content),
    contentSize: content.length,
  };
}

function signatureText({ nameLine }: SymbolDraft, { bodyStart, definition }: Owner, source: Source): string {
  const from = Math.max(definition?.start ?? 0, source.starts[nameLine - 1] ?? 0);
  const until = Math.min(bodyStart, definition?.end ?? bodyStart, from + 4 * SIGNATURE_CHARS_MAX);
  const folded = source.text.slice(from, Math.max(from, until)).replace(/\s+/g, " ").trim();
  const bare = folded.replace(/\s*(?:[{=:]|=>)$/, "");
  return bare.length > SIGNATURE_CHARS_MAX ? `${bare.slice(0, SIGNATURE_CHARS_MAX - 1)}…` : bare;
}

/** Answers whose an offset is; offsets must not fall. */
function openOwners(owners: readonly Owner[], whole: Owner): (offset: number) => Owner {
  const sorted = owners.toSorted((a, b) => (a.definition?.start ?? 0) - (b.definition?.start ?? 0));
  const open: Owner[] = [];
  let next = 0;
  return (offset) => {
    for (
      let owner = sorted[next];
      owner !== undefined && (owner.definition?.start ?? 0) <= offset;
      owner = sorted[next]
    ) {
      open.push(owner);
      next += 1;
    }
    while ((open.at(-1)?.definition?.end ?? Number.POSITIVE_INFINITY) <= offset) {
      open.pop();
    }
    return open.at(-1) ?? whole;
  };
}

const COMMENT = /comment/i;
const CLOSING = new Set([")", "]", "}", ">"]);

/** `skips`: stretches that are read by a tree of their own. */
function collectTokens(
  tree: SyntaxTree,
  text: string,
  ownerAt: (offset: number) => Owner,
  skips: readonly (readonly [number, number])[],
): void {
  /** Ends of open named nodes: which structure tokens have is part of what they mean, since some of it is white space. */
  const open: { readonly after: number; readonly owner: Owner; readonly offset: number }[] = [];
  let read = tree.start(0);
  /** A comma whose meaning depends on what follows. */
  let comma: { readonly owner: Owner; readonly offset: number } | null = null;
  let last: Owner | null = null;
  const push = (owner: Owner, offset: number, token: string): void => {
    // A comma before a closing bracket separates nothing; what separates or ends symbols of their own is nobody's.
    if (comma !== null && comma.owner === owner && !CLOSING.has(token)) {
      (comma.offset < owner.bodyStart ? owner.signature : owner.body).push(",");
    }
    const isFirst = last !== owner;
    comma = token === "," && !isFirst ? { owner, offset } : null;
    last = owner;
    if (token !== "," && !(token === ";" && isFirst)) {
      (offset < owner.bodyStart ? owner.signature : owner.body).push(token);
    }
  };
  const closeUntil = (node: number): void => {
    for (let top = open.at(-1); top !== undefined && top.after <= node; top = open.at(-1)) {
      (top.offset < top.owner.bodyStart ? top.owner.signature : top.owner.body).push(")");
      open.pop();
    }
  };
  for (let node = 0; node < tree.count; ) {
    closeUntil(node);
    const [start, end] = [tree.start(node), tree.end(node)];
    if (COMMENT.test(tree.type(node))) {
      read = Math.max(read, end);
      node = tree.after(node);
      continue;
    }
    const owner = ownerAt(start);
    if (tree.firstChild(node) !== NO_NODE) {
      // What begins with a symbol and ends behind it only wraps it.
      if (tree.isNamed(node) && end <= (owner.definition?.end ?? end)) {
        (start < owner.bodyStart ? owner.signature : owner.body).push(`(${tree.type(node)}`);
        open.push({ after: tree.after(node), owner, offset: start });
      }
      node += 1;
      continue;
    }
    // Some grammars have no node for all that is written, such as the text of a string.
    const between = start > read ? text.slice(read, start).trim() : "";
    if (between !== "") {
      push(owner, read, between);
    }
    // Some have one for the end of a line.
    if (text.slice(start, end).trim() !== "" && !skips.some(([from, until]) => start < until && from < end)) {
      push(owner, start, text.slice(start, end));
    }
    read = Math.max(read, end);
    node += 1;
  }
  closeUntil(tree.count);
}

/** By words, where no grammar reads the text: a symbol has what stands on its lines and in no symbol inside it. */
export function fingerprintLines(
  symbols: readonly SymbolDraft[],
  source: Source,
): Omit<TextPrint, "language" | "parse"> {
  const own: string[][] = symbols.map(() => []);
  const within: string[][] = symbols.map(() => []);
  const rest: string[] = [];
  for (const [index, line] of source.lines.entries()) {
    const words = line.split(/\s+/).filter((word) => word !== "");
    let innermost = -1;
    for (const [at, { startLine, endLine }] of symbols.entries()) {
      if (startLine <= index + 1 && index + 1 <= endLine) {
        within[at]?.push(...words);
        const best = symbols[innermost];
        innermost = best === undefined || endLine - startLine <= best.endLine - best.startLine ? at : innermost;
      }
    }
    (own[innermost] ?? rest).push(...words);
  }
  return {
    symbols: symbols.map((symbol, at) => ({
      ...symbol,
      signature: "",
      signatureHash: "",
      bodyHash: hashOf(own[at] ?? []),
      contentHash: hashOf(within[at] ?? []),
      contentSize: within[at]?.length ?? 0,
    })),
    importsHash: "",
    restHash: hashOf(rest),
  };
}
