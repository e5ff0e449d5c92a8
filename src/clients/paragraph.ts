// The paragraph about this server in a project's rules for assistants (AGENTS.md, CLAUDE.md …). It stands between two comments, by which
// it is found again to be replaced or removed.

const BEGIN = "<!-- context-broker: begin -->";
const END = "<!-- context-broker: end -->";

const PARAGRAPH = [
  BEGIN,
  "## Finding code",
  "",
  "Use the tools of `context-broker` to find code in this project: `search_codebase` for a question in plain words,",
  "`search_symbols` and `find_references` for a name. They answer with the few lines that matter, so whole files need not",
  "be read. In a shell: `context-broker search where are sessions renewed`.",
  END,
];

const BLOCK = new RegExp(`${BEGIN}[\\s\\S]*?${END}`);

const lineEndOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** The text with the paragraph: in place of an older one, or else at the end. */
export function withParagraph(text: string): string {
  const lineEnd = lineEndOf(text);
  const block = PARAGRAPH.join(lineEnd);
  if (BLOCK.test(text)) {
    return text.replace(BLOCK, () => block);
  }
  if (text === "") {
    return `${block}${lineEnd}`;
  }
  // A text whose last line has no line break gets none, so that `withoutParagraph` can restore it byte for byte.
  return text.endsWith("\n") ? `${text}${lineEnd}${block}${lineEnd}` : `${text}${lineEnd}${lineEnd}${block}`;
}

/** The text as it was before `withParagraph`, byte for byte if the text around the paragraph has not changed. */
export function withoutParagraph(text: string): string {
  const found = BLOCK.exec(text);
  if (found === null) {
    return text;
  }
  const lineEnd = lineEndOf(text);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const isLast = after === "";
  const gap = isLast ? lineEnd + lineEnd : lineEnd;
  return (before.endsWith(gap) ? before.slice(0, -gap.length) : before) + (isLast ? "" : after.replace(/^\r?\n/, ""));
}
