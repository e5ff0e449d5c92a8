// Resolves the target of an edit: an address, and the hash that the caller knows its file by, to one symbol in the file as it is on
// disk now. Never guesses: several symbols, another spelling or another content are outcomes with candidates.
import { type Addressed, matchOfAddress, quoted, resolveAddress } from "../../intelligence/symbols/address.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import type { SymbolSpan } from "../../syntax/spans.ts";
import type { Built, Candidate, EditScene, Refusal } from "../change-set.ts";

export interface TargetRequest {
  /** `src/a.ts#Class.method`, `Class.method` or `src/a.ts:12`. */
  readonly symbol: string;
  /** The first digits of the SHA-256 of its file's bytes, in hex; the file must still have it. */
  readonly hash?: string | undefined;
}

export interface EditTarget {
  /** `src/a.ts#Class.method` */
  readonly address: string;
  readonly path: string;
  /** The whole file, decoded, without byte-order mark. */
  readonly text: string;
  readonly contentHash: string;
  /** All symbols of the file. */
  readonly spans: readonly SymbolSpan[];
  /** Its position in `spans`. */
  readonly at: number;
  readonly span: SymbolSpan;
}

export type Targeted = { readonly kind: "found"; readonly target: EditTarget } | Exclude<Built, { kind: "built" }>;

/** @throws CANCELLED */
export async function resolveEditTarget(scene: EditScene, request: TargetRequest): Promise<Targeted> {
  const { symbol: asked, hash } = request;
  const address = scene.withSnapshot((snapshot) => resolveAddress(snapshot, asked));
  if (address.kind === "none") {
    return { kind: "missing", message: address.why, candidates: candidatesOf(address.nearest) };
  }
  if (address.kind === "ambiguous") {
    const message = `${address.candidates.length} symbols are named ${quoted(asked)}: give the address of one`;
    return { kind: "ambiguous", message, candidates: candidatesOf(address.candidates) };
  }
  const { found } = address;
  if (matchOfAddress(asked, found) === "case") {
    const message = `no symbol is named ${quoted(asked)}, only one in other capitals: give its address`;
    return { kind: "missing", message, candidates: candidatesOf([found]) };
  }
  const { path } = found.document;
  const read = await readAdmitted(scene.corpus, path);
  if (read === null || "excluded" in read) {
    const why = read === null ? "is no longer among the searched files" : `cannot be edited: it is ${read.excluded}`;
    return { kind: "missing", message: `${path} ${why}`, candidates: [] };
  }
  const { text, contentHash } = read;
  const stale = (message: string): Targeted => ({ kind: "stale", message, candidates: candidatesOf([found]) });
  if (hash !== undefined && !contentHash.startsWith(hash.toLowerCase())) {
    return stale(`${path} has changed: its hash is ${contentHash.slice(0, 12)}, not ${hash}; read the symbol again`);
  }
  if (contentHash !== found.document.contentHash) {
    return stale(`${path} was changed during this request: repeat it`);
  }
  const spans = await scene.analyzer.spansOf(path, text, scene.signal);
  if ("unread" in spans) {
    return { kind: "refused", refusals: [unsupported(path, `${path} cannot be analysed: ${spans.unread}`)] };
  }
  return chooseSpan({ path, text, contentHash, spans: spans.symbols }, found);
}

function chooseSpan(file: Pick<EditTarget, "path" | "text" | "contentHash" | "spans">, found: Addressed): Targeted {
  const places = new Set(found.symbols.map(({ path, kind, nameLine }) => `${nameLine} ${kind} ${path}`));
  const meant = file.spans.flatMap((span, at) =>
    places.has(`${span.nameLine} ${span.kind} ${span.path}`) ? [{ span, at }] : [],
  );
  const [one, ...others] = meant;
  if (one === undefined) {
    return { kind: "refused", refusals: [notOutlined(file.path, found)] };
  }
  if (others.length > 0) {
    const name = quoted(one.span.path);
    const message = `${file.path} defines ${name} ${meant.length} times: address one by its line`;
    return { kind: "ambiguous", message, candidates: candidatesOf([found]) };
  }
  return { kind: "found", target: { ...file, ...one, address: `${file.path}#${one.span.path}` } };
}

/** A field or another member that only the facts know: what belongs to it in the text is not known. */
function notOutlined(path: string, { symbols: [symbol] }: Addressed): Refusal {
  const owner = symbol?.path.slice(0, -1 - symbol.name.length) ?? "";
  return {
    rule: "unsupported",
    path,
    line: symbol?.nameLine ?? null,
    message: `${symbol?.path ?? path} is a part of another symbol, without bounds of its own`,
    remedy: owner === "" ? "edit the file by hand" : `edit ${owner} by replace_in_symbol`,
  };
}

const unsupported = (path: string, message: string): Refusal => {
  return { rule: "unsupported", path, line: null, message, remedy: "edit the file by hand" };
};

/** Several of one path in one file are addressed by their lines. */
const candidatesOf = (found: readonly Addressed[]): Candidate[] =>
  found.flatMap(({ document, symbols }) =>
    symbols.map(({ path, kind, nameLine, startLine, endLine }) => ({
      address: symbols.length > 1 ? `${document.path}:${nameLine}` : `${document.path}#${path}`,
      kind,
      startLine,
      endLine,
    })),
  );
