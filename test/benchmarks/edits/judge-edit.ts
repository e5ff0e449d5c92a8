// Judges one drawn edit without writing it: its bytes, its line endings, the other symbols of its files, and what the gate says.
import { createHash } from "node:crypto";
import type { ChangeSet, FileChange, TextEdit } from "../../../src/edits/change-set.ts";
import { judgeEdit } from "../../../src/edits/gate/judge-edit.ts";
import { leftAfter } from "../../../src/edits/store/left-after.ts";
import { contentOf, type PlannedFile } from "../../../src/edits/store/plan-changes.ts";
import { spliceBytes } from "../../../src/edits/store/splice-bytes.ts";
import type { SymbolSpan } from "../../../src/syntax/spans.ts";
import type { SymbolDraft } from "../../../src/vocabulary/chunk.ts";
import type { MemoryEdits } from "../../support/memory-edits.ts";
import type { DrawnEdit } from "./drawn-edit.ts";
import type { TextPair } from "./outside-parsers.ts";
import type { StoredText } from "./stored-file.ts";

export interface DrawnFile extends StoredText {
  readonly path: string;
  readonly language: string;
  readonly symbols: readonly SymbolDraft[];
  readonly spans: readonly SymbolSpan[];
}

export interface Group {
  readonly files: ReadonlyMap<string, DrawnFile>;
  readonly edits: MemoryEdits;
}

export interface Judged {
  readonly language: string;
  readonly form: string;
  readonly edit: DrawnEdit["name"];
  readonly place: string;
  /** `built`, `unchanged`, or why there was none: the gate's rule, `ambiguous` … */
  readonly state: string;
  readonly faults: readonly string[];
  /** Whether the answer says that syntax was not checked. */
  readonly isUnchecked: boolean;
  /** Lines of its file after the edit that the answer lists as left. */
  readonly listed: readonly number[];
  /** Of an edit that was built, also where the gate refuses it. */
  readonly texts: readonly TextPair[];
  /** Of an edit that may be committed. */
  readonly change: ChangeSet | null;
}

/** The bytes of a file after edits, made from its text without the program under test. */
export function expectedBytes({ text, bytes, mark, encode, encodeNew }: DrawnFile, edits: readonly TextEdit[]): Buffer {
  let at = 0;
  const parts = edits.flatMap(({ start, end, text: put }) => {
    const kept = encode(text.slice(at, start));
    at = end;
    return [kept, encodeNew(put)];
  });
  return Buffer.concat([bytes.subarray(0, mark), ...parts, encode(text.slice(at))]);
}

export async function judgeDrawn(group: Group, file: DrawnFile, drawn: DrawnEdit): Promise<Judged> {
  const place = `${file.path}:${drawn.symbol.nameLine}`;
  const answer = (state: string, more: Partial<Judged> = {}): Judged => {
    const { language, form } = file;
    return {
      language,
      form,
      edit: drawn.name,
      place,
      state,
      faults: [],
      isUnchecked: false,
      listed: [],
      texts: [],
      change: null,
      ...more,
    };
  };
  const built = await drawn.build();
  if (built.kind !== "built") {
    return answer(built.kind === "refused" ? (built.refusals[0]?.rule ?? "refused") : built.kind);
  }
  const { changes } = built.change;
  if (changes.length === 0) {
    return answer("unchanged");
  }
  const made = changes.map((change) => makeChange(group, change));
  const refused = made.find((one) => "refused" in one);
  if (refused !== undefined && "refused" in refused) {
    return answer(`bytes: ${refused.refused}`);
  }
  const files = made.flatMap((one) => ("file" in one ? [one] : []));
  const limits = { scope: undefined, allowSyntaxErrors: false, protectedPaths: [] };
  const planned = files.map(({ planned: one }) => one);
  const { refusals, warnings } = await judgeEdit(group.edits.scene, built.change, planned, limits);
  const texts = files.map(({ planned: { path, to, after }, file: { text } }) => {
    return { path: to ?? path, before: text, after: after?.text ?? "" };
  });
  const faults = [
    ...(drawn.name === "replace by its own text" && !isMixed(file.text) ? ["its own text is a change"] : []),
    ...files.flatMap((one) => faultsOf(one)),
    ...(drawn.name === "rename"
      ? files.flatMap((one) => faultsOfRename(one, drawn))
      : files.flatMap((one) => bytesOutside(one, drawn))),
  ];
  if (refusals.length > 0) {
    return answer(`gate: ${refusals[0]?.rule}`, { faults, texts });
  }
  const lost = drawn.name === "rename" ? [] : await lostSymbols(group, file, drawn, texts[0]?.after ?? "");
  const isUnchecked = warnings.some((one) => one.startsWith("Syntax not checked"));
  const change = withHashes(built.change, group);
  const left = leftAfter(built.change.left, built.change, planned);
  const listed = left.flatMap((one) => (one.path === file.path ? [one.line] : []));
  return answer("built", { faults: [...faults, ...lost], isUnchecked, listed, texts, change });
}

interface Made {
  readonly file: DrawnFile;
  readonly planned: PlannedFile;
  readonly edits: readonly TextEdit[];
}

