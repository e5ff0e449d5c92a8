// Definitions as they look from outside, line by line, for texts that there is no time to parse: a word that introduces a name, or a
// signature whose body follows. Indentation says where a definition ends. Right for most lines of most languages, certain for none.
import type { ChunkKind, SymbolDraft } from "../vocabulary/chunk.ts";
import { headOf, type Outline, type Part } from "./outline.ts";
import { isBlankLine, lineText, type Source } from "./source.ts";

export interface DefinedName {
  /** Simple name, as written. */
  readonly name: string;
  readonly kind: ChunkKind;
}

/** A longer line is data, or minified. */
const LINE_LENGTH_MAX = 400;

/** Words that introduce a name, by what they define. */
const KIND_OF: Readonly<Record<string, ChunkKind>> = {
  class: "class",
  struct: "class",
  record: "class",
  object: "class",
  actor: "class",
  union: "class",
  impl: "class",
  extension: "class",
  interface: "interface",
  trait: "interface",
  protocol: "interface",
  defprotocol: "interface",
  defimpl: "class",
  enum: "enum",
  type: "type",
  typealias: "type",
  typedef: "type",
  newtype: "type",
  module: "module",
  namespace: "module",
  mod: "module",
  defmodule: "module",
  def: "function",
  defp: "function",
  defmacro: "function",
  defdelegate: "function",
  define: "function",
  func: "function",
  fun: "function",
  fn: "function",
  function: "function",
  sub: "function",
  proc: "function",
  macro: "function",
  const: "variable",
  let: "variable",
  var: "variable",
  val: "variable",
};

const MODIFIERS =
  "(?:(?:export|default|public|private|protected|internal|fileprivate|open|sealed|abstract|final|static|async|override|virtual|inline|extern|unsafe|data|suspend|partial|readonly|declare|local|pub(?:\\([^)]*\\))?|@\\w+)\\s+)*";
const NAME = "[\\p{L}_$@][\\p{L}\\p{M}\\p{N}_$]*[?!]?";

/** `export class Name`, `func (r *Receiver) Name(`, `def self.name`. */
const INTRODUCED = new RegExp(
  `^\\s*#?\\s*${MODIFIERS}(${Object.keys(KIND_OF).join("|")})\\b(?:\\*?\\s+|(?=<))(?:class\\s+)?(?:\\([^()]*\\)\\s*)?(?:<[^<>]*>\\s*)?((?:${NAME}(?:<[^<>]*>)?(?:\\.|::))*)(${NAME})`,
  "u",
);
/** `module.exports = class Name`, `exports.open = async function name`. */
const EXPORTED_VALUE = new RegExp(
  `^\\s*(?:module\\.)?exports(?:\\.[\\w$]+)?\\s*=\\s*(?:async\\s+)?(class|function)(?:\\*\\s*|\\s+)(${NAME})`,
  "u",
);
/** `name: function`, `exports.name = (a, b) =>`. */
const ASSIGNED = new RegExp(
  `^\\s*(?:[\\w$]+\\.)*(${NAME})\\s*[:=]\\s*(?:async\\s*)?(?:function\\b|\\([^()]*\\)\\s*(?::[^=]*)?=>|[\\w$]+\\s*=>|lambda\\b|class\\b)`,
  "u",
);
/** `name(a, b) {`, `static int name(a,`, `Type* Outer::name(a)`: a body or further parameters follow. */
const CALL_LIKE = new RegExp(
  `^(\\s*)((?:[\\p{L}_$@][\\p{L}\\p{N}_$:<>,.*&?\\[\\]]*\\s+[*&]*)*)(?:${NAME}(?:::|\\.))*(~?${NAME})\\s*(?:<[^<>()]*>)?\\(([^;]*)$`,
  "u",
);
/** What looks like a signature and is a statement. */
const STATEMENT =
  /^\s*(?:if|else|elif|elsif|for|foreach|while|until|unless|switch|match|case|when|return|throw|raise|new|await|yield|do|try|catch|rescue|with|using|lock|assert|delete|goto|and|or|not|in|defer|go|select|guard|import|from|use|require|include|echo|print)\b/;
