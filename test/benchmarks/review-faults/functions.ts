// Functions of a source file by its lines: header, parameters, body. It relies on how people indent, and leaves out what it is not sure of. Pure.
import { type Language, languageOf } from "./languages.ts";

export interface FoundFunction {
  readonly path: string;
  readonly language: Language;
  readonly name: string;
  readonly indent: string;
  readonly isPublic: boolean;
  /** Indexes of lines, the last one included. */
  readonly from: number;
  readonly bodyFrom: number;
  readonly bodyTo: number;
  readonly to: number;
  /** What stands between the brackets, and where it begins and ends in the text. */
  readonly parameters: string;
  readonly parametersFrom: number;
  readonly parametersTo: number;
}

/** The index of the bracket that closes the one at `open`; -1 where none does. Strings are skipped. */
export function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === '"' || sign === "'" || sign === "`") {
      const end = text.indexOf(sign, at + 1);
      const isString = end !== -1 && !text.slice(at, end).includes("\n");
      at = isString ? end : at;
    } else if ("([{".includes(sign)) {
      depth += 1;
    } else if (")]}".includes(sign)) {
      depth -= 1;
      if (depth === 0) {
        return at;
      }
    }
  }
  return -1;
}

/** At commas outside of brackets and strings. */
export function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const sign of list) {
    depth += "([{<".includes(sign) ? 1 : ")]}".includes(sign) || (sign === ">" && !part.endsWith("=")) ? -1 : 0;
    if (sign === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += sign;
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";

const HEADER_LINES_MAX = 6;

/** What may stand in lines between a header and its body. */
const BETWEEN = /^\s*(\{|where\b.*|throws\b.*|: \w.*|[A-Z]\w*: .*,?)$/;

/** The line where the body begins; null where it does not begin at the end of a line. `rest`: what follows the parameters in line `last`. */
function bodyStart(lines: readonly string[], rest: string, last: number, { ends }: Language): number | null {
  if (ends === "end") {
    return rest.trim() === "" ? last + 1 : null;
  }
  for (let at = last; at < Math.min(lines.length, last + HEADER_LINES_MAX); at += 1) {
    const text = at === last ? rest : (lines[at] ?? "");
    if (text.includes(";") || (at > last && !BETWEEN.test(text))) {
      return null;
    }
    if (text.trimEnd().endsWith(ends === "dedent" ? ":" : "{")) {
      return at + 1;
    }
  }
  return null;
}

function bodyEnd(lines: readonly string[], bodyFrom: number, indent: string, { ends }: Language): number | null {
  for (let at = bodyFrom; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      continue;
    }
    if (ends === "dedent") {
      if (indentOf(line).length <= indent.length) {
        const before = lines.slice(bodyFrom, at).join("\n").trimEnd().split("\n").length;
        return before === 0 ? null : bodyFrom + before - 1;
      }
    } else if (indentOf(line) === indent && line.trim().startsWith(ends)) {
      return at - 1;
    } else if (indentOf(line).length < indent.length) {
      return null;
    }
  }
  return ends === "dedent" && bodyFrom < lines.length ? lines.join("\n").trimEnd().split("\n").length - 1 : null;
}

export function functionsOf(path: string, text: string): FoundFunction[] {
  const language = languageOf(path);
  if (language === null) {
    return [];
  }
  const lines = text.split("\n");
  const found: FoundFunction[] = [];
  let offset = 0;
  for (const [from, line] of lines.entries()) {
    const begin = offset;
    offset += line.length + 1;
    const match = language.headers.map((header) => header.exec(line)).find((one) => one !== null);
    if (match === undefined || match === null) {
      continue;
    }
    const { indent = "", name = "", public: marked } = match.groups ?? {};
    const open = begin + match[0].length - 1;
    const close = closing(text, open);
    if (close === -1 || close - open > 600) {
      continue;
    }
    const last = from + text.slice(begin, close).split("\n").length - 1;
    const lineEnd = text.indexOf("\n", close);
    const rest = text.slice(close + 1, lineEnd === -1 ? text.length : lineEnd);
    const isArrow = rest.includes("=>");
    const needsArrow = /\b(const|let|var) \w+ = (async )?(<[^(]*>)?\($/.test(match[0]);
    const bodyFrom = isArrow === needsArrow ? bodyStart(lines, rest, last, language) : null;
    const bodyTo = bodyFrom === null ? null : bodyEnd(lines, bodyFrom, indent, language);
    if (bodyFrom === null || bodyTo === null || bodyTo < bodyFrom) {
      continue;
    }
    const isMarked = marked !== undefined && !/private|protected|internal/.test(marked);
    found.push({
      path,
      language,
      name,
      indent,
      isPublic: language.isPublic(name, isMarked, indent),
      from,
      bodyFrom,
      bodyTo,
      to: language.ends === "dedent" ? bodyTo : bodyTo + 1,
      parameters: text.slice(open + 1, close),
      parametersFrom: open + 1,
      parametersTo: close,
    });
  }
  return found;
}
