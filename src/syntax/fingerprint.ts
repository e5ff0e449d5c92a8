// What tells whether a symbol was changed: hashes of its signature and of its body, of tokens and their structure, without
// white space, comments and what is in symbols of its own. By the grammar where there is one, else by words. To compare two
// states of a text, of the same version of this program: nothing of it is stored.

import { sha256Of } from "../system/sha256.ts";
import type { ParseState, SymbolDraft } from "../vocabulary/chunk.ts";
import { bodyStartOf } from "./body-start.ts";
import { collectTokens, type Owner, ownerOf } from "./collect-tokens.ts";
import type { Definition } from "./definitions.ts";
import type { Source } from "./source.ts";
import type { SyntaxReading } from "./syntax-outline.ts";
import { ROOT } from "./syntax-tree.ts";

export interface SymbolPrint extends SymbolDraft {
  /** The source up to the body, on one line, cut to 600 characters; "" where there is no telling. */
  readonly signature: string;
  readonly signatureHash: string;
  /** Of its own body; not of symbols in it. */
  readonly bodyHash: string;
  /** Of its body, or its signature where it has none, and all symbols in it: the same content wherever it is. */
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
  /** Of what is in no symbol and imports nothing. */
  readonly restHash: string;
}

const SIGNATURE_CHARS_MAX = 600;

const hashOf = (tokens: readonly string[]): string => sha256Of(tokens.join("\0"), 24);

/** Listed definitions in the order of their symbols, and those that import for the whole text. */
const ownersOf = (roots: readonly Definition[], source: Source, isInSymbol = false): Owner[] =>
  roots.flatMap((definition) => {
    const isOwn = isSymbol(definition) || (definition.kind === "import" && !isInSymbol);
    const own = isOwn ? [ownerOf(definition, bodyStartOf(definition, source))] : [];
    return [...own, ...ownersOf(definition.children, source, isInSymbol || isSymbol(definition))];
  });

const isSymbol = ({ listed, name, path }: Definition): boolean => listed && name !== null && path !== null;

/** `symbols`: those of the outline of the same trees, in its order. */
export function fingerprintSyntax(
  main: SyntaxReading,
  embedded: readonly SyntaxReading[],
  symbols: readonly SymbolDraft[],
  source: Source,
): Omit<TextPrint, "language" | "parse"> {
  const owners = ownersOf(main.definitions.roots, source);
  const whole = ownerOf(null, 0);
  const covered = embedded.map(({ tree }) => [tree.start(ROOT), tree.end(ROOT)] as const);
  for (const { tree, profile } of [main, ...embedded]) {
    const skips = tree === main.tree ? covered : [];
    collectTokens({ tree, text: source.text, owners, whole, wrappers: profile.wrappers ?? [], skips });
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

/** By words, where no grammar reads the text: a symbol has what is on its lines and in no symbol inside it. */
export function fingerprintLines(
  symbols: readonly SymbolDraft[],
  source: Source,
): Omit<TextPrint, "language" | "parse"> {
  const own: string[][] = symbols.map(() => []);
  const within: string[][] = symbols.map(() => []);
  const rest: string[] = [];
  const order = symbols.map((_, at) => at);
  const lines = (at: number): SymbolDraft | undefined => symbols[at];
  order.sort(
    (a, b) =>
      (lines(a)?.startLine ?? 0) - (lines(b)?.startLine ?? 0) || (lines(b)?.endLine ?? 0) - (lines(a)?.endLine ?? 0),
  );
  let open: number[] = [];
  let next = 0;
  for (const [index, text] of source.lines.entries()) {
    open = open.filter((at) => (lines(at)?.endLine ?? 0) > index);
    for (let at = order[next]; at !== undefined && (lines(at)?.startLine ?? 0) <= index + 1; at = order[next]) {
      open.push(at);
      next += 1;
    }
    const words = text.split(/\s+/).filter((word) => word !== "");
    for (const at of open) {
      within[at]?.push(...words);
    }
    (own[open.at(-1) ?? -1] ?? rest).push(...words);
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