/** What a call has in its brackets and a signature has not. */
const ARGUMENT = /["'`]|=>|\bfunction\b|\bnew\b/;
const BODY_FOLLOWS = /\{\s*(?:\/\/.*|\/\*.*)?$/;
const PARAMETERS_FOLLOW = /[,(]\s*$/;
const PARAMETERS_END = /\)\s*(?:const|noexcept|override|where\b.*|throws\b.*)?\s*$/;
const MODIFIED = /\b(?:public|private|protected|internal|static|override|virtual|abstract|async)\b/;

/** The name that the line seems to define; null for none. */
export function definitionOn(line: string): DefinedName | null {
  if (line.length > LINE_LENGTH_MAX) {
    return null;
  }
  const exported = EXPORTED_VALUE.exec(line);
  if (exported !== null && exported[2] !== "extends") {
    const [, word = "", name = ""] = exported;
    return { name, kind: KIND_OF[word] ?? "variable" };
  }
  const introduced = INTRODUCED.exec(line);
  if (introduced !== null) {
    const [, word = "", , name = ""] = introduced;
    const kind = KIND_OF[word] ?? "variable";
    // Inside a body, a variable is nobody's to look for.
    return kind === "variable" && /^\s/.test(line) ? null : { name, kind };
  }
  if (!line.includes("(") && !line.includes("=")) {
    return null;
  }
  const assigned = ASSIGNED.exec(line);
  if (assigned !== null) {
    return { name: assigned[1] ?? "", kind: "function" };
  }
  if (STATEMENT.test(line)) {
    return null;
  }
  const signature = CALL_LIKE.exec(line);
  if (signature === null) {
    return null;
  }
  const [, indent = "", before = "", name = "", rest = ""] = signature;
  if (ARGUMENT.test(rest)) {
    return null;
  }
  // A type before the name is enough at the left margin, where no statement stands, and so is a modifier anywhere.
  const isDeclared = before !== "" && (indent === "" || MODIFIED.test(before));
  const goesOn = PARAMETERS_FOLLOW.test(line) || PARAMETERS_END.test(line);
  return BODY_FOLLOWS.test(line) || (isDeclared && goesOn) ? { name, kind: "function" } : null;
}

/** Words that stand before the name that they define. */
export const isDefiningWord = (word: string): boolean => Object.hasOwn(KIND_OF, word);

const INDENT_MAX = 200;

function indentOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length && width < INDENT_MAX; at++) {
    const character = text[at];
    if (character === "\t") {
      width += 4;
    } else if (character === " ") {
      width += 1;
    } else {
      break;
    }
  }
  return width;
}

/** Lines that close what is before them. */
const CLOSING = /^\s*(?:[)\]}>]+[;,)]*|end\b.*)\s*$/;

/** The last line of a definition: before the next line that is indented as little, or the one that closes it. */
function endOf(source: Source, startLine: number): number {
  const indent = indentOf(lineText(source, startLine));
  let last = startLine;
  for (let line = startLine + 1; line <= source.lines.length; line++) {
    if (isBlankLine(source, line)) {
      continue;
    }
    const text = lineText(source, line);
    if (indentOf(text) <= indent) {
      // A bracket on a line of its own opens the body, or closes it; so does the end of a list of parameters.
      if (CLOSING.test(text)) {
        return line;
      }
      if (!/^\s*[{)\]]/.test(text)) {
        return last;
      }
    }
    last = line;
  }
  return last;
}

/** Comments and decorators before a line belong to what it defines. */
function leadOf(source: Source, nameLine: number, after: number): number {
  const indent = indentOf(lineText(source, nameLine));
  let first = nameLine;
  for (let line = nameLine - 1; line > after && !isBlankLine(source, line); line--) {
    const text = lineText(source, line);
    if (indentOf(text) < indent || !/^\s*(?:\/\/|\/\*|\*|#|--|@|"""|\[)/.test(text)) {
      break;
    }
    first = line;
  }
  return first;
}

interface Open {
  readonly part: Part & { readonly parts: Part[] };
  readonly endLine: number;
}

const CONTAINS: ReadonlySet<ChunkKind> = new Set(["class", "interface", "enum", "module", "type"]);

/** The outline that the text seems to have; definitions inside of functions are left out. */
export function outlineByLines(source: Source): Outline {
  const parts: Part[] = [];
  const symbols: SymbolDraft[] = [];
  const open: Open[] = [];
  let after = 0;
  for (let line = 1; line <= source.lines.length; line++) {
    const defined = definitionOn(lineText(source, line));
    if (defined === null) {
      continue;
    }
    while ((open.at(-1)?.endLine ?? line) < line) {
      after = open.pop()?.endLine ?? after;
    }
    const around = open.at(-1);
    if (around !== undefined && !CONTAINS.has(around.part.kind)) {
      continue;
    }
    const endLine = endOf(source, line);
    const kind = defined.kind === "function" && around !== undefined ? "method" : defined.kind;
    const path = around === undefined ? defined.name : `${around.part.path}.${defined.name}`;
    const startLine = leadOf(source, line, after);
    const part = { startLine, endLine, kind, path, head: headOf(source, line, endLine), parts: [] as Part[] };
    (around === undefined ? parts : around.part.parts).push(part);
    symbols.push({ name: defined.name, path, kind, startLine, endLine, nameLine: line });
    open.push({ part, endLine });
    after = line;
  }
  return { parts, symbols };
}