function makeChange({ files }: Group, change: FileChange): Made | { readonly refused: string } {
  const file = files.get(change.path);
  if (file === undefined || !("edits" in change)) {
    throw new Error(`an edit of one symbol makes ${change.kind} ${change.path}`);
  }
  const spliced = spliceBytes(file.bytes, change.edits);
  if ("refused" in spliced) {
    return { refused: spliced.refused.message };
  }
  const { path, kind } = change;
  const to = kind === "move" ? change.to : null;
  const [before, after] = [contentOf(file.bytes, null), contentOf(spliced.bytes, null)];
  return { file, edits: change.edits, planned: { kind, path, to, before, after } };
}

/** Of the files as they are stored: a project in memory knows the hashes of texts. */
function withHashes(change: ChangeSet, { files }: Group): ChangeSet {
  const hashOf = (path: string): string =>
    createHash("sha256")
      .update(files.get(path)?.bytes ?? "")
      .digest("hex");
  const changes = change.changes.map((one) =>
    one.kind === "create" ? one : { ...one, contentHash: hashOf(one.path) },
  );
  return { ...change, changes };
}

const breaksOf = (text: string): { readonly lf: number; readonly crlf: number } => {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  return { crlf, lf: (text.match(/\n/g)?.length ?? 0) - crlf };
};

/** New text gets the line ending that most lines have. */
const isMixed = (text: string): boolean => breaksOf(text).lf > 0 && breaksOf(text).crlf > 0;

function faultsOf({ file, planned, edits }: Made): string[] {
  const after = planned.after?.text ?? "";
  const [old, now] = [breaksOf(file.text), breaksOf(after)];
  const isWorse = (old.crlf === 0 && now.crlf > 0 && old.lf > 0) || (old.lf === 0 && now.lf > 0 && old.crlf > 0);
  const isEnded = (text: string): boolean => /\n$/.test(text);
  return [
    ...(planned.after?.bytes.equals(expectedBytes(file, edits)) === true
      ? []
      : ["the bytes are not those of the text"]),
    ...(isWorse ? ["line endings are mixed"] : []),
    ...(after === "" || isEnded(after) === isEnded(file.text) ? [] : ["the final newline differs"]),
  ];
}

/** What differs outside of the lines of the symbol, of the blank lines around it, and of a comma or a `\` that joins what is before them. */
function bytesOutside({ file, planned }: Made, { symbol }: DrawnEdit): string[] {
  const { text, bytes, mark, encode } = file;
  const after = planned.after?.bytes ?? Buffer.alloc(0);
  const lines = text.split(/(?<=\n)/);
  const before = lines.slice(0, symbol.startLine - 1).join("");
  const rest = lines.slice(symbol.endLine).join("");
  const kept =
    mark +
    encode(
      before
        .trimEnd()
        .replace(/[,\\]$/, "")
        .trimEnd(),
    ).length;
  const keptAfter = encode(rest.trimStart()).length;
  const isKept = bytes.subarray(0, kept).equals(after.subarray(0, kept));
  const isKeptAfter = bytes.subarray(bytes.length - keptAfter).equals(after.subarray(after.length - keptAfter));
  return [...(isKept ? [] : ["bytes before differ"]), ...(isKeptAfter ? [] : ["bytes after differ"])];
}

/** A rename turns whole words of the old name into the new one, or writes a shorthand out, and does nothing else. */
function faultsOfRename({ file, planned }: Made, { symbol: { name }, newName }: DrawnEdit): string[] {
  const isAll = differsInNames(file.text, planned.after?.text ?? "", name, newName);
  return isAll ? [] : ["something else than the name differs"];
}

/**
 * Whether the texts differ by places of the name alone: it stays, is the new one, or is written out. An alias that is there already may
 * look like one that was written out, so every way to read it is followed.
 */
export function differsInNames(before: string, after: string, name: string, newName: string): boolean {
  const written = [`${name}: ${newName}`, `${newName}: ${name}`, `${name} as ${newName}`, `${newName} as ${name}`];
  /** By the offset in the text before: the offsets in the text afterwards that it may stand for. */
  const reached = new Map([[0, new Set([0])]]);
  const reach = (from: number, to: number): void => {
    reached.set(from, (reached.get(from) ?? new Set<number>()).add(to));
  };
  for (let from = 0; from < before.length; from += 1) {
    const isHere = before.startsWith(name, from);
    for (const to of reached.get(from) ?? []) {
      if (before[from] === after[to]) {
        reach(from + 1, to + 1);
      }
      for (const put of isHere ? [...written, newName] : []) {
        if (after.startsWith(put, to)) {
          reach(from + name.length, to + put.length);
        }
      }
    }
    reached.delete(from);
  }
  return reached.get(before.length)?.has(after.length) === true;
}

/** Symbols that neither are the edited one, nor around or in it, and whose text is not there any more. */
async function lostSymbols({ edits }: Group, file: DrawnFile, { symbol }: DrawnEdit, after: string): Promise<string[]> {
  const { path, text, spans } = file;
  const read = await edits.scene.analyzer.spansOf(path, after, edits.scene.signal);
  if ("unread" in read) {
    return ["not analysed afterwards"];
  }
  const isApart = ({ startLine, endLine }: SymbolSpan): boolean =>
    endLine < symbol.startLine || startLine > symbol.endLine;
  const left = read.symbols.map(({ path: name, start, end }) => ({ name, text: after.slice(start, end) }));
  // Overloads are one symbol: what is inserted beside its like becomes a part of it.
  return spans.filter(isApart).flatMap(({ path: name, start, end }) => {
    const own = text.slice(start, end);
    return left.some((one) => one.name === name && one.text.includes(own)) ? [] : [`lost ${name}`];
  });
}
