// A symbol's signature and documentation, as they are in its file.

import type { DefinitionFact } from "../../vocabulary/facts.ts";
import { lineAt, type SourceText } from "../../vocabulary/text.ts";

const SIGNATURE_LINES_MAX = 12;
const SIGNATURE_LENGTH_MAX = 200;
const DOC_LENGTH_MAX = 160;
const DOC_LINES_MAX = 60;

/** Where a body or a value begins: the text before it is the signature. */
const BODY = /(?:\{|=>|:|=|\bdo|\bthen)\s*(?:#.*|\/\/.*)?$/u;

/** The lines from the name to where the body begins, as one line; cut where it is long. */
export function signatureOf(file: SourceText, { nameLine, endLine }: DefinitionFact): string {
  const lines: string[] = [];
  let depth = 0;
  for (let line = nameLine; line <= Math.min(endLine, nameLine + SIGNATURE_LINES_MAX - 1); line++) {
    const text = lineAt(file, line).trim();
    lines.push(text);
    depth += (text.match(/[([]/gu)?.length ?? 0) - (text.match(/[)\]]/gu)?.length ?? 0);
    if (depth <= 0 && (BODY.test(text) || /[;}]$/u.test(text))) {
      break;
    }
  }
  return shortenedTo(lines.join(" ").replace(/\s*\{$/u, ""), SIGNATURE_LENGTH_MAX);
}

const COMMENT = /^\s*(?:\/\/[/!]?|#+|--+|\/\*\*?|\*\/|\*|;+|%+)\s?|\s*\*\/\s*$/gu;
const IS_COMMENT = /^\s*(?:\/\/|#(?!\[)|--|\/\*|\*|;|%)/u;
/** Between a comment and the name: decorators, attributes, annotations. */
const IS_DECORATION = /^\s*(?:@|#\[|\[)/u;
const DOCSTRING = /^\s*[rRuU]?("""|''')/u;

/** The first paragraph of the comment right above, or of the docstring right below the signature; null for none. */
export function documentationOf(file: SourceText, definition: DefinitionFact): string | null {
  const above = commentAbove(file, definition.nameLine);
  const text = above.length > 0 ? paragraphOf(above) : docstringOf(file, definition);
  return text === null || text === "" ? null : shortenedTo(text, DOC_LENGTH_MAX);
}

function commentAbove(file: SourceText, nameLine: number): string[] {
  const lines: string[] = [];
  for (let line = nameLine - 1; line >= Math.max(file.firstLine, nameLine - DOC_LINES_MAX); line--) {
    const text = lineAt(file, line);
    if (IS_COMMENT.test(text)) {
      lines.unshift(text.replace(COMMENT, "").trim());
    } else if (lines.length > 0 || !IS_DECORATION.test(text)) {
      break;
    }
  }
  return lines;
}

function docstringOf(file: SourceText, { nameLine, endLine }: DefinitionFact): string | null {
  for (let line = nameLine + 1; line <= Math.min(endLine, nameLine + SIGNATURE_LINES_MAX); line++) {
    const text = lineAt(file, line);
    const [, quote] = DOCSTRING.exec(text) ?? [];
    if (quote === undefined) {
      continue;
    }
    const lines: string[] = [];
    for (let at = line; at <= Math.min(endLine, line + DOC_LINES_MAX); at++) {
      const whole = lineAt(file, at).trim();
      lines.push(whole.replaceAll(quote, "").replace(/^[rRuU]$/u, ""));
      if (whole.endsWith(quote) && (at > line || whole.length > 2 * quote.length)) {
        break;
      }
    }
    return paragraphOf(lines);
  }
  return null;
}

/** Empty, or drawn: `//--------`. */
const saysNothing = (line: string): boolean => !/[\p{L}\p{N}]/u.test(line);

/** Up to the first empty line or tag. */
function paragraphOf(lines: readonly string[]): string {
  const start = lines.findIndex((line) => !saysNothing(line));
  const rest = start < 0 ? [] : lines.slice(start);
  const end = rest.findIndex((line) => saysNothing(line) || /^@\w/u.test(line.trim()));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
}

const shortenedTo = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
