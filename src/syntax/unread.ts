// Definitions in code that the grammar has no tree for: Rust's macros contain items, of which it reads tokens alone. They are
// recognised line by line.
import type { LineRange } from "../vocabulary/chunk.ts";
import type { DefinedKind, UnreadRule } from "./profile.ts";
import { lineText, type Source } from "./source.ts";

/** Offsets as in Definition. */
export interface UnreadDefinition {
  readonly kind: DefinedKind;
  readonly name: string;
  readonly start: number;
  /** Where the next one starts; of the last one, the end of the lines. */
  end: number;
  readonly nameOffset: number;
}

/** A longer line is data, whatever it looks like. */
const LINE_CHARS_MAX = 400;

/** `leadLines`: lines (1-based) that belong to what follows them. */
export function findUnread(
  source: Source,
  { startLine, endLine }: LineRange,
  rule: UnreadRule,
): { readonly definitions: readonly UnreadDefinition[]; readonly leadLines: readonly number[] } {
  const definitions: UnreadDefinition[] = [];
  const leadLines: number[] = [];
  const end = source.starts[endLine] ?? source.text.length;
  for (let line = startLine, closedAt = 0; line <= endLine; line += 1) {
    if (line <= closedAt) {
      continue;
    }
    const text = lineText(source, line);
    if (/^\s*(?:\/\/|#\[)/.test(text)) {
      leadLines.push(line);
    }
    const match = text.length > LINE_CHARS_MAX ? null : rule.line.exec(text);
    const [whole = "", keyword, name] = match ?? [];
    const kind = keyword === undefined ? undefined : rule.kinds[keyword];
    if (name === undefined || kind === undefined) {
      continue;
    }
    const start = source.starts[line - 1] ?? 0;
    const before = definitions.at(-1);
    if (before !== undefined) {
      before.end = start;
    }
    if (keyword === rule.template) {
      closedAt = closingLine(source, line, endLine + 1);
    }
    definitions.push({ kind, name, start, end, nameOffset: start + whole.length - name.length });
  }
  return { definitions, leadLines };
}

/** Braces, and the texts, characters and comments in which they do not count. */
const BRACES = /"(?:\\.|[^"\\])*"|'[{}]'|\/\/.*|[{}]/gu;

/** The line before `until` on which the braces close that are opened first from `line` on; `line` where none are. */
function closingLine(source: Source, line: number, until: number): number {
  let depth = 0;
  for (let at = line; at < until; at += 1) {
    for (const [sign] of lineText(source, at).matchAll(BRACES)) {
      depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    }
    if (depth <= 0) {
      return at;
    }
  }
  return line;
}
