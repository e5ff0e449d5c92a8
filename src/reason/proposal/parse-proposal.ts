// Reads the edits of an answer, strictly: what does not follow the form (edit-form.ts) makes all of them unusable, and nothing is guessed.
import { BEGIN, END } from "./edit-form.ts";

interface AtSymbol {
  readonly path: string;
  /** `Class.method` */
  readonly symbol: string;
}

export type ProposedEdit =
  | (AtSymbol & { readonly kind: "replace" | "insert-before" | "insert-after"; readonly text: string })
  | (AtSymbol & { readonly kind: "delete" })
  /** `find` stands exactly once in the file, or in its symbol. */
  | {
      readonly kind: "change";
      readonly path: string;
      readonly symbol: string | null;
      readonly find: string;
      readonly text: string;
    }
  | { readonly kind: "create"; readonly path: string; readonly text: string };

export type Proposal =
  | { readonly kind: "none" }
  | { readonly kind: "edits"; readonly edits: readonly ProposedEdit[] }
  /** `line`: 1-based, of the answer; null where they are unusable as a whole. */
  | { readonly kind: "malformed"; readonly line: number | null; readonly why: string };

export interface SplitAnswer {
  /** The answer without its edits. */
  readonly text: string;
  readonly proposal: Proposal;
}

const EDITS_MAX = 50;
const TEXT_LENGTH_MAX = 200_000;
const ADDRESS_LENGTH_MAX = 400;

/** What stands for a credential in what was sent (src/secrets/redact.ts): written into a file, it would destroy the credential there. */
const REDACTED = "[redacted: ";

export function splitAnswer(answer: string): SplitAnswer {
  const lines = answer.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trimEnd() === BEGIN);
  if (begin < 0) {
    return { text: answer.trimEnd(), proposal: { kind: "none" } };
  }
  const text = lines.slice(0, begin).join("\n").trimEnd();
  try {
    return { text, proposal: { kind: "edits", edits: readEdits(lines, begin + 1) } };
  } catch (error) {
    if (error instanceof Malformed) {
      return { text, proposal: { kind: "malformed", line: error.line, why: error.message } };
    }
    throw error;
  }
}

class Malformed extends Error {
  readonly line: number;

  /** `at`: 0-based. */
  constructor(at: number, why: string) {
    super(why);
    this.line = at + 1;
  }
}

/** An edit or a text, and the line after it. */
interface Read<Value> {
  readonly value: Value;
  readonly next: number;
}

function readEdits(lines: readonly string[], start: number): ProposedEdit[] {
  const edits: ProposedEdit[] = [];
  let at = start;
  while (lines[at]?.trimEnd() !== END) {
    if (at >= lines.length) {
      throw new Malformed(at - 1, `\`${END}\` is missing: the edits may not be whole`);
    }
    if (lines[at]?.trim() === "") {
      at += 1;
    } else if (edits.length === EDITS_MAX) {
      throw new Malformed(at, `more than ${EDITS_MAX} edits`);
    } else {
      const { value, next } = readEdit(lines, at);
      edits.push(value);
      at = next;
    }
  }
  const rest = lines.findIndex((line, index) => index > at && line.trim() !== "");
  if (rest >= 0) {
    throw new Malformed(rest, `text after \`${END}\``);
  }
  if (edits.length === 0) {
    throw new Malformed(at, "no edit in the block of edits");
  }
  return edits;
}

const VERB = /^(replace|change|insert-before|insert-after|delete|create) (\S.*)$/;

function readEdit(lines: readonly string[], at: number): Read<ProposedEdit> {
  const [, kind, written = ""] = VERB.exec(lines[at]?.trimEnd() ?? "") ?? [];
  const { path, symbol } = readAddress(written, at, kind !== undefined);
  if (kind === "create") {
    if (symbol !== null) {
      throw new Malformed(at, "a new file has a path alone");
    }
    const { value: text, next } = readText(lines, at + 1);
    return { value: { kind, path, text }, next };
  }
  if (kind === "change") {
    const find = readText(lines, at + 1);
    if (find.value.trim() === "") {
      throw new Malformed(at + 1, "the text to change is empty");
    }
    if (lines[find.next]?.trimEnd() !== "with") {
      throw new Malformed(find.next, "`with` and the new text are missing");
    }
    const { value: text, next } = readText(lines, find.next + 1);
    return { value: { kind, path, symbol, find: find.value, text }, next };
  }
  if (symbol === null) {
    throw new Malformed(at, `${kind} needs path#symbol`);
  }
  if (kind === "delete") {
    return { value: { kind, path, symbol }, next: at + 1 };
  }
  const { value: text, next } = readText(lines, at + 1);
  if (text.trim() === "") {
    throw new Malformed(at + 1, "the new text is empty");
  }
  return { value: { kind: kind as "replace" | "insert-before" | "insert-after", path, symbol, text }, next };
}

const SYMBOL = /^[\p{L}_$~][\p{L}\p{N}_$~!?=]*(?:(?:\.|::|#)[\p{L}_$~][\p{L}\p{N}_$~!?=]*)*$/u;

function readAddress(written: string, at: number, isVerb: boolean): { path: string; symbol: string | null } {
  if (!isVerb) {
    throw new Malformed(at, "expected replace, change, insert-before, insert-after, delete or create, and a path");
  }
  const cut = written.indexOf("#");
  const path = cut < 0 ? written : written.slice(0, cut);
  const symbol = cut < 0 ? null : written.slice(cut + 1);
  const steps = path.split("/");
  if (
    written.length > ADDRESS_LENGTH_MAX ||
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\:*?"<>|`]/u.test(path) ||
    steps.some((step) => step === "" || step === "." || step === ".." || step !== step.trim())
  ) {
    throw new Malformed(at, "the path is not that of a file in the project");
  }
  if (symbol !== null && !SYMBOL.test(symbol)) {
    throw new Malformed(at, "the symbol is not a name such as Class.method");
  }
  return { path, symbol };
}

/** A text between two fences; the info word after the first one is read over. */
function readText(lines: readonly string[], at: number): Read<string> {
  const fence = /^(`{3,})[\w+#.-]*\s*$/.exec(lines[at] ?? "")?.[1];
  if (fence === undefined) {
    throw new Malformed(Math.min(at, lines.length - 1), "expected a line of three or more backticks before the text");
  }
  const end = lines.findIndex((line, index) => index > at && line.trimEnd() === fence);
  if (end < 0) {
    throw new Malformed(at, "the text that begins here does not end");
  }
  const inner = lines.slice(at + 1, end);
  const text = inner.join("\n");
  if (text.length > TEXT_LENGTH_MAX) {
    throw new Malformed(at, `a text is longer than ${TEXT_LENGTH_MAX} characters`);
  }
  const redacted = inner.findIndex((line) => line.includes(REDACTED));
  if (redacted >= 0) {
    throw new Malformed(at + 1 + redacted, "it would write what stands for a redacted credential into a file");
  }
  return { value: text, next: end + 1 };
}
