// Replacements of one text: joined where they touch, applied, and the removal of names and whole statements. Pure.
import type { ImportedName, ImportStatement, Replacement, Span } from "../../languages/contract/import-statements.ts";

/**
 * In order; two that touch become one, an insertion before what is replaced at its place, and two removals that share blank lines.
 * Throws where two others overlap.
 */
export function joinReplacements(replacements: readonly Replacement[]): Replacement[] {
  const joined: Replacement[] = [];
  for (const next of replacements.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last === undefined || next.start > last.end) {
      joined.push(next);
    } else if (next.start === last.end || (next.text === "" && last.text === "")) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end), text: last.text + next.text };
    } else {
      throw new RangeError(`replacements overlap at ${next.start}`);
    }
  }
  return joined;
}

/** The span with the rest of its lines, where nothing else stands on them; else the span itself. */
function wholeLines(text: string, { start, end }: Span): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(lineStart, start);
  const after = /^[ \t]*(\r?\n|$)/.exec(text.slice(end));
  return before.trim() === "" && after !== null ? { start: lineStart, end: end + after[0].length } : { start, end };
}

/** Removes these lines with one of two blank ones around them; none is left at an end of a list. */
export function removal(text: string, span: Span): Replacement {
  const { start, end } = wholeLines(text, span);
  const isOpen = start === 0 || /(?:\n|[({])[ \t]*\r?\n$/.test(text.slice(0, start));
  const blank = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end));
  const isLast = text.slice(end).trim() === "" || /^[ \t]*[)}]/.test(text.slice(end));
  const blankBefore = isLast ? (/(?:\r?\n[ \t]*)+(?=\r?\n$)/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
  return { start: start - blankBefore, end: end + (isOpen && blank !== null ? blank[0].length : 0), text: "" };
}

/** Removes names of a statement; all of it where none remains. */
export function withoutNames(text: string, statement: ImportStatement, gone: ReadonlySet<ImportedName>): Replacement[] {
  const { names, list } = statement;
  const left = names.filter((name) => !gone.has(name));
  if (left.length === 0) {
    return [removalOfStatement(text, statement)];
  }
  const isListed = ({ start, end }: Span): boolean => list !== null && list.start <= start && end <= list.end;
  const listed = names.filter(isListed);
  const isListGone = listed.length > 0 && listed.every((name) => gone.has(name));
  const entries: readonly { readonly span: Span; readonly isGone: boolean }[] = [
    ...names.filter((name) => !isListed(name)).map((span) => ({ span, isGone: gone.has(span) })),
    ...(list === null || listed.length === 0 ? [] : [{ span: list, isGone: isListGone }]),
  ].sort((a, b) => a.span.start - b.span.start);
  const inList = isListGone ? [] : cut(listed.map((span) => ({ span, isGone: gone.has(span) })));
  return [...cut(entries), ...inList].map((span) => ({ ...span, text: "" }));
}

/** Each entry that is gone with the comma on one of its sides. */
function cut(entries: readonly { readonly span: Span; readonly isGone: boolean }[]): Span[] {
  const spans: Span[] = [];
  let lastLeft: Span | null = null;
  for (const [at, { span, isGone }] of entries.entries()) {
    if (!isGone) {
      lastLeft = span;
      continue;
    }
    const next = entries[at + 1]?.span;
    if (lastLeft !== null) {
      const previous: Span | undefined = entries[at - 1]?.span;
      spans.push({ start: previous?.end ?? span.start, end: span.end });
    } else {
      spans.push({ start: span.start, end: next?.start ?? span.end });
    }
  }
  return spans;
}

/** With its line, and the blank line that separated it, where it was the only one. */
function removalOfStatement(text: string, statement: Span): Replacement {
  const { start, end } = wholeLines(text, statement);
  const isAlone = start === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, start));
  const blank = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end));
  const isLast = /^[ \t]*[)\]}]/.test(text.slice(end));
  const before = isLast ? (/(?:\r?\n[ \t]*)+(?=\r?\n$)/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
  return { start: start - before, end: end + (isAlone && blank !== null ? blank[0].length : 0), text: "" };
}
